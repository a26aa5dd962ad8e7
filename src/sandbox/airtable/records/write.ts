import { z } from "zod";
import { invalidRequest, noSuchRow, unknownField, unprocessable } from "../airtable-error.ts";
import { readCell } from "../cells/read-cell.ts";
import type { Draft } from "../model/draft.ts";
import { newId } from "../model/ids.ts";
import { type CellChanges, type Cells, type Field, type FieldType, isWritable, type Table } from "../model/table.ts";

const MERGEABLE: ReadonlySet<FieldType> = new Set([
  "number",
  "singleLineText",
  "multilineText",
  "singleSelect",
  "multipleSelects",
  "date",
]);

/** Resolves the id of each record in the request: an existing one, or a new one. */
function findMatches(draft: Draft, table: Table, request: WriteRequest): (() => string)[] {
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

/** Caches new ids by key: two records of one request with the same key are the same record. */
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

/** One pass over the table for all records of the request. */
function idsByKey(table: Table, fields: Field[], { records }: WriteRequest): Map<string, string[]> {
  const idsByRequestedKey = new Map<string, string[]>();
  for (const record of records) {
    const key = keyOf(fields, record.fields);
    if (key !== null) idsByRequestedKey.set(key, []);
  }
  for (const { id, cells } of table.records()) {
    const key = storedKey(fields, cells);
    if (key !== null) idsByRequestedKey.get(key)?.push(id);
  }
  return idsByRequestedKey;
}

function storedKey(fields: Field[], cells: Cells): string | null {
  const values = fields.map(({ id }) => cells[id]);
  return values.includes(undefined) ? null : JSON.stringify(values);
}

/** Null when one of the values is empty: an empty value matches nothing. */
function keyOf(fields: Field[], cells: Record<string, unknown>): string | null {
  const values = fields.map(({ id, name }) => cells[name] ?? cells[id] ?? "");
  return values.includes("") ? null : JSON.stringify(values);
}

const MAX_RECORDS = 10;

const fields = z.record(z.string(), z.unknown());
const options = { typecast: z.boolean().default(false), returnFieldsByFieldId: z.boolean().default(false) };

const single = z.strictObject({ fields, id: z.string().optional(), ...options });
const several = z.strictObject({
  records: z.array(z.object({ id: z.string().optional(), fields: fields.default({}) })),
  performUpsert: z.strictObject({ fieldsToMergeOn: z.array(z.string()).min(1).max(3) }).optional(),
  ...options,
});

type WriteRequest = {
  records: { id?: string | undefined; fields: Record<string, unknown> }[];
  mergeOn: string[] | null;
  typecast: boolean;
  returnFieldsByFieldId: boolean;
};

type WriteKind = "create" | "update";

export function readWriteRequest(kind: WriteKind, body: unknown): { request: WriteRequest; isSingle: boolean } {
  const isSeveral = typeof body === "object" && body !== null && "records" in body;
  return isSeveral
    ? { request: readSeveral(kind, body), isSingle: false }
    : { request: readSingle(body), isSingle: true };
}

export function readSingle(body: unknown): WriteRequest {
  if (typeof body !== "object" || body === null || !("fields" in body)) {
    throw unprocessable("INVALID_REQUEST_MISSING_FIELDS", 'Could not find field "fields" in the request body');
  }
  const { success, data } = single.safeParse(body);
  if (!success) throw invalidRequest();
  const { fields, typecast, returnFieldsByFieldId } = data;
  return { records: [{ fields }], mergeOn: null, typecast, returnFieldsByFieldId };
}

function readSeveral(kind: WriteKind, body: unknown): WriteRequest {
  const { success, data } = several.safeParse(body);
  if (!success) throw invalidRequest();
  const { records, performUpsert, typecast, returnFieldsByFieldId } = data;
  const isUpsert = performUpsert !== undefined;
  const needsIds = kind === "update" && !isUpsert;
  if (records.length === 0 || records.length > MAX_RECORDS || (needsIds && records.some(({ id }) => !id))) {
    throw badRecords(kind);
  }
  if (kind === "create" && (isUpsert || records.some(({ id }) => id !== undefined))) throw invalidRequest();
  return { records, mergeOn: performUpsert?.fieldsToMergeOn ?? null, typecast, returnFieldsByFieldId };
}

function badRecords(kind: WriteKind) {
  const ids = kind === "update" ? ', each with an "id" ID field and' : ", each with";
  return unprocessable(
    "INVALID_RECORDS",
    `You must provide an array of up to ${MAX_RECORDS} record objects${ids} a "fields" object for cell values.`,
  );
}

export function readIdsToDelete(ids: unknown): string[] {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_RECORDS) {
    throw unprocessable("INVALID_RECORDS", `You must provide an array of up to ${MAX_RECORDS} record IDs.`);
  }
  return ids.map(String);
}

export type Outcome = { ids: string[]; createdIds: string[]; updatedIds: string[] };

export function createRecords(draft: Draft, table: Table, request: WriteRequest): Outcome {
  const ids = request.records.map(({ fields }) => {
    const id = newId("rec");
    draft.create(table, id, readFields(draft, table, fields, request.typecast));
    return id;
  });
  return { ids, createdIds: ids, updatedIds: [] };
}

/** With `replace`, fields that are not given are cleared. */
export function updateRecords(draft: Draft, table: Table, request: WriteRequest, replace: boolean): Outcome {
  const matches = findMatches(draft, table, request);
  const outcome: Outcome = { ids: [], createdIds: [], updatedIds: [] };
  for (const [index, { fields }] of request.records.entries()) {
    const changes = readFields(draft, table, fields, request.typecast);
    const id = matches[index]?.() ?? newId("rec");
    outcome.ids.push(id);
    if (!draft.has(table, id)) {
      draft.create(table, id, changes);
      outcome.createdIds.push(id);
      continue;
    }
    draft.update(table, id, replace ? { ...clearedFields(table), ...changes } : changes);
    if (!outcome.createdIds.includes(id) && !outcome.updatedIds.includes(id)) outcome.updatedIds.push(id);
  }
  return outcome;
}

export function deleteRecords(draft: Draft, table: Table, ids: string[]): void {
  for (const id of ids) {
    if (!draft.has(table, id)) throw noSuchRow(id);
    draft.destroy(table, id);
  }
}

export function readFields(
  draft: Draft,
  table: Table,
  fields: Record<string, unknown>,
  typecast: boolean,
): CellChanges {
  const changes: CellChanges = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = table.field(name);
    if (!field) throw unknownField(name);
    changes[field.id] = readCell(draft, field, value, typecast);
  }
  return changes;
}

const clearedFields = (table: Table): CellChanges =>
  Object.fromEntries(table.fields.filter(isWritable).map(({ id }) => [id, null]));
