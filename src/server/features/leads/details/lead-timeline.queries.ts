import type { TimelineEntry } from "#contract/leads.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime, sectionOrder } from "#platform/database/sql-expressions.ts";
import { seesAllMeetings } from "#server/features/meetings/meeting-visibility.service.ts";

const MAX_TIMELINE_EVENTS = 200;
const MAX_TEXT_LENGTH = 200;

/** The order of events at the same time. */
const TIMELINE_ORDER: TimelineEntry["kind"][] = [
  "added",
  "rated",
  "invitation_queued",
  "invited",
  "accepted",
  "invitation_ended",
  "message",
  "adjusted",
  "queued",
  "sent",
  "written",
  "replied",
  "classified",
  "cancelled",
  "message_cancelled",
  "meeting",
  "merged",
];

/** Airtable stores the time of sending in whole minutes. Such an event is sorted at the end of its minute, after the events that led to it. */
const TIMELINE_TIME = sql`
  event.at + case when event.kind = 'sent' and event.at = date_trunc('minute', event.at) then interval '59.999 seconds' else interval '0' end`;

/**
 * Whether our message `m` on LinkedIn is a part of the queue, and not something that a user typed there. The part is known, or has the
 * same text: the automation of a company may have sent it, and the gateway may have given no id when we did.
 */
const isSentPart = (companyId: string | null, leadId: string) => sql`(m.queue_item_id is not null or exists (
  select from queue_items q where q.company_id = ${companyId} and q.lead_id = ${leadId} and q.status = 'SENT'
    and regexp_replace(btrim(q.text), '[[:space:]]+', ' ', 'g') = regexp_replace(btrim(m.text), '[[:space:]]+', ' ', 'g')))`;

/** The events of a lead, collected from all tables. */
export const findTimeline = (scope: Scope, id: string): Promise<TimelineEntry[]> => {
  const { db, companyId } = scope;
  return db.rows(sql`
    select event.id, ${isoTime(sql`event.at`)} as at, event.kind, event.by, event.detail, event.previous,
      ${isoTime(sql`plan.planned_at`)} as "plannedAt", plan.waits_for as "waitsFor"
    from (
      select 'added' as id, date_added as at, 'added' as kind, null as by, null as detail, null as previous
      from leads where company_id = ${companyId} and id = ${id}
      union all
      select 'rated', rated_at, 'rated', null, lead_rating::text, null
      from leads where company_id = ${companyId} and id = ${id} and rated_at is not null
      union all
      select id::text, changed_at, 'classified', changed_by, new_value, old_value
      from classification_changes where company_id = ${companyId} and lead_id = ${id}
      union all
      select id || '-invited', invited_at, 'invited', connected_with, null, null
      from invitations where company_id = ${companyId} and lead_id = ${id} and invited_at is not null
      union all
      select id || '-accepted', accepted_at, 'accepted', connected_with, null, null
      from invitations where company_id = ${companyId} and lead_id = ${id} and accepted_at is not null
      union all
      select id || '-queued', coalesce(queued_at, case when invited_at is null and accepted_at is null then created_at end),
        'invitation_queued', connected_with, null, null
      from invitations where company_id = ${companyId} and lead_id = ${id}
        and (queued_at is not null or invited_at is null and accepted_at is null)
      union all
      select id || '-ended', outcome_at, 'invitation_ended', connected_with, outcome, null
      from invitations where company_id = ${companyId} and lead_id = ${id} and outcome is not null and outcome_at is not null
      union all
      select m.id::text, m.at, case when m.is_ours then 'written' else 'replied' end, coalesce(s.name, a.name),
        left(m.text, ${MAX_TEXT_LENGTH}), null
      from linkedin_messages m join linkedin_accounts a on a.company_id = m.company_id and a.id = m.account_id
        left join senders s on s.company_id = a.company_id and s.id = a.sender_id
      where m.company_id = ${companyId} and m.lead_id = ${id} and not (m.is_ours and ${isSentPart(companyId, id)})
      union all
      select id || '-replied', answered_at, 'replied', message_flow, null, status
      from messages where company_id = ${companyId} and lead_id = ${id} and replied_at is null and answered_at is not null
      union all
      select m.id || '-cancelled', coalesce(m.cancel_requested_at, m.changed_at, m.updated_at), 'message_cancelled', m.changed_by,
        m.message_type, null
      from messages m where m.company_id = ${companyId} and m.lead_id = ${id} and m.status = 'cancelled'
        and not exists (select from queue_items q where q.company_id = m.company_id and q.message_id = m.id and q.status = 'CANCELLED')
      union all
      select id::text, date_created, 'message', message_flow, message_type, null
      from messages where company_id = ${companyId} and lead_id = ${id}
      union all
      select a.id::text, a.made_at, 'adjusted', a.made_by, a.section, null
      from adjustments a join messages m on m.company_id = a.company_id and m.id = a.message_id
      where m.company_id = ${companyId} and m.lead_id = ${id}
      union all
      select id::text, date_sent, 'sent', message_flow, message_name, null
      from queue_items where company_id = ${companyId} and lead_id = ${id} and status = 'SENT' and date_sent is not null
      union all
      select id || '-queued', created_at, 'queued', message_flow, message_name, null
      from queue_items where company_id = ${companyId} and lead_id = ${id}
      union all
      select id || '-cancelled', updated_at, 'cancelled', message_flow, message_name, null
      from queue_items where company_id = ${companyId} and lead_id = ${id} and status = 'CANCELLED'
      union all
      select m.id::text, coalesce(m.meeting_date, m.created_at), 'meeting', m.meeting_owner, m.meeting_name, null
      from visible_meetings(${companyId}, ${scope.actor.id}, ${seesAllMeetings(scope)}) m
      where m.tab <> 'deleted' and m.attendee_emails && (select emails_of_lead(${companyId}, ${id}))
      union all
      select 'merged-' || id, deleted_at, 'merged', null, full_name, null
      from leads where company_id = ${companyId} and merged_into = ${id} and deleted_at is not null
    ) event left join lateral (
      select p.planned_at, case when q.status = 'QUEUED' then p.waits_for
        when q.problem is not null then json_build_object('code', 'stopped', 'text', q.problem) end as waits_for
      from queue_items q
        left join queue_plans p on p.company_id = q.company_id and p.queue_item_id = q.id and q.status = 'QUEUED'
      where q.company_id = ${companyId} and q.lead_id = ${id} and event.kind in ('queued', 'cancelled')
        and event.id = q.id || case q.status when 'CANCELLED' then '-cancelled' else '-queued' end
        and q.status in ('QUEUED', 'ERROR', 'CANCELLED')
      union all
      select null, json_build_object('code', 'stopped', 'text', i.problem) from invitations i
      where i.company_id = ${companyId} and i.lead_id = ${id} and event.kind = 'invitation_ended' and event.id = i.id || '-ended'
        and i.problem is not null and i.outcome <> 'ignored') plan on true
    order by ${TIMELINE_TIME} desc, array_position(${TIMELINE_ORDER}::text[], event.kind) desc,
      ${sectionOrder(sql`event.detail`)} desc, event.id
    limit ${MAX_TIMELINE_EVENTS}`);
};
