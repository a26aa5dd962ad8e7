import { parseFormula } from "../formula/parse.ts";
import { FAILED, type FormulaContext, type Value } from "../formula/value.ts";
import type { Base } from "../model/base.ts";
import { COLLEAGUE } from "../model/collaborators.ts";
import {
  type AirtableRecord,
  type Attachment,
  type CellValue,
  type Field,
  type FieldType,
  isDateField,
  linkedIds,
  type Table,
  toIsoSeconds,
  truncateToSecond,
} from "../model/table.ts";
import { signedAttachmentUrl } from "./attachment.ts";

/** Computed fields need the base and the time, attachment URLs the origin and the time. */
export type FormatContext = { base: Base; origin: string; now: number };

type FormatCell = (formatContext: FormatContext, field: Field, record: AirtableRecord) => unknown;

/** The types whose cells are not returned as they are stored. */
const FORMATS: Partial<Record<FieldType, FormatCell>> = {
  createdTime: (_format, _field, record) => toIsoSeconds(record.createdAt),
  lastModifiedTime: (_format, _field, record) => toIsoSeconds(record.modifiedAt),
  createdBy: () => COLLEAGUE,
  lastModifiedBy: () => COLLEAGUE,
  button: (_format, { name }) => ({ label: name, url: null }),
  multipleLookupValues: (formatContext, field, record) => emptyToUndefined(lookUp(formatContext, field, record)),
  rollup: (formatContext, field, record) => formatValue(rollUp(formatContext, field, record)),
  count: ({ base }, { options }, record) => linkedRecords(base, options.recordLinkFieldId, record).length,
  formula: (formatContext, field, record) => formatValue(computeFormula(formatContext, field, record)),
  multipleAttachments: (formatContext, { id }, { cells }) =>
    (cells[id] as Attachment[] | undefined)?.map((each) => formatAttachment(formatContext, each)),
};

/** A cell as the API returns it; undefined when it is empty. */
export function formatCell(formatContext: FormatContext, field: Field, record: AirtableRecord): unknown {
  const formatOfType = FORMATS[field.type];
  return formatOfType ? formatOfType(formatContext, field, record) : record.cells[field.id];
}

const emptyToUndefined = <T>(values: T[]): T[] | undefined => (values.length > 0 ? values : undefined);

function lookUp(formatContext: FormatContext, { options }: Field, record: AirtableRecord): unknown[] {
  const linked = linkedRecords(formatContext.base, options.recordLinkFieldId, record);
  return linked.flatMap(({ table, record }) => {
    const field = table.field(options.fieldIdInLinkedTable ?? "");
    return (field && formatCell(formatContext, field, record)) ?? [];
  });
}

function linkedRecords(base: Base, linkFieldId: string | undefined, record: AirtableRecord) {
  const link = base.tables.map((table) => table.field(linkFieldId ?? "")).find((field) => field !== undefined);
  const table = base.table(link?.options.linkedTableId ?? "");
  if (!link || !table) return [];
  return linkedIds(record.cells[link.id]).flatMap((id) => {
    const linked = table.record(id);
    return linked ? { table, record: linked } : [];
  });
}

/** A formula over `values`, such as SUM(values). */
function rollUp(formatContext: FormatContext, field: Field, record: AirtableRecord): Value {
  const values = lookUp(formatContext, field, record) as Value[];
  const { context } = createRecordContext(formatContext, undefined);
  return parseFormula(field.options.formula ?? "values", () => true)({ ...context, field: () => values });
}

function computeFormula(formatContext: FormatContext, field: Field, record: AirtableRecord): Value {
  const table = formatContext.base.tables.find((each) => each.field(field.id) === field);
  const { context, setRecord } = createRecordContext(formatContext, table);
  setRecord(record);
  return parseFormula(field.options.formula ?? "BLANK()", (name) => table?.field(name) !== undefined)(context);
}

function formatValue(value: Value): unknown {
  if (value === FAILED) return { error: "#ERROR!" };
  if (typeof value === "number") return Number.isFinite(value) ? value : { specialValue: String(value) };
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? 1 : undefined;
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** A context whose record can be replaced, so that one formula is evaluated for many records. */
export function createRecordContext(
  formatContext: FormatContext,
  table: Table | undefined,
): { context: FormulaContext; setRecord(record: AirtableRecord): void } {
  let record: AirtableRecord = { id: "", createdAt: 0, modifiedAt: 0, cells: {} };
  const context: FormulaContext = {
    field: (name) => {
      const field = table?.field(name);
      return field ? fieldValue(formatContext, field, record) : null;
    },
    recordId: () => record.id,
    createdTime: () => new Date(truncateToSecond(record.createdAt)),
    lastModifiedTime: (names) => new Date(truncateToSecond(modifiedAt(table, record, names))),
    now: () => new Date(formatContext.now),
  };
  return {
    context,
    setRecord: (next) => {
      record = next;
    },
  };
}

function modifiedAt(table: Table | undefined, record: AirtableRecord, fieldNames: string[]): number {
  if (fieldNames.length === 0) return record.modifiedAt;
  const times = fieldNames.map((name) => record.cellModifiedAt?.[table?.field(name)?.id ?? ""] ?? record.createdAt);
  return Math.max(...times);
}

/** The value of a cell in a formula. */
export function fieldValue(formatContext: FormatContext, field: Field, record: AirtableRecord): Value {
  if (field.type === "formula") return computeFormula(formatContext, field, record);
  if (field.type === "rollup") return rollUp(formatContext, field, record);
  const value = formatCell(formatContext, field, record);
  if (value === undefined) return null;
  if (isDateField(field)) return new Date(value as string);
  if (field.type === "multipleRecordLinks") return namesOfLinks(formatContext.base, field, record);
  const names = namesOf(value);
  return names ?? (value as Value);
}

/** The names in a cell of objects: attachments, collaborators, a barcode, a button. */
function namesOf(value: unknown): Value | undefined {
  if (Array.isArray(value)) return value.map((item: unknown) => namesOf(item) ?? (item as Value));
  if (typeof value !== "object" || value === null) return undefined;
  const { name, filename, text, label } = value as Record<string, string | undefined>;
  return name ?? filename ?? text ?? label ?? null;
}

/** A formula sees the names of linked records, never their ids. */
function namesOfLinks(base: Base, field: Field, record: AirtableRecord): Value[] {
  const table = base.table(field.options.linkedTableId ?? "");
  return linkedIds(record.cells[field.id]).map((id) => {
    const name = table?.record(id)?.cells[table.primaryFieldId];
    return typeof name === "string" || typeof name === "number" ? name : null;
  });
}

function formatAttachment({ origin, now }: FormatContext, { id, filename, type, size }: Attachment) {
  return { id, url: signedAttachmentUrl(origin, id, filename, now), filename, size, type };
}

/** A cell in a webhook payload: choices and links are objects, unlike in the records API. */
export function formatFeedCell(base: Base, field: Field, value: CellValue | null): unknown {
  if (value === null) return null;
  if (field.type === "singleSelect") return choiceOf(field, value);
  if (field.type === "multipleSelects") {
    // The previous cell of a field whose type was changed holds something else.
    return (Array.isArray(value) ? (value as readonly string[]) : []).map((name) => choiceOf(field, name));
  }
  if (field.type === "multipleRecordLinks") {
    return linkedIds(value).map((id) => ({ id, name: nameOf(base, field, id) }));
  }
  return value;
}

function choiceOf(field: Field, name: CellValue): unknown {
  return field.options.choices?.find((choice) => choice.name === name) ?? { name };
}

function nameOf(base: Base, field: Field, id: string): string {
  const table = base.table(field.options.linkedTableId ?? "");
  const name = table?.record(id)?.cells[table.primaryFieldId];
  return typeof name === "string" ? name : "Unnamed record";
}
