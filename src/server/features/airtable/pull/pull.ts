import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { findRunTables, finishTable, type OpenRun } from "../runs/runs.queries.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { ensureFeed, readFeed } from "./feed.ts";
import { pollChanges } from "./poll-changes.ts";
import { findRecordsToReread, findTableState, type TableState } from "./pull.queries.ts";
import { readRecordsById } from "./read-records.ts";
import { removeMissedTwice, scanTable } from "./scan-table.ts";

// Without a feed, only reading everything shows what is gone.
const SCAN_EVERY_MS = 6 * 3_600_000;

const needsScan = (turn: SyncTurn, state: TableState): boolean => {
  if (!state.isFilled || state.isScanning || state.scanSoon) return true;
  const age = turn.platform.clock.now().getTime() - (state.scannedAt?.getTime() ?? 0);
  return !turn.hasFeed && age > SCAN_EVERY_MS;
};

const readTable = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  const { table } = layout;
  const state = await findTableState(turn.scope, table);
  if (!state) return;
  if (needsScan(turn, state)) await scanTable(turn, layout);
  else await removeMissedTwice(turn, table);
  if (!turn.hasFeed) await pollChanges(turn, layout);
};

const isFilled = async ({ scope }: SyncTurn, table: SyncedTable): Promise<boolean> =>
  (await findTableState(scope, table))?.isFilled ?? true;

/** One table after the other, in the order in which they depend on each other; in this run each is read once. */
const readTables = async (turn: SyncTurn, run: Pick<OpenRun, "id" | "finishedTables">): Promise<void> => {
  for (const table of await findRunTables(turn.scope, run.id)) {
    const layout = layoutOf(turn, table);
    const isDone = run.finishedTables.includes(table) && (await isFilled(turn, table));
    if (layout && !isDone) await readTable(turn, layout);
    await turnTransaction(turn, (scope) => finishTable(scope, run.id, table));
    turn.checkpoint();
  }
};

const readAll = async (turn: SyncTurn, run: Pick<OpenRun, "id" | "finishedTables">): Promise<void> => {
  turn.hasFeed = await ensureFeed(turn);
  await readTables(turn, run);
  if (!turn.hasFeed || (await readFeed(turn))) return;
  // The feed was lost: with a new one, everything is read from the beginning.
  turn.hasFeed = await ensureFeed(turn);
  await readTables(turn, run);
  if (turn.hasFeed) await readFeed(turn);
};

/** What earlier runs could not settle: perhaps what stood in the way is gone by now. */
const rereadLeftovers = async (turn: SyncTurn, before: ReadonlyMap<SyncedTable, readonly string[]>): Promise<void> => {
  for (const [table, ids] of before) {
    const layout = layoutOf(turn, table);
    const left = layout ? await findRecordsToReread(turn.scope, table) : [];
    if (layout)
      await readRecordsById(
        turn,
        layout,
        left.filter((id) => ids.includes(id)),
      );
  }
};

/** Takes in what changed there. With a feed, the tables are read once, and from then on the feed tells. */
export const pullAll = async (turn: SyncTurn, run: Pick<OpenRun, "id" | "finishedTables">): Promise<void> => {
  const leftovers = new Map<SyncedTable, string[]>();
  for (const table of SYNCED_TABLES) leftovers.set(table, await findRecordsToReread(turn.scope, table));
  await readAll(turn, run);
  await rereadLeftovers(turn, leftovers);
};

/** What people read when it is over. */
export const summarise = (turn: SyncTurn): string => {
  const all = [...turn.progress.values()];
  const sum = (name: "changed" | "pushed" | "conflicts" | "errors") =>
    all.reduce((total, counts) => total + counts[name], 0);
  const suspended = SYNCED_TABLES.filter((table) => !layoutOf(turn, table));
  const parts = [
    `${sum("changed")} gewijzigd`,
    `${sum("pushed")} verstuurd`,
    ...(sum("conflicts") > 0 ? [`${sum("conflicts")} conflicten`] : []),
    ...(sum("errors") > 0 ? [`${sum("errors")} met een fout`] : []),
    ...(suspended.length > 0
      ? [`${suspended.length} ${suspended.length === 1 ? "tabel" : "tabellen"} overgeslagen`]
      : []),
  ];
  return `Synchronisatie voltooid: ${parts.join(", ")}.`;
};
