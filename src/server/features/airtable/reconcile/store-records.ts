import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import type { AirtableRecord } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { html } from "../mapping/field-kinds.ts";
import { mappedFields, tableMapping } from "../mapping/mapping.ts";
import { AIRTABLE_ACTOR, addProgress, type ProgressCounts, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { forgetReadFailures } from "../runs/unread-tables.queries.ts";
import { deleteSettledDeletions } from "./deletions.queries.ts";
import { insertChanges, type RecordChange, recordEvent } from "./history.queries.ts";
import { assignLocalIds, type IncomingRecord, parseIncoming, withoutErased } from "./incoming-records.ts";
import { withLinkNames } from "./link-names.ts";
import { type PendingLink, replacePendingLinks } from "./links.queries.ts";
import { findLinkTargets, resolveLinks, resolvePendingLinks } from "./links.ts";
import { type Reconciliation, reconcileRecord } from "./reconcile-record.ts";
import { countNewErrors, markSeen } from "./records.queries.ts";
import {
  type ReportedChange,
  type ReportedRecords,
  toRemoteRecord,
  WHOLE_RECORD,
  withLastingUrls,
} from "./remote-record.ts";
import { beginSyncWindow, endSyncWindow, type RecordState, type RecordStateChange } from "./sync-window.ts";
import { hasChanged } from "./table-rules.ts";
import { writeReconciled } from "./write-reconciled.ts";

/** How many rows were changed, and how many are new. */
export interface WrittenCounts {
  changed: number;
  added: number;
}

interface StoreOptions {
  /** The records are the response to our write. */
  isWriteResponse?: boolean;
  /** The scan that read the records. */
  scanNumber?: number;
  /** Runs in the same transaction, for example to store the cursor. */
  beforeCommit?(scope: Scope, written: WrittenCounts): Promise<unknown>;
  reported?: ReportedRecords;
  /** Progress that only the caller can count: records seen or pushed. */
  counts?: Partial<ProgressCounts>;
}

const requireRecordState = (states: ReadonlyMap<string, RecordState>, id: string): RecordState => {
  const state = states.get(id);
  if (!state) throw new Error(`no state was read for row ${id}`);
  return state;
};

/** The stored time may be that of our own write, so that only a later one tells when somebody else has changed the record. */
const changeSinceRead = ({ state, remote: { modifiedAt } }: Reconciliation): string | null =>
  modifiedAt !== null && Date.parse(modifiedAt) > (state.stored?.modifiedAt?.getTime() ?? 0) ? modifiedAt : null;

const toStateChange = (
  { leftOut }: TableLayout,
  reconciliation: Reconciliation,
  rejectionReason: string | undefined,
  {
    reported,
    withoutAppId,
    isWriteResponse,
  }: { reported: ReportedRecords; withoutAppId: ReadonlySet<string>; isWriteResponse: boolean },
): RecordStateChange => {
  const { state, remote } = reconciliation;
  const common = {
    state,
    recordId: remote.recordId,
    existsInAirtable: true,
    leftOut,
    lacksAppId: withoutAppId.has(remote.recordId),
    reportedFields: reported.get(remote.recordId)?.fields ?? {},
    changedSinceReadAt: isWriteResponse ? null : changeSinceRead(reconciliation),
  };
  if (rejectionReason !== undefined) {
    // The row could not be written, so its state stays as it was and the next run tries again. The base values of a record that was
    // restored in Airtable are from before its deletion: compared with them, the deletion here would count as an edit.
    const fields = state.stored?.state === "remote_deleted" ? {} : state.fields;
    return { ...common, fields, problem: rejectionReason, isRefused: true, mustReread: true };
  }
  const { fields, leftEmpty, problem, mustReread } = reconciliation;
  const { fingerprint, modifiedAt } = remote;
  return { ...common, fields, leftEmpty, problem, isRefused: false, mustReread, fingerprint, modifiedAt };
};

/** What the history of an existing row gets from Airtable: its fields with a new value, and that its record was restored there. */
const remoteChanges = (
  table: SyncedTable,
  { change, state }: Reconciliation,
  replacedHtml: readonly string[],
  {
    reportedFields,
    isWriteResponse,
  }: { reportedFields: Readonly<Record<string, ReportedChange>>; isWriteResponse: boolean },
): RecordChange[] => {
  const localId = change.after.id;
  const reportOf = (field: string) => ({
    author: reportedFields[field]?.author ?? AIRTABLE_ACTOR.name,
    at: reportedFields[field]?.at ?? change.at,
  });
  const isRestored = state.stored?.state === "remote_deleted" && !isWriteResponse;
  const restored = isRestored ? [recordEvent(localId, "recreated", reportOf(WHOLE_RECORD))] : [];
  const fields = mappedFields(table).flatMap(([field, { kind, direction }]): RecordChange[] => {
    if (kind === html)
      return replacedHtml.includes(field)
        ? [{ localId, kind: "replaced", field, before: null, after: null, ...reportOf(field) }]
        : [];
    if (direction === "out" || !hasChanged(change, field)) return [];
    const [before, after] = [change.before?.[field] ?? null, change.after[field] ?? null];
    return [{ localId, kind: "changed", field, before, after, ...reportOf(field) }];
  });
  return [...restored, ...fields];
};

/** The queue and the invitations show what waits for a refused record, so both change when a record becomes refused or is stored again. */
const replanRefused = async (
  { platform: { events } }: SyncTurn,
  scope: Scope,
  changes: readonly RecordStateChange[],
): Promise<void> => {
  const hasChanged = ({ state, isRefused }: RecordStateChange): boolean =>
    (state.stored?.isRefused ?? false) !== isRefused;
  if (!changes.some(hasChanged)) return;
  await invalidatePlans(scope);
  await events.publish(scope.db, scope.companyId, { topic: "queue" }, { topic: "invitations" });
};

interface ReconciledPage {
  counts: Partial<ProgressCounts>;
  written: WrittenCounts;
  /** Tables with rows whose pending link was resolved. */
  tablesWithResolvedLinks: SyncedTable[];
}

const reconcilePage = async (
  turn: SyncTurn,
  scope: Scope,
  layout: TableLayout,
  received: readonly IncomingRecord[],
  { isWriteResponse, reported }: { isWriteResponse: boolean; reported: ReportedRecords },
): Promise<ReconciledPage> => {
  const { table } = layout;
  const now = turn.platform.clock.now();
  const incoming = await withoutErased(scope, layout, received, now);
  const { ids, withoutAppId } = await assignLocalIds(scope, table, incoming);
  const states = await beginSyncWindow(scope, table, [...ids.values()]);
  const targets = await findLinkTargets(
    scope,
    table,
    incoming.map(({ values }) => values),
  );
  const pending: PendingLink[] = [];
  const options = { isWriteResponse, now };
  const prepared = [...ids].map(([{ remote, values }, id]) => {
    const resolved = resolveLinks(table, id, values, targets);
    pending.push(...resolved.pending);
    return reconcileRecord(table, requireRecordState(states, id), remote, resolved.values, options);
  });
  const { changed, updated, reconciliations, rejections } = await writeReconciled(
    turn.platform,
    scope,
    table,
    prepared,
    ({ state, remote, values }, tooLong) => reconcileRecord(table, state, remote, values, { ...options, tooLong }),
  );
  const changes = reconciliations.map((reconciliation) =>
    toStateChange(layout, reconciliation, rejections.get(reconciliation), { reported, withoutAppId, isWriteResponse }),
  );
  const stored = reconciliations.filter((reconciliation) => !rejections.has(reconciliation));
  const replacedHtml = new Map(updated.map(({ id, replacedHtml }) => [id, replacedHtml]));
  await insertChanges(
    scope,
    table,
    stored.flatMap((reconciliation) =>
      remoteChanges(table, reconciliation, replacedHtml.get(reconciliation.state.localId) ?? [], {
        reportedFields: reported.get(reconciliation.remote.recordId)?.fields ?? {},
        isWriteResponse,
      }),
    ),
  );
  const { newConflicts } = await endSyncWindow(scope, table, changes, now);
  await replanRefused(turn, scope, changes);
  const rejectedIds = new Set([...rejections.keys()].map(({ state }) => state.localId));
  await replacePendingLinks(
    scope,
    table,
    [...ids.values()],
    pending.filter(({ localId }) => !rejectedIds.has(localId)),
  );
  // A new record that was rejected has no row that others could link to.
  const tablesWithResolvedLinks = await resolvePendingLinks(
    scope,
    table,
    stored.map(({ remote }) => remote.recordId),
  );
  const failedIds = changes.filter(({ problem }) => problem !== null).map(({ state }) => state.localId);
  const errors = await countNewErrors(scope, turn.runId, table, failedIds);
  const written = { changed: updated.length, added: changed - updated.length };
  return { counts: { changed, conflicts: newConflicts, errors }, written, tablesWithResolvedLinks };
};

/** Reconciles and stores records from a scan, from the change feed or from the response to a write. */
export const storeRecords = async (
  turn: SyncTurn,
  layout: TableLayout,
  records: readonly AirtableRecord[],
  { isWriteResponse = false, scanNumber, beforeCommit, reported = new Map(), counts = {} }: StoreOptions = {},
): Promise<void> => {
  const { table } = layout;
  const named = withLastingUrls(turn.schema?.baseId, layout, await withLinkNames(turn, layout, records));
  const remotes = named.map((record) => toRemoteRecord(layout, record, reported.get(record.id)));
  const incoming = await parseIncoming(turn.scope, layout, remotes, { includeUnchanged: isWriteResponse, reported });
  const updateTurnAfterCommit = await turnTransaction(turn, async (scope) => {
    const page =
      incoming.length > 0
        ? await reconcilePage(turn, scope, layout, incoming, { isWriteResponse, reported })
        : { counts: {}, written: { changed: 0, added: 0 }, tablesWithResolvedLinks: [] };
    if (scanNumber !== undefined)
      await markSeen(
        scope,
        table,
        records.map(({ id }) => id),
        scanNumber,
      );
    await deleteSettledDeletions(
      scope,
      table,
      records.map(({ id }) => id),
    );
    // Only the pull counts what it has seen. The reads before a write do not tell whether the table can be listed.
    if (counts.seen !== undefined) await forgetReadFailures(scope, [table]);
    await beforeCommit?.(scope, page.written);
    for (const changedTable of page.tablesWithResolvedLinks) {
      await turn.platform.events.publish(scope.db, scope.companyId, { topic: tableMapping(changedTable).topic });
    }
    return addProgress(turn, scope, table, { ...page.counts, ...counts });
  });
  updateTurnAfterCommit();
};
