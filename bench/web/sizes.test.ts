import { expect, test } from "vitest";
import { readRoutePages } from "#web/route-pages.ts";
import { BUDGETS } from "./budgets.ts";
import { findProblems, type Size } from "./sizes.ts";

const NAMES = ["/", ...Object.keys(BUDGETS.parts)];
const whole = NAMES.map((name): Size => ({ kind: "first load", name, bytes: 100, files: 1, budget: 100 }));

test("every screen is known with what is loaded for it", () => {
  const pages = readRoutePages();
  expect(pages).toContainEqual({
    path: "/",
    gates: ["app/gates/workspace-gate.tsx"],
    page: "features/messages/ice-breakers.page.tsx",
  });
  expect(pages).toContainEqual({
    path: "/admin/users",
    gates: ["app/gates/admin-gate.tsx"],
    page: "features/users/admin-users.page.tsx",
  });
  expect(pages).toContainEqual({
    path: "/reset-password",
    gates: [],
    page: "features/auth/reset-password.page.tsx",
  });
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
});

test("a byte too many is a problem, and so is a budget for what is gone", () => {
  expect(findProblems(whole)).toEqual([]);
  const heavier = whole.map((size) => (size.name === "/" ? { ...size, bytes: 101 } : size));
  expect(findProblems(heavier)).toEqual(["first load /: 101 bytes, 1 over its budget"]);
  expect(findProblems(whole.slice(0, 1))).toEqual([`a budget for ${NAMES[1]}, which is not there`]);
});
