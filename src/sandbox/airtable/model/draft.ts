import type { Base } from "./base.ts";
import type { Commit, Source, TableChanges } from "./commit.ts";
import {
  type AirtableRecord,
  type CellChanges,
  type Cells,
  type Choice,
  type Field,
  linkedIds,
  sameValue,
  type Table,
} from "./table.ts";

type DraftRecord = {
  table: Table;
  id: string;
  original: AirtableRecord | null;
  createdAt: number;
  cells: Cells;
  isDestroyed: boolean;
};

/** An uncommitted transaction: the base does not change until it is committed. */
export class Draft {
  readonly base: Base;
  readonly now: number;
  readonly #entries = new Map<string, DraftRecord>();
  readonly #choices = new Map<Field, Choice[]>();
  readonly #lastNumbers = new Map<string, number>();

  constructor(base: Base, now: number) {
    this.base = base;
    this.now = now;
  }

  has(table: Table, id: string): boolean {
    const entry = this.#entries.get(id);
    return entry ? entry.table === table && !entry.isDestroyed : table.record(id) !== undefined;
  }

  cells(table: Table, id: string): Readonly<Cells> {
    return this.#entries.get(id)?.cells ?? table.record(id)?.cells ?? {};
  }

  create(table: Table, id: string, changes: CellChanges, createdAt = this.now): void {
    const cells: Cells = {};
    for (const fieldId in changes) {
      const value = changes[fieldId];
      if (value !== null && value !== undefined) cells[fieldId] = value;
    }
    this.#entries.set(id, { table, id, original: null, createdAt, cells, isDestroyed: false });
    for (const field of table.fields) {
      if (field.type === "autoNumber") cells[field.id] = this.#nextNumber(table, field);
      if (field.type === "multipleRecordLinks") this.#updateInverseLinks(field, id, [], linkedIds(cells[field.id]));
    }
  }

  update(table: Table, id: string, changes: CellChanges): void {
    const entry = this.#open(table, id);
    if (!entry) return;
    for (const [fieldId, value] of Object.entries(changes)) {
      const before = linkedIds(entry.cells[fieldId]);
      if (value === null) delete entry.cells[fieldId];
      else entry.cells[fieldId] = value;
      const field = table.field(fieldId);
      if (field?.type === "multipleRecordLinks") this.#updateInverseLinks(field, id, before, linkedIds(value));
    }
  }

  destroy(table: Table, id: string): void {
    const entry = this.#open(table, id);
    if (!entry) return;
    for (const field of table.fields) {
      if (field.type === "multipleRecordLinks")
        this.#updateInverseLinks(field, id, linkedIds(entry.cells[field.id]), []);
    }
    entry.isDestroyed = true;
  }

  choicesOf(field: Field): Choice[] {
    return [...(field.options.choices ?? []), ...(this.#choices.get(field) ?? [])];
  }

  addChoice(field: Field, choice: Choice): void {
    this.#choices.set(field, [...(this.#choices.get(field) ?? []), choice]);
  }

  /** Null when nothing changed: Airtable then updates no times and notifies no webhooks. */
  finish(source: Source): Commit | null {
    const tables: Record<string, TableChanges> = {};
    const changesOf = (table: Table) => {
      const changes = tables[table.id] ?? {};
      tables[table.id] = changes;
      return changes;
    };
    for (const entry of this.#entries.values()) describeEntry(entry, changesOf);
    for (const table of this.base.tables) {
      for (const field of table.fields) {
        const choices = this.#choices.get(field);
        if (choices) changesOf(table).choices = { ...changesOf(table).choices, [field.id]: choices };
      }
    }
    if (Object.keys(tables).length === 0) return null;
    return { number: this.base.transactionNumber + 1, at: this.now, source, tables };
  }

  #nextNumber(table: Table, { id }: Field): number {
    const last = this.#lastNumbers.get(id) ?? highestNumber(table, id);
    this.#lastNumbers.set(id, last + 1);
    return last + 1;
  }

  #open(table: Table, id: string): DraftRecord | undefined {
    const known = this.#entries.get(id);
    if (known) return known;
    const original = table.record(id);
    if (!original) return undefined;
    const entry = {
      table,
      id,
      original,
      createdAt: original.createdAt,
      cells: { ...original.cells },
      isDestroyed: false,
    };
    this.#entries.set(id, entry);
    return entry;
  }

  #updateInverseLinks({ options }: Field, id: string, before: string[], after: string[]): void {
    const { linkedTableId, inverseLinkFieldId } = options;
    const table = linkedTableId === undefined ? undefined : this.base.table(linkedTableId);
    if (!table || inverseLinkFieldId === undefined) return;
    for (const target of new Set([...before, ...after])) {
      if (before.includes(target) === after.includes(target)) continue;
      const entry = this.#open(table, target);
      if (!entry) continue;
      const others = linkedIds(entry.cells[inverseLinkFieldId]).filter((linkedId) => linkedId !== id);
      const links = after.includes(target) ? [...others, id] : others;
      if (links.length > 0) entry.cells[inverseLinkFieldId] = links;
      else delete entry.cells[inverseLinkFieldId];
    }
  }
}

function highestNumber(table: Table, fieldId: string): number {
  let highest = 0;
  for (const { cells } of table.records()) highest = Math.max(highest, Number(cells[fieldId] ?? 0));
  return highest;
}

function describeEntry(entry: DraftRecord, changesOf: (table: Table) => TableChanges): void {
  const { id, table, original, isDestroyed, cells, createdAt } = entry;
  if (isDestroyed) {
    if (original) changesOf(table).destroyed = [...(changesOf(table).destroyed ?? []), id];
    return;
  }
  if (!original) {
    const changes = changesOf(table);
    changes.created ??= {};
    changes.created[id] = { createdAt, cells };
    return;
  }
  const difference = differencesOf(original.cells, cells);
  if (!difference) return;
  const changes = changesOf(table);
  changes.changed ??= {};
  changes.changed[id] = difference;
}

function differencesOf(before: Cells, after: Cells): { current: CellChanges; previous: CellChanges } | null {
  const current: CellChanges = {};
  const previous: CellChanges = {};
  for (const fieldId of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (sameValue(before[fieldId], after[fieldId])) continue;
    current[fieldId] = after[fieldId] ?? null;
    previous[fieldId] = before[fieldId] ?? null;
  }
  return Object.keys(current).length > 0 ? { current, previous } : null;
}
