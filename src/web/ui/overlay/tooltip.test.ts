import { expect, test } from "vitest";
import { findTooltipPosition } from "./tooltip.tsx";

const WINDOW = { width: 400, height: 300 };
const SIZE = { width: 100, height: 20 };
const target = (left: number, top: number) => ({ left, top, width: 40, height: 30 });

test("is centred above its target, or below it where there is no room", () => {
  expect(findTooltipPosition(target(180, 100), SIZE, "top", WINDOW)).toEqual({ left: 150, top: 74 });
  expect(findTooltipPosition(target(180, 10), SIZE, "top", WINDOW)).toEqual({ left: 150, top: 46 });
});

test("is beside its target, or on the opposite side where there is no room", () => {
  expect(findTooltipPosition(target(10, 100), SIZE, "right", WINDOW)).toEqual({ left: 56, top: 105 });
  expect(findTooltipPosition(target(300, 100), SIZE, "right", WINDOW)).toEqual({ left: 194, top: 105 });
});

test("stays inside the window", () => {
  expect(findTooltipPosition(target(0, 100), SIZE, "top", WINDOW).left).toBe(8);
  expect(findTooltipPosition(target(360, 100), SIZE, "top", WINDOW).left).toBe(292);
  expect(findTooltipPosition(target(10, 290), SIZE, "right", WINDOW).top).toBe(272);
});
