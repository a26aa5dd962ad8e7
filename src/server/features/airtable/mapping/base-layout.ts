import { z } from "zod";
import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import type { RemoteField } from "./field-kinds.ts";
import { APP_ID, type FieldMapping, LAST_MODIFIED, mappedFields, tableMapping } from "./mapping.ts";

const fieldOptionsSchema = z.object({
  choices: z.array(z.object({ name: z.string() })).optional(),
  linkedTableId: z.string().optional(),
});
export const baseSchema = z.object({
  tables: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      fields: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          options: fieldOptionsSchema.optional().catch(undefined),
        }),
      ),
    }),
  ),
});
export type BaseSchema = z.infer<typeof baseSchema>;
type RemoteTable = BaseSchema["tables"][number];

/** The ids of a mapped table and its fields, as last found: users rename them, ids stay. */
export interface KnownIds {
  tableId: string | null;
  fieldIds: Readonly<Record<string, string>>;
}
export const NO_KNOWN_IDS: KnownIds = { tableId: null, fieldIds: {} };

/** A mapped table as found in the base. */
export interface TableLayout {
  table: SyncedTable;
  tableId: string;
  /** By our names. A field that the base does not have, or that has the wrong type, is absent. */
  fields: Readonly<Record<string, RemoteField>>;
  appId: RemoteField | undefined;
  lastModified: RemoteField | undefined;
  /** Why fields are absent. Not that of Last Modified: without it only the way of reading differs. */
  problems: readonly AirtableProblem[];
}

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const findTable = (table: SyncedTable, { tables }: BaseSchema, known: KnownIds): RemoteTable | undefined =>
  tables.find(({ id }) => id === known.tableId) ??
  tables.find(({ name }) => sameName(name, tableMapping(table).airtableName));

const isCompatible = ({ kind, direction, mayBeReadOnly = false }: FieldMapping, { type }: RemoteField): boolean =>
  (direction === "in" || mayBeReadOnly ? kind.readableTypes : kind.writableTypes).includes(type);

const findField = (remote: RemoteTable, name: string, map: FieldMapping, known: KnownIds): RemoteField => {
  const found =
    remote.fields.find(({ id }) => id === known.fieldIds[name]) ??
    remote.fields.find((field) => sameName(field.name, map.airtableName));
  if (!found) throw new AirtableProblem("field_missing", { table: remote.name, field: map.airtableName });
  const { id, type, options = {} } = found;
  const { linkedTableId, choices } = options;
  const field = { id, name: found.name, type, choices: choices?.map((choice) => choice.name), linkedTableId };
  if (!isCompatible(map, field)) {
    throw new AirtableProblem("field_retyped", { table: remote.name, field: found.name, expected: map.kind.label });
  }
  return field;
};

const resultOrProblem = <T>(find: () => T): T | AirtableProblem => {
  try {
    return find();
  } catch (error) {
    if (error instanceof AirtableProblem) return error;
    throw error;
  }
};

/** Finds one table with its fields. Throws when the table or a required field is missing: the table is then suspended. */
const findTableLayout = (table: SyncedTable, schema: BaseSchema, known: Record<SyncedTable, KnownIds>): TableLayout => {
  const remote = findTable(table, schema, known[table]);
  if (!remote) throw new AirtableProblem("table_missing", { table: tableMapping(table).airtableName });
  const find = (name: string, map: FieldMapping): RemoteField | AirtableProblem =>
    resultOrProblem(() => {
      const field = findField(remote, name, map, known[table]);
      const target = map.linksTo && findTable(map.linksTo, schema, known[map.linksTo]);
      if (target && field.linkedTableId !== target.id) {
        const expected = `koppeling naar ${target.name}`;
        throw new AirtableProblem("field_retyped", { table: remote.name, field: field.name, expected });
      }
      return field;
    });
  const found = mappedFields(table).map(([name, map]) => ({ name, map, field: find(name, map) }));
  const blocking = found.flatMap(({ map, field }) => (map.isRequired && field instanceof AirtableProblem ? field : []));
  if (blocking.length > 0) throw AirtableProblem.ofSeveral(blocking);
  const [appId, lastModified] = [find("app_id", APP_ID), find("last_modified", LAST_MODIFIED)];
  const present = found.flatMap(({ name, field }) =>
    field instanceof AirtableProblem ? [] : [[name, field] as const],
  );
  return {
    table,
    tableId: remote.id,
    fields: Object.fromEntries(present),
    appId: appId instanceof AirtableProblem ? undefined : appId,
    lastModified: lastModified instanceof AirtableProblem ? undefined : lastModified,
    problems: [...found.map(({ field }) => field), appId].filter((field) => field instanceof AirtableProblem),
  };
};

export type BaseLayout = Record<SyncedTable, TableLayout | AirtableProblem>;

/** Finds each table independently: a missing or changed table does not stop the others. */
export const findBaseLayout = (schema: BaseSchema, known: Record<SyncedTable, KnownIds>): BaseLayout =>
  Object.fromEntries(
    SYNCED_TABLES.map((table) => [table, resultOrProblem(() => findTableLayout(table, schema, known))]),
  ) as BaseLayout;

export const layoutIds = ({ tableId, fields, appId, lastModified }: TableLayout): KnownIds => {
  const all: Record<string, RemoteField | undefined> = { ...fields, app_id: appId, last_modified: lastModified };
  return {
    tableId,
    fieldIds: Object.fromEntries(Object.entries(all).flatMap(([name, field]) => (field ? [[name, field.id]] : []))),
  };
};

/** Two columns may be read from the same field. */
export const fieldIdsOf = (layout: TableLayout): string[] => [...new Set(Object.values(layoutIds(layout).fieldIds))];
