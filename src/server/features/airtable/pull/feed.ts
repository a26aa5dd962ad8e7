import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import { isProblem } from "../client/airtable-problem.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { removeDeletedRecords } from "../reconcile/remove-deleted.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { findForeignChanges, groupFeedByTable, type TableChanges } from "./feed-changes.ts";
import {
  type FeedState,
  findFeedState,
  findKnownRecordIds,
  markFeedRefused,
  requireFullRead,
  saveFeed,
  saveFeedCursor,
  saveFeedExpiry,
} from "./pull.queries.ts";
import { readRecordsById } from "./read-records.ts";

const DAY_MS = 86_400_000;
// A feed ends after seven days, and forgets what is older.
const REFRESH_BEFORE_EXPIRY_MS = 4 * DAY_MS;
const PAYLOADS_KEPT_MS = 6 * DAY_MS;

const isOlder = (moment: Date | null, now: Date, milliseconds: number): boolean =>
  moment !== null && now.getTime() - moment.getTime() > milliseconds;

/** A feed begins now: what it will not tell, because it happened before, is read from the tables themselves. */
const createFeed = async (turn: SyncTurn): Promise<void> => {
  const now = turn.platform.clock.now();
  try {
    const feed = await turn.client.openFeed();
    await turnTransaction(turn, async (scope) => {
      await saveFeed(scope, feed, now);
      await requireFullRead(scope);
    });
  } catch (error) {
    if (!isProblem(error, "no_permission", "rejected", "feed_gone")) throw error;
    await turnTransaction(turn, async (scope) => {
      await markFeedRefused(scope, now);
    });
  }
};

const refreshFeedIfDue = async (turn: SyncTurn, { id, expiresAt }: FeedState): Promise<void> => {
  const now = turn.platform.clock.now();
  const isFresh = !expiresAt || expiresAt.getTime() - now.getTime() > REFRESH_BEFORE_EXPIRY_MS;
  if (!id || isFresh) return;
  const { expirationTime = null } = await turn.client.refreshFeed(id);
  await turnTransaction(turn, (scope) => saveFeedExpiry(scope, expirationTime));
};

const forgetFeed = (turn: SyncTurn): Promise<unknown> =>
  turnTransaction(turn, (scope) =>
    saveFeed(scope, { id: null, cursor: null, expiresAt: null }, turn.platform.clock.now()),
  );

/** Sees to it that there is a feed, if the token may have one. Before the tables are read, so that nothing falls between. */
export const ensureFeed = async (turn: SyncTurn): Promise<boolean> => {
  const now = turn.platform.clock.now();
  const state = await findFeedState(turn.scope);
  if (state?.id && isOlder(state.readAt, now, PAYLOADS_KEPT_MS)) await forgetFeed(turn);
  else if (state?.id) return true;
  const wasRefused = state?.refusedAt && !isOlder(state.refusedAt, now, DAY_MS);
  if (!wasRefused) await createFeed(turn);
  return Boolean((await findFeedState(turn.scope))?.id);
};

/** What is new is read as it is now, not as the feed tells it: it may have changed again. */
const applyTableChanges = async (turn: SyncTurn, layout: TableLayout, news: TableChanges): Promise<void> => {
  const { table } = layout;
  const foreign = await findForeignChanges(turn, table, news.lines);
  const known = new Set(await findKnownRecordIds(turn.scope, table, [...news.created]));
  const fresh = [...news.created].filter((id) => !known.has(id));
  const wanted = new Set([...fresh, ...news.changed, ...foreign]);
  for (const id of news.destroyed) wanted.delete(id);
  await readRecordsById(turn, layout, [...wanted]);
  if (news.destroyed.size > 0) await removeDeletedRecords(turn, table, [...news.destroyed]);
};

const readFeedPages = async (turn: SyncTurn, tables: readonly SyncedTable[]): Promise<void> => {
  const layouts = tables.flatMap((table) => layoutOf(turn, table) ?? []);
  for (;;) {
    const state = await findFeedState(turn.scope);
    if (!state?.id) return;
    await refreshFeedIfDue(turn, state);
    const page = await turn.client.readFeed(state.id, state.cursor ?? 1);
    const news = groupFeedByTable(page, layouts);
    for (const layout of layouts) {
      const own = news.get(layout.table);
      if (own) await applyTableChanges(turn, layout, own);
    }
    await turnTransaction(turn, (scope) => saveFeedCursor(scope, page.cursor, turn.platform.clock.now()));
    if (!page.mightHaveMore) return;
    turn.checkpoint();
  }
};

/** Takes in everything the feed has told since the last time. False: the feed is gone, and all must be read anew. */
export const readFeed = async (turn: SyncTurn): Promise<boolean> => {
  try {
    await readFeedPages(turn, SYNCED_TABLES);
    return true;
  } catch (error) {
    if (!isProblem(error, "feed_gone")) throw error;
    await forgetFeed(turn);
    return false;
  }
};
