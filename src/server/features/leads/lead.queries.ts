import type { Lead, LeadSettings, TimelineEntry } from "#contract/leads.ts";
import { isoTime } from "#platform/database/iso-time.ts";
import type { Scope } from "#platform/database/scope.ts";
import { planOnce, sql } from "#platform/database/sql.ts";
import { leadColumns } from "./lead-json.queries.ts";

export const findLead = async (
  { db, companyId }: Scope,
  id: string,
  which: "live" | "any",
): Promise<Lead | undefined> => {
  const found = await db.row<{ lead: Lead }>(
    planOnce(sql`
      select row_to_json(shown) as lead from leads l cross join lateral (select ${leadColumns()}) shown
      where l.company_id = ${companyId} and l.id = ${id} and ${which === "live" ? sql`l.deleted_at is null` : sql`not l.erased`}`),
  );
  return found?.lead;
};

export const findReport = (
  { db, companyId }: Scope,
  id: string,
): Promise<{ title: string; html: string | null } | undefined> =>
  db.row(sql`
    select 'Lead Rapport - ' || full_name as title, html_report as html from leads
    where company_id = ${companyId} and id = ${id} and deleted_at is null`);

export const findSettings = async ({ db, companyId }: Scope): Promise<Omit<LeadSettings, "formFrame">> => {
  const found = await db.row<Omit<LeadSettings, "formFrame">>(sql`
    select airtable_form_url as "formUrl", hubspot_portal_url as "hubspotPortalUrl" from companies where id = ${companyId}`);
  return found ?? { formUrl: null, hubspotPortalUrl: null };
};

/** Longer, and nobody reads it. */
const TIMELINE_MOST = 200;

/** Everything that happened to a lead, wherever it is kept. */
export const findTimeline = ({ db, companyId }: Scope, id: string): Promise<TimelineEntry[]> =>
  db.rows(sql`
    select event.id, ${isoTime(sql`event.at`)} as at, event.kind, event.by, event.detail, event.previous from (
      select 'added' as id, date_added as at, 'added' as kind, null as by, null as detail, null as previous
      from leads where company_id = ${companyId} and id = ${id}
      union all
      select 'rated', rated_at, 'rated', null, lead_rating::text, null
      from leads where company_id = ${companyId} and id = ${id} and rated_at is not null
      union all
      select id::text, changed_at, 'classified', changed_by, chosen, previous
      from classification_changes where company_id = ${companyId} and lead_id = ${id}
      union all
      select id || '-invited', invited_at, 'invited', connected_with, null, null
      from invitations where company_id = ${companyId} and lead_id = ${id} and invited_at is not null
      union all
      select id || '-accepted', accepted_at, 'accepted', connected_with, null, null
      from invitations where company_id = ${companyId} and lead_id = ${id} and accepted_at is not null
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
      from meetings m join leads l on l.company_id = m.company_id and l.id = ${id}
      where m.company_id = ${companyId} and m.status <> 'DELETED' and l.email_key = any(m.attendee_mails)
    ) event order by event.at desc, event.id limit ${TIMELINE_MOST}`);
