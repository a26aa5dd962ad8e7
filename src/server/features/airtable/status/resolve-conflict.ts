import type { ConflictChoice, SyncedTable } from "#contract/airtable.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { insertOutboxEdits } from "../push/outbox.queries.ts";
import { resolveWith } from "../reconcile/merge-field.ts";
import { markGone } from "../reconcile/records.queries.ts";
import type { RowChange } from "../reconcile/rows.queries.ts";
import { findTitles, findWholeRows, updateRows } from "../reconcile/rows.queries.ts";
import { beginSyncWindow, endSyncWindow, mergeRulesFor, type RecordState } from "../reconcile/sync-window.ts";
import { hasChanged, rulesFor } from "../reconcile/table-rules.ts";
import { syncJob } from "../runs/job-definitions.ts";
import {
  type ConflictRow,
  deleteEditsOfRecord,
  detachRecord,
  findConflict,
  markConflictResolved,
} from "./status.queries.ts";

type Choice = ConflictChoice["choice"];
type ResolveDeps = Pick<Platform, "clock" | "events" | "jobs" | "database">;

const ALREADY_RESOLVED = "Dit conflict is al opgelost.";
const VALUE_CHANGED = "De waarde hier is intussen gewijzigd. Bekijk het conflict opnieuw.";

/** Locks the record, so that neither an edit nor a sync comes between looking and choosing. */
const lockRecordState = async (scope: Scope, { table, recordId }: ConflictRow): Promise<RecordState> => {
  const book = (await beginSyncWindow(scope, table, [recordId])).get(recordId);
  if (!book?.stored) throw notFound();
  return book;
};

/** Puts a value of theirs into our row, with all that follows from it. */
const applyRemoteValue = async (
  needs: ResolveDeps,
  scope: Scope,
  { table, recordId, field }: ConflictRow,
  value: FieldValue,
): Promise<void> => {
  const now = needs.clock.now();
  const [row] = await findWholeRows(scope, table, [recordId]);
  if (!row) return;
  const change: RowChange = { before: row, after: { ...row, [field]: value }, at: now.toISOString() };
  if (!hasChanged(change, field)) return;
  const { columns = {}, derive, follow } = rulesFor(table);
  const after = { ...change.after, ...derive?.(change) };
  await updateRows(scope, table, [after], Object.keys(columns));
  await follow?.(scope, [{ ...change, after }], needs);
};

const storeRecordState = (
  { clock }: ResolveDeps,
  scope: Scope,
  table: SyncedTable,
  book: RecordState,
  fields: RecordState["fields"],
) =>
  endSyncWindow(
    scope,
    table,
    [{ book, fields, recordId: book.stored?.recordId ?? null, problem: book.stored?.problem ?? null }],
    clock.now(),
  );

/** Both changed the field: the one that was chosen is what both will have. */
const resolveChanged = async (
  needs: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  book: RecordState,
  choice: Choice,
): Promise<void> => {
  const { table, field, recordId, ours, theirs } = conflict;
  const own = book.fields[field];
  const chosen = own && resolveWith(own, choice, 0, mergeRulesFor(table, field, null));
  if (!chosen) throw new AppError("conflict", VALUE_CHANGED);
  await storeRecordState(needs, scope, table, book, { ...book.fields, [field]: { ...chosen, edits: [] } });
  if (choice === "theirs") return applyRemoteValue(needs, scope, conflict, theirs);
  await insertOutboxEdits(scope, table, recordId, [{ field, value: ours, basedOn: theirs }]);
};

/** Ours had landed on theirs: both have ours, so only theirs needs doing. */
const resolveOverwritten = async (
  needs: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  book: RecordState,
  choice: Choice,
): Promise<void> => {
  const { table, field, recordId, theirs } = conflict;
  const left = await lockRecordState(scope, conflict);
  await storeRecordState(needs, scope, table, left, left.fields);
  if (choice === "ours") return;
  await applyRemoteValue(needs, scope, conflict, theirs);
  await insertOutboxEdits(scope, table, recordId, [
    { field, value: theirs, basedOn: book.fields[field]?.local ?? null },
  ]);
};

/** Gone there, changed here: it is made there again, or goes here too. */
const resolveDeleted = async (
  needs: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  _book: RecordState,
  choice: Choice,
): Promise<void> => {
  const { table, recordId } = conflict;
  if (choice === "ours") {
    await detachRecord(scope, table, recordId);
    return;
  }
  await deleteEditsOfRecord(scope, table, recordId);
  await rulesFor(table).remove(scope, [recordId], needs.clock.now(), needs);
  await markGone(scope, table, [recordId]);
};

const RESOLVERS = { changed: resolveChanged, overwritten: resolveOverwritten, deleted: resolveDeleted };

const recordResolution = async (
  needs: ResolveDeps,
  scope: Scope,
  author: Author,
  conflict: ConflictRow,
  choice: Choice,
): Promise<void> => {
  const { table, recordId, field, ours, theirs } = conflict;
  const name = (await findTitles(scope, table, [recordId])).get(recordId) ?? "";
  const label = tableMapping(table).fields[field]?.theirs ?? tableMapping(table).theirs;
  const change = {
    companyId: scope.companyId,
    action: "sync.conflict_resolved",
    subject: { type: table, id: recordId, name },
    before: { veld: label, hier: ours, airtable: theirs },
    after: { gekozen: choice === "ours" ? "hier" : "airtable" },
  };
  await recordChange(needs, scope, author, change, "sync");
  await needs.events.publish(scope.db, scope.companyId, { topic: tableMapping(table).topic, id: recordId });
};

const requireConflict = async (scope: Scope, id: string): Promise<ConflictRow & { isOpen: boolean }> => {
  const conflict = await findConflict(scope, id);
  if (!conflict) throw notFound();
  return conflict;
};

/** Ends a conflict the way somebody chose. Both values stay in the log. */
export const chooseSide = (
  needs: ResolveDeps,
  scope: Scope,
  author: Author,
  id: string,
  { choice, version }: ConflictChoice,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const now = needs.clock.now();
    const book = await lockRecordState(scope, await requireConflict(scope, id));
    const conflict = await requireConflict(scope, id);
    if (!(await markConflictResolved(scope, id, choice, now))) throw new AppError("conflict", ALREADY_RESOLVED);
    if (version && version !== conflict.version) throw new AppError("conflict", VALUE_CHANGED);
    await RESOLVERS[conflict.kind](needs, scope, conflict, book, choice);
    await recordResolution(needs, scope, author, conflict, choice);
    await needs.jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
  });
