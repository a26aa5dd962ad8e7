import type { Scope } from "#platform/database/scope.ts";
import { isProblem } from "../client/airtable-problem.ts";
import { type ListQuery, MAX_PAGE_SIZE, type RecordPage } from "../client/client.ts";
import { matchRecordIds } from "../client/formula.ts";
import { fieldIdsOf, type TableLayout } from "../mapping/base-layout.ts";
import { storeRecords } from "../reconcile/store-records.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { deleteRecordsToRead, findRecordsToRead, findTableState, savePageSize } from "./pull.queries.ts";

const MIN_PAGE_SIZE = 5;

/**
 * Halves the page size when a response is too large or too slow, for example because of long reports. Throws the error when it has another cause, or when the page is as small as it can be.
 */
const reducePageSize = async (
  turn: SyncTurn,
  { table }: TableLayout,
  size: number,
  error: unknown,
): Promise<number> => {
  const smaller = Math.floor(size / 2);
  if (!isProblem(error, "too_large", "too_slow") || smaller < MIN_PAGE_SIZE) throw error;
  await turnTransaction(turn, (scope) => savePageSize(scope, table, smaller));
  return smaller;
};

const fetchPage = async (
  turn: SyncTurn,
  layout: TableLayout,
  query: ListQuery & { pageSize: number },
): Promise<RecordPage> => {
  try {
    return await turn.client.list(layout.tableId, query);
  } catch (error) {
    const pageSize = await reducePageSize(turn, layout, query.pageSize, error);
    return fetchPage(turn, layout, { ...query, pageSize });
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

/** Reads these records in chunks. Fewer at a time while Airtable does not answer in time or the response is too large. */
export const readRecordsById = async (
  turn: SyncTurn,
  layout: TableLayout,
  recordIds: readonly string[],
  beforeCommit?: (scope: Scope, ids: readonly string[]) => Promise<unknown>,
): Promise<void> => {
  let size = (await findTableState(turn.scope, layout.table))?.pageSize ?? MAX_PAGE_SIZE;
  for (let done = 0; done < recordIds.length; ) {
    const ids = recordIds.slice(done, done + size);
    try {
      const query = { fields: fieldIdsOf(layout), filterByFormula: matchRecordIds(ids), pageSize: size };
      const { records } = await turn.client.list(layout.tableId, query);
      await storeRecords(turn, layout, records, {
        counts: { seen: records.length },
        ...(beforeCommit && { beforeCommit: (scope: Scope) => beforeCommit(scope, ids) }),
      });
      done += ids.length;
    } catch (error) {
      size = await reducePageSize(turn, layout, size, error);
    }
    turn.endIfInterrupted();
  }
};

/** Reads the records that the change feed has reported. Each chunk is stored together with the fact that it was read. */
export const readReportedRecords = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  const { table } = layout;
  for (;;) {
    const ids = await findRecordsToRead(turn.scope, table, MAX_PAGE_SIZE);
    if (ids.length === 0) return;
    await readRecordsById(turn, layout, ids, (scope, read) => deleteRecordsToRead(scope, table, read));
  }
};
