import { expect, test } from "vitest";
import { BuiltJson } from "./built-json.ts";

const ITEMS = ["Jan", "Daniëlle – Brugge", "王芳", '😀 "aanhaling" \\ '].map((name) => JSON.stringify({ name }));

test.each([0, 1, 4])("a list of %i is what its items are", (length) => {
  const items = ITEMS.slice(0, length);
  expect(BuiltJson.list(items.map((item) => Buffer.from(item))).bytes.toString()).toBe(`[${items.join(",")}]`);
});

test("a page tells where the next one begins", () => {
  const items = ITEMS.map((item) => JSON.parse(item) as unknown);
  expect(
    BuiltJson.page(
      ITEMS.map((item) => Buffer.from(item)),
      "één",
    ).parse(),
  ).toEqual({ items, nextCursor: "één" });
  expect(BuiltJson.page([], null).parse()).toEqual({ items: [], nextCursor: null });
});
