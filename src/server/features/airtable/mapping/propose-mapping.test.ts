import { expect, test } from "vitest";
import type { BaseSchema } from "./base-schema.ts";
import { MAPPING } from "./mapping.ts";
import { proposeMapping, proposeOptions, proposeScale } from "./propose-mapping.ts";

type Column = [name: string, type: string, options?: object];

const table = (name: string, ...columns: Column[]) => ({
  id: `tbl${name}`,
  name,
  fields: columns.map(([field, type, options]) => ({ id: `${name}.${field}`, name: field, type, options })),
});
const choices = (...names: string[]) => ({ choices: names.map((name) => ({ name })) });

const DUTCH_BASE: BaseSchema = {
  tables: [
    table("Facturen", ["Nummer", "autoNumber"], ["Bedrag", "currency"], ["Naam", "singleLineText"]),
    table(
      "Contacten",
      ["Naam", "singleLineText"],
      ["Functie", "singleLineText"],
      ["Organisatie", "multipleRecordLinks", { linkedTableId: "tblBedrijven" }],
      ["Bereikbaar op", "singleLineText"],
      ["Social", "url"],
      ["Telefoonnummer", "phoneNumber"],
      ["Score", "number"],
      ["Temperatuur", "singleSelect", choices("Koud", "Warm", "Heet", "Klant", "Onbekend")],
      ["Accountmanager", "singleCollaborator"],
      ["Aantal mails", "count"],
    ),
    table("Bedrijven", ["Naam", "singleLineText"], ["Plaats", "singleLineText"]),
    table(
      "Wachtrij",
      ["Onderdeel", "singleLineText"],
      ["Contact", "multipleRecordLinks", { linkedTableId: "tblContacten" }],
      ["Tekst", "multilineText"],
      ["Versturen op", "dateTime"],
      ["Verzonden op", "dateTime"],
      ["Stand", "singleSelect", choices("Gepland", "Verzonden", "Geannuleerd", "Mislukt")],
    ),
  ],
};
const SAMPLES = {
  "Contacten.Bereikbaar op": ["anna@voorbeeld.nl", "bas@voorbeeld.nl"],
  "Contacten.Social": ["https://www.linkedin.com/in/anna", "https://www.linkedin.com/in/bas"],
  "Contacten.Score": [84, 20, 55],
};

test("tables and fields with Dutch names are recognised", () => {
  const { leads, queue, meetings } = proposeMapping(DUTCH_BASE, SAMPLES);
  expect(leads.tableId).toBe("tblContacten");
  expect(leads.fields).toMatchObject({
    full_name: { fieldId: "Contacten.Naam" },
    title: { fieldId: "Contacten.Functie" },
    company: { fieldId: "Contacten.Organisatie" },
    phone: { fieldId: "Contacten.Telefoonnummer" },
    lead_allocated: { fieldId: "Contacten.Accountmanager" },
    html_report: { fieldId: null },
  });
  expect(queue).toMatchObject({
    tableId: "tblWachtrij",
    fields: {
      lead_id: { fieldId: "Wachtrij.Contact" },
      text: { fieldId: "Wachtrij.Tekst" },
      date_due: { fieldId: "Wachtrij.Versturen op" },
      date_sent: { fieldId: "Wachtrij.Verzonden op" },
      status: {
        fieldId: "Wachtrij.Stand",
        options: { Gepland: "QUEUED", Verzonden: "SENT", Geannuleerd: "CANCELLED", Mislukt: "ERROR" },
      },
    },
  });
  expect(meetings.tableId).toBeNull();
});

test("values decide where names say nothing, and scores get their scale", () => {
  const { leads } = proposeMapping(DUTCH_BASE, SAMPLES);
  expect(leads.fields).toMatchObject({
    email: { fieldId: "Contacten.Bereikbaar op" },
    linkedin_url: { fieldId: "Contacten.Social" },
    lead_rating: { fieldId: "Contacten.Score", scale: 100 },
    classification: {
      fieldId: "Contacten.Temperatuur",
      options: { Koud: "COLD", Warm: "INTERESTED", Heet: "HOT", Klant: "CLIENT" },
    },
  });
});

test("a field of theirs is proposed once, and a computed one never for a field that we write", () => {
  const { leads } = proposeMapping(DUTCH_BASE, SAMPLES);
  const chosen = Object.values(leads.fields).flatMap(({ fieldId }) => fieldId ?? []);
  expect(new Set(chosen).size).toBe(chosen.length);
  expect(chosen).not.toContain("Contacten.Aantal mails");
  const computed = { tables: [table("Leads", ["Full Name", "singleLineText"], ["Lead Classification", "formula"])] };
  expect(proposeMapping(computed, {}).leads.fields["classification"]).toEqual({ fieldId: null });
});

test("our own names are found in any order", () => {
  const tables = [
    table("Prompts", ["Prompt", "multilineText"], ["Name", "singleLineText"]),
    table("Leads", ["Email", "email"], ["Full Name", "singleLineText"]),
  ];
  const { leads, prompts } = proposeMapping({ tables }, {});
  expect([leads.tableId, prompts.tableId]).toEqual(["tblLeads", "tblPrompts"]);
  expect(prompts.fields).toMatchObject({
    prompt_name: { fieldId: "Prompts.Name" },
    prompt: { fieldId: "Prompts.Prompt" },
  });
});

test("a list of which every choice is known is recognised whatever its name", () => {
  const wachtrij = (...names: string[]) =>
    table(
      "Wachtrij",
      ["Tekst", "multilineText"],
      ["Contact", "multipleRecordLinks", { linkedTableId: "tblContacten" }],
      ["Kolom 7", "singleSelect", choices(...names)],
    );
  const statusOf = (...names: string[]) =>
    proposeMapping({ tables: [...DUTCH_BASE.tables.slice(0, 3), wachtrij(...names)] }, SAMPLES).queue.fields["status"];
  expect(statusOf("Gepland", "Verzonden")).toMatchObject({ fieldId: "Wachtrij.Kolom 7" });
  expect(statusOf("Gepland", "Paars")).toEqual({ fieldId: null });
});

test("a similar table without a link to our records, such as an archive, is not proposed", () => {
  const [, , , wachtrij] = DUTCH_BASE.tables;
  const linked = (name: string, linkedTableId: string) => ({
    ...wachtrij,
    id: `tbl${name}`,
    name,
    fields: (wachtrij?.fields ?? []).map((field) =>
      field.type === "multipleRecordLinks" ? { ...field, options: { linkedTableId } } : field,
    ),
  });
  const proposedTable = (name: string, linkedTableId: string) =>
    proposeMapping({ tables: [...DUTCH_BASE.tables.slice(0, 3), linked(name, linkedTableId)] }, SAMPLES).queue.tableId;
  expect(proposedTable("Archief 2019", "tblContacten")).toBe("tblArchief 2019");
  expect(proposedTable("Archief 2019", "tblOudeContacten")).toBeNull();
  expect(proposedTable("Wachtrij", "tblOudeContacten")).toBe("tblWachtrij");
});

test("an empty base has no proposal", () => {
  expect(Object.values(proposeMapping({ tables: [] }, {})).every(({ tableId }) => tableId === null)).toBe(true);
});

test("options are recognised with their score, in Dutch, and not guessed", () => {
  const { kind } = MAPPING.leads.fields.classification;
  expect(proposeOptions(kind, ["HOT | 80", "Niet geïnteresseerd", "Paars"])).toEqual({
    "HOT | 80": "HOT",
    "Niet geïnteresseerd": "NOT INTERESTED",
  });
});

test.each([
  ["number", [3, 8], 10],
  ["number", [3, 80], 100],
  ["percent", [0.3], 1],
  ["number", [], 10],
])("the scale of a %s with the values %j is %i", (type, values, scale) => {
  const field = { id: "fld", name: "Score", type };
  expect(proposeScale(MAPPING.leads.fields.lead_rating.kind, field, values)).toBe(scale);
});

test("the account manager, the sender and the date of a message are recognised by their Dutch names", () => {
  const schema = {
    tables: [
      table("Contacten", ["Naam", "singleLineText"], ["Relatiebeheerder", "singleLineText"]),
      table(
        "Berichten",
        ["Tekst", "multilineText"],
        ["Contact", "multipleRecordLinks", { linkedTableId: "tblContacten" }],
        ["Relatiebeheerder", "singleLineText"],
        ["Gemaakt op", "date"],
      ),
    ],
  };
  const { leads, messages } = proposeMapping(schema, {});
  expect(leads.fields["contract_owner"]).toEqual({ fieldId: "Contacten.Relatiebeheerder" });
  expect(messages.fields).toMatchObject({
    message_flow: { fieldId: "Berichten.Relatiebeheerder" },
    date_created: { fieldId: "Berichten.Gemaakt op" },
  });
});
