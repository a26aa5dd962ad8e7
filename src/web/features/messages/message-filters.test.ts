import { expect, test } from "vitest";
import { parseFilters } from "#lib/lists/url-filters.ts";
import { hasFilters, messageFilters, messageQuery, NO_FILTERS } from "./message-filters.tsx";

test("filters are read from the URL; invalid values are ignored", () => {
  expect(parseFilters(messageFilters, { voornaam: "José", bedrijf: "x".repeat(101), anders: "1" })).toEqual({
    voornaam: "José",
  });
});

test("a trailing space is kept while typing and not sent to the API", () => {
  const filters = parseFilters(messageFilters, { achternaam: "van ", voornaam: "  " });
  expect(filters.achternaam).toBe("van ");
  expect(messageQuery(filters)).toEqual({ firstName: undefined, lastName: "van", company: undefined, flow: undefined });
});

test("a filter of only spaces is no filter", () => {
  expect(hasFilters(NO_FILTERS)).toBe(false);
  expect(hasFilters({ ...NO_FILTERS, bedrijf: "  " })).toBe(false);
  expect(hasFilters({ ...NO_FILTERS, accountmanager: "Frank" })).toBe(true);
});
