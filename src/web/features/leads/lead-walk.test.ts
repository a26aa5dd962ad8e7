import { expect, test } from "vitest";
import { neighboursOf } from "./lead-walk.ts";

test("one goes up and down along the list, and no further than its ends", () => {
  expect(neighboursOf(["a", "b", "c"], "b")).toEqual({ previous: "a", next: "c" });
  expect(neighboursOf(["a", "b", "c"], "a")).toEqual({ next: "b" });
  expect(neighboursOf(["a", "b", "c"], "c")).toEqual({ previous: "b" });
});

test("a lead that is in the list twice is passed once", () => {
  expect(neighboursOf(["a", "b", "a", "c"], "b")).toEqual({ previous: "a", next: "c" });
});

test("a lead that is not in the list has no neighbours", () => {
  expect(neighboursOf(["a"], "x")).toEqual({});
});
