import { expect, test } from "vitest";
import { profileSchema } from "./profile-details.tsx";

const noor = { firstName: "Noor", lastName: "van der Meulen", email: "noor@noorderlicht.example", currentPassword: "" };
const badFields = (stored: string | null, changes: Partial<typeof noor>) =>
  profileSchema(stored)
    .safeParse({ ...noor, ...changes })
    .error?.issues.map(({ path }) => path[0]);

test("a new name needs no password", () => {
  expect(badFields(noor.email, { firstName: "Noortje" })).toBeUndefined();
});

test("changed case and spaces in the same e-mail address need no password", () => {
  expect(badFields(noor.email, { email: " Noor@Noorderlicht.example " })).toBeUndefined();
});

test("a new e-mail address needs the password", () => {
  expect(badFields(noor.email, { email: "n.vandermeulen@noorderlicht.example" })).toEqual(["currentPassword"]);
  expect(badFields(null, {})).toEqual(["currentPassword"]);
  expect(badFields(null, { currentPassword: "welkom123" })).toBeUndefined();
});

test("names and a valid e-mail address are required", () => {
  expect(badFields(noor.email, { firstName: " ", lastName: "", email: "noor" })).toEqual([
    "firstName",
    "lastName",
    "email",
    "currentPassword",
  ]);
});
