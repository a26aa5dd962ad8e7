import { unknownField, unprocessable } from "../airtable-error.ts";
import { createRecordContext, type FormatContext } from "../cells/format-cell.ts";
import { type FormattedRecord, formatRecord } from "../cells/format-record.ts";
import { parseFormula } from "../formula/parse.ts";
import { isTruthy } from "../formula/value.ts";
import type { AirtableRecord, Field, Table } from "../model/table.ts";
import type { IteratorPosition, Iterators } from "./iterators.ts";
import { type ListQuery, sortRecords, textFormatOf } from "./list-query.ts";

type Page = { records: FormattedRecord[]; offset?: string };

export function listRecords(formatContext: FormatContext, table: Table, query: ListQuery, iterators: Iterators): Page {
  const fields = selectedFields(table, query.fields);
  const start = query.offset
    ? iterators.resume(table.id, query.offset)
    : openList(formatContext, table, query, iterators);
  const { records, next } = readPage(table, start.ids, start.position, query.pageSize);
  const formatted = records.map((record) => ({
    ...formatRecord(formatContext, fields, record, {
      byFieldId: query.returnFieldsByFieldId,
      asText: textFormatOf(query),
    }),
    ...(query.recordMetadata ? { commentCount: formatContext.base.commentsOf(record.id).length } : {}),
  }));
  return next === undefined
    ? { records: formatted }
    : { records: formatted, offset: iterators.offsetAt(start.openIterator(), next) };
}

function selectedFields(table: Table, wanted: string[] | undefined): readonly Field[] {
  if (!wanted) return table.fields;
  return wanted.map((name) => {
    const field = table.field(name);
    if (!field) throw unknownField(name);
    return field;
  });
}

function openList(
  formatContext: FormatContext,
  table: Table,
  query: ListQuery,
  iterators: Iterators,
): IteratorPosition {
  const ids = selectIds(formatContext, table, query).slice(0, query.maxRecords);
  // Most lists end on their first page, so the iterator is opened only when there is a next page.
  return { ids, position: 0, openIterator: () => iterators.open(table.id, ids) };
}

function selectIds(formatContext: FormatContext, table: Table, query: ListQuery): readonly string[] {
  const view = query.view === undefined ? undefined : findView(table, query.view);
  const isSorted = Boolean(query.sort?.length);
  if (!view && !isSorted && !query.filterByFormula) return table.idsInDefaultOrder();
  // A view has the order of creation; so have records that compare equal in a sort.
  let records = view || isSorted ? [...table.records()] : recordsInDefaultOrder(table);
  if (query.filterByFormula) records = filterRecords(formatContext, table, query.filterByFormula, records);
  if (query.sort?.length) records = sortRecords(formatContext, table, query.sort, records);
  return records.map(({ id }) => id);
}

function recordsInDefaultOrder(table: Table): AirtableRecord[] {
  const records: AirtableRecord[] = [];
  for (const id of table.idsInDefaultOrder()) {
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
  formatContext: FormatContext,
  table: Table,
  formula: string,
  records: AirtableRecord[],
): AirtableRecord[] {
  const expression = parseFormula(formula, (name) => table.field(name) !== undefined);
  const { context, setRecord } = createRecordContext(formatContext, table);
  return records.filter((record) => {
    setRecord(record);
    return isTruthy(expression(context));
  });
}

/** Skips records that were deleted since the first page. */
function readPage(table: Table, ids: readonly string[], position: number, pageSize: number) {
  const records: AirtableRecord[] = [];
  let index = position;
  for (; index < ids.length && records.length < pageSize; index++) {
    const record = table.record(ids[index] ?? "");
    if (record) records.push(record);
  }
  return { records, next: ids[index] };
}
