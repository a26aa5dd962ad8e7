import { invalidRequest, unknownField } from "../airtable-error.ts";
import { readCell } from "../cells/read-cell.ts";
import type { Base } from "../model/base.ts";
import { makeChoice } from "../model/base-template.ts";
import type { Commit, TableChanges } from "../model/commit.ts";
import { Draft } from "../model/draft.ts";
import { newId } from "../model/ids.ts";
import {
  type CellValue,
  type Field,
  type FieldOptions,
  type FieldType,
  linkedIds,
  type Table,
  type TableSchema,
} from "../model/table.ts";

import type { Workspace } from "../workspace.ts";

export type NewField = {
  name: string;
  type: FieldType;
  choices?: string[];
  linkedTable?: string;
  options?: Pick<
    FieldOptions,
    "precision" | "max" | "timeZone" | "symbol" | "formula" | "recordLinkFieldId" | "fieldIdInLinkedTable"
  >;
};

export function addTable(workspace: Workspace, base: Base, options: { name: string; fields: NewField[] }): TableSchema {
  const [primary, ...others] = options.fields;
  if (!primary || base.table(options.name)) throw invalidRequest("A table needs a unique name and a field.");
  const field = makeField(primary);
  const schema: TableSchema = {
    id: newId("tbl"),
    name: options.name,
    primaryFieldId: field.id,
    fields: [field],
    views: [{ id: newId("viw"), name: "Grid view", type: "grid" }],
  };
  workspace.commit(base, { ...startCommit(workspace, base), createdTables: [schema] });
  const table = base.table(schema.id);
  for (const other of others) if (table) addField(workspace, base, table, other);
  return table?.schema ?? schema;
}

export function renameTable(workspace: Workspace, base: Base, table: Table, name: string): void {
  commitTables(workspace, base, { [table.id]: { renamed: { current: name, previous: table.name } } });
}

export function addField(workspace: Workspace, base: Base, table: Table, options: NewField): Field {
  const field = makeField(withLinkIds(base, table, options));
  if (field.type !== "multipleRecordLinks") {
    commitTables(workspace, base, { [table.id]: { fields: { created: [field] } } });
    return field;
  }
  const linked = base.table(options.linkedTable ?? "");
  if (!linked || linked === table) throw invalidRequest("A link needs another table.");
  const inverse = makeField({ name: table.name, type: "multipleRecordLinks" });
  field.options = { linkedTableId: linked.id, inverseLinkFieldId: inverse.id };
  inverse.options = { linkedTableId: table.id, inverseLinkFieldId: field.id };
  commitTables(workspace, base, {
    [table.id]: { fields: { created: [field] } },
    [linked.id]: { fields: { created: [inverse] } },
  });
  return field;
}

/** The fields of a lookup, rollup or count may be given by name. */
function withLinkIds(base: Base, table: Table, field: NewField): NewField {
  const { recordLinkFieldId, fieldIdInLinkedTable, ...options } = field.options ?? {};
  if (recordLinkFieldId === undefined) return field;
  const link = findField(table, recordLinkFieldId);
  const linked = base.table(link.options.linkedTableId ?? "");
  const shown = fieldIdInLinkedTable === undefined || !linked ? null : findField(linked, fieldIdInLinkedTable);
  return {
    ...field,
    options: { ...options, recordLinkFieldId: link.id, ...(shown && { fieldIdInLinkedTable: shown.id }) },
  };
}

export function changeField(
  workspace: Workspace,
  base: Base,
  table: Table,
  fieldName: string,
  change: { name?: string; type?: FieldType; isLocked?: boolean },
): Field {
  const previous = findField(table, fieldName);
  const current: Field = { ...previous, ...change, options: change.type ? {} : previous.options };
  const draft = new Draft(base, workspace.now());
  if (change.type && change.type !== previous.type) convertCells(draft, table, previous, current);
  const commit = draft.finish("client") ?? startCommit(workspace, base);
  commit.tables[table.id] = { ...commit.tables[table.id], choices: {}, fields: { changed: [{ current, previous }] } };
  workspace.commit(base, commit);
  return current;
}

/** Values that the new type cannot hold are lost, as in Airtable. */
function convertCells(draft: Draft, table: Table, previous: Field, current: Field): void {
  for (const { id, cells } of table.records()) {
    const value = cells[previous.id];
    if (value === undefined) continue;
    draft.update(table, id, { [previous.id]: convert(draft, current, value) });
  }
  const choices = draft.choicesOf(current);
  if (choices.length > 0) current.options = { ...current.options, choices };
}

function convert(draft: Draft, field: Field, value: CellValue): CellValue | null {
  try {
    return readCell(draft, field, typeof value === "object" ? linkedIds(value).join(", ") : String(value), true);
  } catch {
    return null;
  }
}

export function deleteField(workspace: Workspace, base: Base, table: Table, fieldName: string): void {
  const field = findField(table, fieldName);
  if (field.id === table.primaryFieldId) throw invalidRequest("The primary field of a table cannot be deleted.");
  const { linkedTableId, inverseLinkFieldId } = field.options;
  const inverse: Record<string, TableChanges> =
    linkedTableId && inverseLinkFieldId ? { [linkedTableId]: { fields: { destroyed: [inverseLinkFieldId] } } } : {};
  commitTables(workspace, base, { ...inverse, [table.id]: { fields: { destroyed: [field.id] } } });
}

function findField(table: Table, idOrName: string): Field {
  const field = table.field(idOrName);
  if (!field) throw unknownField(idOrName);
  return field;
}

function makeField({ name, type, choices, options }: NewField): Field {
  const made = choices ? { choices: choices.map((choice, position) => makeChoice(choice, position)) } : {};
  return { id: newId("fld"), name, type, options: { ...options, ...made } };
}

const startCommit = (workspace: Workspace, base: Base): Commit => ({
  number: base.transactionNumber + 1,
  at: workspace.now(),
  source: "client",
  tables: {},
});

const commitTables = (workspace: Workspace, base: Base, tables: Record<string, TableChanges>) =>
  workspace.commit(base, { ...startCommit(workspace, base), tables });
