import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { findRunTables, finishTable, type OpenRun } from "../runs/runs.queries.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { ensureFeed, readFeed } from "./feed.ts";
import { pollChanges } from "./poll-changes.ts";
import { findRecordsToReread, findTableState, type TableState } from "./pull.queries.ts";
import { readRecordsById } from "./read-records.ts";
import { removeMissedTwice, scanTable } from "./scan-table.ts";

// Without a change feed, only a complete scan detects deletions.
const SCAN_EVERY_MS = 6 * 3_600_000;

const needsScan = (turn: SyncTurn, { lastModified }: TableLayout, state: TableState): boolean => {
  if (!state.isFullyRead || state.isScanning || state.scanSoon) return true;
  if (!turn.hasChangeFeed && !lastModified) return true;
  const age = turn.platform.clock.now().getTime() - (state.scannedAt?.getTime() ?? 0);
  return !turn.hasChangeFeed && age > SCAN_EVERY_MS;
};

const readTable = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  const { table } = layout;
  const state = await findTableState(turn.scope, table);
  if (!state) return;
  if (needsScan(turn, layout, state)) await scanTable(turn, layout);
  else await removeMissedTwice(turn, table);
  if (!turn.hasChangeFeed) await pollChanges(turn, layout);
};

const isFullyRead = async ({ scope }: SyncTurn, table: SyncedTable): Promise<boolean> =>
  (await findTableState(scope, table))?.isFullyRead ?? true;

/** Reads each table of the run once; a table that others link to comes first. */
const readTables = async (turn: SyncTurn, run: Pick<OpenRun, "id" | "finishedTables">): Promise<void> => {
  for (const table of await findRunTables(turn.scope, run.id)) {
    const layout = layoutOf(turn, table);
    const isDone = run.finishedTables.includes(table) && (await isFullyRead(turn, table));
    if (layout && !isDone) await readTable(turn, layout);
    await turnTransaction(turn, (scope) => finishTable(scope, run.id, table));
    turn.endIfInterrupted();
  }
};

const readAll = async (turn: SyncTurn, run: Pick<OpenRun, "id" | "finishedTables">): Promise<void> => {
  turn.hasChangeFeed = await ensureFeed(turn);
  await readTables(turn, run);
  if (!turn.hasChangeFeed || (await readFeed(turn))) return;
  // The change feed no longer exists: a new one is created and everything is read again.
  turn.hasChangeFeed = await ensureFeed(turn);
  await readTables(turn, run);
  if (turn.hasChangeFeed) await readFeed(turn);
};

/** Retries records that an earlier run had to postpone; records postponed by this run wait for the next. */
const rereadPostponed = async (turn: SyncTurn, before: ReadonlyMap<SyncedTable, readonly string[]>): Promise<void> => {
  for (const [table, ids] of before) {
    const layout = layoutOf(turn, table);
    const postponed = layout ? await findRecordsToReread(turn.scope, table) : [];
    if (layout)
      await readRecordsById(
        turn,
        layout,
        postponed.filter((id) => ids.includes(id)),
      );
  }
};

/** Pulls all changes. With a change feed, the tables are read completely once and from then on only the feed. */
export const pullAll = async (turn: SyncTurn, run: Pick<OpenRun, "id" | "finishedTables">): Promise<void> => {
  const postponed = new Map<SyncedTable, string[]>();
  for (const table of SYNCED_TABLES) postponed.set(table, await findRecordsToReread(turn.scope, table));
  await readAll(turn, run);
  await rereadPostponed(turn, postponed);
};
