import { badValue, noSuchRow, unprocessable } from "../airtable-error.ts";
import { makeChoice } from "../model/base-template.ts";
import { type Collaborator, findCollaborator } from "../model/collaborators.ts";
import type { Draft } from "../model/draft.ts";
import { isId, newId } from "../model/ids.ts";
import {
  type Barcode,
  type CellValue,
  type Field,
  isWritable,
  type Table,
  type WritableField,
} from "../model/table.ts";
import { readAttachments } from "./attachment.ts";
import { momentIn, writtenTimeZoneOf } from "./time-zone.ts";

/** Converts a value to its field's type where possible. */
function castValue(draft: Draft, field: WritableField, input: unknown): unknown {
  switch (field.type) {
    case "singleLineText":
    case "multilineText":
    case "richText":
    case "email":
    case "url":
    case "phoneNumber":
      return typeof input === "number" || typeof input === "boolean" ? String(input) : input;
    case "number":
    case "currency":
    case "percent":
    case "duration":
    case "rating":
      return typeof input === "string" ? castNumber(input) : input;
    case "checkbox":
      return typeof input === "string" ? /^(true|1|yes|checked|ja|waar)$/i.test(input.trim()) : Boolean(input);
    case "singleSelect":
      return input === "" ? null : castChoice(draft, field, Array.isArray(input) ? input[0] : input);
    case "multipleSelects":
      return listOf(input).map((item) => castChoice(draft, field, item));
    case "date":
    case "dateTime":
      return typeof input === "string" ? castDate(input) : input;
    case "multipleRecordLinks":
      return listOf(input).map((item) => castLink(draft, field, item));
    case "singleCollaborator":
      return typeof input === "string" ? findCollaborator(input) : input;
    case "multipleCollaborators":
      return listOf(input).map((item) => (typeof item === "string" ? findCollaborator(item) : item));
    case "barcode":
      return typeof input === "string" ? { text: input } : input;
    case "multipleAttachments":
      return input;
    default:
      return field.type satisfies never;
  }
}

function listOf(input: unknown): unknown[] {
  if (Array.isArray(input)) return input;
  return typeof input === "string" ? input.split(",").flatMap((part) => part.trim() || []) : [input];
}

function castNumber(text: string): number | null {
  const number = Number.parseFloat(text.replace(/[^\d.eE+-]/g, ""));
  return Number.isNaN(number) ? null : number;
}

function castDate(text: string): string {
  const dutch = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text.trim());
  if (dutch) return `${dutch[3]}-${dutch[2]?.padStart(2, "0")}-${dutch[1]?.padStart(2, "0")}`;
  if (DATE_TIME.test(text)) return text;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? text : new Date(moment).toISOString();
}

function castChoice(draft: Draft, field: Field, input: unknown): unknown {
  if (typeof input !== "string" && typeof input !== "number") return input;
  const name = String(input);
  const choices = draft.choicesOf(field);
  if (!choices.some((choice) => choice.name === name)) draft.addChoice(field, makeChoice(name, choices.length));
  return name;
}

/** A name instead of an id: the record of that name, or a new one. */
function castLink(draft: Draft, field: Field, input: unknown): unknown {
  const table = draft.base.table(field.options.linkedTableId ?? "");
  if (typeof input !== "string" || isId("rec", input) || !table) return input;
  return idByName(table, input) ?? createNamed(draft, table, input);
}

function idByName(table: Table, name: string): string | undefined {
  for (const record of table.records()) if (record.cells[table.primaryFieldId] === name) return record.id;
  return undefined;
}

function createNamed(draft: Draft, table: Table, name: string): string {
  const id = newId("rec");
  draft.create(table, id, { [table.primaryFieldId]: name });
  return id;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function readDate(field: Field, input: unknown): string {
  const [day = ""] = typeof input === "string" ? (DAY.exec(input) ?? []) : [];
  if (Number.isNaN(parseDateTime(day))) throw rejectDate(field, input);
  return day;
}

function readDateTime(field: Field, input: unknown): string {
  const moment = typeof input === "string" ? parseDateTime(input, writtenTimeZoneOf(field)) : Number.NaN;
  if (Number.isNaN(moment)) throw rejectDate(field, input);
  return new Date(moment).toISOString();
}

/** Milliseconds, or NaN. A text without a time zone, or a day alone, is in the given one; a formula calculates in UTC. */
export function parseDateTime(text: string, timeZone = "UTC"): number {
  if (!DATE_TIME.test(text) || !isDay(text.slice(0, 10))) return Number.NaN;
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text)) return Date.parse(text.replace(" ", "T"));
  const inUtc = Date.parse(text.length === 10 ? text : `${text.replace(" ", "T")}Z`);
  return momentIn(timeZone, inUtc);
}

/** JavaScript reads 31 February as 3 March; Airtable refuses it. */
function isDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

const rejectDate = (field: Field, input: unknown) =>
  badValue(`Cannot parse date value "${String(input)}" for field ${field.name}`);

const MAX_TEXT = 100_000;
export const DEFAULT_MAX_RATING = 5;

/** Validates a value for its field; null empties the cell. */
export function readCell(draft: Draft, field: Field, input: unknown, typecast: boolean): CellValue | null {
  if (!isWritable(field)) throw badValue(`Field "${field.name}" cannot accept a value because the field is computed`);
  if (input === null || input === undefined) return null;
  const inputValue = typecast ? castValue(draft, field, input) : input;
  const value = inputValue === null ? null : readByType(draft, field, inputValue);
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : value;
}

function readByType(draft: Draft, field: WritableField, input: unknown): CellValue | null {
  switch (field.type) {
    case "singleLineText":
    case "multilineText":
    case "richText":
    case "email":
    case "url":
    case "phoneNumber":
      return readText(field, input);
    case "rating":
      return readRating(field, input);
    case "number":
    case "currency":
    case "percent":
    case "duration":
      if (typeof input !== "number" || !Number.isFinite(input)) throw rejectValue(field);
      return input;
    case "checkbox":
      if (typeof input !== "boolean") throw rejectValue(field);
      return input || null;
    case "singleSelect":
      return readChoice(draft, field, input);
    case "multipleSelects":
      if (!Array.isArray(input)) throw rejectValue(field);
      return [...new Set(input.map((item) => readChoice(draft, field, item)))];
    case "date":
      return readDate(field, input);
    case "dateTime":
      return readDateTime(field, input);
    case "multipleRecordLinks":
      return readLinks(draft, field, input);
    case "multipleAttachments":
      return readAttachments(field, input);
    case "singleCollaborator":
      return readCollaborator(field, input);
    case "multipleCollaborators":
      if (!Array.isArray(input)) throw rejectValue(field);
      return input.map((item) => readCollaborator(field, item));
    case "barcode":
      return readBarcode(field, input);
    default:
      return field.type satisfies never;
  }
}

const rejectValue = (field: Field) => badValue(`Field "${field.name}" cannot accept the provided value`);

function readRating(field: Field, input: unknown): number {
  const { max = DEFAULT_MAX_RATING } = field.options;
  if (!Number.isInteger(input) || Number(input) < 1 || Number(input) > max) throw rejectValue(field);
  return Number(input);
}

/** Given as `{ id }` or `{ email }`; somebody without access to the base is refused. */
function readCollaborator(field: Field, input: unknown): Collaborator {
  const { id, email } = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
  const found = findCollaborator(id ?? email);
  if (!found) throw rejectValue(field);
  return found;
}

function readBarcode(field: Field, input: unknown): Barcode {
  const { text, type } = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
  if (typeof text !== "string") throw rejectValue(field);
  return { text, ...(typeof type === "string" && { type }) };
}

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
  return [...new Set(input.map((item: unknown) => (hasId(item) ? item.id : item)))].map((id) => {
    if (!isId("rec", id)) throw unprocessable("INVALID_RECORD_ID", `Value "${String(id)}" is not a valid record ID.`);
    if (!table || !draft.has(table, id)) throw noSuchRow(id);
    return id;
  });
}

const hasId = (value: unknown): value is { id: unknown } =>
  typeof value === "object" && value !== null && "id" in value;
