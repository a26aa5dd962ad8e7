import type { SyncedTable } from "#contract/synced-tables.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { type FoundDeletions, findDeletedRecords, findDeletions, setDeletionsHeld } from "./deletions.queries.ts";
import { removeDeletedRecords } from "./remove-deleted.ts";

/**
 * More deletions at once than this, or than this share of a table, have to be confirmed. Deletions of edited records (conflicts) count too,
 * and deletions of the last hour: every check of the change feed finds only a few of many that follow one another. A single deletion
 * never has to be confirmed.
 */
const MAX_UNCONFIRMED = 20;
const MAX_UNCONFIRMED_SHARE = 0.1;

const mustBeConfirmed = ({ unconfirmed, inConflict, recent, records }: FoundDeletions): boolean => {
  const deleted = unconfirmed + inConflict + recent;
  return deleted > MAX_UNCONFIRMED || (deleted > 1 && deleted > records * MAX_UNCONFIRMED_SHARE);
};

const REMOVAL_BATCH = 100;

/** The queue shows which parts wait for the decision, or no longer do. */
const setHeld = (turn: SyncTurn, table: SyncedTable, at: Date | null): Promise<void> =>
  turnTransaction(turn, async (scope) => {
    await setDeletionsHeld(scope, table, at);
    await invalidatePlans(scope);
    for (const topic of ["sync", "queue"] as const)
      await turn.platform.events.publish(scope.db, scope.companyId, { topic });
  });

const removeInBatches = async (turn: SyncTurn, table: SyncedTable, onlyConfirmed: boolean): Promise<void> => {
  for (;;) {
    const deleted = await findDeletedRecords(turn.scope, table, { onlyConfirmed, limit: REMOVAL_BATCH });
    if (deleted.length === 0) return;
    await removeDeletedRecords(turn, table, deleted);
    turn.endIfOutOfTime();
  }
};

/** Deletes what a company admin has confirmed. */
export const applyConfirmedDeletions = async (turn: SyncTurn): Promise<void> => {
  for (const { table, confirmed } of await findDeletions(turn.scope))
    if (confirmed > 0) await removeInBatches(turn, table, true);
};

/**
 * Deletes here what was found deleted in Airtable. Many deletions at once may be a mistake: they wait until a company
 * admin confirms them; others that are found meanwhile wait with them. Call it after everything was read: the number of
 * deletions is only known then.
 */
export const applyFoundDeletions = async (turn: SyncTurn): Promise<void> => {
  for (const found of await findDeletions(turn.scope)) {
    const { table, unconfirmed, isHeld } = found;
    // A record that was reported as deleted may have been restored since.
    if (turn.unreadTables.has(table)) continue;
    const isWaiting = unconfirmed > 0 && (isHeld || mustBeConfirmed(found));
    if (isWaiting !== isHeld) await setHeld(turn, table, isWaiting ? turn.platform.clock.now() : null);
    if (isWaiting)
      turn.remarks.add(
        `${unconfirmed} ${unconfirmed === 1 ? "verwijdering" : "verwijderingen"} in de tabel ${layoutOf(turn, table)?.name ?? tableMapping(table).airtableName} ${unconfirmed === 1 ? "wacht" : "wachten"} op bevestiging`,
      );
    await removeInBatches(turn, table, isWaiting);
  }
};
