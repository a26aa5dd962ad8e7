import { expect, test } from "vitest";
import { findNewPasswordProblem, newPasswordSchema } from "./password-fields.tsx";

const problemOf = (newPassword: string, confirmation: string) => findNewPasswordProblem({ newPassword, confirmation });

test("passwords that differ are told apart before their length is looked at", () => {
  expect(problemOf("kort", "lang genoeg")).toEqual({
    field: "confirmation",
    toast: {
      title: "Wachtwoorden komen niet overeen",
      description: "Controleer of beide wachtwoorden hetzelfde zijn.",
      tone: "destructive",
    },
  });
});

test("five characters are too few", () => {
  expect(problemOf("12345", "12345")).toEqual({
    field: "newPassword",
    toast: {
      title: "Wachtwoord te kort",
      description: "Het wachtwoord moet minimaal 6 karakters lang zijn.",
      tone: "destructive",
    },
  });
});

test("six characters will do", () => {
  expect(problemOf("123456", "123456")).toBeUndefined();
});

test("a password the server would refuse for its length is refused here too", () => {
  const long = "a".repeat(257);
  expect(problemOf(long, long)?.toast).toMatchObject({
    title: "Wachtwoord te lang",
    description: "Het wachtwoord mag maximaal 256 karakters lang zijn.",
  });
});

test("spaces are part of a password", () => {
  expect(problemOf("      ", "      ")).toBeUndefined();
  expect(problemOf("geheim ", "geheim")?.field).toBe("confirmation");
});

test("both fields ask to be filled in", () => {
  const issues = newPasswordSchema.safeParse({ newPassword: "", confirmation: "" }).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([["newPassword"], ["confirmation"]]);
});
