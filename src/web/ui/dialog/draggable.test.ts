import { expect, test } from "vitest";
import { clampToWindow } from "./draggable.tsx";

const WINDOW = { width: 1000, height: 800 };
const BOX = { left: 300, top: 200, right: 700, bottom: 600 };

test("a step inside the window is not shortened", () => {
  expect(clampToWindow(BOX, { x: 25, y: -25 }, WINDOW)).toEqual({ x: 25, y: -25 });
});

test("a step across the edge is shortened to the edge", () => {
  expect(clampToWindow(BOX, { x: 5000, y: 5000 }, WINDOW)).toEqual({ x: 300, y: 200 });
  expect(clampToWindow(BOX, { x: -5000, y: -5000 }, WINDOW)).toEqual({ x: -300, y: -200 });
});

test("a box at the edge does not move further", () => {
  const corner = { left: 600, top: 400, right: 1000, bottom: 800 };
  expect(clampToWindow(corner, { x: 25, y: 25 }, WINDOW)).toEqual({ x: 0, y: 0 });
});

test("a box that is partly outside can only move back", () => {
  const out = { left: -100, top: -50, right: 300, bottom: 350 };
  expect(clampToWindow(out, { x: 500, y: 0 }, WINDOW).x).toBe(500);
  expect(clampToWindow(out, { x: -10, y: -10 }, WINDOW)).toEqual({ x: 0, y: 0 });
});
