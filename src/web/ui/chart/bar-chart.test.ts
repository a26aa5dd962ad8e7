import { expect, test } from "vitest";
import { barHeight } from "./bar-chart.tsx";

test.each([
  [20, 20, 70],
  [10, 20, 35],
  [1, 20, 3.5],
  [0, 20, 3.5],
  [0, 0, 3.5],
  [2, 20, 7],
])("a bar of %i, with %i as the highest value, is %f percent high", (value, highest, height) => {
  expect(barHeight(value, highest)).toBeCloseTo(height, 6);
});
