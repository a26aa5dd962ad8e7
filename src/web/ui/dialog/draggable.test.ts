import { expect, test } from "vitest";
import { clampToWindow } from "./draggable.tsx";

const WINDOW = { width: 1000, height: 800 };
const BOX = { left: 300, top: 200, right: 700, bottom: 600 };

test("a step within the window is taken whole", () => {
  expect(clampToWindow(BOX, { x: 25, y: -25 }, WINDOW)).toEqual({ x: 25, y: -25 });
});

test("a step over the edge ends at the edge", () => {
  expect(clampToWindow(BOX, { x: 5000, y: 5000 }, WINDOW)).toEqual({ x: 300, y: 200 });
  expect(clampToWindow(BOX, { x: -5000, y: -5000 }, WINDOW)).toEqual({ x: -300, y: -200 });
});

test("a box at the edge stays where it is", () => {
  const corner = { left: 600, top: 400, right: 1000, bottom: 800 };
  expect(clampToWindow(corner, { x: 25, y: 25 }, WINDOW)).toEqual({ x: 0, y: 0 });
});

test("a box that already sticks out only comes back", () => {
  const out = { left: -100, top: -50, right: 300, bottom: 350 };
  expect(clampToWindow(out, { x: 500, y: 0 }, WINDOW).x).toBe(500);
  expect(clampToWindow(out, { x: -10, y: -10 }, WINDOW)).toEqual({ x: 0, y: 0 });
});
