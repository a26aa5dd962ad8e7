import { expect, test } from "vitest";
import { changedFields, filledFields } from "./audit.service.ts";

test("only changed fields are listed, with both values", () => {
  const before = { name: "Oud", city: "Hoorn", urls: { a: "1" }, tier: "basic" };
  const after = { name: "Nieuw", city: "Hoorn", urls: { a: "1", b: "2" }, tier: "basic" };
  expect(changedFields(before, after)).toEqual({
    before: { name: "Oud", urls: { a: "1" } },
    after: { name: "Nieuw", urls: { a: "1", b: "2" } },
  });
});

test("without a changed field the result is undefined", () => {
  expect(changedFields({ name: "A", city: null }, { name: "A", city: null })).toBeUndefined();
});

test("an absent field equals null", () => {
  expect(changedFields({}, { city: null })).toBeUndefined();
  expect(changedFields({ city: "Hoorn" }, { city: null })).toEqual({
    before: { city: "Hoorn" },
    after: { city: null },
  });
});

test("fields that the change does not name are left out", () => {
  expect(changedFields({ name: "A", secret: "x" }, { name: "B" })).toEqual({
    before: { name: "A" },
    after: { name: "B" },
  });
});

test("a creation records only the fields with a value", () => {
  expect(filledFields({ name: "A", city: null, active: false, count: 0, more: undefined })).toEqual({
    name: "A",
    active: false,
    count: 0,
  });
});
