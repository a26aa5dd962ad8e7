import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { askErasure, type Rows } from "./erase/erase.queries.ts";
import type { Value } from "./mapping/kinds.ts";
import type { EditableField } from "./mapping/mapping.ts";
import { insertWaiting, markTextRequested, noteEdits } from "./push/outbox.queries.ts";

export { checkBase } from "./status/base-check.ts";
export { findFailingSyncs } from "./status/failing.queries.ts";
export { syncStateOf } from "./status/sync-state.queries.ts";

/** What a person saw, and what they made of it. */
interface Edit {
  before: Value;
  after: Value;
}

/** Asking for a new text is done by setting one of these. */
const ASKS_FOR_TEXT: readonly string[] = ["feedback", "rerun_requested_at"];

/**
 * Notes a person's edit for Airtable. Call it with the scope of the transaction that makes the edit, after the row itself
 * was changed: both are kept or neither is, and nobody waits for Airtable. Fields are named by their columns; `before` is
 * what the person saw, so that an edit made on an old screen is not taken for a newer one. Times are ISO texts.
 */
export const noteEdit = async <Table extends SyncedTable>(
  scope: Scope,
  table: Table,
  localId: string,
  changes: Partial<Record<EditableField<Table>, Edit>>,
): Promise<void> => {
  const edits = Object.entries<Edit | undefined>(changes).flatMap(([field, edit]) =>
    edit ? [{ field, value: edit.after, basedOn: edit.before }] : [],
  );
  if (edits.length === 0) return;
  await noteEdits(scope, table, localId, edits);
  const asksForText = table === "messages" && edits.some(({ field }) => ASKS_FOR_TEXT.includes(field));
  if (asksForText) await markTextRequested(scope, localId);
};

/** Notes a row that we made and Airtable should have too: all of it goes over. */
export const noteNew = async (scope: Scope, table: SyncedTable, localId: string): Promise<void> => {
  await noteEdits(scope, table, localId, []);
};

/** The same of many at once. */
export const noteNewRows = (scope: Scope, table: SyncedTable, localIds: readonly string[]): Promise<void> =>
  insertWaiting(scope, table, localIds);

/** Has the records of these rows removed, and forgets what is known of them. With the scope of what erases the rows. */
export const eraseRecords = (scope: Scope, rows: Rows, at: Date): Promise<void> => askErasure(scope, rows, at);
