import type { Scope } from "#platform/database/scope.ts";
import { isProblem } from "../client/airtable-problem.ts";
import { MAX_RECORDS_PER_WRITE } from "../client/client.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import {
  deleteErasures,
  type ErasureBatch,
  findErasureBatch,
  parkErasure,
  parkErasuresOfTable,
  unparkErasures,
} from "./erasures.queries.ts";

const explainRefusal = (reason: string | undefined): string =>
  `Airtable weigert dit record te wissen: ${reason} Wis het in Airtable zelf, of neem weg wat in de weg staat en probeer het opnieuw.`;

const commitErasure = (turn: SyncTurn, work: (scope: Scope) => Promise<unknown>): Promise<void> =>
  turnTransaction(turn, async (scope) => {
    await work(scope);
    await turn.platform.events.publish(scope.db, scope.companyId, { topic: "sync" });
  });

/** Deletes the records one by one if the batch is rejected. A record that no longer exists counts as erased. */
const eraseBatch = async (turn: SyncTurn, tableId: string, batch: ErasureBatch): Promise<void> => {
  const { table, recordIds } = batch;
  try {
    await turn.client.remove(tableId, recordIds);
  } catch (error) {
    // The table is locked or synced from another base, or the token may only read. The other tables continue.
    if (isProblem(error, "no_permission"))
      return commitErasure(turn, (scope) => parkErasuresOfTable(scope, batch, explainRefusal(error.message)));
    if (!isProblem(error, "rejected", "record_gone")) throw error;
    if (recordIds.length > 1) {
      for (const id of recordIds) await eraseBatch(turn, tableId, { ...batch, recordIds: [id] });
      return;
    }
    const [id = ""] = recordIds;
    if (error.kind === "rejected") {
      await commitErasure(turn, (scope) => parkErasure(scope, table, id, explainRefusal(error.detail.reason)));
      return;
    }
  }
  await commitErasure(turn, (scope) => deleteErasures(scope, table, recordIds));
};

/**
 * Runs before the pull, so that records to be erased are not imported again. A run also retries parked erasures. Records in a table
 * that is left out or suspended are deleted too; those of a table that is not in the base any more are gone with it.
 */
export const eraseRequested = async (turn: SyncTurn): Promise<void> => {
  if (turn.runId) await turnTransaction(turn, unparkErasures);
  for (;;) {
    const batch = await findErasureBatch(turn.scope, MAX_RECORDS_PER_WRITE);
    if (!batch) return;
    const { table, remoteTableId, recordIds } = batch;
    const tableId = remoteTableId || layoutOf(turn, table)?.tableId;
    if (tableId && turn.schema?.schema.tables.some(({ id }) => id === tableId)) await eraseBatch(turn, tableId, batch);
    else await commitErasure(turn, (scope) => deleteErasures(scope, table, recordIds));
    turn.endIfOutOfTime();
  }
};
