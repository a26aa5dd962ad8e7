import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import { DAY_MS } from "#platform/time.ts";
import { AirtableProblem, isProblem } from "../client/airtable-problem.ts";
import { MAX_RECORDS_PER_WRITE } from "../client/client.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import type { OpenRun } from "../runs/runs.queries.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { findRecordsWithoutAppId, markAppIdsHandled, type RecordWithoutAppId } from "./outbox.queries.ts";
import { createRefusedTables } from "./refused-tables.ts";

/** A user may be waiting for the run: what is left follows in later runs, and most of it at night. */
const MAX_BATCHES = { day: 8, night: 2_500 };

/** If Airtable refuses the App ID of a record, that record stays without one; the others get theirs. */
const writeBatch = async (
  turn: SyncTurn,
  { table, tableId }: TableLayout,
  appIdField: string,
  records: readonly RecordWithoutAppId[],
): Promise<void> => {
  const write = (some: readonly RecordWithoutAppId[]) =>
    turn.client.write(
      tableId,
      some.map(({ localId, recordId }) => ({ id: recordId, fields: { [appIdField]: localId } })),
    );
  try {
    await write(records);
  } catch (error) {
    if (!isProblem(error, "rejected", "record_gone")) throw error;
    for (const record of records.length > 1 ? records : []) {
      await write([record]).catch((error: unknown) => {
        if (!isProblem(error, "rejected", "record_gone")) throw error;
      });
    }
  }
  await turnTransaction(turn, (scope) =>
    markAppIdsHandled(
      scope,
      table,
      records.map(({ localId }) => localId),
    ),
  );
};

/** Not tried again for a day. */
const refusedTables = createRefusedTables(DAY_MS);

const writeTable = async (turn: SyncTurn, layout: TableLayout, maxBatches: number): Promise<number> => {
  const { table, appId } = layout;
  if (!appId || refusedTables.has(turn.scope, table)) return 0;
  for (let batches = 0; batches < maxBatches; batches++) {
    const records = await findRecordsWithoutAppId(turn.scope, table, MAX_RECORDS_PER_WRITE);
    if (records.length === 0) return batches;
    try {
      await writeBatch(turn, layout, appId.id, records);
    } catch (error) {
      if (!(error instanceof AirtableProblem)) throw error;
      if (error.kind === "no_permission") refusedTables.add(turn.scope, table);
      turn.platform.log.info({ companyId: turn.scope.companyId, table, problem: error.kind }, "App IDs not written");
      return batches;
    }
    // Airtable notifies us of our own writes, so a requested turn is no reason to end this one.
    turn.endIfOutOfTime();
  }
  return maxBatches;
};

/**
 * Writes the id of our row to the records that we have imported, so that the records of a copied or restored base are matched
 * with our rows instead of being imported again. Nothing waits for it. A failed batch is tried again in a later run; a refused
 * record is skipped.
 */
export const writeAppIds = async (turn: SyncTurn, { tables, isComparison }: OpenRun): Promise<void> => {
  if (tables.length < SYNCED_TABLES.length) return;
  let batchesLeft = isComparison ? MAX_BATCHES.night : MAX_BATCHES.day;
  for (const table of SYNCED_TABLES) {
    const layout = layoutOf(turn, table);
    if (layout) batchesLeft -= await writeTable(turn, layout, batchesLeft);
  }
};
