import { makeChoice } from "../model/base-template.ts";
import type { Draft } from "../model/draft.ts";
import { isId, newId } from "../model/ids.ts";
import type { Field, Table } from "../model/table.ts";

/** Converts a value to its field's type where possible. */
export function castValue(draft: Draft, field: Field, input: unknown): unknown {
  switch (field.type) {
    case "singleLineText":
    case "multilineText":
    case "email":
    case "url":
    case "phoneNumber":
      return typeof input === "number" || typeof input === "boolean" ? String(input) : input;
    case "number":
      return typeof input === "string" ? castNumber(input) : input;
    case "checkbox":
      return typeof input === "string" ? /^(true|1|yes|checked|ja|waar)$/i.test(input.trim()) : Boolean(input);
    case "singleSelect":
      return input === "" ? null : castChoice(draft, field, Array.isArray(input) ? input[0] : input);
    case "multipleSelects":
      return listOf(input).map((each) => castChoice(draft, field, each));
    case "date":
    case "dateTime":
      return typeof input === "string" ? castDate(input) : input;
    case "multipleRecordLinks":
      return listOf(input).map((each) => castLink(draft, field, each));
    case "multipleAttachments":
    case "multipleLookupValues":
    case "createdTime":
    case "lastModifiedTime":
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
