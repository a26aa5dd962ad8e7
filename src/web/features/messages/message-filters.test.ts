import { expect, test } from "vitest";
import { readFilters } from "#lib/address-readers.ts";
import { followUpFilters, hasFilters, messageFilters, NO_FILTERS, queryOf } from "./message-filters.ts";

test("an address becomes filters, and what makes no sense in it becomes none", () => {
  expect(readFilters(messageFilters, { voornaam: "José", bedrijf: "x".repeat(101), anders: "1" })).toEqual({
    voornaam: "José",
  });
});

test("a blank while typing stays, and is not asked for", () => {
  const filters = readFilters(messageFilters, { achternaam: "van ", voornaam: "  " });
  expect(filters.achternaam).toBe("van ");
  expect(queryOf(filters)).toEqual({ firstName: undefined, lastName: "van", company: undefined, flow: undefined });
});

test("follow-ups have no account manager to filter by", () => {
  expect(readFilters(followUpFilters, { accountmanager: "Frank", voornaam: "Anna" })).toEqual({ voornaam: "Anna" });
});

test("only blanks filter nothing", () => {
  expect(hasFilters(NO_FILTERS)).toBe(false);
  expect(hasFilters({ ...NO_FILTERS, bedrijf: "  " })).toBe(false);
  expect(hasFilters({ ...NO_FILTERS, accountmanager: "Frank" })).toBe(true);
});
