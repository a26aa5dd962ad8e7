import { noSuchRow, unknownField } from "../airtable-error.ts";
import { readCell } from "../cells/read-cell.ts";
import type { Draft } from "../model/draft.ts";
import { isComputed } from "../model/field.ts";
import { newId } from "../model/ids.ts";
import type { CellChanges } from "../model/record.ts";
import type { Table } from "../model/table.ts";
import { findMatches } from "./upsert.ts";
import type { WriteRequest } from "./write-request.ts";

export type Outcome = { ids: string[]; createdIds: string[]; updatedIds: string[] };

export function createRecords(draft: Draft, table: Table, request: WriteRequest): Outcome {
  const ids = request.records.map(({ fields }) => {
    const id = newId("rec");
    draft.create(table, id, readFields(draft, table, fields, request.typecast));
    return id;
  });
  return { ids, createdIds: ids, updatedIds: [] };
}

/** With `replace` what is not given is emptied, instead of left as it is. */
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
    draft.update(table, id, replace ? { ...emptied(table), ...changes } : changes);
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

const emptied = (table: Table): CellChanges =>
  Object.fromEntries(table.fields.filter((field) => !isComputed(field)).map(({ id }) => [id, null]));
