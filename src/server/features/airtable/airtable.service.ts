import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { FieldValue } from "./mapping/field-kinds.ts";
import type { EditableField } from "./mapping/mapping.ts";
import { type RowsToErase, requestErasure } from "./push/erasures.queries.ts";
import { insertOutboxEdits, insertPendingRecords, markTextRequested } from "./push/outbox.queries.ts";

export { checkBase } from "./status/check-base.ts";
export { findFailingSyncs, syncStateOf } from "./status/status.queries.ts";

/** What a person saw, and what they made of it. */
interface FieldEdit {
  before: FieldValue;
  after: FieldValue;
}

/** Asking for a new text is done by setting one of these. */
const TEXT_REQUEST_FIELDS: readonly string[] = ["feedback", "rerun_requested_at"];

/**
 * Notes a person's edit for Airtable. Call it with the scope of the transaction that makes the edit, after the row itself
 * was changed: both are kept or neither is, and nobody waits for Airtable. Fields are named by their columns; `before` is
 * what the person saw, so that an edit made on an old screen is not taken for a newer one. Times are ISO texts.
 */
export const enqueueEdit = async <Table extends SyncedTable>(
  scope: Scope,
  table: Table,
  localId: string,
  changes: Partial<Record<EditableField<Table>, FieldEdit>>,
): Promise<void> => {
  const edits = Object.entries<FieldEdit | undefined>(changes).flatMap(([field, edit]) =>
    edit ? [{ field, value: edit.after, basedOn: edit.before }] : [],
  );
  if (edits.length === 0) return;
  await insertOutboxEdits(scope, table, localId, edits);
  const asksForText = table === "messages" && edits.some(({ field }) => TEXT_REQUEST_FIELDS.includes(field));
  if (asksForText) await markTextRequested(scope, localId);
};

/** Notes a row that we made and Airtable should have too: all of it goes over. */
export const enqueueNewRow = async (scope: Scope, table: SyncedTable, localId: string): Promise<void> => {
  await insertOutboxEdits(scope, table, localId, []);
};

/** The same of many at once. */
export const enqueueNewRows = (scope: Scope, table: SyncedTable, localIds: readonly string[]): Promise<void> =>
  insertPendingRecords(scope, table, localIds);

/** Has the records of these rows removed, and forgets what is known of them. With the scope of what erases the rows. */
export const eraseRecords = (scope: Scope, rows: RowsToErase, at: Date): Promise<void> =>
  requestErasure(scope, rows, at);
