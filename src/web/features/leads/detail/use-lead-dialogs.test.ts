import { expect, test } from "vitest";
import { adjacentIds } from "./use-lead-dialogs.tsx";

const listed = (...ids: string[]) => ids.map((id) => ({ id }));

test("one goes up and down along the list, and no further than its ends", () => {
  expect(adjacentIds(listed("a", "b", "c"), "b")).toEqual({ previous: "a", next: "c" });
  expect(adjacentIds(listed("a", "b", "c"), "a")).toEqual({ next: "b" });
  expect(adjacentIds(listed("a", "b", "c"), "c")).toEqual({ previous: "b" });
});

test("a lead that is in the list twice is passed once", () => {
  expect(adjacentIds(listed("a", "b", "a", "c"), "b")).toEqual({ previous: "a", next: "c" });
});

test("a lead that is not in the list has no neighbours, and neither has none", () => {
  expect(adjacentIds(listed("a"), "x")).toEqual({});
  expect(adjacentIds(listed("a"), undefined)).toEqual({});
});
