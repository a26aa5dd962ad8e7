import { expect, test } from "vitest";
import { password } from "#contract/forms.ts";
import { generatePassword } from "./password-field.tsx";

const passwords = Array.from({ length: 500 }, generatePassword);

test("a generated password is valid and has no characters that are easily confused", () => {
  for (const generated of passwords) {
    expect(generated).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{4}(-[a-km-zA-HJ-NP-Z2-9]{4}){3}$/);
    expect(password.safeParse(generated).success).toBe(true);
  }
});

test("generated passwords are unique and use all characters about equally", () => {
  expect(new Set(passwords).size).toBe(passwords.length);
  const characters = passwords.join("").replaceAll("-", "");
  const counts = [...Map.groupBy(characters, (character) => character).values()].map(({ length }) => length);
  const average = characters.length / 57;
  expect(counts).toHaveLength(57);
  expect(Math.max(...counts)).toBeLessThan(average * 1.6);
  expect(Math.min(...counts)).toBeGreaterThan(average * 0.4);
});
