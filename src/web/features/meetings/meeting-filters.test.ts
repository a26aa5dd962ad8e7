import { describe, expect, test } from "vitest";
import { parseFilters } from "#lib/lists/url-filters.ts";
import { filtersForTab, hasSearch, meetingFilters, meetingQuery, selectedTab } from "./meeting-filters.ts";

test("the default tab is new, and invalid filters are ignored", () => {
  expect(selectedTab(parseFilters(meetingFilters, {}))).toBe("new");
  expect(parseFilters(meetingFilters, { tab: "onzin", zoek: 4, owner: "x".repeat(300) })).toEqual({});
});

test.each(["new", "toProcess", "private", "ignored", "processed", "other"] as const)(
  "%s has its own URL, without the search",
  (tab) => {
    const filters = filtersForTab(tab);
    expect(selectedTab(filters)).toBe(tab);
    expect(filters).toMatchObject({ zoek: undefined, owner: undefined });
  },
);

describe("the API query", () => {
  test("has a search for processed meetings only", () => {
    expect(meetingQuery({ tab: "prive", zoek: "x", owner: "Frank" })).toEqual({ tab: "private" });
    expect(meetingQuery({ tab: "verwerkt", zoek: " x ", owner: "Frank" })).toEqual({
      tab: "processed",
      search: "x",
      owner: "Frank",
    });
  });

  test("ignores a search of only spaces", () => {
    expect(hasSearch({ tab: "verwerkt", zoek: "   " })).toBe(false);
    expect(hasSearch({ tab: "verwerkt", zoek: "x" })).toBe(true);
    expect(hasSearch({ tab: "verwerkt", owner: "Frank" })).toBe(true);
    expect(hasSearch({ zoek: "x" })).toBe(false);
  });
});
