import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

type Channel = "airtable" | "webhook";

export const findChannel = async ({ db, companyId }: Scope): Promise<Channel> => {
  const found = await db.row<{ channel: Channel }>(sql`
    select delivery_channel as channel from companies where id = ${companyId}`);
  return found?.channel ?? "airtable";
};

/** Companies with something due that they send through us, and those with a part that nobody settled. */
export const findCompaniesWithWork = async (
  { db }: PlatformScope,
  now: Date,
  claimedBefore: Date,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select c.id from companies c
    where c.deleted_at is null and c.is_active and c.delivery_channel = 'webhook' and exists (
      select from queue_items q where q.company_id = c.id and q.status = 'QUEUED' and not q.paused and q.due_order <= ${now})
    union
    select c.id from companies c where exists (
      select from queue_items q where q.company_id = c.id and q.status = 'SENDING' and q.claimed_at < ${claimedBefore})`);
  return found.map(({ id }) => id);
};
