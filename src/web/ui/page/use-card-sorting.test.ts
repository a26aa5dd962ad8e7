import { expect, test } from "vitest";
import { nearestSlot, shiftsFor } from "./use-card-sorting.ts";

const ROW = [0, 100, 200].map((left) => ({ left, top: 0, width: 90, height: 50 }));

test.each([
  [0, 49, 0],
  [0, 51, 1],
  [0, 151, 2],
  [0, 900, 2],
  [2, -149, 1],
  [2, -151, 0],
  [1, -900, 0],
])("card %i moved by %i px is at place %i", (index, x, place) => {
  expect(nearestSlot(ROW, index, { x, y: 0 })).toBe(place);
});

test("cards below each other are moved down and up", () => {
  const column = ROW.map(({ left }) => ({ left: 0, top: left, width: 90, height: 50 }));
  expect(nearestSlot(column, 0, { x: 0, y: 120 })).toBe(1);
});

test("the others make room", () => {
  expect(shiftsFor(ROW, 0, 2).map(({ x }) => x)).toEqual([0, -100, -100]);
  expect(shiftsFor(ROW, 2, 0).map(({ x }) => x)).toEqual([100, 100, 0]);
  expect(shiftsFor(ROW, 1, 1).map(({ x }) => x)).toEqual([0, 0, 0]);
});
