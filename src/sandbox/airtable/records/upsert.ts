import { invalidRequest, noSuchRow, unknownField, unprocessable } from "../airtable-error.ts";
import type { Draft } from "../model/draft.ts";
import type { Field, FieldType } from "../model/field.ts";
import { newId } from "../model/ids.ts";
import type { Cells } from "../model/record.ts";
import type { Table } from "../model/table.ts";
import type { WriteRequest } from "./write-request.ts";

const MERGEABLE: ReadonlySet<FieldType> = new Set([
  "number",
  "singleLineText",
  "multilineText",
  "singleSelect",
  "multipleSelects",
  "date",
]);

/** For each record of the request how to find its id: that of the record it is about, or a new one. */
export function findMatches(draft: Draft, table: Table, request: WriteRequest): (() => string)[] {
  const fields = (request.mergeOn ?? []).map((name) => mergeField(table, name));
  const matches = request.mergeOn ? idsByKey(table, fields, request) : new Map<string, string[]>();
  return request.records.map((record) => {
    if (record.id !== undefined) {
      if (!draft.has(table, record.id)) throw noSuchRow(record.id);
      const { id } = record;
      return () => id;
    }
    const key = keyOf(fields, record.fields);
    return () => matchOrNew(matches, key);
  });
}

function mergeField(table: Table, name: string): Field {
  const field = table.field(name);
  if (!field) throw unknownField(name);
  if (!MERGEABLE.has(field.type)) throw invalidRequest(`Field "${field.name}" cannot be used as a field to merge on.`);
  return field;
}

/** Two records of one request with the same key are about the same record, so a new id is remembered. */
function matchOrNew(matches: Map<string, string[]>, key: string | null): string {
  const found = key === null ? [] : (matches.get(key) ?? []);
  if (found.length > 1) {
    throw unprocessable(
      "INVALID_REQUEST_UNKNOWN",
      "Invalid request: more than one record matches the fields to merge on.",
    );
  }
  const id = found[0] ?? newId("rec");
  if (key !== null) matches.set(key, [id]);
  return id;
}

/** One walk over the table, whatever the number of records asked for. */
function idsByKey(table: Table, fields: Field[], { records }: WriteRequest): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const record of records) {
    const key = keyOf(fields, record.fields);
    if (key !== null) wanted.set(key, []);
  }
  for (const { id, cells } of table.records()) {
    const key = storedKey(fields, cells);
    if (key !== null) wanted.get(key)?.push(id);
  }
  return wanted;
}

function storedKey(fields: Field[], cells: Cells): string | null {
  const values = fields.map(({ id }) => cells[id]);
  return values.includes(undefined) ? null : JSON.stringify(values);
}

/** Null when one of the values is empty: an empty value matches nothing. */
function keyOf(fields: Field[], given: Record<string, unknown>): string | null {
  const values = fields.map(({ id, name }) => given[name] ?? given[id] ?? "");
  return values.includes("") ? null : JSON.stringify(values);
}
