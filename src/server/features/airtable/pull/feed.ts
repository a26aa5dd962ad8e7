import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { DAY_MS } from "#platform/time.ts";
import { AirtableProblem, isProblem, REQUIRED_SCOPES } from "../client/airtable-problem.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { insertReportedDeletions } from "../reconcile/deletions.queries.ts";
import { markMissingNotifications } from "../runs/feed-checks.queries.ts";
import { decryptFeedSecret, encryptFeedSecret } from "../runs/feed-checks.ts";
import { addExpected } from "../runs/runs.queries.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { readUnlessFailing } from "../runs/unread-tables.ts";
import { findForeignChanges, groupFeedByTable, type TableChanges } from "./feed-changes.ts";
import {
  type FeedState,
  findFeedState,
  findKnownRecordIds,
  insertRecordsToRead,
  markFeedRefused,
  requireFullRead,
  saveFeed,
  saveFeedCursor,
  saveFeedExpiry,
  saveNotifications,
} from "./pull.queries.ts";
import { readReportedRecords } from "./read-records.ts";

// A webhook expires after seven days, and Airtable deletes its payloads after seven days. A feed that was not read for six is replaced.
const REFRESH_BEFORE_EXPIRY_MS = 4 * DAY_MS;
const MAX_UNREAD_MS = 6 * DAY_MS;

const isOlder = (time: Date | null, now: Date, milliseconds: number): boolean =>
  time !== null && now.getTime() - time.getTime() > milliseconds;

/** Where Airtable can notify us of changes. Null when this installation has no public URL: the feed is then polled. */
const notificationUrlOf = ({ config }: SyncTurn["platform"], companyId: string): string | null =>
  config.hasPublicUrl ? new URL(`/api/airtable/notifications/${companyId}`, config.publicUrl).href : null;

/** Airtable may refuse to notify this URL: the feed is then polled. */
const openFeed = async ({ client }: SyncTurn, url: string | null) => {
  try {
    return await client.openFeed(url);
  } catch (error) {
    if (url === null || !isProblem(error, "rejected")) throw error;
    return client.openFeed(null);
  }
};

/** A new change feed does not contain earlier changes, so all tables are read completely once. */
const createFeed = async (turn: SyncTurn): Promise<void> => {
  const { platform, scope } = turn;
  const now = platform.clock.now();
  const url = notificationUrlOf(platform, scope.companyId);
  try {
    const { secret, ...feed } = await openFeed(turn, url);
    await turnTransaction(turn, async (scope) => {
      await saveFeed(scope, feed, now);
      const encrypted = secret === null ? null : encryptFeedSecret(platform, scope.companyId, secret);
      await saveNotifications(scope, url, encrypted);
      await requireFullRead(scope);
    });
  } catch (error) {
    if (!isProblem(error, "no_permission", "rejected", "feed_gone")) throw error;
    await turnTransaction(turn, async (scope) => {
      await markFeedRefused(scope, now);
    });
  }
};

export const isRefreshDue = ({ expiresAt }: Pick<FeedState, "expiresAt">, now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() - now.getTime() <= REFRESH_BEFORE_EXPIRY_MS;

const refreshFeedIfDue = async (turn: SyncTurn, { id, expiresAt }: FeedState): Promise<void> => {
  if (!id || !isRefreshDue({ expiresAt }, turn.platform.clock.now())) return;
  const { expirationTime = null } = await turn.client.refreshFeed(id);
  await turnTransaction(turn, (scope) => saveFeedExpiry(scope, expirationTime));
};

const NO_FEED = { id: null, cursor: null, expiresAt: null };

const forgetFeed = (turn: SyncTurn): Promise<unknown> =>
  turnTransaction(turn, (scope) => saveFeed(scope, NO_FEED, turn.platform.clock.now()));

/** Otherwise it would be found again and reused. */
const removeBrokenFeed = async ({ client }: SyncTurn, id: string): Promise<void> => {
  try {
    await client.removeFeed(id);
  } catch (error) {
    if (!isProblem(error, "feed_gone", "no_permission")) throw error;
  }
};

/** The public URL of the installation has changed, or the secret of the notifications cannot be read any more. */
const hasOutdatedUrlOrSecret = ({ platform, scope }: SyncTurn, state: FeedState | undefined): boolean => {
  if (!state?.id) return false;
  const url = notificationUrlOf(platform, scope.companyId);
  const { secretEncrypted } = state;
  return (
    state.url !== url || (secretEncrypted !== null && !decryptFeedSecret(platform, scope.companyId, secretEncrypted))
  );
};

/**
 * Called before the tables are read, so that no change is missed in between. False when Airtable refuses a change feed, usually
 * because the token has no permission for it; after a refusal it is tried again the next day.
 */
export const ensureFeed = async (turn: SyncTurn): Promise<boolean> => {
  const now = turn.platform.clock.now();
  const state = await findFeedState(turn.scope);
  const isUnusable =
    isOlder(state?.expiresAt ?? null, now, 0) ||
    isOlder(state?.readAt ?? null, now, MAX_UNREAD_MS) ||
    hasOutdatedUrlOrSecret(turn, state);
  if (state?.id && isUnusable) await forgetFeed(turn);
  else if (state?.id) return true;
  const wasRefused = state?.refusedAt && !isOlder(state.refusedAt, now, DAY_MS);
  if (!wasRefused) await createFeed(turn);
  return Boolean((await findFeedState(turn.scope))?.id);
};

/**
 * The records to read because of these changes. They are read by id instead of applying the values in the change feed, because
 * they may have changed again since. A record that was deleted and restored is read too.
 */
const selectRecordsToRead = async (
  turn: SyncTurn,
  layout: TableLayout,
  { created, changed, destroyed, fieldChanges }: TableChanges,
): Promise<readonly string[]> => {
  const foreign = await findForeignChanges(turn, layout, fieldChanges);
  const known = new Set(await findKnownRecordIds(turn.scope, layout.table, [...created]));
  const mayExist = (id: string) => created.has(id) || !destroyed.has(id);
  const unknown = [...created].filter((id) => !known.has(id) || destroyed.has(id));
  return [...new Set([...unknown, ...[...changed, ...foreign].filter(mayExist)])];
};

const readFeedPages = async (turn: SyncTurn, tables: readonly SyncedTable[]): Promise<void> => {
  const layouts = tables.flatMap((table) => layoutOf(turn, table) ?? []);
  for (;;) {
    const state = await findFeedState(turn.scope);
    if (!state?.id) return;
    await refreshFeedIfDue(turn, state);
    const page = await turn.client.readFeed(state.id, state.cursor ?? 1);
    const isBroken = page.payloads.some(({ error }) => error);
    const changes = groupFeedByTable(page, layouts);
    const toRead = new Map<SyncedTable, readonly string[]>();
    for (const layout of layouts) {
      const tableChanges = changes.get(layout.table);
      if (tableChanges) toRead.set(layout.table, await selectRecordsToRead(turn, layout, tableChanges));
    }
    await turnTransaction(turn, async (scope) => {
      for (const [table, { destroyed }] of changes)
        await insertReportedDeletions(
          scope,
          table,
          [...destroyed].map(([recordId, reported]) => ({ recordId, ...reported })),
        );
      for (const [table, ids] of toRead)
        await insertRecordsToRead(scope, table, ids, changes.get(table)?.reported ?? new Map());
      if (turn.runId) for (const [table, ids] of toRead) await addExpected(scope, turn.runId, table, ids.length);
      const changedAt = page.payloads.flatMap(({ timestamp }) => timestamp ?? []);
      await markMissingNotifications(scope, changedAt, turn.platform.clock.now());
      if (isBroken) await saveFeed(scope, NO_FEED, turn.platform.clock.now());
      else await saveFeedCursor(scope, page.cursor, turn.platform.clock.now());
    });
    if (isBroken) await removeBrokenFeed(turn, state.id);
    for (const layout of layouts) await readUnlessFailing(turn, layout, () => readReportedRecords(turn, layout));
    if (isBroken) throw new AirtableProblem("feed_gone");
    if (!page.mightHaveMore) return;
    turn.endIfInterrupted();
  }
};

/**
 * Applies all changes since the stored cursor. False when the change feed no longer exists or may no longer be read: everything must be
 * read again.
 */
export const readFeed = async (turn: SyncTurn): Promise<boolean> => {
  try {
    await readFeedPages(turn, SYNCED_TABLES);
    return true;
  } catch (error) {
    if (!isProblem(error, "feed_gone", "no_permission")) throw error;
    // Reading the feed needs the rights of a base creator. Without them the tables are polled.
    const isRefused = error.kind === "no_permission" && error.detail.scope === REQUIRED_SCOPES.feed;
    if (error.kind === "no_permission" && !isRefused) throw error;
    if (isRefused) await turnTransaction(turn, (scope) => markFeedRefused(scope, turn.platform.clock.now()));
    else await forgetFeed(turn);
    return false;
  }
};
