import { expect, test } from "vitest";
import {
  dayFilter,
  idFilter,
  matching,
  oneOf,
  parseFilters,
  parseSearch,
  stringifySearch,
  textFilter,
} from "./url-filters.ts";

const parsers = {
  q: textFilter(5),
  sort: oneOf(["name", "-name"]),
  id: idFilter,
  van: dayFilter,
  maand: matching(/^\d{4}-\d\d$/),
};

test("known parameters of the URL become filters, others are ignored", () => {
  const search = {
    q: "jan ",
    sort: "-name",
    id: "0196C3F0-0000-7000-8000-00000000000a",
    van: "2028-02-29",
    maand: "2026-11",
    anders: "x",
  };
  const { anders: _, ...known } = search;
  expect(parseFilters(parsers, search)).toEqual(known);
});

test.each([
  ["q", "te lang"],
  ["q", 4],
  ["q", null],
  ["sort", "age"],
  ["sort", ""],
  ["id", "0196c3f0"],
  ["van", "2026-02-29"],
  ["van", "2026-13-01"],
  ["van", "0000-01-01"],
  ["van", "gisteren"],
  ["maand", "2026-11-15"],
])("%s=%s is ignored", (name, text) => {
  expect(parseFilters(parsers, { [name]: text })).toEqual({});
});

test.each([
  ["?token=12345678901234567890", { token: "12345678901234567890" }],
  ["?q=true&company=%22A%26B%22", { q: "true", company: '"A&B"' }],
  ["", {}],
])("the parameters of %s are parsed as strings", (address, search) => {
  expect(parseSearch(address)).toEqual(search);
});

test("an unset filter is left out of the URL", () => {
  expect(stringifySearch({ q: "José", page: 2, owner: undefined, from: "", to: null })).toBe("?q=Jos%C3%A9&page=2");
  expect(stringifySearch({})).toBe("");
});
