import { expect, test } from "vitest";
import { neighbourOf, stepFrom } from "./neighbour.ts";

const ids = ["een", "twee", "drie"];

test("after a card comes the one below it, and after the last the one above", () => {
  expect(neighbourOf(ids, "een")).toBe("twee");
  expect(neighbourOf(ids, "drie")).toBe("twee");
  expect(neighbourOf(["een"], "een")).toBeUndefined();
  expect(neighbourOf(ids, "onbekend")).toBeUndefined();
});

test("a step leads down or up, and not past an end", () => {
  expect(stepFrom(ids, "twee", 1)).toBe("drie");
  expect(stepFrom(ids, "twee", -1)).toBe("een");
  expect(stepFrom(ids, "drie", 1)).toBeUndefined();
  expect(stepFrom(ids, "een", -1)).toBeUndefined();
  expect(stepFrom(ids, "onbekend", 1)).toBeUndefined();
});
