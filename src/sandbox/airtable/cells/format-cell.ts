import type { Base } from "../model/base.ts";
import {
  type AirtableRecord,
  type Attachment,
  type CellValue,
  type Field,
  linkedIds,
  toIsoSeconds,
} from "../model/table.ts";
import { signedAttachmentUrl } from "./attachment.ts";

/** Lookups need the base, attachment URLs the origin and the time. */
export type FormatOptions = { base: Base; origin: string; now: number };

/** A cell as the API returns it; undefined when it is empty. */
export function formatCell(format: FormatOptions, field: Field, record: AirtableRecord): unknown {
  if (field.type === "createdTime") return toIsoSeconds(record.createdAt);
  if (field.type === "lastModifiedTime") return toIsoSeconds(record.modifiedAt);
  if (field.type === "multipleLookupValues") return formatLookup(format, field, record);
  if (field.type === "multipleAttachments") {
    return (record.cells[field.id] as Attachment[] | undefined)?.map((each) => formatAttachment(format, each));
  }
  return record.cells[field.id];
}

function formatLookup(format: FormatOptions, { options }: Field, record: AirtableRecord): unknown[] | undefined {
  const linked = linkedRecords(format.base, options.recordLinkFieldId, record);
  const values = linked.flatMap(({ table, record }) => {
    const field = table.field(options.fieldIdInLinkedTable ?? "");
    return (field && formatCell(format, field, record)) ?? [];
  });
  return values.length > 0 ? values : undefined;
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

function formatAttachment({ origin, now }: FormatOptions, { id, filename, type, size }: Attachment) {
  return { id, url: signedAttachmentUrl(origin, id, filename, now), filename, size, type };
}

export type FormattedRecord = { id: string; createdTime: string; fields: Record<string, unknown> };

export function formatRecord(
  format: FormatOptions,
  fields: readonly Field[],
  record: AirtableRecord,
  byFieldId: boolean,
): FormattedRecord {
  const formatted: Record<string, unknown> = {};
  for (const field of fields) {
    const value = formatCell(format, field, record);
    if (value !== undefined) formatted[byFieldId ? field.id : field.name] = value;
  }
  return { id: record.id, createdTime: toIsoSeconds(record.createdAt), fields: formatted };
}

/** A cell in a webhook payload: choices and links are objects, unlike in the records API. */
export function formatFeedCell(base: Base, field: Field, value: CellValue | null): unknown {
  if (value === null) return null;
  if (field.type === "singleSelect") return choiceOf(field, value);
  if (field.type === "multipleSelects") return linkedIds(value).map((name) => choiceOf(field, name));
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
