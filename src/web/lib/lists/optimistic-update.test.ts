import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { patchCachedItems, patchPage } from "./optimistic-update.ts";

type Item = { id: string; name: string };

const page = (...names: string[]) => ({
  items: names.map((name): Item => ({ id: name, name })),
  total: names.length,
  nextCursor: undefined,
});
const rename = (item: Item) => (item.id === "b" ? { ...item, name: "changed" } : item);
const remove = (item: Item) => (item.id === "b" ? null : item);

test("a page without the item stays the same object", () => {
  const untouched = page("a", "c");
  expect(patchPage(untouched, rename)).toBe(untouched);
  expect(patchPage(page("a", "b"), rename).items.map(({ name }) => name)).toEqual(["a", "changed"]);
  expect(patchPage(page("a", "b"), remove).items.map(({ id }) => id)).toEqual(["a"]);
});

test("an item is changed wherever it is cached: in lists, in a single page and by itself", () => {
  const client = new QueryClient();
  client.setQueryData(["lists", 1], { pages: [page("a"), page("b", "c")], pageParams: [undefined, "next"] });
  client.setQueryData(["search"], page("b"));
  client.setQueryData(["one", "b"], { id: "b", name: "b" });
  client.setQueryData(["other"], page("b"));
  patchCachedItems<Item>(client, [["lists"], ["search"], ["one"]], rename);
  expect(client.getQueryData(["lists", 1])).toMatchObject({
    pages: [page("a"), { items: [{ name: "changed" }, { name: "c" }] }],
  });
  expect(client.getQueryData(["search"])).toMatchObject({ items: [{ name: "changed" }] });
  expect(client.getQueryData(["one", "b"])).toEqual({ id: "b", name: "changed" });
  expect(client.getQueryData(["other"])).toEqual(page("b"));
});
