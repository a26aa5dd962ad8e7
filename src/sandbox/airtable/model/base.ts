import type { Collaborator } from "./collaborators.ts";
import { Table, type TableSchema } from "./table.ts";
import type { Webhook } from "./webhook.ts";

export type Comment = {
  readonly id: string;
  readonly author: Collaborator;
  readonly createdTime: string;
  text: string;
  lastUpdatedTime: string | null;
};

/** One access to a record: through the API, or by a user in the grid. */
export type RecordAccess = { recordId: string; kind: "read" | "written" | "edited"; fieldIds: string[] };

const ACCESSES_KEPT = 5_000;

export class Base {
  readonly id: string;
  readonly company: string;
  /** Distinguishes this base from a later one that was created with the same id. */
  readonly madeAt: number;
  readonly hooks = new Map<string, Webhook>();
  /** By record id, the oldest first. */
  readonly comments = new Map<string, Comment[]>();
  transactionNumber = 0;
  /** In the order in which they happened; the latest ones only, and not saved. */
  readonly accesses: RecordAccess[] = [];
  #tables: Table[] = [];

  constructor(id: string, company: string, madeAt: number) {
    this.id = id;
    this.company = company;
    this.madeAt = madeAt;
  }

  get tables(): readonly Table[] {
    return this.#tables;
  }

  table(idOrName: string): Table | undefined {
    return this.#tables.find((table) => table.id === idOrName) ?? this.#tables.find((table) => table.name === idOrName);
  }

  commentsOf(recordId: string): readonly Comment[] {
    return this.comments.get(recordId) ?? [];
  }

  logAccess(access: RecordAccess): void {
    this.accesses.push(access);
    if (this.accesses.length > ACCESSES_KEPT) this.accesses.shift();
  }

  addTable(schema: TableSchema): Table {
    const table = new Table(schema);
    this.#tables.push(table);
    return table;
  }
}

/** The bases by id. Some are created on first use, to keep the start fast. */
export type BaseStore = {
  ids(): string[];
  find(id: string): Base | undefined;
  all(): Base[];
  inUse(): Base[];
  add(base: Base): void;
  remove(id: string): void;
  replaceAll(bases: readonly Base[], factories: ReadonlyMap<string, () => Base>): void;
};

export function createBaseStore(): BaseStore {
  const created = new Map<string, Base>();
  const factories = new Map<string, () => Base>();
  const ids = () => [...created.keys(), ...factories.keys()];
  const find = (id: string) => {
    const create = factories.get(id);
    if (create) created.set(id, create());
    factories.delete(id);
    return created.get(id);
  };
  return {
    ids,
    find,
    all: () => ids().flatMap((id) => find(id) ?? []),
    inUse: () => [...created.values()],
    add: (base) => {
      factories.delete(base.id);
      created.set(base.id, base);
    },
    remove: (id) => {
      created.delete(id);
      factories.delete(id);
    },
    replaceAll: (bases, newFactories) => {
      created.clear();
      factories.clear();
      for (const base of bases) created.set(base.id, base);
      for (const [id, create] of newFactories) factories.set(id, create);
    },
  };
}
