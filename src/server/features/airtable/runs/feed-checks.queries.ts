import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

/** In a query of sync_states: Airtable notifies us of changes, as far as we know. Otherwise the change feed is polled. */
export const HAS_NOTIFICATIONS: Sql = sql`(feed_secret_encrypted is not null and not notifications_missing)`;

export const recordNotification = ({ db, companyId }: Scope, at: Date) =>
  db.run(sql`
    update sync_states set notified_at = ${at}, notifications_missing = false where company_id = ${companyId}`);

/** A notification follows its change within seconds; the clock of Airtable may differ from ours. */
const NOTIFIED_WITHIN = sql`interval '1 minute'`;

/** Call it with the times of changes from the feed. */
export const markMissingNotifications = ({ db, companyId }: Scope, changedAt: readonly string[], now: Date) =>
  db.run(sql`
    update sync_states set notifications_missing = true
    where company_id = ${companyId} and ${HAS_NOTIFICATIONS} and exists (
      select from unnest(${changedAt}::timestamptz[]) as changed_at
      where changed_at < ${now}::timestamptz - ${NOTIFIED_WITHIN}
        and changed_at > coalesce(notified_at, '-infinity') + ${NOTIFIED_WITHIN})`);

/** Makes the next turn read the change feed. Returns false when the company has no feed. */
export const requestFeedCheck = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set feed_check_requested = true where company_id = ${companyId} and feed_id is not null`)) > 0;

/**
 * Marks the requested check as done; false when none was requested. Call it before reading the feed, so that a notification that
 * arrives during the read requests another check.
 */
export const takeFeedCheck = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set feed_check_requested = false, feed_checked_at = clock_timestamp()
    where company_id = ${companyId} and feed_check_requested`)) > 0;

/** Milliseconds since the change feed was last checked; null before the first check. */
export const findFeedCheckAge = async ({ db, companyId }: Scope): Promise<number | null> => {
  const found = await db.row<{ age: number | null }>(sql`
    select (extract(epoch from clock_timestamp() - feed_checked_at) * 1000)::float8 as age
    from sync_states where company_id = ${companyId}`);
  return found?.age ?? null;
};

/**
 * Stores that somebody of this company has a screen open. True when polling has to start: nobody had one open before, and
 * Airtable sends no notifications.
 */
export const markWatched = async ({ db }: PlatformScope, companyId: string, milliseconds: number): Promise<boolean> => {
  const found = await db.row<{ mustStartPolling: boolean }>(sql`
    with before as (
      select watched_until, feed_id, ${HAS_NOTIFICATIONS} as is_notified from sync_states where company_id = ${companyId} for update
    ), marked as (
      update sync_states set watched_until = clock_timestamp() + make_interval(secs => ${milliseconds / 1000})
      where company_id = ${companyId}
    )
    select coalesce(watched_until < clock_timestamp(), true) and feed_id is not null and not is_notified as "mustStartPolling" from before`);
  return found?.mustStartPolling ?? false;
};

/** What is needed to authenticate a notification of Airtable. */
export const findFeedSecret = ({ db }: PlatformScope, companyId: string) =>
  db.row<{ secretEncrypted: string | null }>(sql`
    select s.feed_secret_encrypted as "secretEncrypted"
    from sync_states s join companies c on c.id = s.company_id
    where s.company_id = ${companyId} and c.is_active and c.deleted_at is null`);
