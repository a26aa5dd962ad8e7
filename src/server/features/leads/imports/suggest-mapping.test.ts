import { expect, test } from "vitest";
import { suggestMapping } from "./suggest-mapping.ts";

const columnsNamed = (...names: string[]) => names.map((name) => ({ name, samples: [] }));

test("columns are recognised by their Dutch and English names", () => {
  expect(suggestMapping(columnsNamed("Naam", "E-mail", "Bedrijfsnaam", "Functie", "LinkedIn URL"))).toEqual({
    fullName: 0,
    email: 1,
    company: 2,
    title: 3,
    linkedInUrl: 4,
  });
  expect(suggestMapping(columnsNamed("Company", "Full Name", "Job Title", "# Employees", "City"))).toEqual({
    company: 0,
    fullName: 1,
    title: 2,
    employees: 3,
    location: 4,
  });
});

test("first and last name take precedence over another name column", () => {
  expect(suggestMapping(columnsNamed("First Name", "Last Name", "Name"))).toEqual({ firstName: 0, lastName: 1 });
});

test("a name column takes precedence over a first name or a last name alone", () => {
  expect(suggestMapping(columnsNamed("Voornaam", "Naam"))).toEqual({ fullName: 1 });
  expect(suggestMapping(columnsNamed("Naam", "Achternaam"))).toEqual({ fullName: 0 });
  expect(suggestMapping(columnsNamed("Voornaam", "Functie"))).toEqual({ firstName: 0, title: 1 });
});

test("e-mail and LinkedIn columns are recognised by their values", () => {
  const columns = [
    { name: "a", samples: ["Jan"] },
    { name: "b", samples: ["", "jan@zon.nl"] },
    { name: "c", samples: ["https://www.linkedin.com/in/jan"] },
  ];
  expect(suggestMapping(columns)).toEqual({ email: 1, linkedInUrl: 2 });
});

test("unknown columns are not mapped", () => {
  expect(suggestMapping(columnsNamed("kleur", "", "Notities"))).toEqual({});
});
