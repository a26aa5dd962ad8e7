import { expect, test } from "vitest";
import { adjacentIds } from "./use-lead-dialogs.tsx";

const listed = (...ids: string[]) => ids.map((id) => ({ id }));

test("the first lead has no previous lead and the last no next one", () => {
  expect(adjacentIds(listed("a", "b", "c"), "b")).toEqual({ previous: "a", next: "c" });
  expect(adjacentIds(listed("a", "b", "c"), "a")).toEqual({ next: "b" });
  expect(adjacentIds(listed("a", "b", "c"), "c")).toEqual({ previous: "b" });
});

test("a lead that is in the list twice counts once", () => {
  expect(adjacentIds(listed("a", "b", "a", "c"), "b")).toEqual({ previous: "a", next: "c" });
});

test("without a lead, or with one outside the list, there is no previous or next", () => {
  expect(adjacentIds(listed("a"), "x")).toEqual({});
  expect(adjacentIds(listed("a"), undefined)).toEqual({});
});
