import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import { isProblem } from "../client/airtable-problem.ts";
import { findTableState } from "../pull/pull.queries.ts";
import { findMistakenBases, removeRowsOfMistakenBase } from "./mistaken-base.queries.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "./sync-turn.ts";

/** False while a table may contain records that have not been read. */
const isWholeBaseRead = async (turn: SyncTurn): Promise<boolean> => {
  for (const table of SYNCED_TABLES) {
    const isAbsent = isProblem(turn.layout[table], "table_left_out", "table_missing");
    if (isAbsent) continue;
    if (!layoutOf(turn, table) || !(await findTableState(turn.scope, table))?.isFullyRead) return false;
  }
  return true;
};

const rowsText = (count: number): string => `${count} ${count === 1 ? "rij" : "rijen"}`;

/**
 * A new company that first connected a wrong base has rows of it. Once the right base has been read, those that it does not contain
 * leave.
 */
export const leaveMistakenBases = async (turn: SyncTurn): Promise<void> => {
  const bases = await findMistakenBases(turn.scope);
  if (bases.length === 0 || !(await isWholeBaseRead(turn))) return;
  for (const base of bases) {
    const { deleted, parked } = await turnTransaction(turn, async (scope) => {
      const leftBehind = await removeRowsOfMistakenBase(scope, base);
      await turn.platform.events.publish(scope.db, scope.companyId, { topic: "everything" });
      return leftBehind;
    });
    if (deleted > 0) turn.remarks.add(`${rowsText(deleted)} van de base die kort gekoppeld was, hier verwijderd`);
    if (parked > 0) turn.remarks.add(`${rowsText(parked)} van die base geparkeerd, omdat er hier aan gewerkt is`);
  }
};
