import { Table, type TableSchema } from "./table.ts";
import type { Webhook } from "./webhook.ts";

export class Base {
  readonly id: string;
  readonly company: string;
  /** With the id it tells this base from one that was made anew under the same id. */
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
