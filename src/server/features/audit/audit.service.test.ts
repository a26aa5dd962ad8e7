import { expect, test } from "vitest";
import { changedFields, filledFields } from "./audit.service.ts";

test("only what became different is named, with both values", () => {
  const before = { name: "Oud", city: "Hoorn", urls: { a: "1" }, tier: "basic" };
  const after = { name: "Nieuw", city: "Hoorn", urls: { a: "1", b: "2" }, tier: "basic" };
  expect(changedFields(before, after)).toEqual({
    before: { name: "Oud", urls: { a: "1" } },
    after: { name: "Nieuw", urls: { a: "1", b: "2" } },
  });
});

test("nothing changed is no change", () => {
  expect(changedFields({ name: "A", city: null }, { name: "A", city: null })).toBeUndefined();
});

test("absent and null are the same nothing", () => {
  expect(changedFields({}, { city: null })).toBeUndefined();
  expect(changedFields({ city: "Hoorn" }, { city: null })).toEqual({
    before: { city: "Hoorn" },
    after: { city: null },
  });
});

test("a field that the change does not speak of is left out", () => {
  expect(changedFields({ name: "A", secret: "x" }, { name: "B" })).toEqual({
    before: { name: "A" },
    after: { name: "B" },
  });
});

test("of a new thing only the filled fields are kept", () => {
  expect(filledFields({ name: "A", city: null, active: false, count: 0, more: undefined })).toEqual({
    name: "A",
    active: false,
    count: 0,
  });
});
