import { expect, test } from "vitest";
import { centerSquare } from "./profile-picture.tsx";

test("a wide picture is cropped on the left and right", () => {
  expect(centerSquare(4000, 3000)).toEqual({ left: 500, top: 0, side: 3000, outputSide: 512 });
});

test("a tall picture is cropped at the top and bottom", () => {
  expect(centerSquare(600, 901)).toEqual({ left: 0, top: 151, side: 600, outputSide: 512 });
});

test("a small picture is not scaled up", () => {
  expect(centerSquare(96, 96)).toEqual({ left: 0, top: 0, side: 96, outputSide: 96 });
});
