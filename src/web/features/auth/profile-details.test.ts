import { expect, test } from "vitest";
import { profileSchemaFor } from "./profile-details.tsx";

const noor = { firstName: "Noor", lastName: "van der Meulen", email: "noor@noorderlicht.example", currentPassword: "" };
const invalidFields = (storedEmail: string | null, changes: Partial<typeof noor>) =>
  profileSchemaFor(storedEmail)
    .safeParse({ ...noor, ...changes })
    .error?.issues.map(({ path }) => path[0]);

test("a new name needs no password", () => {
  expect(invalidFields(noor.email, { firstName: "Noortje" })).toBeUndefined();
});

test("changed case and spaces in the same e-mail address need no password", () => {
  expect(invalidFields(noor.email, { email: " Noor@Noorderlicht.example " })).toBeUndefined();
});

test("a new e-mail address needs the password", () => {
  expect(invalidFields(noor.email, { email: "n.vandermeulen@noorderlicht.example" })).toEqual(["currentPassword"]);
  expect(invalidFields(null, {})).toEqual(["currentPassword"]);
  expect(invalidFields(null, { currentPassword: "welkom123" })).toBeUndefined();
});

test("names and a valid e-mail address are required", () => {
  expect(invalidFields(noor.email, { firstName: " ", lastName: "", email: "noor" })).toEqual([
    "firstName",
    "lastName",
    "email",
    "currentPassword",
  ]);
});
