import { expect, test } from "vitest";
import { moveItem, parseOrder } from "./workflow-order.ts";

const USUAL = ["allocate-leads", "add-to-search-queue", "move-from-on-hold"];

test.each([null, "", "onzin", "onzin,nog-meer"])("%j is the usual order", (text) => {
  expect(parseOrder(text)).toEqual(USUAL);
});

test("what is remembered comes first, once, and nothing is lost", () => {
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
])("from %i to %i", (from, to, order) => {
  expect(moveItem(["a", "b", "c"], from, to)).toEqual(order);
});
