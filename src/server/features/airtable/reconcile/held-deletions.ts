import type { SyncedTable } from "#contract/synced-tables.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { type FoundDeletions, findDeletedIds, findDeletions, setDeletionsHeld } from "./deletions.queries.ts";
import { removeDeletedRecords } from "./remove-deleted.ts";

/** More deletions at once than this, or than this share of a table, have to be confirmed. A single one never has to be. */
const MAX_UNCONFIRMED = 20;
const MAX_UNCONFIRMED_SHARE = 0.1;

const mustBeConfirmed = ({ unconfirmed, records }: FoundDeletions): boolean =>
  unconfirmed > MAX_UNCONFIRMED || (unconfirmed > 1 && unconfirmed > records * MAX_UNCONFIRMED_SHARE);

const REMOVAL_BATCH = 100;

const holdDeletions = (turn: SyncTurn, table: SyncedTable): Promise<void> =>
  turnTransaction(turn, async (scope) => {
    await setDeletionsHeld(scope, table, turn.platform.clock.now());
    await turn.platform.events.publish(scope.db, scope.companyId, { topic: "sync" });
  });

const removeInBatches = async (turn: SyncTurn, table: SyncedTable, onlyConfirmed: boolean): Promise<void> => {
  for (;;) {
    const ids = await findDeletedIds(turn.scope, table, { onlyConfirmed, limit: REMOVAL_BATCH });
    if (ids.length === 0) return;
    await removeDeletedRecords(turn, table, ids);
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
    const isWaiting = unconfirmed > 0 && (isHeld || mustBeConfirmed(found));
    if (isWaiting && !isHeld) await holdDeletions(turn, table);
    if (!isWaiting && isHeld) await turnTransaction(turn, (scope) => setDeletionsHeld(scope, table, null));
    if (isWaiting)
      turn.remarks.add(
        `${unconfirmed} verwijderingen in de tabel ${layoutOf(turn, table)?.name ?? tableMapping(table).airtableName} wachten op bevestiging`,
      );
    await removeInBatches(turn, table, isWaiting);
  }
};
