import { expect, test } from "vitest";
import { parseOrder } from "./workflow-section.tsx";

const DEFAULT_ORDER = ["allocate-leads", "add-to-search-queue", "move-from-on-hold"];

test.each([null, "", "onzin", "onzin,nog-meer"])("%j parses to the default order", (text) => {
  expect(parseOrder(text)).toEqual(DEFAULT_ORDER);
});

test("the stored ids come first without duplicates, then the missing ones", () => {
  expect(parseOrder("move-from-on-hold,move-from-on-hold")).toEqual([
    "move-from-on-hold",
    "allocate-leads",
    "add-to-search-queue",
  ]);
});
