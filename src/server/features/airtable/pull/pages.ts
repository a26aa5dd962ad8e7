import type { ListQuery, RecordPage } from "../client/client.ts";
import { isProblem } from "../client/problems.ts";
import type { Layout } from "../mapping/layout.ts";
import { keep, type Turn } from "../turn/turn.ts";
import { putPageSize } from "./pull.queries.ts";

const SMALLEST_PAGE = 5;

/** A page, in a size that Airtable can answer: texts may be so long that a hundred records are too much. */
const fetchPage = async (
  turn: Turn,
  { table, tableId }: Layout,
  query: ListQuery & { pageSize: number },
): Promise<RecordPage> => {
  try {
    return await turn.client.list(tableId, query);
  } catch (error) {
    const smaller = Math.floor(query.pageSize / 2);
    if (!isProblem(error, "too_large") || smaller < SMALLEST_PAGE) throw error;
    await keep(turn, (scope) => putPageSize(scope, table, smaller));
    return fetchPage(turn, { table, tableId } as Layout, { ...query, pageSize: smaller });
  }
};

/**
 * Every page of a list. While one is being stored the next is already on its way: at four requests a second, waiting for
 * each other would be most of the time.
 */
export async function* readPages(
  turn: Turn,
  layout: Layout,
  query: ListQuery & { pageSize: number },
): AsyncGenerator<RecordPage> {
  const fetch = (offset: string | undefined) => {
    const page = fetchPage(turn, layout, { ...query, offset });
    // Told to whoever asks for the page; nobody may.
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
