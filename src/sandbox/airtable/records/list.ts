import { unknownField, unprocessable } from "../airtable-error.ts";
import { type FormatOptions, type FormattedRecord, formatCell, formatRecord } from "../cells/format-cell.ts";
import { parseFormula } from "../formula/parse.ts";
import { type FormulaContext, isTruthy, type Value } from "../formula/value.ts";
import type { Base } from "../model/base.ts";
import {
  type AirtableRecord,
  type Field,
  isDateField,
  linkedIds,
  type Table,
  truncateToSecond,
} from "../model/table.ts";
import type { IteratorPosition, Iterators } from "./iterators.ts";
import { type ListQuery, sortRecords } from "./list-query.ts";

/** A context whose record can be replaced, so that one formula is evaluated for many records. */
function createRecordContext(
  base: Base,
  table: Table,
  now: number,
): { context: FormulaContext; setRecord(record: AirtableRecord): void } {
  let record: AirtableRecord = { id: "", createdAt: 0, modifiedAt: 0, cells: {} };
  const context: FormulaContext = {
    field: (name) => {
      const field = table.field(name);
      return field ? fieldValue(base, field, record, now) : null;
    },
    recordId: () => record.id,
    createdTime: () => new Date(truncateToSecond(record.createdAt)),
    lastModifiedTime: (names) => new Date(truncateToSecond(modifiedAt(table, record, names))),
    now: () => new Date(now),
  };
  return {
    context,
    setRecord: (next) => {
      record = next;
    },
  };
}

function modifiedAt(table: Table, record: AirtableRecord, fieldNames: string[]): number {
  if (fieldNames.length === 0) return record.modifiedAt;
  const times = fieldNames.map((name) => record.cellModifiedAt?.[table.field(name)?.id ?? ""] ?? record.createdAt);
  return Math.max(...times);
}

function fieldValue(base: Base, field: Field, record: AirtableRecord, now: number): Value {
  const value = formatCell({ base, origin: "", now }, field, record);
  if (value === undefined) return null;
  if (isDateField(field)) return new Date(value as string);
  if (field.type === "multipleRecordLinks") return namesOf(base, field, record);
  if (field.type === "multipleAttachments") return (value as { filename: string }[]).map(({ filename }) => filename);
  return value as Value;
}

/** A formula sees the names of linked records, never their ids. */
function namesOf(base: Base, field: Field, record: AirtableRecord): Value[] {
  const table = base.table(field.options.linkedTableId ?? "");
  return linkedIds(record.cells[field.id]).map((id) => {
    const name = table?.record(id)?.cells[table.primaryFieldId];
    return typeof name === "string" || typeof name === "number" ? name : null;
  });
}

type Page = { records: FormattedRecord[]; offset?: string };

export function listRecords(format: FormatOptions, table: Table, query: ListQuery, iterators: Iterators): Page {
  const fields = selectedFields(table, query.fields);
  const start = query.offset ? iterators.resume(table.id, query.offset) : openList(format, table, query, iterators);
  const { records, next } = readPage(table, start.ids, start.position, query.pageSize);
  const formatted = records.map((record) => ({
    ...formatRecord(format, fields, record, query.returnFieldsByFieldId),
    ...(query.recordMetadata ? { commentCount: 0 } : {}),
  }));
  return next === undefined
    ? { records: formatted }
    : { records: formatted, offset: iterators.offsetAt(start.getIteratorId(), next) };
}

function selectedFields(table: Table, wanted: string[] | undefined): readonly Field[] {
  if (!wanted) return table.fields;
  return wanted.map((name) => {
    const field = table.field(name);
    if (!field) throw unknownField(name);
    return field;
  });
}

function openList(format: FormatOptions, table: Table, query: ListQuery, iterators: Iterators): IteratorPosition {
  const ids = selectIds(format, table, query).slice(0, query.maxRecords);
  // Most lists end on their first page, so the iterator is opened only when there is a next page.
  return { ids, position: 0, getIteratorId: () => iterators.open(table.id, ids) };
}

function selectIds(format: FormatOptions, table: Table, query: ListQuery): readonly string[] {
  const view = query.view === undefined ? undefined : findView(table, query.view);
  const isPlain = !query.filterByFormula && !query.sort?.length;
  if (isPlain && !view) return table.idsInDefaultOrder();
  let records = view || query.sort?.length ? [...table.records()] : recordsInDefaultOrder(table);
  if (query.filterByFormula) records = filterRecords(format, table, query.filterByFormula, records);
  if (query.sort?.length) records = sortRecords(format, table, query.sort, records);
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
  { base, now }: FormatOptions,
  table: Table,
  formula: string,
  records: AirtableRecord[],
): AirtableRecord[] {
  const expression = parseFormula(formula, (name) => table.field(name) !== undefined);
  const { context, setRecord } = createRecordContext(base, table, now);
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
