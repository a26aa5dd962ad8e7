import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { applyFoundDeletions } from "../reconcile/held-deletions.ts";
import { findRunTables, finishTable, type OpenRun, saveExpected } from "../runs/runs.queries.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { readUnlessFailing } from "../runs/unread-tables.ts";
import { confirmMissedRecords } from "./confirm-missed.ts";
import { ensureFeed, readFeed } from "./feed.ts";
import { pollChanges } from "./poll-changes.ts";
import { countRecords, findRecordsToReread, findTableState, type TableState } from "./pull.queries.ts";
import { readRecordsById } from "./read-records.ts";
import { scanTable } from "./scan-table.ts";

// Without a change feed, only a complete scan detects deletions.
const SCAN_EVERY_MS = 6 * 3_600_000;

const needsScan = (turn: SyncTurn, { lastModified }: TableLayout, state: TableState): boolean => {
  if (!state.isFullyRead || state.isScanning || state.scanSoon) return true;
  if (!turn.hasChangeFeed && !lastModified) return true;
  const age = turn.platform.clock.now().getTime() - (state.scannedAt?.getTime() ?? 0);
  return !turn.hasChangeFeed && age > SCAN_EVERY_MS;
};

type ReadRun = Pick<OpenRun, "id" | "finishedTables" | "isComparison" | "startedAt">;

const readTable = async (turn: SyncTurn, layout: TableLayout, run: ReadRun): Promise<void> => {
  const { table } = layout;
  const state = await findTableState(turn.scope, table);
  if (!state) return;
  const isCompared = (state.scannedAt?.getTime() ?? 0) >= run.startedAt.getTime();
  if (run.isComparison && state.isFullyRead && !isCompared) await scanTable(turn, layout, run.id);
  else if (needsScan(turn, layout, state)) await scanTable(turn, layout);
  if (!turn.hasChangeFeed) await pollChanges(turn, layout);
};

const isFullyRead = async ({ scope }: SyncTurn, table: SyncedTable): Promise<boolean> =>
  (await findTableState(scope, table))?.isFullyRead ?? true;

const isScanned = (turn: SyncTurn, layout: TableLayout, state: TableState, { isComparison }: ReadRun): boolean =>
  (isComparison && state.isFullyRead) || needsScan(turn, layout, state);

/** How many records the scans of the run will read, as far as they were read before. Known at its start, so that it can be shown. */
const expectScans = async (turn: SyncTurn, run: ReadRun): Promise<void> => {
  const expected: Partial<Record<SyncedTable, number>> = {};
  for (const table of await findRunTables(turn.scope, run.id)) {
    const layout = layoutOf(turn, table);
    const state = layout && (await findTableState(turn.scope, table));
    if (state && isScanned(turn, layout, state, run)) expected[table] = await countRecords(turn.scope, table);
  }
  await turnTransaction(turn, (scope) => saveExpected(scope, run.id, expected));
};

/** Reads each table of the run once; a table that others link to comes first. */
const readTables = async (turn: SyncTurn, run: ReadRun): Promise<void> => {
  await expectScans(turn, run);
  for (const table of await findRunTables(turn.scope, run.id)) {
    const layout = layoutOf(turn, table);
    const isDone = run.finishedTables.includes(table) && (await isFullyRead(turn, table));
    if (layout && !isDone) await readUnlessFailing(turn, layout, () => readTable(turn, layout, run));
    if (!turn.unreadTables.get(table)?.mustRetry)
      await turnTransaction(turn, (scope) => finishTable(scope, run.id, table));
    turn.endIfInterrupted();
  }
};

const readAll = async (turn: SyncTurn, run: ReadRun): Promise<void> => {
  turn.hasChangeFeed = await ensureFeed(turn);
  // Reads the feed before comparing, so that the comparison counts only the changes that the feed has missed.
  if (run.isComparison && turn.hasChangeFeed) turn.hasChangeFeed = (await readFeed(turn)) || (await ensureFeed(turn));
  await readTables(turn, run);
  if (!turn.hasChangeFeed || (await readFeed(turn))) return;
  // The change feed no longer exists: a new one is created and everything is read again.
  turn.hasChangeFeed = await ensureFeed(turn);
  await readTables(turn, run);
  if (turn.hasChangeFeed) await readFeed(turn);
};

/** Retries records that an earlier run had to postpone; records postponed by this run wait for the next. */
const rereadPostponed = async (
  turn: SyncTurn,
  { startedAt }: ReadRun,
  before: ReadonlyMap<SyncedTable, readonly string[]>,
): Promise<void> => {
  for (const [table, ids] of before) {
    const layout = layoutOf(turn, table);
    const postponed = layout ? await findRecordsToReread(turn.scope, table, startedAt) : [];
    const due = postponed.filter((id) => ids.includes(id));
    if (layout && due.length > 0) await readUnlessFailing(turn, layout, () => readRecordsById(turn, layout, due));
  }
};

/** Pulls all changes. With a change feed, the tables are read completely once and from then on only the feed. */
export const pullAll = async (turn: SyncTurn, run: ReadRun): Promise<void> => {
  const postponed = new Map<SyncedTable, string[]>();
  for (const table of SYNCED_TABLES) postponed.set(table, await findRecordsToReread(turn.scope, table, run.startedAt));
  await readAll(turn, run);
  if (run.isComparison) await confirmMissedRecords(turn, run.id);
  await applyFoundDeletions(turn);
  await rereadPostponed(turn, run, postponed);
};
