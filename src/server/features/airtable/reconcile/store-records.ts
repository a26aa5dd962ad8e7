import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AirtableRecord } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { addProgress, type ProgressCounts, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { attachPendingLinks, findLinkTargets, resolveLinks } from "./links.ts";
import { type Reconciliation, reconcileRecord } from "./reconcile-record.ts";
import {
  findIdsWithRecord,
  findRecords,
  type KnownRecord,
  markSeen,
  type PendingLink,
  replacePendingLinks,
} from "./records.queries.ts";
import { parseValues, type RemoteRecord, type RemoteValues, toRemoteRecord } from "./remote-record.ts";
import { findExistingIds, generateIds } from "./rows.queries.ts";
import { beginSyncWindow, endSyncWindow, type RecordState, type RecordStateChange } from "./sync-window.ts";
import { writeReconciled } from "./write-reconciled.ts";

interface StoreOptions {
  /** The records are the response to our write. */
  isWriteResponse?: boolean;
  /** The scan that read the records. */
  scanNumber?: number;
  /** Runs in the same transaction, for example to store the cursor. */
  inSameTransaction?(scope: Scope): Promise<unknown>;
  counts?: Partial<ProgressCounts>;
}

interface IncomingRecord {
  remote: RemoteRecord;
  values: RemoteValues;
  known: KnownRecord | undefined;
}

// Sanitizing HTML reports takes long, and the process may be serving requests as well.
const RECORDS_BETWEEN_YIELDS = 10;

/** Skips records whose fingerprint has not changed. */
const findChangedRecords = async (
  scope: Scope,
  table: SyncedTable,
  remotes: readonly RemoteRecord[],
  all: boolean,
): Promise<IncomingRecord[]> => {
  const records = await findRecords(
    scope,
    table,
    remotes.map(({ recordId }) => recordId),
  );
  const known = new Map(records.map((record) => [record.recordId, record]));
  const changed: IncomingRecord[] = [];
  for (const remote of remotes) {
    const record = known.get(remote.recordId);
    if (!all && record && record.fingerprint === remote.fingerprint && !record.mustReread) continue;
    if (changed.length % RECORDS_BETWEEN_YIELDS === 0) await yieldToEventLoop();
    changed.push({ remote, values: parseValues(table, remote), known: record });
  }
  return changed;
};

/** The row of each record: its known row, the row in its App ID, or a new one. */
const assignLocalIds = async (
  scope: Scope,
  table: SyncedTable,
  incoming: readonly IncomingRecord[],
): Promise<Map<IncomingRecord, string>> => {
  const unknown = incoming.filter(({ known }) => !known);
  const appIds = unknown.flatMap(({ remote }) => remote.appId ?? []);
  const existing = new Set(await findExistingIds(scope, table, appIds));
  for (const taken of await findIdsWithRecord(scope, table, appIds)) existing.delete(taken);
  const newIds = await generateIds(scope, tableMapping(table).createdBy === "us" ? 0 : unknown.length);
  const ids = new Map<IncomingRecord, string>();
  for (const record of incoming) {
    const { known, remote } = record;
    // A duplicated record has the App ID of the original: only the first one gets the row.
    const matched = remote.appId !== null && existing.delete(remote.appId) ? remote.appId : undefined;
    const id = known?.localId ?? matched ?? newIds.pop();
    if (id) ids.set(record, id);
  }
  return ids;
};

const requireRecordState = (states: ReadonlyMap<string, RecordState>, id: string): RecordState => {
  const state = states.get(id);
  if (!state) throw new Error(`no state was read for row ${id}`);
  return state;
};

const toStateChange = (reconciliation: Reconciliation, violation: string | undefined): RecordStateChange => {
  const { state, remote } = reconciliation;
  const common = { state, recordId: remote.recordId, existsAgain: true };
  // The row could not be written, so its state stays as it was and the next run tries again.
  if (violation !== undefined) return { ...common, fields: state.fields, problem: violation, mustReread: true };
  const { fields, problem, mustReread } = reconciliation;
  return { ...common, fields, problem, mustReread, fingerprint: remote.fingerprint, modifiedAt: remote.modifiedAt };
};

interface ReconciledPage {
  counts: Partial<ProgressCounts>;
  /** Tables with rows that got a pending link. */
  linkedTables: SyncedTable[];
}

const reconcilePage = async (
  turn: SyncTurn,
  scope: Scope,
  { table }: TableLayout,
  incoming: readonly IncomingRecord[],
  isWriteResponse: boolean,
): Promise<ReconciledPage> => {
  const now = turn.platform.clock.now();
  const ids = await assignLocalIds(scope, table, incoming);
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
  const violations = await writeReconciled(turn.platform, scope, table, reconciliations);
  const changes = reconciliations.map((reconciliation) =>
    toStateChange(reconciliation, violations.get(reconciliation)),
  );
  const { newConflicts } = await endSyncWindow(scope, table, changes, now);
  const violatingIds = new Set([...violations.keys()].map(({ state }) => state.localId));
  await replacePendingLinks(
    scope,
    table,
    [...ids.values()],
    pending.filter(({ localId }) => !violatingIds.has(localId)),
  );
  const linkedTables = await attachPendingLinks(
    scope,
    table,
    reconciliations.map(({ remote }) => remote.recordId),
  );
  const changed = reconciliations.filter(
    (reconciliation) => reconciliation.isChanged && !violations.has(reconciliation),
  ).length;
  const errors = changes.filter(({ problem }) => problem !== null).length;
  return { counts: { changed, conflicts: newConflicts, errors }, linkedTables };
};

/** Reconciles and stores records from a scan, from the feed or from the response to a write. */
export const storeRecords = async (
  turn: SyncTurn,
  layout: TableLayout,
  records: readonly AirtableRecord[],
  { isWriteResponse = false, scanNumber, inSameTransaction: alsoCommit, counts = {} }: StoreOptions = {},
): Promise<void> => {
  const { table } = layout;
  const remotes = records.map((record) => toRemoteRecord(layout, record));
  const incoming = await findChangedRecords(turn.scope, table, remotes, isWriteResponse);
  const applyProgress = await turnTransaction(turn, async (scope) => {
    const page =
      incoming.length > 0
        ? await reconcilePage(turn, scope, layout, incoming, isWriteResponse)
        : { counts: {}, linkedTables: [] };
    if (scanNumber !== undefined)
      await markSeen(
        scope,
        table,
        records.map(({ id }) => id),
        scanNumber,
      );
    await alsoCommit?.(scope);
    for (const linkedTable of page.linkedTables) {
      await turn.platform.events.publish(scope.db, scope.companyId, { topic: tableMapping(linkedTable).topic });
    }
    return addProgress(turn, scope, table, { ...page.counts, ...counts });
  });
  applyProgress();
};
