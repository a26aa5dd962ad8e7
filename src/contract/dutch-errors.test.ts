import { expect, test } from "vitest";
import { z } from "zod";
import { installDutchErrors } from "./dutch-errors.ts";

installDutchErrors();

const messages = (schema: z.ZodType, input: unknown): string[] =>
  (schema.safeParse(input).error?.issues ?? []).map(({ message }) => message);

test.each<[string, z.ZodType, unknown, string]>([
  ["a field left out", z.object({ name: z.string() }), {}, "Dit veld is verplicht."],
  ["a choice left out", z.object({ role: z.enum(["a", "b"]) }), {}, "Dit veld is verplicht."],
  ["null for a text", z.string(), null, "Dit veld is verplicht."],
  ["a number for a text", z.string(), 7, "Vul een tekst in."],
  ["a text for a number", z.coerce.number(), "veel", "Vul een getal in."],
  ["half a number", z.number().int(), 1.5, "Vul een geheel getal in."],
  ["a text for a switch", z.boolean(), "ja", "Kies ja of nee."],
  ["one thing for a list", z.array(z.string()), "a", "Geef een lijst op."],
  ["a list for an object", z.object({}), [], "Geef velden met hun waarde op."],
  ["a file for a day", z.date(), "vandaag", "Deze waarde kan hier niet."],
  ["a choice there is not", z.enum(["basic", "enterprise"]), "goud", "Kies uit: basic, enterprise."],
  ["too short a text", z.string().min(6), "kort", "Minimaal 6 tekens."],
  ["too large a number", z.number().max(500), 501, "Maximaal 500."],
  ["zero for a positive number", z.number().positive(), 0, "Meer dan 0."],
  ["the limit itself", z.number().lt(8), 8, "Minder dan 8."],
  ["too long a list", z.array(z.number()).max(1), [1, 2], "Maximaal 1 regel."],
  ["an empty text", z.string().min(1), "", "Minimaal 1 teken."],
  ["too short a list", z.array(z.number()).min(2), [1], "Minimaal 2 regels."],
  ["no address", z.email(), "jan", "Vul een geldig e-mailadres in."],
  ["no id", z.uuid(), "7", "Dit is geen geldige id."],
  ["another form", z.string().regex(/^a$/), "b", "Deze waarde heeft niet de juiste vorm."],
  ["no multiple", z.number().multipleOf(5), 7, "Vul een veelvoud van 5 in."],
  ["a field nobody knows", z.strictObject({}), { rol: 1 }, "Onbekend veld: rol."],
  ["neither of two", z.union([z.literal("a"), z.number()]), true, "Deze waarde kan hier niet."],
  ["a rule without words", z.string().refine(() => false), "a", "Deze waarde kan hier niet."],
])("%s", (_, schema, input, message) => {
  expect(messages(schema, input)).toEqual([message]);
});

test("the message of a schema takes precedence", () => {
  expect(messages(z.string("Vul de naam in."), 7)).toEqual(["Vul de naam in."]);
});
