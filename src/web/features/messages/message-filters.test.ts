import { expect, test } from "vitest";
import { parseFilters } from "#lib/lists/url-filters.ts";
import { followUpFilters, hasFilters, messageFilters, messageQuery, NO_FILTERS } from "./message-filters.tsx";

test("an address becomes filters, and what makes no sense in it becomes none", () => {
  expect(parseFilters(messageFilters, { voornaam: "José", bedrijf: "x".repeat(101), anders: "1" })).toEqual({
    voornaam: "José",
  });
});

test("a blank while typing stays, and is not asked for", () => {
  const filters = parseFilters(messageFilters, { achternaam: "van ", voornaam: "  " });
  expect(filters.achternaam).toBe("van ");
  expect(messageQuery(filters)).toEqual({ firstName: undefined, lastName: "van", company: undefined, flow: undefined });
});

test("follow-ups have no account manager to filter by", () => {
  expect(parseFilters(followUpFilters, { accountmanager: "Frank", voornaam: "Anna" })).toEqual({ voornaam: "Anna" });
});

test("only blanks filter nothing", () => {
  expect(hasFilters(NO_FILTERS)).toBe(false);
  expect(hasFilters({ ...NO_FILTERS, bedrijf: "  " })).toBe(false);
  expect(hasFilters({ ...NO_FILTERS, accountmanager: "Frank" })).toBe(true);
});
