import { createHash } from "node:crypto";
import type { AirtableRecord } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import type { FieldValue, RemoteField } from "../mapping/field-kinds.ts";
import { type FieldMapping, mappedFields } from "../mapping/mapping.ts";

/** A record as it came, by our names. */
export interface RemoteRecord {
  recordId: string;
  createdAt: string;
  modifiedAt: string | null;
  /** Our id, when we made it. */
  appId: string | null;
  cells: Readonly<Record<string, unknown>>;
  fingerprint: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const fingerprintOf = (cells: object): string => createHash("sha256").update(JSON.stringify(cells)).digest("base64");

/** Picks what is ours out of a record. Its cells are not looked into yet: most come unchanged. */
export const toRemoteRecord = (
  { table, fields, appId, lastModified }: TableLayout,
  { id, createdTime, fields: cells }: AirtableRecord,
): RemoteRecord => {
  const cellOf = (field: RemoteField | undefined): unknown => cells[field?.id ?? ""];
  const ours = Object.fromEntries(mappedFields(table).map(([name]) => [name, cellOf(fields[name])]));
  const key = cellOf(appId);
  const modified = lastModified && cellOf(lastModified);
  return {
    recordId: id,
    createdAt: createdTime,
    modifiedAt: typeof modified === "string" ? modified : null,
    appId: typeof key === "string" && UUID.test(key.trim()) ? key.trim().toLowerCase() : null,
    cells: ours,
    fingerprint: fingerprintOf(ours),
  };
};

/** What a cell means; undefined when it cannot be understood. Links are still the ids of theirs. */
const parseCell = ({ kind, empty }: FieldMapping, cell: unknown, createdAt: string): FieldValue | undefined => {
  const value = kind.read(cell);
  if (value !== null || empty === undefined) return value;
  return empty !== null && typeof empty === "object" ? createdAt : empty;
};

export type RemoteValues = Readonly<Record<string, FieldValue | undefined>>;

export const parseValues = (table: TableLayout["table"], { cells, createdAt }: RemoteRecord): RemoteValues =>
  Object.fromEntries(mappedFields(table).map(([name, map]) => [name, parseCell(map, cells[name], createdAt)]));
