import type { Channel } from "#contract/queue.ts";
import type { Db } from "#platform/database/db.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { sectionOrder } from "#platform/database/sql-expressions.ts";

export const findChannel = async ({ db, companyId }: Scope): Promise<Channel> => {
  const found = await db.row<{ channel: Channel }>(sql`
    select delivery_channel as channel from companies where id = ${companyId}`);
  return found?.channel ?? "airtable";
};

/** Companies with due messages that we send, and companies with a claim of a process that died. */
export const findCompaniesWithWork = async (
  { db }: PlatformScope,
  now: Date,
  claimedBefore: Date,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select c.id from companies c
    where c.deleted_at is null and c.is_active and exists (
      select from queue_items q where q.company_id = c.id and q.status = 'QUEUED' and q.channel <> 'airtable' and q.remote_status is null and q.cancel_requested_at is null and not q.paused and q.due_sort_key <= ${now})
    union
    select c.id from companies c where c.deleted_at is null and c.is_active and exists (
      select from invitations i where i.company_id = c.id and i.status = 'QUEUED' and i.channel = 'linkedin')
    union
    select c.id from companies c where c.deleted_at is null and c.channel_switched_at is not null
    union
    select c.id from companies c where c.deleted_at is null and c.is_active and exists (
      select from queue_items q where q.company_id = c.id and q.status = 'QUEUED' and q.lead_id is null
        and q.due_sort_key <= ${now} and q.created_at <= ${claimedBefore})
    union
    select c.id from companies c where exists (
      select from queue_items q where q.company_id = c.id and q.status = 'SENDING' and q.claimed_at < ${claimedBefore})`);
  return found.map(({ id }) => id);
};

/**
 * After a restore: makes messages that may have been sent since the backup look like claims of a process that died, which the
 * delivery job parks for a person. Not only due ones: a user may have sent a later one at once, or have activated the company. Of
 * the parts of a message that are not due the first is enough, because the others wait for it. A paused part waits for a person
 * already.
 */
export const markUnsentAsStale = (
  { db, companyId }: { db: Pick<Db, "run">; companyId: string },
  now: Date,
  claimedAt: Date,
): Promise<number> =>
  db.run(sql`
    update queue_items q set status = 'SENDING', claim_id = gen_random_uuid(), claimed_at = ${claimedAt}
    where q.company_id = ${companyId} and q.status = 'QUEUED' and q.channel <> 'airtable' and q.remote_status is null
      and q.cancel_requested_at is null and not q.paused
      and (q.due_sort_key <= ${now} or not exists (
        select from queue_items e where e.company_id = q.company_id and e.message_id = q.message_id
          and e.status in ('QUEUED', 'SENDING') and e.channel <> 'airtable'
          and ${sectionOrder(sql`e.message_name`)} < ${sectionOrder(sql`q.message_name`)}))`);
