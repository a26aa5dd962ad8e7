import { badValue, noSuchRow, unprocessable } from "../airtable-error.ts";
import type { Draft } from "../model/draft.ts";
import { isId } from "../model/ids.ts";
import { type CellValue, type Field, isComputed } from "../model/table.ts";
import { readAttachments } from "./attachment.ts";
import { castValue } from "./typecast.ts";

const DAY = /^\d{4}-\d{2}-\d{2}/;
const MOMENT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function readDate(field: Field, input: unknown): string {
  const [day = ""] = typeof input === "string" ? (DAY.exec(input) ?? []) : [];
  if (Number.isNaN(parseMoment(day))) throw rejectDate(field, input);
  return day;
}

function readDateTime(field: Field, input: unknown): string {
  const moment = typeof input === "string" ? parseMoment(input) : Number.NaN;
  if (Number.isNaN(moment)) throw rejectDate(field, input);
  return new Date(moment).toISOString();
}

/** Milliseconds, or NaN. What names no time zone is in UTC. */
export function parseMoment(text: string): number {
  if (!MOMENT.test(text)) return Number.NaN;
  const withZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text) || text.length === 10 ? text : `${text}Z`;
  return isDay(text.slice(0, 10)) ? Date.parse(withZone.replace(" ", "T")) : Number.NaN;
}

/** JavaScript turns 31 February into 3 March; Airtable refuses it. */
function isDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

const rejectDate = (field: Field, input: unknown) =>
  badValue(`Cannot parse date value "${String(input)}" for field ${field.name}`);

const MAX_TEXT = 100_000;

/** A value as it came in, checked for its field; null empties the cell. */
export function readCell(draft: Draft, field: Field, input: unknown, typecast: boolean): CellValue | null {
  if (isComputed(field)) throw badValue(`Field "${field.name}" cannot accept a value because the field is computed`);
  if (input === null || input === undefined) return null;
  const given = typecast ? castValue(draft, field, input) : input;
  const value = given === null ? null : readByType(draft, field, given);
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : value;
}

function readByType(draft: Draft, field: Field, input: unknown): CellValue | null {
  switch (field.type) {
    case "singleLineText":
    case "multilineText":
    case "email":
    case "url":
    case "phoneNumber":
      return readText(field, input);
    case "number":
      if (typeof input !== "number" || !Number.isFinite(input)) throw rejectValue(field);
      return input;
    case "checkbox":
      if (typeof input !== "boolean") throw rejectValue(field);
      return input || null;
    case "singleSelect":
      return readChoice(draft, field, input);
    case "multipleSelects":
      if (!Array.isArray(input)) throw rejectValue(field);
      return [...new Set(input.map((each) => readChoice(draft, field, each)))];
    case "date":
      return readDate(field, input);
    case "dateTime":
      return readDateTime(field, input);
    case "multipleRecordLinks":
      return readLinks(draft, field, input);
    case "multipleAttachments":
      return readAttachments(field, input);
    case "multipleLookupValues":
    case "createdTime":
    case "lastModifiedTime":
      throw rejectValue(field);
    default:
      return field.type satisfies never;
  }
}

const rejectValue = (field: Field) => badValue(`Field "${field.name}" cannot accept the provided value`);

function readText(field: Field, input: unknown): string {
  if (typeof input !== "string" || input.length > MAX_TEXT) throw rejectValue(field);
  return input;
}

function readChoice(draft: Draft, field: Field, input: unknown): string {
  if (typeof input !== "string") throw rejectValue(field);
  if (draft.choicesOf(field).some(({ name }) => name === input)) return input;
  throw unprocessable(
    "INVALID_MULTIPLE_CHOICE_OPTIONS",
    `Insufficient permissions to create new select option "${JSON.stringify(input)}"`,
  );
}

function readLinks(draft: Draft, field: Field, input: unknown): string[] {
  if (!Array.isArray(input)) throw badValue("Value is not an array of record IDs.");
  const table = draft.base.table(field.options.linkedTableId ?? "");
  return [...new Set(input.map((each: unknown) => (isIdHolder(each) ? each.id : each)))].map((id) => {
    if (!isId("rec", id)) throw unprocessable("INVALID_RECORD_ID", `Value "${String(id)}" is not a valid record ID.`);
    if (!table || !draft.has(table, id)) throw noSuchRow(id);
    return id;
  });
}

const isIdHolder = (value: unknown): value is { id: unknown } =>
  typeof value === "object" && value !== null && "id" in value;
