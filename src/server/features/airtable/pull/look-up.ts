import { LARGEST_PAGE } from "../client/client.ts";
import { byRecordIds } from "../client/formula.ts";
import { type Layout, readFieldIds } from "../mapping/layout.ts";
import { storeRecords } from "../store/store.ts";
import type { Turn } from "../turn/turn.ts";

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size));

/** Takes in these records as they are now. Those that are no longer there, the feed or a scan will tell. */
export const lookUp = async (turn: Turn, layout: Layout, recordIds: readonly string[]): Promise<void> => {
  for (const ids of chunksOf(recordIds, LARGEST_PAGE)) {
    const { records } = await turn.client.list(layout.tableId, {
      fields: readFieldIds(layout),
      filterByFormula: byRecordIds(ids),
      pageSize: LARGEST_PAGE,
    });
    await storeRecords(turn, layout, records, { counts: { seen: records.length } });
    turn.checkpoint();
  }
};
