import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AirtableRecord } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { html } from "../mapping/field-kinds.ts";
import { mappedFields, tableMapping } from "../mapping/mapping.ts";
import { AIRTABLE_ACTOR, addProgress, type ProgressCounts, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { deleteSettledDeletions } from "./deletions.queries.ts";
import { insertChanges, type RecordChange } from "./history.queries.ts";
import { withLinkNames } from "./link-names.ts";
import { findLinkTargets, resolveLinks, resolvePendingLinks } from "./links.ts";
import { type Reconciliation, reconcileRecord } from "./reconcile-record.ts";
import {
  countNewErrors,
  findIdsWithRecord,
  findRecords,
  type KnownRecord,
  markSeen,
  type PendingLink,
  replacePendingLinks,
} from "./records.queries.ts";
import {
  parseValues,
  type RemoteRecord,
  type RemoteValues,
  type ReportedChange,
  type ReportedRecords,
  toRemoteRecord,
  withLastingUrls,
} from "./remote-record.ts";
import { findExistingIds, generateIds, type RowChange } from "./rows.queries.ts";
import { beginSyncWindow, endSyncWindow, type RecordState, type RecordStateChange } from "./sync-window.ts";
import { hasChanged } from "./table-rules.ts";
import { writeReconciled } from "./write-reconciled.ts";

interface StoreOptions {
  /** The records are the response to our write. */
  isWriteResponse?: boolean;
  /** The scan that read the records. */
  scanNumber?: number;
  /** Runs in the same transaction, for example to store the cursor. */
  beforeCommit?(scope: Scope): Promise<unknown>;
  reported?: ReportedRecords;
  /** Progress that only the caller can count: records seen or pushed. */
  counts?: Partial<ProgressCounts>;
}

interface IncomingRecord {
  remote: RemoteRecord;
  values: RemoteValues;
  known: KnownRecord | undefined;
}

// Sanitizing HTML reports takes long, and the process may be serving requests as well.
const RECORDS_BETWEEN_YIELDS = 10;

/**
 * Parses the records. Skips those of an erased person, and those with an unchanged fingerprint, unless they must be reread or the
 * caller includes them. A read before a write may have found a conflict before the change feed reports who changed the record and
 * when: that is stored too.
 */
const parseIncoming = async (
  scope: Scope,
  layout: TableLayout,
  remotes: readonly RemoteRecord[],
  { includeUnchanged, reported }: { includeUnchanged: boolean; reported: ReportedRecords },
): Promise<IncomingRecord[]> => {
  const records = await findRecords(
    scope,
    layout.table,
    remotes.map(({ recordId }) => recordId),
  );
  const known = new Map(records.map((record) => [record.recordId, record]));
  const incoming: IncomingRecord[] = [];
  for (const remote of remotes) {
    const record = known.get(remote.recordId);
    if (record?.isErased) continue;
    const isUnchanged = record && record.fingerprint === remote.fingerprint && !record.mustReread;
    const isReported = record?.isInConflict && reported.has(remote.recordId);
    if (isUnchanged && !includeUnchanged && !isReported) continue;
    if (incoming.length % RECORDS_BETWEEN_YIELDS === 0) await yieldToEventLoop();
    incoming.push({ remote, values: parseValues(layout, remote), known: record });
  }
  return incoming;
};

interface AssignedIds {
  ids: Map<IncomingRecord, string>;
  /** Ids of records whose App ID has to be written. One that is not ours stays: the field may have another purpose there. */
  withoutAppId: Set<string>;
}

/** The id of each record's row: the known one, the one in its App ID field, or a new one. */
const assignLocalIds = async (
  scope: Scope,
  table: SyncedTable,
  incoming: readonly IncomingRecord[],
): Promise<AssignedIds> => {
  const unknown = incoming.filter(({ known }) => !known);
  const foreign = incoming.filter(({ known, remote }) => known?.localId !== remote.appId);
  const appIds = foreign.flatMap(({ remote }) => remote.appId ?? []);
  const existingIds = new Set(await findExistingIds(scope, table, appIds));
  const availableIds = new Set(existingIds);
  for (const id of await findIdsWithRecord(scope, table, appIds)) availableIds.delete(id);
  const newIds = await generateIds(scope, tableMapping(table).importsNewRecords ? unknown.length : 0);
  const ids = new Map<IncomingRecord, string>();
  const withoutAppId = new Set<string>();
  for (const record of incoming) {
    const { known, remote } = record;
    const isCopied = remote.appId !== null && existingIds.has(remote.appId);
    // A duplicated record has the App ID of the original: only the first one gets the row.
    const matched = !known && remote.appId !== null && availableIds.delete(remote.appId) ? remote.appId : undefined;
    const id = known?.localId ?? matched ?? newIds.pop();
    if (!id) continue;
    ids.set(record, id);
    if (remote.isAppIdEmpty || (isCopied && remote.appId !== id)) withoutAppId.add(remote.recordId);
  }
  return { ids, withoutAppId };
};

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
  // The row could not be written, so its state stays as it was and the next run tries again.
  if (rejectionReason !== undefined)
    return { ...common, fields: state.fields, problem: rejectionReason, mustReread: true };
  const { fields, leftEmpty, problem, mustReread } = reconciliation;
  const { fingerprint, modifiedAt } = remote;
  return { ...common, fields, leftEmpty, problem, mustReread, fingerprint, modifiedAt };
};

/** The fields of an existing row that got a value from Airtable. HTML is not compared, so it is left out. */
const remoteChanges = (
  table: SyncedTable,
  change: RowChange,
  reportedFields: Readonly<Record<string, ReportedChange>> = {},
): RecordChange[] =>
  mappedFields(table).flatMap(([field, { kind, direction }]) =>
    direction !== "out" && kind !== html && hasChanged(change, field)
      ? [
          {
            localId: change.after.id,
            field,
            before: change.before?.[field] ?? null,
            after: change.after[field] ?? null,
            author: reportedFields[field]?.author ?? AIRTABLE_ACTOR.name,
            at: reportedFields[field]?.at ?? change.at,
          },
        ]
      : [],
  );

interface ReconciledPage {
  counts: Partial<ProgressCounts>;
  /** Tables with rows whose pending link was resolved. */
  tablesWithResolvedLinks: SyncedTable[];
}

const reconcilePage = async (
  turn: SyncTurn,
  scope: Scope,
  layout: TableLayout,
  incoming: readonly IncomingRecord[],
  { isWriteResponse, reported }: { isWriteResponse: boolean; reported: ReportedRecords },
): Promise<ReconciledPage> => {
  const { table } = layout;
  const now = turn.platform.clock.now();
  const { ids, withoutAppId } = await assignLocalIds(scope, table, incoming);
  const states = await beginSyncWindow(scope, table, [...ids.values()]);
  const targets = await findLinkTargets(
    scope,
    table,
    incoming.map(({ values }) => values),
  );
  const pending: PendingLink[] = [];
  const reconciliations = [...ids].map(([{ remote, values }, id]) => {
    const resolved = resolveLinks(table, id, values, targets);
    pending.push(...resolved.pending);
    return reconcileRecord(table, requireRecordState(states, id), remote, resolved.values, { isWriteResponse, now });
  });
  const { changed, rejections } = await writeReconciled(turn.platform, scope, table, reconciliations);
  const changes = reconciliations.map((reconciliation) =>
    toStateChange(layout, reconciliation, rejections.get(reconciliation), { reported, withoutAppId, isWriteResponse }),
  );
  await insertChanges(
    scope,
    table,
    reconciliations
      .filter((reconciliation) => !rejections.has(reconciliation))
      .flatMap(({ change, remote }) => remoteChanges(table, change, reported.get(remote.recordId)?.fields)),
  );
  const { newConflicts } = await endSyncWindow(scope, table, changes, now);
  const rejectedIds = new Set([...rejections.keys()].map(({ state }) => state.localId));
  await replacePendingLinks(
    scope,
    table,
    [...ids.values()],
    pending.filter(({ localId }) => !rejectedIds.has(localId)),
  );
  const tablesWithResolvedLinks = await resolvePendingLinks(
    scope,
    table,
    reconciliations.map(({ remote }) => remote.recordId),
  );
  const failedIds = changes.filter(({ problem }) => problem !== null).map(({ state }) => state.localId);
  const errors = await countNewErrors(scope, turn.runId, table, failedIds);
  return { counts: { changed, conflicts: newConflicts, errors }, tablesWithResolvedLinks };
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
        : { counts: {}, tablesWithResolvedLinks: [] };
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
    await beforeCommit?.(scope);
    for (const changedTable of page.tablesWithResolvedLinks) {
      await turn.platform.events.publish(scope.db, scope.companyId, { topic: tableMapping(changedTable).topic });
    }
    return addProgress(turn, scope, table, { ...page.counts, ...counts });
  });
  updateTurnAfterCommit();
};
