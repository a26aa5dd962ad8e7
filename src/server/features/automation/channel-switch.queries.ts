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

interface MovedPart {
  id: string;
  dueBefore: Date | null;
  dueAfter: Date | null;
}

/**
 * Parts are touched when they are due before `soon`, were attempted, or when somebody asked to send them now: that request is
 * in Airtable. A part that another process has locked stays too. The company's automation knows no working hours, caps or
 * spacing, so that a part that moves there gets the time of its plan.
 */
export const moveUntouchedParts = ({ db, companyId }: Scope, channel: Channel, soon: Date): Promise<MovedPart[]> =>
  db.rows(sql`
    with untouched as (
      select q.id, q.date_due from queue_items q
      where q.company_id = ${companyId} and q.channel <> ${channel} and q.status = 'QUEUED' and q.due_sort_key > ${soon}
        and not q.send_now and q.remote_status is null and q.cancel_requested_at is null
        and not exists (select from delivery_attempts a where a.company_id = q.company_id and a.queue_item_id = q.id)
        and not exists (select from messages m where m.company_id = q.company_id and m.id = q.message_id
          and m.status = 'approved' and m.send_requested_at is not null)
      order by q.id for no key update of q skip locked)
    update queue_items q set channel = ${channel}, date_due = case ${channel}::text
        when 'airtable' then greatest(q.date_due, p.planned_at) else q.date_due end
    from untouched left join queue_plans p on p.company_id = ${companyId} and p.queue_item_id = untouched.id
    where q.company_id = ${companyId} and q.id = untouched.id and q.status = 'QUEUED'
    returning q.id, untouched.date_due as "dueBefore", q.date_due as "dueAfter"`);

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

export const insertSwitchReport = (
  { db, companyId }: Scope,
  report: { channel: Channel; moved: number; stayingParts: readonly StayingParts[] },
): Promise<number> =>
  db.run(sql`
    insert into channel_switches (company_id, channel, moved, staying_parts)
    values (${companyId}, ${report.channel}, ${report.moved}, ${JSON.stringify(report.stayingParts)})`);

/** The latest switch, if it was in the last two weeks. */
export const findSwitchReport = ({ db, companyId }: Scope): Promise<ChannelSwitchReport | undefined> =>
  db.row(sql`
    select channel, moved, staying_parts as "stayingParts", ${isoTime(sql`finished_at`)} as "finishedAt" from channel_switches
    where company_id = ${companyId} and finished_at > now() - interval '14 days' order by finished_at desc limit 1`);

/** Unless it was switched again meanwhile. */
export const clearSwitch = ({ db }: PlatformScope, companyId: string, switchedAt: Date): Promise<number> =>
  db.run(sql`
    update companies set channel_switched_at = null where id = ${companyId} and channel_switched_at = ${switchedAt}`);
