import { expect, test } from "vitest";
import { type SortValue, sortItems } from "./table-view.ts";

const sorted = (values: SortValue[], descending = false) => sortItems(values, (value) => value, descending);

test("sorts names without accents and case, and numbers in them by value", () => {
  expect(sorted(["Zuider", "éclair", "Ärgo", "Bedrijf 10", "bedrijf 9", "Eb"])).toEqual([
    "Ärgo",
    "bedrijf 9",
    "Bedrijf 10",
    "Eb",
    "éclair",
    "Zuider",
  ]);
});

test.each([false, true])("empty values come last, descending: %s", (descending) => {
  expect(sorted([null, "b", "", "a"], descending).slice(2)).toEqual([null, ""]);
});

test("sorts numbers and booleans", () => {
  expect(sorted([10, 9, 100], true)).toEqual([100, 10, 9]);
  expect(sorted([true, false, true])).toEqual([false, true, true]);
});

test("equal values keep their order", () => {
  const people = [
    { name: "b", city: "Hoorn" },
    { name: "a", city: "Hoorn" },
    { name: "c", city: "Breda" },
  ];
  expect(sortItems(people, ({ city }) => city, true).map(({ name }) => name)).toEqual(["b", "a", "c"]);
});
