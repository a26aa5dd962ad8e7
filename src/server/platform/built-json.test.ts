import { expect, test } from "vitest";
import { JsonText, NO_ITEMS, WrittenItems } from "./json-text.ts";

const ITEMS = ["Jan", "Daniëlle – Brugge", "王芳", '😀 "aanhaling" \\ '].map((name) => JSON.stringify({ name }));
const written = (items: readonly string[]) => new WrittenItems(items.map((item) => Buffer.from(item)));

test.each([0, 1, 4])("a list of %i is what its items are", (length) => {
  const items = ITEMS.slice(0, length);
  expect(JsonText.list(written(items)).bytes.toString()).toBe(`[${items.join(",")}]`);
});

test("a page tells where the next one begins", () => {
  const items = ITEMS.map((item) => JSON.parse(item) as unknown);
  expect(JsonText.page(written(ITEMS), "één").parse()).toEqual({ items, nextCursor: "één" });
  expect(JsonText.page(NO_ITEMS, null).parse()).toEqual({ items: [], nextCursor: null });
});

test("what failed half-way leaves nothing behind for the next", () => {
  const failing = { each: () => [], writeOn: () => void JSON.parse("half") };
  expect(() => JsonText.list(failing)).toThrow(SyntaxError);
  expect(JsonText.list(NO_ITEMS).parse()).toEqual([]);
});
