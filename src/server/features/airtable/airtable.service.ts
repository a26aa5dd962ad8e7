import type { Scope } from "../../platform/database/scope.ts";
import { insertOutbox, markPending } from "./outbox.queries.ts";

/** The tables of a company's base, by our names. */
export type SyncedTable = "leads" | "messages" | "adjustments" | "queue" | "meetings" | "prompts" | "invitations";

/** A field's value as JSON carries it: times as ISO text. */
type Value = string | number | boolean | null;

/**
 * Notes a person's edit for Airtable. Call it with the scope of the transaction that makes the edit: both are kept or
 * neither is, and nobody waits for Airtable. `before` is what the person saw; fields are in the mapping's names.
 */
export const noteEdit = async (
  scope: Scope,
  table: SyncedTable,
  localId: string,
  changes: Record<string, { before: Value; after: Value }>,
): Promise<void> => {
  const rows = Object.entries(changes).map(([field, { before, after }]) => ({ field, value: after, basedOn: before }));
  if (rows.length === 0) return;
  await insertOutbox(scope, table, localId, rows);
  await markPending(scope, table, localId);
};

/** Notes a row that we made and Airtable should have too. */
export const noteNew = async (scope: Scope, table: SyncedTable, localId: string): Promise<void> => {
  await markPending(scope, table, localId);
};
