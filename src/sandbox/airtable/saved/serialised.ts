import type { Token } from "../access/tokens.ts";
import { Base } from "../model/base.ts";
import type { AirtableRecord } from "../model/record.ts";
import type { TableSchema } from "../model/table.ts";
import type { Webhook } from "../model/webhook.ts";

export type SavedBase = {
  id: string;
  company: string;
  madeAt: number;
  transactionNumber: number;
  tables: (TableSchema & { records: AirtableRecord[] })[];
  hooks: Webhook[];
};

export type SavedState = { bases: SavedBase[]; tokens: Token[] };

export function saveBase(base: Base): SavedBase {
  const { id, company, madeAt, transactionNumber, hooks } = base;
  const tables = base.tables.map((table) => ({ ...table.schema, records: [...table.records()] }));
  return { id, company, madeAt, transactionNumber, tables, hooks: [...hooks.values()] };
}

export function restoreBase(saved: SavedBase): Base {
  const base = new Base(saved.id, saved.company, saved.madeAt);
  base.transactionNumber = saved.transactionNumber;
  for (const { records, ...schema } of saved.tables) {
    const table = base.addTable(schema);
    for (const record of records) table.add(record);
  }
  for (const hook of saved.hooks) base.hooks.set(hook.id, hook);
  return base;
}
