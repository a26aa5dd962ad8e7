import { Table, type TableSchema } from "./table.ts";
import type { Webhook } from "./webhook.ts";

export class Base {
  readonly id: string;
  readonly company: string;
  /** Distinguishes this base from a later one that was created with the same id. */
  readonly madeAt: number;
  readonly hooks = new Map<string, Webhook>();
  transactionNumber = 0;
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
  /** Removes all other bases. */
  fill(made: readonly Base[], unmade: ReadonlyMap<string, () => Base>): void;
};

export function createBaseStore(): BaseStore {
  const made = new Map<string, Base>();
  const unmade = new Map<string, () => Base>();
  const ids = () => [...made.keys(), ...unmade.keys()];
  const find = (id: string) => {
    const make = unmade.get(id);
    if (make) made.set(id, make());
    unmade.delete(id);
    return made.get(id);
  };
  return {
    ids,
    find,
    all: () => ids().flatMap((id) => find(id) ?? []),
    inUse: () => [...made.values()],
    add: (base) => {
      unmade.delete(base.id);
      made.set(base.id, base);
    },
    remove: (id) => {
      made.delete(id);
      unmade.delete(id);
    },
    fill: (bases, makers) => {
      made.clear();
      unmade.clear();
      for (const base of bases) made.set(base.id, base);
      for (const [id, make] of makers) unmade.set(id, make);
    },
  };
}
