import { setImmediate as breathe } from "node:timers/promises";
import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AirtableRecord } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { addProgress, type ProgressCounts, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { attachWaitingLinks, findLinkTargets, resolveLinks } from "./links.ts";
import { type Reconciliation, reconcileRecord } from "./reconcile-record.ts";
import {
  findIdsWithRecord,
  findRecords,
  type KnownRecord,
  markSeen,
  replaceWaitingLinks,
  type WaitingLink,
} from "./records.queries.ts";
import { parseValues, type RemoteRecord, type RemoteValues, toRemoteRecord } from "./remote-record.ts";
import { findExistingIds, generateIds } from "./rows.queries.ts";
import { beginSyncWindow, endSyncWindow, type RecordState, type RecordStateChange } from "./sync-window.ts";
import { writeReconciled } from "./write-reconciled.ts";

interface StoreOptions {
  /** The records are the answer to what we sent. */
  answered?: boolean;
  /** The scan they came in. */
  scan?: number;
  /** Kept in the same transaction, such as the place where to go on reading. */
  alongside?(scope: Scope): Promise<unknown>;
  counts?: Partial<ProgressCounts>;
}

interface IncomingRecord {
  remote: RemoteRecord;
  values: RemoteValues;
  known: KnownRecord | undefined;
}

// Cleaning reports takes its time, and a process may be serving people meanwhile.
const RECORDS_BETWEEN_YIELDS = 10;

/** Of a page, the records that are new or not as they were. */
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
  const news: IncomingRecord[] = [];
  for (const remote of remotes) {
    const record = known.get(remote.recordId);
    if (!all && record && record.fingerprint === remote.fingerprint && !record.lookAgain) continue;
    if (news.length % RECORDS_BETWEEN_YIELDS === 0) await breathe();
    news.push({ remote, values: parseValues(table, remote), known: record });
  }
  return news;
};

/** Which row of ours each record is: the one it has been, the one that was made for it, or a new one. */
const assignLocalIds = async (
  scope: Scope,
  table: SyncedTable,
  arrivals: readonly IncomingRecord[],
): Promise<Map<IncomingRecord, string>> => {
  const strangers = arrivals.filter(({ known }) => !known);
  const claimed = strangers.flatMap(({ remote }) => remote.appId ?? []);
  const existing = new Set(await findExistingIds(scope, table, claimed));
  for (const taken of await findIdsWithRecord(scope, table, claimed)) existing.delete(taken);
  const fresh = await generateIds(scope, tableMapping(table).madeBy === "us" ? 0 : strangers.length);
  const ids = new Map<IncomingRecord, string>();
  for (const arrival of arrivals) {
    const { known, remote } = arrival;
    // A record that was copied there still carries the other's id: only the first is it.
    const own = remote.appId !== null && existing.delete(remote.appId) ? remote.appId : undefined;
    const id = known?.localId ?? own ?? fresh.pop();
    if (id) ids.set(arrival, id);
  }
  return ids;
};

const requireRecordState = (books: ReadonlyMap<string, RecordState>, id: string): RecordState => {
  const book = books.get(id);
  if (!book) throw new Error(`no book was opened for ${id}`);
  return book;
};

const toStateChange = (meeting: Reconciliation, refusal: string | undefined): RecordStateChange => {
  const { book, remote } = meeting;
  const common = { book, recordId: remote.recordId, isBack: true };
  // Refused as a whole: nothing of it has happened, and the next run tries again.
  if (refusal !== undefined) return { ...common, fields: book.fields, problem: refusal, lookAgain: true };
  const { fields, problem, lookAgain } = meeting;
  return { ...common, fields, problem, lookAgain, fingerprint: remote.fingerprint, modifiedAt: remote.modifiedAt };
};

interface ReconciledPage {
  counts: Partial<ProgressCounts>;
  /** Tables whose rows have got a link they waited for. */
  linked: SyncedTable[];
}

const reconcilePage = async (
  turn: SyncTurn,
  scope: Scope,
  { table }: TableLayout,
  arrivals: readonly IncomingRecord[],
  answered: boolean,
): Promise<ReconciledPage> => {
  const now = turn.platform.clock.now();
  const ids = await assignLocalIds(scope, table, arrivals);
  const books = await beginSyncWindow(scope, table, [...ids.values()]);
  const targets = await findLinkTargets(
    scope,
    table,
    arrivals.map(({ values }) => values),
  );
  const waiting: WaitingLink[] = [];
  const meetings = [...ids].map(([{ remote, values }, id]) => {
    const followed = resolveLinks(table, id, values, targets);
    waiting.push(...followed.waiting);
    return reconcileRecord(table, requireRecordState(books, id), remote, followed.values, { answered, now });
  });
  const refused = await writeReconciled(turn.platform, scope, table, meetings);
  const changes = meetings.map((meeting) => toStateChange(meeting, refused.get(meeting)));
  const { newConflicts } = await endSyncWindow(scope, table, changes, now);
  const refusedIds = new Set([...refused.keys()].map(({ book }) => book.localId));
  await replaceWaitingLinks(
    scope,
    table,
    [...ids.values()],
    waiting.filter(({ localId }) => !refusedIds.has(localId)),
  );
  const linked = await attachWaitingLinks(
    scope,
    table,
    meetings.map(({ remote }) => remote.recordId),
  );
  const changed = meetings.filter((meeting) => meeting.isChanged && !refused.has(meeting)).length;
  const errors = changes.filter(({ problem }) => problem !== null).length;
  return { counts: { changed, conflicts: newConflicts, errors }, linked };
};

/** Takes in records as they are there now: a page of a scan, the answer to a write, or what was looked up. */
export const storeRecords = async (
  turn: SyncTurn,
  layout: TableLayout,
  records: readonly AirtableRecord[],
  { answered = false, scan, alongside, counts = {} }: StoreOptions = {},
): Promise<void> => {
  const { table } = layout;
  const remotes = records.map((record) => toRemoteRecord(layout, record));
  const news = await findChangedRecords(turn.scope, table, remotes, answered);
  const confirm = await turnTransaction(turn, async (scope) => {
    const settled =
      news.length > 0 ? await reconcilePage(turn, scope, layout, news, answered) : { counts: {}, linked: [] };
    if (scan !== undefined)
      await markSeen(
        scope,
        table,
        records.map(({ id }) => id),
        scan,
      );
    await alongside?.(scope);
    for (const other of settled.linked) {
      await turn.platform.events.publish(scope.db, scope.companyId, { topic: tableMapping(other).topic });
    }
    return addProgress(turn, scope, table, { ...settled.counts, ...counts });
  });
  confirm();
};
