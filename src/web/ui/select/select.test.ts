import { expect, test } from "vitest";
import { findTyped } from "./select.tsx";

const options = ["Alle", "Hot", "Hold", "Not interested"].map((label) => ({ value: label.toLowerCase(), label }));

test.each([
  ["n", undefined, "not interested"],
  ["h", "alle", "hot"],
  ["h", "hot", "hold"],
  ["hh", "hold", "hot"],
  ["ho", "hot", "hot"],
  ["hol", "hot", "hold"],
  ["N", "hot", "not interested"],
  ["z", "hot", undefined],
])("typing %o from %o leads to %o", (typed, from, to) => {
  expect(findTyped(options, from, typed)).toBe(to);
});

test("what cannot be chosen is passed over", () => {
  const some = options.map((option) => ({ ...option, disabled: option.value === "hot" }));
  expect(findTyped(some, "alle", "h")).toBe("hold");
});
