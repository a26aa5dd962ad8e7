import { expect, test } from "vitest";
import { BUDGETS } from "./budgets.ts";
import { findProblems, type Size } from "./sizes.ts";

const NAMES = ["/", ...Object.keys(BUDGETS.parts)];
const whole = NAMES.map((name): Size => ({ kind: "first load", name, bytes: 100, files: 1, budget: 100 }));

test("a byte over budget is a problem, and so is a budget of a part that does not exist", () => {
  expect(findProblems(whole)).toEqual([]);
  const heavier = whole.map((size) => (size.name === "/" ? { ...size, bytes: 101 } : size));
  expect(findProblems(heavier)).toEqual(["first load /: 101 bytes, 1 over its budget"]);
  expect(findProblems(whole.slice(0, 1))).toEqual([`a budget for ${NAMES[1]}, which is not there`]);
});
