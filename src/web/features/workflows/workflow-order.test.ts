import { expect, test } from "vitest";
import { moveItem, parseOrder } from "./workflow-order.ts";

const USUAL = ["allocate-leads", "add-to-search-queue", "move-from-on-hold"];

test.each([null, "", "onzin", "onzin,nog-meer"])("%j parses to the default order", (text) => {
  expect(parseOrder(text)).toEqual(USUAL);
});

test("the stored ids come first without duplicates, then the missing ones", () => {
  expect(parseOrder("move-from-on-hold,move-from-on-hold")).toEqual([
    "move-from-on-hold",
    "allocate-leads",
    "add-to-search-queue",
  ]);
});

test.each([
  [0, 2, ["b", "c", "a"]],
  [2, 0, ["c", "a", "b"]],
  [0, 1, ["b", "a", "c"]],
  [1, 1, ["a", "b", "c"]],
])("moves an item from %i to %i", (from, to, order) => {
  expect(moveItem(["a", "b", "c"], from, to)).toEqual(order);
});
