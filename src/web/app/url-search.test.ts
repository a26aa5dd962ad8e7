import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./url-search.ts";

test.each([
  ["?token=12345678901234567890", { token: "12345678901234567890" }],
  ["?q=true&company=%22A%26B%22", { q: "true", company: '"A&B"' }],
  ["", {}],
])("%s is read as text", (address, search) => {
  expect(parseSearch(address)).toEqual(search);
});

test("an unset filter is left out of the URL", () => {
  expect(stringifySearch({ q: "José", page: 2, owner: undefined, from: "", to: null })).toBe("?q=Jos%C3%A9&page=2");
  expect(stringifySearch({})).toBe("");
});
