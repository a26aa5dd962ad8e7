import type { Base } from "./base.ts";
import type { AirtableRecord, CellChanges, Cells, Choice, Field, TableSchema } from "./table.ts";

/** The source of a change, as in webhook payloads. */
export type Source = "publicApi" | "client" | "formSubmission";

export type TableChanges = {
  created?: Record<string, { createdAt: number; cells: Cells }>;
  changed?: Record<string, { current: CellChanges; previous: CellChanges }>;
  destroyed?: string[];
  /** Choices that a typecast added, by field id. */
  choices?: Record<string, Choice[]>;
  fields?: { created?: Field[]; changed?: { current: Field; previous: Field }[]; destroyed?: string[] };
  renamed?: { current: string; previous: string };
};

/** One atomic transaction of a base. */
export type Commit = {
  number: number;
  at: number;
  source: Source;
  tables: Record<string, TableChanges>;
  createdTables?: TableSchema[];
};

export function applyCommit(base: Base, commit: Commit): void {
  for (const schema of commit.createdTables ?? []) base.addTable(schema);
  for (const [tableId, changes] of Object.entries(commit.tables)) applyToTable(base, tableId, changes, commit.at);
  base.transactionNumber = commit.number;
}

function applyToTable(base: Base, tableId: string, changes: TableChanges, at: number): void {
  const table = base.table(tableId);
  if (!table) return;
  if (changes.renamed) table.name = changes.renamed.current;
  if (changes.fields) table.fields = changeFields(table.fields, changes.fields);
  for (const [fieldId, choices] of Object.entries(changes.choices ?? {})) {
    const field = table.field(fieldId);
    if (field) field.options = { ...field.options, choices: [...(field.options.choices ?? []), ...choices] };
  }
  for (const [id, { createdAt, cells }] of Object.entries(changes.created ?? {}))
    table.add({ id, createdAt, modifiedAt: createdAt, cells });
  for (const [id, { current }] of Object.entries(changes.changed ?? {})) {
    const record = table.record(id);
    if (record) changeCells(record, current, at);
  }
  for (const id of changes.destroyed ?? []) table.remove(id);
}

function changeFields(fields: readonly Field[], changes: NonNullable<TableChanges["fields"]>): Field[] {
  const destroyed = new Set(changes.destroyed);
  const changed = new Map(changes.changed?.map(({ current }) => [current.id, current]));
  const remaining = fields.filter(({ id }) => !destroyed.has(id)).map((field) => changed.get(field.id) ?? field);
  return [...remaining, ...(changes.created ?? [])];
}

function changeCells(record: AirtableRecord, current: CellChanges, at: number): void {
  const cells = { ...record.cells };
  record.cellModifiedAt = { ...record.cellModifiedAt };
  for (const [fieldId, value] of Object.entries(current)) {
    record.cellModifiedAt[fieldId] = at;
    if (value === null) delete cells[fieldId];
    else cells[fieldId] = value;
  }
  record.cells = cells;
  record.modifiedAt = at;
}
