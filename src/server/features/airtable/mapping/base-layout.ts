import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { AirtableProblem, isProblem } from "../client/airtable-problem.ts";
import type { BaseSchema, SchemaField, SchemaTable } from "./base-schema.ts";
import { bindKind, directionOf, isConvertible, isWritten, needsLinkNames } from "./conversions.ts";
import type { FieldKind, RemoteField } from "./field-kinds.ts";
import { APP_ID, type FieldMapping, fieldLabel, LAST_MODIFIED, mappedFields, tableMapping } from "./mapping.ts";
import { assignableFields } from "./propose-mapping.ts";
import type { MappingRules } from "./rules.ts";

/** The ids of a mapped table and its fields, as last found: users rename them, ids stay. */
export interface KnownIds {
  tableId: string | null;
  fieldIds: Readonly<Record<string, string>>;
}

/** With the names of the fields in the base, by our names. A field that was deleted there keeps its last name. */
export interface KnownTable extends KnownIds {
  fieldNames: Readonly<Record<string, string>>;
}
export const UNKNOWN_TABLE: KnownTable = { tableId: null, fieldIds: {}, fieldNames: {} };

/** A field of the base that one of ours is mapped to, with the conversion of its cells. */
export interface MappedField extends RemoteField {
  kind: FieldKind;
}

/** A link whose cells are read as names: the linked table and its primary field. */
export interface NamedLink {
  fieldId: string;
  tableId: string;
  primaryFieldId: string;
}

/** A mapped table as found in the base. */
export interface TableLayout {
  table: SyncedTable;
  tableId: string;
  /** The table's name in the base. */
  name: string;
  /** By our names. A field that the base does not have, or that has the wrong type, is absent. */
  fields: Readonly<Record<string, MappedField>>;
  appId: RemoteField | undefined;
  lastModified: RemoteField | undefined;
  namedLinks: readonly NamedLink[];
  /** Our fields that a user chose not to sync. */
  leftOut: ReadonlySet<string>;
  /** The names that fields of ours had in the base before they were deleted there. */
  deletedNames: Readonly<Record<string, string>>;
  /** Why other fields are absent. A missing Last Modified is no problem: the table is then only read in another way. */
  problems: readonly AirtableProblem[];
}

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** How tables and fields of the base are found: by the company's mapping, by the ids of earlier runs, or by our names. */
interface Lookup {
  schema: BaseSchema;
  known: Readonly<Record<SyncedTable, KnownTable>>;
  rules: MappingRules;
}

const findTable = ({ schema: { tables }, known, rules }: Lookup, table: SyncedTable): SchemaTable | undefined => {
  const rule = rules[table];
  if (rule) return tables.find(({ id }) => id === rule.tableId);
  return (
    tables.find(({ id }) => id === known[table].tableId) ??
    tables.find(({ name }) => sameName(name, tableMapping(table).airtableName))
  );
};

/** Null when the company has left the field out. */
const findRemoteField = (lookup: Lookup, table: SyncedTable, remote: SchemaTable, name: string, map: FieldMapping) => {
  const rule = lookup.rules[table]?.fields[map.sameFieldAs ?? name];
  if (rule) return rule.fieldId === null ? null : remote.fields.find(({ id }) => id === rule.fieldId);
  return (
    remote.fields.find(({ id }) => id === lookup.known[table].fieldIds[name]) ??
    remote.fields.find((field) => sameName(field.name, map.airtableName))
  );
};

/** What a field was called that is not in the base any more. Undefined when the company has chosen another field since. */
const findDeletedName = ({ known, rules }: Lookup, table: SyncedTable, name: string): string | undefined => {
  const rule = rules[table]?.fields[name];
  const lastId = known[table].fieldIds[name];
  return rule && lastId && rule.fieldId !== lastId ? undefined : known[table].fieldNames[name];
};

/** A field that had our own name in the base is reported as missing; one with another name as deleted, with both names. */
const problemOfMissing = (
  lookup: Lookup,
  table: SyncedTable,
  remote: SchemaTable,
  name: string,
  { airtableName }: FieldMapping,
): AirtableProblem => {
  const field = findDeletedName(lookup, table, name) ?? airtableName;
  if (sameName(field, airtableName)) return new AirtableProblem("field_missing", { table: remote.name, field });
  const ours = fieldLabel(table, name) ?? airtableName;
  return new AirtableProblem("field_deleted", {
    table: remote.name,
    field,
    ours: sameName(field, ours) ? undefined : ours,
  });
};

export const toRemoteField = ({ id, name, type, options = {} }: SchemaField): RemoteField => {
  const { linkedTableId, choices, max } = options;
  return { id, name, type, choices: choices?.map((choice) => choice.name), linkedTableId, max };
};

const findField = (
  lookup: Lookup,
  table: SyncedTable,
  remote: SchemaTable,
  name: string,
  map: FieldMapping,
): MappedField | null => {
  const found = findRemoteField(lookup, table, remote, name, map);
  if (found === null && !map.isRequired) return null;
  if (!found) throw problemOfMissing(lookup, table, remote, name, map);
  const field = toRemoteField(found);
  const rule = lookup.rules[table]?.fields[map.sameFieldAs ?? name];
  // Without a mapping by the company only fields of the same type are used: a conversion must be wanted.
  const types = isWritten(map) ? map.kind.writableTypes : map.kind.readableTypes;
  const isUsable = rule ? isConvertible(map, field.type) : types.includes(field.type);
  if (!isUsable)
    throw new AirtableProblem("field_retyped", { table: remote.name, field: found.name, expected: map.kind.label });
  const target = map.linksTo && findTable(lookup, map.linksTo);
  if (target && field.linkedTableId !== target.id) {
    const expected = `koppeling naar ${target.name}`;
    throw new AirtableProblem("field_retyped", { table: remote.name, field: field.name, expected });
  }
  return { ...field, kind: bindKind(map.kind, field, rule) };
};

const resultOrProblem = <T>(find: () => T): T | AirtableProblem => {
  try {
    return find();
  } catch (error) {
    if (error instanceof AirtableProblem) return error;
    throw error;
  }
};

/** The rules of the company, with the fields that have none but that the sync finds nevertheless. */
export const addFoundFields = (lookup: Lookup): MappingRules =>
  Object.fromEntries(
    Object.entries(lookup.rules).map(([name, rule]) => {
      const table = name as SyncedTable;
      const remote = findTable(lookup, table);
      const found = assignableFields(table).flatMap(([field, map]) => {
        const remoteField = remote && resultOrProblem(() => findField(lookup, table, remote, field, map));
        return !remoteField || remoteField instanceof AirtableProblem ? [] : [[field, { fieldId: remoteField.id }]];
      });
      return [table, { ...rule, fields: { ...Object.fromEntries(found), ...rule.fields } }];
    }),
  );

const findNamedLinks = ({ tables }: BaseSchema, fields: readonly MappedField[]): NamedLink[] =>
  fields.flatMap(({ id, type, kind, linkedTableId }) => {
    const linked = tables.find((table) => table.id === linkedTableId);
    if (!needsLinkNames(kind, type) || !linked?.primaryFieldId) return [];
    return [{ fieldId: id, tableId: linked.id, primaryFieldId: linked.primaryFieldId }];
  });

/** Finds one table with its fields. Throws when the table or a required field is missing: the table is then suspended. */
const findTableLayout = (lookup: Lookup, table: SyncedTable): TableLayout => {
  const { airtableName } = tableMapping(table);
  if (lookup.rules[table]?.tableId === null) throw new AirtableProblem("table_left_out", { table: airtableName });
  const remote = findTable(lookup, table);
  if (!remote) throw new AirtableProblem("table_missing", { table: airtableName });
  const find = (name: string, map: FieldMapping) => resultOrProblem(() => findField(lookup, table, remote, name, map));
  const found = mappedFields(table).map(([name, map]) => ({ name, map, field: find(name, map) }));
  const blocking = found.flatMap(({ map, field }) => (map.isRequired && field instanceof AirtableProblem ? field : []));
  if (blocking.length > 0) throw AirtableProblem.ofSeveral(blocking);
  const [appId, lastModified] = [find("app_id", APP_ID), find("last_modified", LAST_MODIFIED)];
  const missing = found.filter(({ field }) => isProblem(field, "field_missing", "field_deleted"));
  const present = found.flatMap(({ name, field }) =>
    field === null || field instanceof AirtableProblem ? [] : [[name, field] as const],
  );
  return {
    table,
    tableId: remote.id,
    name: remote.name,
    fields: Object.fromEntries(present),
    appId: appId instanceof AirtableProblem ? undefined : (appId ?? undefined),
    lastModified: lastModified instanceof AirtableProblem ? undefined : (lastModified ?? undefined),
    namedLinks: findNamedLinks(
      lookup.schema,
      present.map(([, field]) => field),
    ),
    deletedNames: Object.fromEntries(
      missing.flatMap(({ name }) => {
        const last = findDeletedName(lookup, table, name);
        return last === undefined ? [] : [[name, last]];
      }),
    ),
    leftOut: new Set(found.flatMap(({ name, field }) => (field === null ? [name] : []))),
    problems: [...found.map(({ field }) => field), appId].filter((field) => field instanceof AirtableProblem),
  };
};

export type BaseLayout = Record<SyncedTable, TableLayout | AirtableProblem>;

/** Finds each table independently: a missing or changed table does not stop the others. */
export const findBaseLayout = (
  schema: BaseSchema,
  known: Readonly<Record<SyncedTable, KnownTable>>,
  rules: MappingRules = {},
): BaseLayout =>
  Object.fromEntries(
    SYNCED_TABLES.map((table) => [table, resultOrProblem(() => findTableLayout({ schema, known, rules }, table))]),
  ) as BaseLayout;

export const layoutIds = ({ tableId, fields, appId, lastModified }: TableLayout): KnownIds => {
  const all: Record<string, RemoteField | undefined> = { ...fields, app_id: appId, last_modified: lastModified };
  return {
    tableId,
    fieldIds: Object.fromEntries(Object.entries(all).flatMap(([name, field]) => (field ? [[name, field.id]] : []))),
  };
};

/** Names in the base, by our names. */
export const fieldNamesOf = ({ fields, deletedNames }: TableLayout): Record<string, string> => ({
  ...deletedNames,
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.name])),
});

/** Our two-way fields whose field in the base is of a type that we cannot write. */
export const readOnlyFieldsOf = ({ table, fields }: TableLayout): string[] =>
  mappedFields(table).flatMap(([name, map]) => {
    const field = fields[name];
    return field && directionOf(map, field.type) !== map.direction ? [name] : [];
  });

/** Two columns may be read from the same field. */
export const fieldIdsOf = (layout: TableLayout): string[] => [...new Set(Object.values(layoutIds(layout).fieldIds))];
