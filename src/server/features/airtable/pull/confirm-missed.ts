import { MAX_PAGE_SIZE } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { insertReportedDeletions, unreported } from "../reconcile/deletions.queries.ts";
import { addRepairs, findRunTables } from "../runs/runs.queries.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { readUnlessFailing } from "../runs/unread-tables.ts";
import { cancelConfirmingScan, findMissedRecords, forgetMissedScans } from "./pull.queries.ts";
import { readRecordsById } from "./read-records.ts";

const confirmInTable = async (turn: SyncTurn, layout: TableLayout, runId: string): Promise<void> => {
  const { table } = layout;
  for (;;) {
    const missed = await findMissedRecords(turn.scope, table, MAX_PAGE_SIZE);
    if (missed.length === 0) return;
    await readRecordsById(turn, layout, missed, {
      beforeCommit: async (scope, { ids, missing, written }) => {
        await addRepairs(scope, runId, table, written);
        const deletions = missing.map((id) => ({ ...unreported(id), comparisonRunId: runId }));
        await insertReportedDeletions(scope, table, deletions);
        await forgetMissedScans(scope, table, ids);
      },
    });
  }
};

/**
 * Reads once more, by their ids, the records that a comparison did not see: a list can skip a record while users edit. Those that Airtable
 * does not have are added to the reported deletions. Call it after the feed was read again, because the feed tells who deleted a record.
 */
export const confirmMissedRecords = async (turn: SyncTurn, runId: string): Promise<void> => {
  for (const table of await findRunTables(turn.scope, runId)) {
    const layout = layoutOf(turn, table);
    if (!layout) continue;
    const isConfirmed = await readUnlessFailing(turn, layout, () => confirmInTable(turn, layout, runId));
    if (isConfirmed) await turnTransaction(turn, (scope) => cancelConfirmingScan(scope, table));
  }
};
