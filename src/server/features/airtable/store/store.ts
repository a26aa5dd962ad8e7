import { setImmediate as breathe } from "node:timers/promises";
import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AirtableRecord } from "../client/client.ts";
import type { Layout } from "../mapping/layout.ts";
import { tableMap } from "../mapping/mapping.ts";
import { type Counts, count, keep, type Turn } from "../turn/turn.ts";
import { openBooks, type RecordBook } from "./books.ts";
import { type BookChange, closeBooks } from "./close-books.ts";
import { findLinkTargets, followLinks, layWaitingLinks } from "./link-targets.ts";
import { type Meeting, meetRecord } from "./meet-record.ts";
import {
  findLinked,
  findRecords,
  type KnownRecord,
  markSeen,
  putWaitingLinks,
  type WaitingLink,
} from "./records.queries.ts";
import { pickRecord, type RemoteRecord, readValues, type Values } from "./remote-record.ts";
import { findExisting, newIds } from "./rows.queries.ts";
import { writeMeetings } from "./write-meetings.ts";

interface StoreOptions {
  /** The records are the answer to what we sent. */
  answered?: boolean;
  /** The scan they came in. */
  scan?: number;
  /** Kept in the same transaction, such as the place where to go on reading. */
  alongside?(scope: Scope): Promise<unknown>;
  counts?: Partial<Counts>;
}

interface Arrival {
  remote: RemoteRecord;
  values: Values;
  known: KnownRecord | undefined;
}

// Cleaning reports takes its time, and a process may be serving people meanwhile.
const RECORDS_BETWEEN_BREATHS = 10;

/** Of a page, the records that are new or not as they were. */
const findNews = async (
  scope: Scope,
  table: SyncedTable,
  remotes: readonly RemoteRecord[],
  all: boolean,
): Promise<Arrival[]> => {
  const records = await findRecords(
    scope,
    table,
    remotes.map(({ recordId }) => recordId),
  );
  const known = new Map(records.map((record) => [record.recordId, record]));
  const news: Arrival[] = [];
  for (const remote of remotes) {
    const record = known.get(remote.recordId);
    if (!all && record && record.fingerprint === remote.fingerprint && !record.lookAgain) continue;
    if (news.length % RECORDS_BETWEEN_BREATHS === 0) await breathe();
    news.push({ remote, values: readValues(table, remote), known: record });
  }
  return news;
};

/** Which row of ours each record is: the one it has been, the one that was made for it, or a new one. */
const assignIds = async (
  scope: Scope,
  table: SyncedTable,
  arrivals: readonly Arrival[],
): Promise<Map<Arrival, string>> => {
  const strangers = arrivals.filter(({ known }) => !known);
  const claimed = strangers.flatMap(({ remote }) => remote.appId ?? []);
  const existing = new Set(await findExisting(scope, table, claimed));
  for (const taken of await findLinked(scope, table, claimed)) existing.delete(taken);
  const fresh = await newIds(scope, tableMap(table).madeBy === "us" ? 0 : strangers.length);
  const ids = new Map<Arrival, string>();
  for (const arrival of arrivals) {
    const { known, remote } = arrival;
    // A record that was copied there still carries the other's id: only the first is it.
    const own = remote.appId !== null && existing.delete(remote.appId) ? remote.appId : undefined;
    const id = known?.localId ?? own ?? fresh.pop();
    if (id) ids.set(arrival, id);
  }
  return ids;
};

const bookOf = (books: ReadonlyMap<string, RecordBook>, id: string): RecordBook => {
  const book = books.get(id);
  if (!book) throw new Error(`no book was opened for ${id}`);
  return book;
};

const bookChange = (meeting: Meeting, refusal: string | undefined): BookChange => {
  const { book, remote } = meeting;
  const common = { book, recordId: remote.recordId, isBack: true };
  // Refused as a whole: nothing of it has happened, and the next run tries again.
  if (refusal !== undefined) return { ...common, fields: book.fields, problem: refusal, lookAgain: true };
  const { fields, problem, lookAgain } = meeting;
  return { ...common, fields, problem, lookAgain, fingerprint: remote.fingerprint, modifiedAt: remote.modifiedAt };
};

interface Settled {
  counts: Partial<Counts>;
  /** Tables whose rows have got a link they waited for. */
  linked: SyncedTable[];
}

const settle = async (
  turn: Turn,
  scope: Scope,
  { table }: Layout,
  arrivals: readonly Arrival[],
  answered: boolean,
): Promise<Settled> => {
  const now = turn.platform.clock.now();
  const ids = await assignIds(scope, table, arrivals);
  const books = await openBooks(scope, table, [...ids.values()]);
  const targets = await findLinkTargets(
    scope,
    table,
    arrivals.map(({ values }) => values),
  );
  const waiting: WaitingLink[] = [];
  const meetings = [...ids].map(([{ remote, values }, id]) => {
    const followed = followLinks(table, id, values, targets);
    waiting.push(...followed.waiting);
    return meetRecord(table, bookOf(books, id), remote, followed.values, { answered, now });
  });
  const refused = await writeMeetings(turn.platform, scope, table, meetings);
  const changes = meetings.map((meeting) => bookChange(meeting, refused.get(meeting)));
  const { newConflicts } = await closeBooks(scope, table, changes, now);
  const refusedIds = new Set([...refused.keys()].map(({ book }) => book.localId));
  await putWaitingLinks(
    scope,
    table,
    [...ids.values()],
    waiting.filter(({ localId }) => !refusedIds.has(localId)),
  );
  const linked = await layWaitingLinks(
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
  turn: Turn,
  layout: Layout,
  records: readonly AirtableRecord[],
  { answered = false, scan, alongside, counts = {} }: StoreOptions = {},
): Promise<void> => {
  const { table } = layout;
  const remotes = records.map((record) => pickRecord(layout, record));
  const news = await findNews(turn.scope, table, remotes, answered);
  const confirm = await keep(turn, async (scope) => {
    const settled = news.length > 0 ? await settle(turn, scope, layout, news, answered) : { counts: {}, linked: [] };
    if (scan !== undefined)
      await markSeen(
        scope,
        table,
        records.map(({ id }) => id),
        scan,
      );
    await alongside?.(scope);
    for (const other of settled.linked) {
      await turn.platform.events.publish(scope.db, scope.companyId, { topic: tableMap(other).topic });
    }
    return count(turn, scope, table, { ...settled.counts, ...counts });
  });
  confirm();
};
