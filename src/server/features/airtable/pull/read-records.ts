import type { Scope } from "#platform/database/scope.ts";
import { isProblem } from "../client/airtable-problem.ts";
import { startAnswerTimer } from "../client/answer-time.ts";
import { type ListQuery, MAX_PAGE_SIZE, type RecordPage } from "../client/client.ts";
import { matchRecordIds } from "../client/formula.ts";
import { fieldIdsOf, type TableLayout } from "../mapping/base-layout.ts";
import type { ReportedRecords } from "../reconcile/remote-record.ts";
import { storeRecords, type WrittenCounts } from "../reconcile/store-records.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { deleteRecordsToRead, findRecordsToRead, findTableState, savePageSize } from "./pull.queries.ts";

const MIN_PAGE_SIZE = 5;
/** Slower pages become smaller, so that they stay below the timeout, and much faster ones larger. */
const SLOW_PAGE_MS = 8_000;
const FAST_PAGE_MS = 2_000;

const storePageSize = (turn: SyncTurn, { table }: TableLayout, size: number, isMaximum: boolean): Promise<unknown> =>
  turnTransaction(turn, (scope) => savePageSize(scope, table, size, isMaximum));

/**
 * Halves the page size when a response is too large or too slow, for example because of long reports. Throws the error when it
 * has another cause, or when the page is as small as it can be.
 */
const reducePageSize = async (turn: SyncTurn, layout: TableLayout, size: number, error: unknown): Promise<number> => {
  const smaller = Math.floor(size / 2);
  if (!isProblem(error, "too_large", "too_slow") || smaller < MIN_PAGE_SIZE) throw error;
  await storePageSize(turn, layout, smaller, error.kind === "too_large");
  return smaller;
};

/** The size of the next page after one of this size took so long. */
const nextPageSize = (size: number, maxSize: number, milliseconds: number): number => {
  if (milliseconds > SLOW_PAGE_MS) return Math.max(MIN_PAGE_SIZE, Math.floor(size / 2));
  return milliseconds < FAST_PAGE_MS ? Math.min(maxSize, size * 2) : size;
};

interface FetchedPage extends RecordPage {
  nextSize: number;
}

const fetchPage = async (
  turn: SyncTurn,
  layout: TableLayout,
  query: ListQuery & { pageSize: number },
): Promise<FetchedPage> => {
  const stopAnswerTimer = startAnswerTimer();
  try {
    const page = await turn.client.list(layout.tableId, query);
    const milliseconds = stopAnswerTimer();
    if (query.pageSize === MAX_PAGE_SIZE && milliseconds <= SLOW_PAGE_MS) return { ...page, nextSize: MAX_PAGE_SIZE };
    const { maxPageSize = MAX_PAGE_SIZE } = (await findTableState(turn.scope, layout.table)) ?? {};
    const nextSize = nextPageSize(query.pageSize, maxPageSize, milliseconds);
    if (nextSize !== query.pageSize) await storePageSize(turn, layout, nextSize, false);
    return { ...page, nextSize };
  } catch (error) {
    stopAnswerTimer();
    const pageSize = await reducePageSize(turn, layout, query.pageSize, error);
    return fetchPage(turn, layout, { ...query, pageSize });
  }
};

/**
 * All pages of a list. The next page is fetched while the caller stores the current one: at four requests a second most
 * of the time would otherwise be spent waiting. A caller that stops early does not wait for the page fetched ahead, because a
 * message that is due may wait for this pull to end.
 */
export async function* readPages(
  turn: SyncTurn,
  layout: TableLayout,
  query: ListQuery & { pageSize: number },
): AsyncGenerator<RecordPage> {
  const fetch = (offset: string | undefined, pageSize: number) => {
    const page = fetchPage(turn, layout, { ...query, offset, pageSize });
    // The error is thrown where the page is awaited. Without a handler it would be an unhandled rejection if the caller stops.
    page.catch(() => undefined);
    return page;
  };
  let next: Promise<FetchedPage> | undefined = fetch(query.offset, query.pageSize);
  while (next) {
    const page: FetchedPage = await next;
    next = page.offset ? fetch(page.offset, page.nextSize) : undefined;
    yield page;
  }
}

interface ReadChunk {
  ids: readonly string[];
  /** Those that Airtable does not have. */
  missing: readonly string[];
  written: WrittenCounts;
}

interface ReadOptions {
  beforeCommit?(scope: Scope, chunk: ReadChunk): Promise<unknown>;
  reported?: ReportedRecords;
}

/**
 * Reads these records in chunks. Fewer at a time while Airtable does not answer in time or the response is too large. Returns the ids
 * that Airtable does not have.
 */
export const readRecordsById = async (
  turn: SyncTurn,
  layout: TableLayout,
  recordIds: readonly string[],
  { beforeCommit, reported }: ReadOptions = {},
): Promise<string[]> => {
  const allMissing: string[] = [];
  let size = (await findTableState(turn.scope, layout.table))?.pageSize ?? MAX_PAGE_SIZE;
  for (let done = 0; done < recordIds.length; ) {
    const ids = recordIds.slice(done, done + size);
    try {
      const query = { fields: fieldIdsOf(layout), filterByFormula: matchRecordIds(ids), pageSize: size };
      const { records } = await turn.client.list(layout.tableId, query);
      const found = new Set(records.map(({ id }) => id));
      const missing = ids.filter((id) => !found.has(id));
      await storeRecords(turn, layout, records, {
        counts: { seen: records.length },
        ...(reported && { reported }),
        ...(beforeCommit && {
          beforeCommit: (scope: Scope, written: WrittenCounts) => beforeCommit(scope, { ids, missing, written }),
        }),
      });
      done += ids.length;
      allMissing.push(...missing);
    } catch (error) {
      size = await reducePageSize(turn, layout, size, error);
    }
    turn.endIfInterrupted();
  }
  return allMissing;
};

/** Reads the records that the change feed has reported. Each chunk is stored together with the fact that it was read. */
export const readReportedRecords = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  const { table } = layout;
  for (;;) {
    const found = await findRecordsToRead(turn.scope, table, MAX_PAGE_SIZE);
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    await readRecordsById(turn, layout, ids, {
      beforeCommit: (scope, chunk) => deleteRecordsToRead(scope, table, chunk.ids),
      reported: new Map(found.map(({ id, at, fields }) => [id, { at, fields }])),
    });
  }
};
