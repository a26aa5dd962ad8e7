import { expect, test } from "vitest";
import { BUDGETS } from "./budgets.ts";
import { findBudgetViolations, type Size } from "./sizes.ts";

const NAMES = ["/", ...Object.keys(BUDGETS.lazyChunkExceptions)];
const withinBudget = NAMES.map(
  (name): Size => ({ kind: name === "/" ? "first load" : "lazy chunk", name, bytes: 100, files: 1, budget: 100 }),
);

test("a size over its budget and a budget of a chunk that does not exist are violations", () => {
  expect(findBudgetViolations(withinBudget)).toEqual([]);
  const overBudget = withinBudget.map((size) => (size.name === "/" ? { ...size, bytes: 101 } : size));
  expect(findBudgetViolations(overBudget)).toEqual(["first load /: 101 bytes, 1 over its budget"]);
  expect(findBudgetViolations(withinBudget.slice(0, 1))).toEqual([`unused budget: ${NAMES[1]} does not exist`]);
});
