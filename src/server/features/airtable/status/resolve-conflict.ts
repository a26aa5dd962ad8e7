import type { BulkChoice, ConflictChoice } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { type FieldValue, text } from "../mapping/field-kinds.ts";
import { findFieldLabels } from "../mapping/mapping.queries.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { insertOutboxEdits } from "../push/outbox.queries.ts";
import { detachRecords } from "../reconcile/deletions.queries.ts";
import { archiveEdits, insertChanges, recordEvent } from "../reconcile/history.queries.ts";
import { resolveWith } from "../reconcile/merge-field.ts";
import { markRemoteDeleted } from "../reconcile/records.queries.ts";
import { findTitles } from "../reconcile/rows.queries.ts";
import { beginSyncWindow, endSyncWindow, mergeRulesFor, type RecordState } from "../reconcile/sync-window.ts";
import { rulesFor } from "../reconcile/table-rules.ts";
import { applyRemoteValues, dataViolationOf } from "../reconcile/write-reconciled.ts";
import { syncJob } from "../runs/job-definitions.ts";
import { type ConflictRow, findConflict, markConflictResolved } from "./status.queries.ts";

type Choice = Pick<ConflictChoice, "choice" | "value">;
type ResolveDeps = Pick<Platform, "clock" | "events" | "jobs" | "database">;

const ALREADY_RESOLVED = "Dit conflict is al opgelost.";
const NOT_MERGEABLE = "Alleen een tekst kan worden samengevoegd.";
const UNREADABLE = "In Airtable staat iets wat hier niet kan. Pas het daar aan, of kies wat hier staat.";
const REPLACED_UNREADABLE =
  "Deze waarde uit Airtable kan hier niet, en is daar al vervangen. Zet haar daar zo nodig terug, en kies hier wat hier staat.";
const MERGED_UNREADABLE = "Deze samengevoegde tekst past hier niet. Maak hem korter.";
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

/** False for a value in Airtable that cannot be stored here, such as an unknown option of a select field. */
const isReadable = (table: SyncedTable, field: string, value: FieldValue): boolean =>
  tableMapping(table).fields[field]?.kind.fromCell(value ?? undefined) !== undefined;

/** Their value cannot be stored here: the row gets the value from before the edit. */
const undoOurs = async (
  deps: ResolveDeps,
  scope: Scope,
  { table, field, recordId, base }: ConflictRow,
  state: RecordState,
): Promise<void> => {
  const before = state.fields[field];
  if (!before || !isReadable(table, field, base)) throw new AppError("conflict", UNREADABLE);
  const undone = { ...before, base, local: base, edits: [], conflict: null };
  await storeRecordState(deps, scope, table, state, { ...state.fields, [field]: undone });
  await applyRemoteValues(deps, scope, table, recordId, { [field]: base });
};

/** Stores the chosen value. Throws an error with the text `refusal` if it cannot be stored, for example because it is too long. */
const applyChosen = async (
  deps: ResolveDeps,
  scope: Scope,
  { table, field, recordId }: ConflictRow,
  { value, refusal }: { value: FieldValue; refusal: string },
): Promise<void> => {
  try {
    await applyRemoteValues(deps, scope, table, recordId, { [field]: value });
  } catch (error) {
    if (dataViolationOf(error)) throw new AppError("conflict", refusal);
    throw error;
  }
};

/** Both sides changed the field: both get the chosen value, or the text into which a user merged the two. */
const resolveChanged = async (
  deps: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  state: RecordState,
  { choice, value = "" }: Choice,
): Promise<void> => {
  const { table, field, recordId, ours, theirs } = conflict;
  const fieldState = state.fields[field];
  // No edit id: insertOutboxEdits below inserts the edit, if one is needed.
  const chosen =
    fieldState &&
    resolveWith(fieldState, choice === "theirs" ? "theirs" : "ours", 0, mergeRulesFor(table, field, null));
  if (!chosen) throw new AppError("conflict", VALUE_CHANGED);
  if (choice === "theirs" && !isReadable(table, field, theirs)) return undoOurs(deps, scope, conflict, state);
  await storeRecordState(deps, scope, table, state, { ...state.fields, [field]: { ...chosen, edits: [] } });
  if (choice === "theirs") return applyChosen(deps, scope, conflict, { value: theirs, refusal: UNREADABLE });
  if (choice === "merged") await applyChosen(deps, scope, conflict, { value, refusal: MERGED_UNREADABLE });
  const edit = { field, value: choice === "merged" ? value : ours, basedOn: theirs };
  await insertOutboxEdits(scope, table, [{ localId: recordId, edits: [edit] }]);
};

/** Our write has overwritten theirs: both sides have our value, so that the choice "ours" changes nothing. */
const resolveOverwritten = async (
  deps: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  state: RecordState,
  { choice, value = "" }: Choice,
): Promise<void> => {
  const { table, field, recordId, theirs } = conflict;
  if (choice === "theirs" && !isReadable(table, field, theirs)) throw new AppError("conflict", REPLACED_UNREADABLE);
  // Read again, because the resolved conflict no longer counts for the sync state of the record.
  const stateAfter = await lockRecordState(scope, conflict);
  await storeRecordState(deps, scope, table, stateAfter, stateAfter.fields);
  if (choice === "ours") return;
  const chosen = choice === "merged" ? value : theirs;
  const refusal = choice === "merged" ? MERGED_UNREADABLE : REPLACED_UNREADABLE;
  await applyChosen(deps, scope, conflict, { value: chosen, refusal });
  const edit = { field, value: chosen, basedOn: state.fields[field]?.local ?? null };
  await insertOutboxEdits(scope, table, [{ localId: recordId, edits: [edit] }]);
};

/** Deleted in Airtable, edited here: "ours" creates the record again, "theirs" deletes the row. The history keeps the edits. */
const resolveDeleted = async (
  deps: ResolveDeps,
  scope: Scope,
  conflict: ConflictRow,
  state: RecordState,
  { choice }: Choice,
): Promise<void> => {
  const { table, recordId } = conflict;
  await invalidatePlans(scope);
  const addToHistory = (kind: "deleted" | "recreated") => {
    const event = recordEvent(recordId, kind, { author: scope.actor.name, at: deps.clock.now().toISOString() });
    return insertChanges(scope, table, [event], "here");
  };
  if (choice === "ours") {
    await detachRecords(scope, table, [recordId]);
    return addToHistory("recreated");
  }
  await archiveEdits(
    scope,
    Object.values(state.fields).flatMap(({ edits }) => edits.map(({ id }) => id)),
  );
  await addToHistory("deleted");
  await rulesFor(table).onRemoteDelete(scope, [recordId], deps.clock.now(), deps);
  await markRemoteDeleted(scope, table, [recordId]);
};

const RESOLVERS = { changed: resolveChanged, overwritten: resolveOverwritten, deleted: resolveDeleted };

const CHOICE_NAMES = { ours: "hier", theirs: "airtable", merged: "samengevoegd" } as const;

const recordResolution = async (
  deps: ResolveDeps,
  scope: Scope,
  actor: AuditActor,
  conflict: ConflictRow,
  { choice, value }: Choice,
): Promise<void> => {
  const { table, recordId, field, ours, theirs } = conflict;
  const name = (await findTitles(scope, table, [recordId])).get(recordId) ?? "";
  const label = (await findFieldLabels(scope))(table, field) ?? tableMapping(table).airtableName;
  const change = {
    companyId: scope.companyId,
    action: "sync.conflict_resolved",
    subject: { type: table, id: recordId, name },
    before: { veld: label, hier: ours, airtable: theirs },
    after: { gekozen: CHOICE_NAMES[choice], ...(choice === "merged" ? { samengevoegd: value } : {}) },
  };
  await recordChange(deps, scope, actor, change, "sync");
  await deps.events.publish(scope.db, scope.companyId, { topic: tableMapping(table).topic, id: recordId });
};

const requireMergeable = ({ table, field, kind }: ConflictRow, { choice, value }: Choice): void => {
  if (choice !== "merged") return;
  const isText = tableMapping(table).fields[field]?.kind === text;
  if (!isText || kind === "deleted" || value === undefined) throw new AppError("invalid", NOT_MERGEABLE);
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
  actor: AuditActor,
  id: string,
  { version, ...choice }: ConflictChoice,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const now = deps.clock.now();
    const state = await lockRecordState(scope, await requireConflict(scope, id));
    // Read again: the values may have changed before the lock.
    const conflict = await requireConflict(scope, id);
    requireMergeable(conflict, choice);
    if (!(await markConflictResolved(scope, id, choice.choice, now))) throw new AppError("conflict", ALREADY_RESOLVED);
    if (version && version !== conflict.version) throw new AppError("conflict", VALUE_CHANGED);
    await RESOLVERS[conflict.kind](deps, scope, conflict, state, choice);
    await recordResolution(deps, scope, actor, conflict, choice);
    await deps.jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
  });

/** Each conflict in a transaction of its own: one that was changed or resolved meanwhile stays as it is. */
export const resolveConflicts = async (
  deps: ResolveDeps,
  scope: Scope,
  actor: AuditActor,
  { choice, conflicts }: BulkChoice,
): Promise<{ resolved: number; remaining: number }> => {
  let resolved = 0;
  for (const { id, version } of conflicts) {
    try {
      await resolveConflict(deps, scope, actor, id, { choice, version });
      resolved += 1;
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== "conflict" && error.code !== "not_found")) throw error;
    }
  }
  return { resolved, remaining: conflicts.length - resolved };
};
