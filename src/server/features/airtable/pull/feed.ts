import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import { isProblem } from "../client/problems.ts";
import type { Layout } from "../mapping/layout.ts";
import { removeRecords } from "../store/remove.ts";
import { keep, layoutOf, type Turn } from "../turn/turn.ts";
import { sortFeed, type TableNews } from "./feed-lines.ts";
import { hearLines } from "./hear.ts";
import { lookUp } from "./look-up.ts";
import {
  emptyTables,
  type FeedState,
  findFeedState,
  findKnownRecordIds,
  putFeed,
  putFeedCursor,
  putFeedExpiry,
  putFeedRefused,
} from "./pull.queries.ts";

const DAY_MS = 86_400_000;
// A feed ends after seven days, and forgets what is older.
const REFRESHED_WITHIN_MS = 4 * DAY_MS;
const FORGOTTEN_AFTER_MS = 6 * DAY_MS;

const isOlder = (moment: Date | null, now: Date, milliseconds: number): boolean =>
  moment !== null && now.getTime() - moment.getTime() > milliseconds;

/** A feed begins now: what it will not tell, because it happened before, is read from the tables themselves. */
const openFeed = async (turn: Turn): Promise<void> => {
  const now = turn.platform.clock.now();
  try {
    const feed = await turn.client.openFeed();
    await keep(turn, async (scope) => {
      await putFeed(scope, feed, now);
      await emptyTables(scope);
    });
  } catch (error) {
    if (!isProblem(error, "no_permission", "rejected", "feed_gone")) throw error;
    await keep(turn, async (scope) => {
      await putFeedRefused(scope, now);
    });
  }
};

const refreshFeed = async (turn: Turn, { id, expiresAt }: FeedState): Promise<void> => {
  const now = turn.platform.clock.now();
  const isFresh = !expiresAt || expiresAt.getTime() - now.getTime() > REFRESHED_WITHIN_MS;
  if (!id || isFresh) return;
  const { expirationTime = null } = await turn.client.refreshFeed(id);
  await keep(turn, (scope) => putFeedExpiry(scope, expirationTime));
};

const loseFeed = (turn: Turn): Promise<unknown> =>
  keep(turn, (scope) => putFeed(scope, { id: null, cursor: null, expiresAt: null }, turn.platform.clock.now()));

/** Sees to it that there is a feed, if the token may have one. Before the tables are read, so that nothing falls between. */
export const ensureFeed = async (turn: Turn): Promise<boolean> => {
  const now = turn.platform.clock.now();
  const state = await findFeedState(turn.scope);
  if (state?.id && isOlder(state.readAt, now, FORGOTTEN_AFTER_MS)) await loseFeed(turn);
  else if (state?.id) return true;
  const wasRefused = state?.refusedAt && !isOlder(state.refusedAt, now, DAY_MS);
  if (!wasRefused) await openFeed(turn);
  return Boolean((await findFeedState(turn.scope))?.id);
};

/** What is new is read as it is now, not as the feed tells it: it may have changed again. */
const takeIn = async (turn: Turn, layout: Layout, news: TableNews): Promise<void> => {
  const { table } = layout;
  const foreign = await hearLines(turn, table, news.lines);
  const known = new Set(await findKnownRecordIds(turn.scope, table, [...news.created]));
  const fresh = [...news.created].filter((id) => !known.has(id));
  const wanted = new Set([...fresh, ...news.changed, ...foreign]);
  for (const id of news.destroyed) wanted.delete(id);
  await lookUp(turn, layout, [...wanted]);
  if (news.destroyed.size > 0) await removeRecords(turn, table, [...news.destroyed]);
};

const readOn = async (turn: Turn, tables: readonly SyncedTable[]): Promise<void> => {
  const layouts = tables.flatMap((table) => layoutOf(turn, table) ?? []);
  for (;;) {
    const state = await findFeedState(turn.scope);
    if (!state?.id) return;
    await refreshFeed(turn, state);
    const page = await turn.client.readFeed(state.id, state.cursor ?? 1);
    const news = sortFeed(page, layouts);
    for (const layout of layouts) {
      const own = news.get(layout.table);
      if (own) await takeIn(turn, layout, own);
    }
    await keep(turn, (scope) => putFeedCursor(scope, page.cursor, turn.platform.clock.now()));
    if (!page.mightHaveMore) return;
    turn.checkpoint();
  }
};

/** Takes in everything the feed has told since the last time. False: the feed is gone, and all must be read anew. */
export const readFeed = async (turn: Turn): Promise<boolean> => {
  try {
    await readOn(turn, SYNCED_TABLES);
    return true;
  } catch (error) {
    if (!isProblem(error, "feed_gone")) throw error;
    await loseFeed(turn);
    return false;
  }
};
