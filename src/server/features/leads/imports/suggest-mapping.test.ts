import { expect, test } from "vitest";
import { suggestMapping } from "./suggest-mapping.ts";

const named = (...names: string[]) => names.map((name) => ({ name, samples: [] }));

test("columns are known by the names people give them, in either language", () => {
  expect(suggestMapping(named("Naam", "E-mail", "Bedrijfsnaam", "Functie", "LinkedIn URL"))).toEqual({
    fullName: 0,
    email: 1,
    company: 2,
    title: 3,
    linkedInUrl: 4,
  });
  expect(suggestMapping(named("Company", "Full Name", "Job Title", "# Employees", "City"))).toEqual({
    company: 0,
    fullName: 1,
    title: 2,
    employees: 3,
    location: 4,
  });
});

test("a name in two columns is put together, and no other name is taken", () => {
  expect(suggestMapping(named("First Name", "Last Name", "Name"))).toEqual({ firstName: 0, lastName: 1 });
});

test("an address gives its column away", () => {
  const columns = [
    { name: "a", samples: ["Jan"] },
    { name: "b", samples: ["", "jan@zon.nl"] },
    { name: "c", samples: ["https://www.linkedin.com/in/jan"] },
  ];
  expect(suggestMapping(columns)).toEqual({ email: 1, linkedInUrl: 2 });
});

test("what is not known is left to people", () => {
  expect(suggestMapping(named("kleur", "", "Notities"))).toEqual({});
});
