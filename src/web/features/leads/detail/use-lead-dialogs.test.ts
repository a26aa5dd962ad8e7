import { expect, test } from "vitest";
import { adjacentIds } from "./use-lead-dialogs.tsx";

const leadsWithIds = (...ids: string[]) => ids.map((id) => ({ id }));

test("the first lead has no previous lead and the last no next one", () => {
  expect(adjacentIds(leadsWithIds("a", "b", "c"), "b")).toEqual({ previous: "a", next: "c" });
  expect(adjacentIds(leadsWithIds("a", "b", "c"), "a")).toEqual({ next: "b" });
  expect(adjacentIds(leadsWithIds("a", "b", "c"), "c")).toEqual({ previous: "b" });
});

test("a lead that is in the list twice counts once", () => {
  expect(adjacentIds(leadsWithIds("a", "b", "a", "c"), "b")).toEqual({ previous: "a", next: "c" });
});

test("without a lead, or with one outside the list, there is no previous or next", () => {
  expect(adjacentIds(leadsWithIds("a"), "x")).toEqual({});
  expect(adjacentIds(leadsWithIds("a"), undefined)).toEqual({});
});
