import { createHash } from "node:crypto";
import type { AirtableRecord } from "../client/client.ts";
import type { RemoteField, Value } from "../mapping/kinds.ts";
import type { Layout } from "../mapping/layout.ts";
import { type FieldMap, fieldsOf } from "../mapping/mapping.ts";

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
export const pickRecord = (
  { table, fields, appId, lastModified }: Layout,
  { id, createdTime, fields: cells }: AirtableRecord,
): RemoteRecord => {
  const cellOf = (field: RemoteField | undefined): unknown => cells[field?.id ?? ""];
  const ours = Object.fromEntries(fieldsOf(table).map(([name]) => [name, cellOf(fields[name])]));
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
const readCell = ({ kind, empty }: FieldMap, cell: unknown, createdAt: string): Value | undefined => {
  const value = kind.read(cell);
  if (value !== null || empty === undefined) return value;
  return empty !== null && typeof empty === "object" ? createdAt : empty;
};

export type Values = Readonly<Record<string, Value | undefined>>;

export const readValues = (table: Layout["table"], { cells, createdAt }: RemoteRecord): Values =>
  Object.fromEntries(fieldsOf(table).map(([name, map]) => [name, readCell(map, cells[name], createdAt)]));
