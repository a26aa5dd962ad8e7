import { expect, test } from "vitest";
import { avatarLetter, displayName, emailLine } from "./person.ts";

const NOBODY = { firstName: null, lastName: null, email: null };

test.each([
  [{ firstName: "Sanne", lastName: "de Vries", email: "sanne@noorderlicht.nl" }, "Sanne de Vries"],
  [{ firstName: "Sanne", lastName: null, email: "sanne@noorderlicht.nl" }, "Sanne"],
  [{ firstName: " ", lastName: "de Vries", email: null }, "de Vries"],
  [{ firstName: null, lastName: null, email: "sanne@noorderlicht.nl" }, "sanne@noorderlicht.nl"],
  [NOBODY, "Gebruiker"],
])("%o is called %s", (person, name) => {
  expect(displayName(person)).toBe(name);
});

test.each([
  [{ firstName: "élodie", lastName: "Maas", email: "info@maas.nl" }, "É"],
  [{ firstName: null, lastName: "Maas", email: "info@maas.nl" }, "I"],
  [NOBODY, "G"],
])("the avatar of %o shows %s", (person, letter) => {
  expect(avatarLetter(person)).toBe(letter);
});

test("a person without an e-mail address has a text that says so", () => {
  expect(emailLine({ email: "sanne@noorderlicht.nl" })).toBe("sanne@noorderlicht.nl");
  expect(emailLine(NOBODY)).toBe("Geen email");
});
