import type { Channel, ChannelSwitchReport, StayingParts } from "#contract/queue.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

interface ChannelSwitch {
  name: string;
  channel: Channel;
  switchedAt: Date | null;
  hasAirtable: boolean;
  /** A sync has begun after the switch. */
  hasSyncBegun: boolean;
  /** A sync that began after the switch has ended successfully. */
  isSynced: boolean;
}

export const findSwitch = ({ db, companyId }: Scope): Promise<ChannelSwitch | undefined> =>
  db.row(sql`
    select c.name, c.delivery_channel as channel, c.channel_switched_at as "switchedAt", c.airtable_base_id is not null as "hasAirtable",
      exists (select from sync_runs r where r.company_id = ${companyId} and r.started_at >= c.channel_switched_at) as "hasSyncBegun",
      exists (select from sync_runs r where r.company_id = ${companyId} and r.status not in ('queued', 'running', 'failed')
        and r.started_at >= c.channel_switched_at and r.tables @> '{messages,queue}') as "isSynced"
    from companies c where c.id = ${companyId}`);

export interface MovedPart {
  id: string;
  /** The sort key as text: a Date has no microseconds. */
  dueKey: string;
  dueBefore: Date | null;
  dueAfter: Date | null;
}

/**
 * Parts are touched when they are due before `soon`, were attempted, or when somebody asked to send them now: that request is
 * in Airtable. A part that another process has locked stays too. The company's automation knows no working hours, caps or
 * spacing, so that a part that moves there gets the time of its plan. A batch in the order of the due dates, after the given part.
 */
export const moveUntouchedParts = (
  { db, companyId }: Scope,
  channel: Channel,
  { soon, after, limit }: { soon: Date; after: Pick<MovedPart, "id" | "dueKey"> | undefined; limit: number },
): Promise<MovedPart[]> =>
  db.rows(sql`
    with untouched as (
      select q.id, q.date_due, q.due_sort_key from queue_items q
      where q.company_id = ${companyId} and q.channel <> ${channel} and q.status = 'QUEUED' and q.due_sort_key > ${soon}
        and ${after ? sql`(q.due_sort_key, q.id) > (${after.dueKey}::timestamptz, ${after.id}::uuid)` : sql`true`}
        and not q.send_now and q.remote_status is null and q.cancel_requested_at is null
        and not exists (select from delivery_attempts a where a.company_id = q.company_id and a.queue_item_id = q.id)
        and not exists (select from messages m where m.company_id = q.company_id and m.id = q.message_id
          and m.status = 'approved' and m.send_requested_at is not null)
      order by q.due_sort_key, q.id limit ${limit} for no key update of q skip locked
    ), moved as (
      update queue_items q set channel = ${channel}, date_due = case ${channel}::text
          when 'airtable' then greatest(q.date_due, p.planned_at) else q.date_due end
      from untouched left join queue_plans p on p.company_id = ${companyId} and p.queue_item_id = untouched.id
      where q.company_id = ${companyId} and q.id = untouched.id and q.status = 'QUEUED'
      returning q.id, untouched.due_sort_key, untouched.date_due, q.date_due as new_date)
    select id, due_sort_key::text as "dueKey", date_due as "dueBefore", new_date as "dueAfter" from moved order by due_sort_key, id`);

/** How many parts stay with their old channel, per reason; a part with several reasons counts under the first of the list. */
export const countStayingParts = ({ db, companyId }: Scope, channel: Channel, soon: Date): Promise<StayingParts[]> =>
  db.rows(sql`
    select case
        when q.status = 'SENDING' then 'sending'
        when q.cancel_requested_at is not null then 'cancelling'
        when q.remote_status is not null then 'status'
        when q.send_now or exists (select from messages m where m.company_id = q.company_id and m.id = q.message_id
          and m.status = 'approved' and m.send_requested_at is not null) then 'requested'
        when exists (select from delivery_attempts a where a.company_id = q.company_id and a.queue_item_id = q.id) then 'attempted'
        when q.due_sort_key <= ${soon} then 'due'
        else 'busy' end as reason, count(*)::int as count
    from queue_items q
    where q.company_id = ${companyId} and q.status in ('QUEUED', 'SENDING') and q.channel <> ${channel}
    group by 1 order by 2 desc, 1`);

/** Adds moved parts to the report of the unfinished switch, which a process that died may have begun. */
export const recordMovedParts = ({ db, companyId }: Scope, channel: Channel, moved: number): Promise<number> =>
  db.run(sql`
    insert into channel_switches as s (company_id, finished_at, channel, moved, staying_parts)
    values (${companyId}, 'infinity', ${channel}, ${moved}, '[]')
    on conflict (company_id, finished_at) do update set channel = excluded.channel,
      moved = excluded.moved + case when s.channel = excluded.channel then s.moved else 0 end`);

/** Returns the number of moved parts. */
export const finishSwitchReport = async (
  { db, companyId }: Scope,
  stayingParts: readonly StayingParts[],
): Promise<number> => {
  const finished = await db.row<{ moved: number }>(sql`
    update channel_switches set finished_at = clock_timestamp(), staying_parts = ${JSON.stringify(stayingParts)}
    where company_id = ${companyId} and finished_at = 'infinity' returning moved`);
  return finished?.moved ?? 0;
};

/** The latest switch, if it was in the last two weeks. */
export const findSwitchReport = ({ db, companyId }: Scope): Promise<ChannelSwitchReport | undefined> =>
  db.row(sql`
    select channel, moved, staying_parts as "stayingParts", ${isoTime(sql`finished_at`)} as "finishedAt" from channel_switches
    where company_id = ${companyId} and finished_at > now() - interval '14 days' and finished_at < 'infinity' order by finished_at desc limit 1`);

/** Unless it was switched again meanwhile. */
export const clearSwitch = ({ db }: PlatformScope, companyId: string, switchedAt: Date): Promise<number> =>
  db.run(sql`
    update companies set channel_switched_at = null where id = ${companyId} and channel_switched_at = ${switchedAt}`);
