import { expect, test } from "vitest";
import { bindKind, isConvertible } from "./conversions.ts";
import { dateTime, type FieldKind, type RemoteField, rating, select, selectOf, text, url } from "./field-kinds.ts";
import { MAPPING } from "./mapping.ts";
import type { FieldRule } from "./rules.ts";

const field = (type: string, more: Partial<RemoteField> = {}): RemoteField => ({
  id: "fld",
  name: "Veld",
  type,
  ...more,
});
const classification = MAPPING.leads.fields.classification.kind;
const WARM = { fieldId: "fld", options: { Warm: "INTERESTED", Lauw: "INTERESTED", Archief: "" } };
const scale = (highest: number): FieldRule => ({ fieldId: "fld", scale: highest });
const SANNE = { id: "usr1", email: "sanne@a.example", name: "Sanne" };
const UNREADABLE = undefined;

test.each<[string, FieldKind, RemoteField, unknown, unknown, FieldRule?]>([
  ["a number as text", text, field("number"), 12, "12"],
  ["an amount as text", text, field("currency"), 12.5, "12.5"],
  ["a date as text", text, field("date"), "2026-11-15", "2026-11-15"],
  ["a colleague as a name", text, field("singleCollaborator"), SANNE, "Sanne"],
  ["colleagues as names", text, field("multipleCollaborators"), [SANNE, { ...SANNE, name: "Joris" }], "Sanne, Joris"],
  ["several choices as a list", text, field("multipleSelects"), ["ICT", "Zorg"], "ICT, Zorg"],
  ["a link whose name was looked up", text, field("multipleRecordLinks"), ["Bakkerij Zon"], "Bakkerij Zon"],
  ["a lookup of several values", text, field("multipleLookupValues"), ["a", "b"], "a, b"],
  ["a number from a formula as text", text, field("formula"), 5, "5"],
  ["an error of a formula", text, field("formula"), { error: "#ERROR!" }, UNREADABLE],
  ["a barcode as text", text, field("barcode"), { text: "871" }, "871"],
  ["no choices", text, field("multipleSelects"), undefined, null],
  [
    "an attachment as URL",
    url,
    field("multipleAttachments"),
    [{ id: "att1", filename: "f.png", url: "https://airtable.com/app1/tbl1/rec1" }],
    "https://airtable.com/app1/tbl1/rec1",
  ],
  [
    "attachments as text",
    text,
    field("multipleAttachments"),
    [{ filename: "a.pdf" }, { filename: "b.pdf" }],
    "a.pdf, b.pdf",
  ],
  ["a number in a text field", text, field("singleLineText"), 5, UNREADABLE],
  ["a score of 84 out of 100", rating, field("number"), 84, 8, scale(100)],
  ["four of five stars", rating, field("rating", { max: 5 }), 4, 8],
  ["a percentage as score", rating, field("percent"), 0.75, 8],
  ["a score as text", rating, field("singleLineText"), "8,4", 8],
  ["a score out of a hundred as text", rating, field("singleLineText"), "80/100", 8, scale(100)],
  ["a score without number", rating, field("singleLineText"), "acht", UNREADABLE],
  ["a score that is too high", rating, field("number"), 84, UNREADABLE],
  ["a date without time", dateTime, field("date"), "2026-11-15", "2026-11-15T00:00:00.000Z"],
  ["a Dutch date as text", dateTime, field("singleLineText"), "15-11-2026", "2026-11-15T00:00:00.000Z"],
  ["a Dutch time in winter", dateTime, field("singleLineText"), "15-11-2026 10:30", "2026-11-15T09:30:00.000Z"],
  ["a Dutch time in summer", dateTime, field("singleLineText"), " 5/7/2026 9:05 ", "2026-07-05T07:05:00.000Z"],
  ["a time in ISO", dateTime, field("singleLineText"), "2026-11-15T10:30:00Z", "2026-11-15T10:30:00.000Z"],
  ["a date that does not exist", dateTime, field("singleLineText"), "45-13-2026 10:30", UNREADABLE],
  ["a time that does not exist", dateTime, field("singleLineText"), "15-11-2026 25:30", UNREADABLE],
  ["a text that is no date", dateTime, field("singleLineText"), "volgende week", UNREADABLE],
  ["a mapped choice", classification, field("singleSelect"), "Warm", "INTERESTED", WARM],
  ["a mapped choice in another case", classification, field("singleSelect"), "warm ", "INTERESTED", WARM],
  ["a choice that is mapped to nothing", classification, field("singleSelect"), "Archief", null, WARM],
  ["a choice of ours with a score behind it", classification, field("singleSelect"), "HOT | 80", "HOT", WARM],
  ["an unmapped choice", classification, field("singleSelect"), "Onbekend", UNREADABLE, WARM],
  ["the first of several choices", classification, field("multipleSelects"), ["Warm", "HOT"], "INTERESTED", WARM],
  ["a linked name as a choice", select(), field("multipleRecordLinks"), ["Sales"], "Sales"],
])("reads %s", (_name, kind, remote, cell, value, rule) => {
  expect(bindKind(kind, remote, rule).fromCell(cell)).toBe(value);
});

const CHOICES = { choices: ["Warm", "Lauw", "HOT"] };

test.each<[string, FieldKind, RemoteField, string | number | null, unknown, FieldRule?]>([
  ["a text in a number", text, field("number"), "12", 12],
  ["a text that is not a number", text, field("number"), "12 stuks", undefined],
  ["an empty text in a number", text, field("number"), null, null],
  ["a text as a choice that exists", text, field("singleSelect", CHOICES), "Warm", "Warm"],
  ["a text as a choice that does not exist", text, field("singleSelect", CHOICES), "Koud", undefined],
  ["a moment as the day in Amsterdam", dateTime, field("date"), "2026-11-15T23:30:00.000Z", "2026-11-16"],
  ["a score on a scale of 100", rating, field("number"), 8, 80, scale(100)],
  ["a score as stars", rating, field("rating", { max: 5 }), 7, 4],
  ["a score as a percentage", rating, field("percent"), 8, 0.8],
  ["a mapped choice", classification, field("singleSelect", CHOICES), "INTERESTED", "Warm", WARM],
  ["a choice of ours", classification, field("singleSelect", CHOICES), "HOT", "HOT", WARM],
  ["a value without a choice", classification, field("singleSelect", CHOICES), "CLIENT", undefined, WARM],
  ["a mapped choice among several", classification, field("multipleSelects", CHOICES), "INTERESTED", ["Warm"], WARM],
  ["no choice", classification, field("singleSelect", CHOICES), null, null, WARM],
])("writes %s", (_name, kind, remote, value, cell, rule) => {
  expect(bindKind(kind, remote, rule).toCell(value, remote)).toEqual(cell);
});

test("what is written is read back the same", () => {
  const cases: [FieldKind, RemoteField, string | number][] = [
    [text, field("number"), "12.5"],
    [rating, field("percent"), 7],
    [dateTime, field("date"), "2026-11-15T00:00:00.000Z"],
    [selectOf(["SENT"]), field("multipleSelects", { choices: ["SENT"] }), "SENT"],
  ];
  for (const [kind, remote, value] of cases) {
    const bound = bindKind(kind, remote);
    expect(bound.fromCell(bound.toCell(value, remote))).toBe(value);
  }
});

test("a computed field can be mapped for reading only", () => {
  const computed = [
    "formula",
    "rollup",
    "count",
    "multipleLookupValues",
    "autoNumber",
    "createdTime",
    "createdBy",
    "button",
  ];
  const kinds: FieldKind[] = [text, url, rating, dateTime, classification];
  for (const type of computed) {
    for (const kind of kinds) {
      for (const direction of ["out", "both", "once"] as const)
        expect(isConvertible({ kind, direction }, type)).toBe(false);
    }
  }
  expect(isConvertible({ kind: text, direction: "in" }, "formula")).toBe(true);
  expect(isConvertible({ kind: rating, direction: "in" }, "rollup")).toBe(true);
});
