import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { FieldValue } from "./mapping/field-kinds.ts";
import type { EditableField } from "./mapping/mapping.ts";
import { type RowsToErase, requestErasure } from "./push/erasures.queries.ts";
import { insertOutboxEdits, markTextRequested } from "./push/outbox.queries.ts";

import { wakeWorkers } from "./runs/job-definitions.ts";
import { insertAwaitedOutcome } from "./runs/outcome-polling.queries.ts";

export { testConnection } from "./connection/test-connection.ts";
export { findReadOnlyFields } from "./mapping/mapping.queries.ts";
export { keepWhereEmpty } from "./reconcile/records.queries.ts";
export { feedSecretColumn, watchCompany } from "./runs/feed-checks.ts";
export { wakeWorkers as wakeAirtableSync } from "./runs/job-definitions.ts";
export { startSync, syncWithNewToken } from "./runs/start-run.ts";
export { isWaitingForAirtable } from "./runs/sync-turn.queries.ts";
export { findPause, findPausedBy } from "./status/settings.queries.ts";
export { findFailingSyncs, findPausedSyncs } from "./status/status.queries.ts";

/** The value that the user saw and the value after the edit. */
interface FieldEdit {
  before: FieldValue;
  after: FieldValue;
}

/** Setting one of these fields asks the company's automation for something. */
const REQUEST_FIELDS: readonly string[] = [
  "feedback",
  "send_requested_at",
  "rerun_requested_at",
  "cancel_requested_at",
];

const requestsAutomation = (table: SyncedTable, edits: readonly { field: string; value: FieldValue }[]): boolean =>
  edits.some(
    ({ field, value }) =>
      (table === "messages" && REQUEST_FIELDS.includes(field)) ||
      (table === "queue" && field === "status" && value === "CANCELLED"),
  );

/** Setting one of these fields requests a new text. */
const TEXT_REQUEST_FIELDS: readonly string[] = ["feedback", "rerun_requested_at"];

/**
 * Adds a user's edit to the outbox. Call it in the transaction that changes the row, after the change. Fields are named by
 * their columns, times are ISO texts. `before` is the value that the user saw: an edit made on an outdated screen is then
 * recognised as a conflict.
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
  await insertOutboxEdits(scope, table, [{ localId, edits }]);
  if (requestsAutomation(table, edits)) await insertAwaitedOutcome(scope, false);
  const requestsText = table === "messages" && edits.some(({ field }) => TEXT_REQUEST_FIELDS.includes(field));
  if (requestsText) await markTextRequested(scope, localId);
};

/** New due dates of many queued parts, by one statement. Call it in the transaction that moves them. */
export const enqueueMovedDates = (
  scope: Scope,
  parts: readonly { id: string; dueBefore: Date | null; dueAfter: Date | null }[],
): Promise<void> => {
  const rows = parts.flatMap(({ id, dueBefore, dueAfter }) => {
    const [basedOn, value] = [dueBefore?.toISOString() ?? null, dueAfter?.toISOString() ?? null];
    return value === basedOn ? [] : [{ localId: id, edits: [{ field: "date_due", value, basedOn }] }];
  });
  return insertOutboxEdits(scope, "queue", rows);
};

/** Something outside the product, such as a workflow, will change the base: it is polled for that. */
export const pollForChanges = async (scope: Scope): Promise<void> => {
  await insertAwaitedOutcome(scope, true);
  await wakeWorkers(scope);
};

/** New rows are created in Airtable too. Call it in the transaction that inserts them. */
export const enqueueNewRows = (scope: Scope, table: SyncedTable, localIds: readonly string[]): Promise<void> =>
  insertOutboxEdits(
    scope,
    table,
    localIds.map((localId) => ({ localId, edits: [] })),
  );

/** Requests deletion of the rows' records and removes their sync state. Call it in the transaction that erases the rows. */
export const eraseRecords = (scope: Scope, rows: RowsToErase, at: Date): Promise<void> =>
  requestErasure(scope, rows, at);
