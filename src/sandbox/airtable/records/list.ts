import { unknownField, unprocessable } from "../airtable-error.ts";
import { type FormatOptions, type FormattedRecord, formatRecord } from "../cells/show-cell.ts";

import { parseFormula } from "../formula/parse.ts";
import { createRecordContext } from "../formula/record-subject.ts";
import { isTruthy } from "../formula/value.ts";
import type { AirtableRecord, Field, Table } from "../model/table.ts";

import type { IteratorPosition, Iterators } from "./iterators.ts";
import { type ListQuery, sortRecords } from "./list-query.ts";

export type Page = { records: FormattedRecord[]; offset?: string };

export function listRecords(showing: FormatOptions, table: Table, query: ListQuery, iterators: Iterators): Page {
  const fields = shownFields(table, query.fields);
  const start = query.offset ? iterators.resume(table.id, query.offset) : openList(showing, table, query, iterators);
  const { records, next } = readPage(table, start.ids, start.position, query.pageSize);
  const shown = records.map((record) => ({
    ...formatRecord(showing, fields, record, query.returnFieldsByFieldId),
    ...(query.recordMetadata ? { commentCount: 0 } : {}),
  }));
  return next === undefined
    ? { records: shown }
    : { records: shown, offset: iterators.offsetAt(start.iterator(), next) };
}

function shownFields(table: Table, wanted: string[] | undefined): readonly Field[] {
  if (!wanted) return table.fields;
  return wanted.map((name) => {
    const field = table.field(name);
    if (!field) throw unknownField(name);
    return field;
  });
}

function openList(showing: FormatOptions, table: Table, query: ListQuery, iterators: Iterators): IteratorPosition {
  const ids = selectIds(showing, table, query).slice(0, query.maxRecords);
  // Most lists end on their first page and need no iterator.
  return { ids, position: 0, iterator: () => iterators.open(table.id, ids) };
}

function selectIds(showing: FormatOptions, table: Table, query: ListQuery): readonly string[] {
  const view = query.view === undefined ? undefined : findView(table, query.view);
  const isPlain = !query.filterByFormula && !query.sort?.length;
  if (isPlain && !view) return table.shuffledIds();
  let records = view || query.sort?.length ? [...table.records()] : shuffledRecords(table);
  if (query.filterByFormula) records = filterRecords(showing, table, query.filterByFormula, records);
  if (query.sort?.length) records = sortRecords(showing, table, query.sort, records);
  return records.map(({ id }) => id);
}

function shuffledRecords(table: Table): AirtableRecord[] {
  const records: AirtableRecord[] = [];
  for (const id of table.shuffledIds()) {
    const record = table.record(id);
    if (record) records.push(record);
  }
  return records;
}

function findView(table: Table, idOrName: string) {
  const view = table.views.find(({ id, name }) => id === idOrName || name === idOrName);
  if (!view) throw unprocessable("VIEW_NAME_NOT_FOUND", `View ${idOrName} not found`);
  return view;
}

export function filterRecords(
  { base, now }: FormatOptions,
  table: Table,
  formula: string,
  records: AirtableRecord[],
): AirtableRecord[] {
  const expression = parseFormula(formula, (name) => table.field(name) !== undefined);
  const { subject, lookAt } = createRecordContext(base, table, now);
  return records.filter((record) => {
    lookAt(record);
    return isTruthy(expression(subject));
  });
}

/** Skips records that were deleted since the first page. */
function readPage(table: Table, ids: readonly string[], position: number, pageSize: number) {
  const records: AirtableRecord[] = [];
  let at = position;
  for (; at < ids.length && records.length < pageSize; at++) {
    const record = table.record(ids[at] ?? "");
    if (record) records.push(record);
  }
  return { records, next: ids[at] };
}
