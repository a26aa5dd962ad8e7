import type { ConflictChoice, SyncedTable } from "#contract/airtable.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { insertOutboxEdits } from "../push/outbox.queries.ts";
import { resolveWith } from "../reconcile/merge-field.ts";
import { markRemoteDeleted } from "../reconcile/records.queries.ts";
import { findTitles } from "../reconcile/rows.queries.ts";
import { beginSyncWindow, endSyncWindow, mergeRulesFor, type RecordState } from "../reconcile/sync-window.ts";
import { rulesFor } from "../reconcile/table-rules.ts";
import { applyRemoteValues } from "../reconcile/write-reconciled.ts";
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

/** Locks the record, so that no edit or sync changes it before the choice is stored. */
const lockRecordState = async (scope: Scope, { table, recordId }: ConflictRow): Promise<RecordState> => {
  const state = (await beginSyncWindow(scope, table, [recordId])).get(recordId);
  if (!state?.stored) throw notFound();
  return state;
};

const storeRecordState = (
  { clock }: ResolveDeps,
  scope: Scope,
  table: SyncedTable,
  state: RecordState,
  fields: RecordState["fields"],
) =>
  endSyncWindow(
    scope,
    table,
    [{ state, fields, recordId: state.stored?.recordId ?? null, problem: state.stored?.problem ?? null }],
    clock.now(),
  );

/** Both sides changed the field: they get the chosen value. */
const resolveChanged = async (
  deps: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  state: RecordState,
  choice: Choice,
): Promise<void> => {
  const { table, field, recordId, ours, theirs } = conflict;
  const fieldState = state.fields[field];
  const chosen = fieldState && resolveWith(fieldState, choice, 0, mergeRulesFor(table, field, null));
  if (!chosen) throw new AppError("conflict", VALUE_CHANGED);
  await storeRecordState(deps, scope, table, state, { ...state.fields, [field]: { ...chosen, edits: [] } });
  if (choice === "theirs") return applyRemoteValues(deps, scope, table, recordId, { [field]: theirs });
  await insertOutboxEdits(scope, table, recordId, [{ field, value: ours, basedOn: theirs }]);
};

/** Our write has overwritten theirs: both sides have our value, so that only the choice "theirs" changes something. */
const resolveOverwritten = async (
  deps: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  state: RecordState,
  choice: Choice,
): Promise<void> => {
  const { table, field, recordId, theirs } = conflict;
  const left = await lockRecordState(scope, conflict);
  await storeRecordState(deps, scope, table, left, left.fields);
  if (choice === "ours") return;
  await applyRemoteValues(deps, scope, table, recordId, { [field]: theirs });
  await insertOutboxEdits(scope, table, recordId, [
    { field, value: theirs, basedOn: state.fields[field]?.local ?? null },
  ]);
};

/** Deleted in Airtable, edited here: "ours" creates the record again, "theirs" deletes the row. */
const resolveDeleted = async (
  deps: ResolveDeps,
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
  await rulesFor(table).onRemoteDelete(scope, [recordId], deps.clock.now(), deps);
  await markRemoteDeleted(scope, table, [recordId]);
};

const RESOLVERS = { changed: resolveChanged, overwritten: resolveOverwritten, deleted: resolveDeleted };

const recordResolution = async (
  deps: ResolveDeps,
  scope: Scope,
  author: Author,
  conflict: ConflictRow,
  choice: Choice,
): Promise<void> => {
  const { table, recordId, field, ours, theirs } = conflict;
  const name = (await findTitles(scope, table, [recordId])).get(recordId) ?? "";
  const label = tableMapping(table).fields[field]?.airtableName ?? tableMapping(table).airtableName;
  const change = {
    companyId: scope.companyId,
    action: "sync.conflict_resolved",
    subject: { type: table, id: recordId, name },
    before: { veld: label, hier: ours, airtable: theirs },
    after: { gekozen: choice === "ours" ? "hier" : "airtable" },
  };
  await recordChange(deps, scope, author, change, "sync");
  await deps.events.publish(scope.db, scope.companyId, { topic: tableMapping(table).topic, id: recordId });
};

const requireConflict = async (scope: Scope, id: string): Promise<ConflictRow & { isOpen: boolean }> => {
  const conflict = await findConflict(scope, id);
  if (!conflict) throw notFound();
  return conflict;
};

/** Resolves a conflict by a user's choice. Both values are stored in the audit log. */
export const resolveConflict = (
  deps: ResolveDeps,
  scope: Scope,
  author: Author,
  id: string,
  { choice, version }: ConflictChoice,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const now = deps.clock.now();
    const state = await lockRecordState(scope, await requireConflict(scope, id));
    const conflict = await requireConflict(scope, id);
    if (!(await markConflictResolved(scope, id, choice, now))) throw new AppError("conflict", ALREADY_RESOLVED);
    if (version && version !== conflict.version) throw new AppError("conflict", VALUE_CHANGED);
    await RESOLVERS[conflict.kind](deps, scope, conflict, state, choice);
    await recordResolution(deps, scope, author, conflict, choice);
    await deps.jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
  });
