import { isProblem } from "../client/airtable-problem.ts";
import { fieldIdsOf, type TableLayout } from "../mapping/base-layout.ts";
import { insertMissedTwice } from "../reconcile/deletions.queries.ts";
import { toRemoteRecord } from "../reconcile/remote-record.ts";
import { storeRecords } from "../reconcile/store-records.ts";
import { addRepairs } from "../runs/runs.queries.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import {
  beginScan,
  endScan,
  findTableState,
  incrementMissedScans,
  restartScan,
  saveScanOffset,
  type TableState,
} from "./pull.queries.ts";
import { readPages } from "./read-records.ts";

/** The newest modification time in the table, by Airtable's clock. Changes made during the scan are newer. */
const findLatestModification = async (turn: SyncTurn, layout: TableLayout): Promise<string | null> => {
  const { tableId, lastModified } = layout;
  if (!lastModified) return null;
  const { records } = await turn.client.list(tableId, {
    fields: [lastModified.id],
    sort: [{ field: lastModified.id, direction: "desc" }],
    maxRecords: 1,
    pageSize: 1,
  });
  const [latest] = records;
  return latest ? toRemoteRecord(layout, latest).modifiedAt : null;
};

const requireTableState = async ({ scope }: SyncTurn, { table }: TableLayout): Promise<TableState> => {
  const state = await findTableState(scope, table);
  if (!state) throw new Error(`the table ${table} has no sync state`);
  return state;
};

/** Continues an interrupted scan at its stored offset, or begins a new one. */
const resumeOrBeginScan = async (turn: SyncTurn, layout: TableLayout): Promise<TableState> => {
  const state = await requireTableState(turn, layout);
  if (state.isScanning) return state;
  // With a change feed no watermark is needed: it reports changes made during the scan.
  const watermark = turn.hasChangeFeed ? null : await findLatestModification(turn, layout);
  await turnTransaction(turn, (scope) => beginScan(scope, layout.table, watermark));
  return requireTableState(turn, layout);
};

const readScanPages = async (
  turn: SyncTurn,
  layout: TableLayout,
  { scan: scanNumber, scanOffset, pageSize }: TableState,
  comparisonRunId: string | null,
): Promise<void> => {
  const { table } = layout;
  const query = { fields: fieldIdsOf(layout), pageSize, offset: scanOffset ?? undefined };
  for await (const { records, offset } of readPages(turn, layout, query)) {
    await storeRecords(turn, layout, records, {
      scanNumber,
      counts: { seen: records.length },
      beforeCommit: async (scope, written) => {
        if (comparisonRunId) await addRepairs(scope, comparisonRunId, table, written);
        await saveScanOffset(scope, table, offset ?? null);
      },
    });
    turn.platform.log.info(
      { companyId: turn.scope.companyId, table, ...turn.progress.get(table) },
      "airtable page read",
    );
    if (offset) turn.endIfInterrupted();
  }
};

const finishScan = async (
  turn: SyncTurn,
  { table }: TableLayout,
  scan: number,
  isComparison: boolean,
): Promise<void> => {
  await turnTransaction(turn, async (scope) => {
    const missed = await incrementMissedScans(scope, table, scan);
    // A comparison reads the missed records again by their ids.
    if (!isComparison) await insertMissedTwice(scope, table);
    await endScan(scope, table, turn.platform.clock.now(), missed > 0);
  });
};

/**
 * Reads every record of a table: for the first sync, to detect deletions, or to compare. Changes that a comparison finds count as
 * repairs: the change feed was read before it.
 */
export const scanTable = async (
  turn: SyncTurn,
  layout: TableLayout,
  comparisonRunId: string | null = null,
): Promise<void> => {
  for (;;) {
    const state = await resumeOrBeginScan(turn, layout);
    try {
      await readScanPages(turn, layout, state, comparisonRunId);
      return await finishScan(turn, layout, state.scan, comparisonRunId !== null);
    } catch (error) {
      if (!isProblem(error, "list_expired")) throw error;
      // The records read so far stay stored; reading them again is idempotent.
      await turnTransaction(turn, (scope) => restartScan(scope, layout.table));
    }
  }
};
