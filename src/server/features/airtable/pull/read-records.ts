import { isProblem } from "../client/airtable-problem.ts";
import { type ListQuery, MAX_PAGE_SIZE, type RecordPage } from "../client/client.ts";
import { matchRecordIds } from "../client/formula.ts";
import { fieldIdsOf, type TableLayout } from "../mapping/base-layout.ts";
import { storeRecords } from "../reconcile/store-records.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { savePageSize } from "./pull.queries.ts";

const MIN_PAGE_SIZE = 5;

/** Halves the page size while the response is too large: long reports make a hundred records too much. */
const fetchPage = async (
  turn: SyncTurn,
  { table, tableId }: TableLayout,
  query: ListQuery & { pageSize: number },
): Promise<RecordPage> => {
  try {
    return await turn.client.list(tableId, query);
  } catch (error) {
    const smaller = Math.floor(query.pageSize / 2);
    if (!isProblem(error, "too_large") || smaller < MIN_PAGE_SIZE) throw error;
    await turnTransaction(turn, (scope) => savePageSize(scope, table, smaller));
    return fetchPage(turn, { table, tableId } as TableLayout, { ...query, pageSize: smaller });
  }
};

/**
 * All pages of a list. The next page is fetched while the caller stores the current one: at four requests a second most
 * of the time would otherwise be spent waiting.
 */
export async function* readPages(
  turn: SyncTurn,
  layout: TableLayout,
  query: ListQuery & { pageSize: number },
): AsyncGenerator<RecordPage> {
  const fetch = (offset: string | undefined) => {
    const page = fetchPage(turn, layout, { ...query, offset });
    // The error is thrown where the page is awaited. Without a handler it would be an unhandled rejection if the caller stops.
    page.catch(() => undefined);
    return page;
  };
  let next: Promise<RecordPage> | undefined = fetch(query.offset);
  try {
    while (next) {
      const page: RecordPage = await next;
      next = page.offset ? fetch(page.offset) : undefined;
      yield page;
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

const toChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Reads and stores these records. The change feed or a scan detects deleted ones. */
export const readRecordsById = async (
  turn: SyncTurn,
  layout: TableLayout,
  recordIds: readonly string[],
): Promise<void> => {
  for (const ids of toChunks(recordIds, MAX_PAGE_SIZE)) {
    const { records } = await turn.client.list(layout.tableId, {
      fields: fieldIdsOf(layout),
      filterByFormula: matchRecordIds(ids),
      pageSize: MAX_PAGE_SIZE,
    });
    await storeRecords(turn, layout, records, { counts: { seen: records.length } });
    turn.endIfInterrupted();
  }
};
