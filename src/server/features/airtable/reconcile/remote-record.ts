import { createHash } from "node:crypto";
import type { AirtableRecord } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import type { FieldKind, FieldValue, RemoteField } from "../mapping/field-kinds.ts";
import { type FieldMapping, mappedFields } from "../mapping/mapping.ts";

/** A record with its cells by our column names, for the fields that the base has. */
export interface RemoteRecord {
  recordId: string;
  createdAt: string;
  modifiedAt: string | null;
  /** The row id in the field App ID. */
  appId: string | null;
  /** False when it holds something, also when that is no id of ours. */
  isAppIdEmpty: boolean;
  cells: Readonly<Record<string, unknown>>;
  /** The fields of the base, by our column names. */
  fields: TableLayout["fields"];
  fingerprint: string;
}

/** Who made a change in Airtable, and when. The author is null when the change feed names no person. */
export interface ReportedChange {
  author: string | null;
  at: string | null;
}

/** Stands in the place of a field name for the record itself, such as its creation. */
export const WHOLE_RECORD = "";

/** What the change feed tells about a record: when it was last changed, and the last change of each field, by our names. */
export interface ReportedRecord {
  at: string | null;
  fields: Readonly<Record<string, ReportedChange>>;
}
export type ReportedRecords = ReadonlyMap<string, ReportedRecord>;

/** The text of a cell that cannot be parsed. PostgreSQL rejects NUL characters and unpaired surrogates. */
export const unreadableText = (cell: unknown): string =>
  (typeof cell === "string" ? cell : (JSON.stringify(cell) ?? "")).replaceAll("\0", "").toWellFormed();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const fingerprintOf = (cells: object): string => createHash("sha256").update(JSON.stringify(cells)).digest("base64");

const stableAttachment = (attachment: unknown, url: string): unknown => {
  const { id, filename } = attachment as { id?: unknown; filename?: unknown };
  return { id, filename, url };
};

/**
 * The URL of an attachment expires after two hours and differs in every response. The address of the record replaces it: the
 * attachment can be opened there.
 */
export const withLastingUrls = (
  baseId: string | undefined,
  { tableId, fields }: TableLayout,
  records: readonly AirtableRecord[],
): readonly AirtableRecord[] => {
  const attachments = Object.values(fields).filter(({ type }) => type === "multipleAttachments");
  if (attachments.length === 0) return records;
  return records.map((record) => {
    const cells = { ...record.fields };
    for (const { id } of attachments) {
      const cell = cells[id];
      const address = `https://airtable.com/${baseId}/${tableId}/${record.id}`;
      if (Array.isArray(cell)) cells[id] = cell.map((attachment) => stableAttachment(attachment, address));
    }
    return { ...record, fields: cells };
  });
};

/**
 * Keeps the mapped cells. They are parsed later, because most records are unchanged. Without the field Last Modified the time is
 * that of the change feed, if it has reported the record.
 */
export const toRemoteRecord = (
  { table, fields, appId, lastModified }: TableLayout,
  { id, createdTime, fields: cells }: AirtableRecord,
  reported?: ReportedRecord,
): RemoteRecord => {
  const cellOf = (field: RemoteField | undefined): unknown => cells[field?.id ?? ""];
  const present = mappedFields(table).filter(([name]) => fields[name]);
  const mapped = Object.fromEntries(present.map(([name]) => [name, cellOf(fields[name])]));
  const appIdCell = cellOf(appId);
  const modified = lastModified && cellOf(lastModified);
  return {
    recordId: id,
    createdAt: createdTime,
    modifiedAt: typeof modified === "string" ? modified : (reported?.at ?? null),
    appId: typeof appIdCell === "string" && UUID.test(appIdCell.trim()) ? appIdCell.trim().toLowerCase() : null,
    isAppIdEmpty: appIdCell === undefined || appIdCell === null || appIdCell === "",
    cells: mapped,
    fields,
    fingerprint: fingerprintOf(mapped),
  };
};

/** Undefined when the cell cannot be parsed. Links are still record ids. */
const parseCell = (
  { emptyValue }: FieldMapping,
  kind: FieldKind,
  cell: unknown,
  createdAt: string,
): FieldValue | undefined => {
  const value = kind.fromCell(cell);
  if (value !== null || emptyValue === undefined) return value;
  const isCreationTime = emptyValue !== null && typeof emptyValue === "object";
  return isCreationTime ? createdAt : emptyValue;
};

export type RemoteValues = Readonly<Record<string, FieldValue | undefined>>;

/** The values of the fields that the base has. */
export const parseValues = ({ table, fields }: TableLayout, { cells, createdAt }: RemoteRecord): RemoteValues =>
  Object.fromEntries(
    mappedFields(table).flatMap(([name, map]) => {
      const field = fields[name];
      return field ? [[name, parseCell(map, field.kind, cells[name], createdAt)]] : [];
    }),
  );
