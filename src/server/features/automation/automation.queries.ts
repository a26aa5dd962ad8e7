import type { Channel } from "#contract/queue.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

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

/** Makes due messages look like claims of a process that died, which the delivery job parks. */
export const markDueAsStale = ({ db, companyId }: Scope, now: Date, claimedAt: Date): Promise<number> =>
  db.run(sql`
    update queue_items set status = 'SENDING', claim_id = gen_random_uuid(), claimed_at = ${claimedAt}
    where company_id = ${companyId} and status = 'QUEUED' and channel <> 'airtable' and remote_status is null and cancel_requested_at is null and not paused and due_sort_key <= ${now}`);
