import { expect, test } from "vitest";
import { password } from "#contract/forms.ts";
import { generatePassword } from "./password-field.tsx";

const many = Array.from({ length: 500 }, generatePassword);

test("it is accepted as a password, and can be read out without doubt", () => {
  for (const made of many) {
    expect(made).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{4}(-[a-km-zA-HJ-NP-Z2-9]{4}){3}$/);
    expect(password.safeParse(made).success).toBe(true);
  }
});

test("no two are alike, and every character of the alphabet comes up about as often", () => {
  expect(new Set(many).size).toBe(many.length);
  const characters = many.join("").replaceAll("-", "");
  const counts = [...Map.groupBy(characters, (character) => character).values()].map(({ length }) => length);
  const average = characters.length / 57;
  expect(counts).toHaveLength(57);
  expect(Math.max(...counts)).toBeLessThan(average * 1.6);
  expect(Math.min(...counts)).toBeGreaterThan(average * 0.4);
});
