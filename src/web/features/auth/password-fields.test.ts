import { expect, test } from "vitest";
import { findNewPasswordError, newPasswordSchema } from "./password-fields.tsx";

const errorOf = (newPassword: string, confirmation: string) => findNewPasswordError({ newPassword, confirmation });

test("a mismatch is reported before the length", () => {
  expect(errorOf("kort", "lang genoeg")).toEqual({
    field: "confirmation",
    toast: {
      title: "Wachtwoorden komen niet overeen",
      description: "Controleer of beide wachtwoorden hetzelfde zijn.",
      tone: "destructive",
    },
  });
});

test("five characters are too short", () => {
  expect(errorOf("12345", "12345")).toEqual({
    field: "newPassword",
    toast: {
      title: "Wachtwoord te kort",
      description: "Het wachtwoord moet minimaal 6 karakters lang zijn.",
      tone: "destructive",
    },
  });
});

test("six characters are enough", () => {
  expect(errorOf("123456", "123456")).toBeUndefined();
});

test("a password longer than the server accepts is too long", () => {
  const long = "a".repeat(257);
  expect(errorOf(long, long)?.toast).toMatchObject({
    title: "Wachtwoord te lang",
    description: "Het wachtwoord mag maximaal 256 karakters lang zijn.",
  });
});

test("spaces are part of a password", () => {
  expect(errorOf("      ", "      ")).toBeUndefined();
  expect(errorOf("geheim ", "geheim")?.field).toBe("confirmation");
});

test("both fields are required", () => {
  const issues = newPasswordSchema.safeParse({ newPassword: "", confirmation: "" }).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([["newPassword"], ["confirmation"]]);
});
