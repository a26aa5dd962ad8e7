import { expect, test } from "vitest";
import { forOptionalLeadFields } from "#contract/lead-fields.ts";
import { readImportRow } from "./import-rows.ts";

const MAPPING = { fullName: 0, email: 1, linkedInUrl: 2, website: 3, employees: 4 };
const read = (...fields: string[]) => readImportRow({ rowNumber: 2, fields }, MAPPING);

test("a row becomes a lead with trimmed values and complete URLs", () => {
  expect(read("  José\n García ", " j@zon.nl", "linkedin.com/in/jose", "www.zon.nl", "11-50").lead).toEqual({
    ...forOptionalLeadFields(() => null),
    fullName: "José García",
    email: "j@zon.nl",
    linkedInUrl: "https://linkedin.com/in/jose",
    website: "https://www.zon.nl",
    employees: "11-50",
  });
});

test("first and last name are joined", () => {
  const row = (first: string, last: string) =>
    readImportRow({ rowNumber: 2, fields: [first, last] }, { firstName: 0, lastName: 1 }).lead?.fullName;
  expect([row("Anna", "de Vries"), row("Anna", ""), row("", "de Vries")]).toEqual([
    "Anna de Vries",
    "Anna",
    "de Vries",
  ]);
});

test("the apostrophe that escapes a formula (CSV injection) is removed", () => {
  expect(read("'=Anna").lead?.fullName).toBe("=Anna");
  expect(read("'t Hart").lead?.fullName).toBe("'t Hart");
});

test.each([
  [["", "a@zon.nl"], "a@zon.nl", "Naam: Vul de naam van de lead in."],
  [["Anna", "anna"], "Anna", "E-mailadres: Vul een geldig e-mailadres in."],
  [
    ["Anna", "", "javascript:alert(1)"],
    "Anna",
    "LinkedIn-profiel: Vul een adres in dat begint met http:// of https://.",
  ],
  [["x".repeat(1_000_000)], "x".repeat(100), "Naam: Maximaal 200 tekens."],
  [[], "Zonder naam", "Naam: Vul de naam van de lead in."],
])("%# an invalid row has a reason", (fields, personLabel, reason) => {
  expect(read(...fields)).toMatchObject({ personLabel, reason });
  expect(read(...fields).lead).toBeUndefined();
});
