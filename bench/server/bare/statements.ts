/** The row's Airtable sync state, which the product also returns for every list row. */
const syncStateColumn = (table: string, row: string): string => `
  coalesce((select r.state from airtable_records r where r.company_id = ${row}.company_id and r.table_name = '${table}'
    and r.local_id = ${row}.id and r.state in ('pending', 'conflict', 'error')), 'synced') as sync`;

const LEAD_COLUMNS = `
  l.id, l.provider_id as "providerId", l.full_name as "fullName", l.linkedin_url as "linkedInUrl", l.date_added as "dateAdded",
  l.title, l.company, l.website, l.employees, l.email, l.location, l.industry, l.hubspot_id as "hubspotId",
  l.contract_owner as "contractOwner", l.lead_allocated as "leadAllocated", l.profile_picture_url as "profilePictureUrl",
  l.lead_rating as "leadRating", l.classification as "leadClassification", l.motivation, l.person_profile as "personProfile",
  l.has_report as "hasReport", ${syncStateColumn("leads", "l")}`;

const MESSAGE_COLUMNS = `
  m.id, m.lead_id as "leadId", l.provider_id as "providerId", m.status, m.message_type as "messageType",
  m.message_flow as "messageFlow", m.content as "messageContent", l.full_name as "contactName", l.linkedin_url as "contactCompany",
  l.title as "contactTitle", l.profile_picture_url as "profilePictureUrl", l.company, l.website as "companyWebsite", m.sentiment,
  l.lead_rating as "leadRating", l.classification as "leadClassification", m.motivation_rating as "motivationRating",
  l.has_report as "hasReport", m.created_at as "createdAt", m.date_created as "dateCreated", m.due_ice_breaker, m.due_message_1,
  m.due_message_2, m.due_follow_up_1, m.due_follow_up_2, m.due_follow_up_3, m.sent_at as "sentAt", m.regenerating, m.feedback,
  m.text_request_problem as "textRequestProblem",
  m.content_version as "contentVersion", m.changed_by as "changedBy", m.changed_at as "changedAt", ${syncStateColumn("messages", "m")}`;

const QUEUE_COLUMNS = `
  q.id, q.lead_id as "leadId", l.provider_id as "providerId", l.full_name as "fullName", l.linkedin_url as "linkedInUrl",
  q.text as message, q.message_name as "messageName", q.message_flow as "messageFlow", l.has_report as "hasReport",
  q.date_due as "dateDue", q.paused, q.paused_by as "pausedBy", q.problem, q.remote_status as "remoteStatus",
  q.cancel_requested_at is not null as "isCancelPending",
  ${syncStateColumn("queue", "q")}`;

const NOT_DELETED = "l.company_id = $1 and l.deleted_at is null";
const NEWEST_FIRST = "order by l.date_added desc, l.id desc limit 101";
const THIS_MONTH = "between date_trunc('month', now()) and now()";
const withinLastDays = (days: number): string => `> now() - interval '${days} days'`;
const OF_PERSON = "connected_with like 'Frank%'";

/** The SQL per path. The query string holds the parameters; $1 is always the company id. */
export const STATEMENTS: Readonly<Record<string, string>> = {
  "/leads": `select ${LEAD_COLUMNS} from leads l where ${NOT_DELETED} ${NEWEST_FIRST}`,
  "/leads-after": `select ${LEAD_COLUMNS} from leads l where ${NOT_DELETED} and (l.date_added, l.id) < ($2, $3) ${NEWEST_FIRST}`,
  // Ordered by rank, with the total number of matches.
  "/search": `
    select ${LEAD_COLUMNS}, found.total from (
      select s.lead_id, count(*) over () as total, match_rank(normalize_for_search($2), s.name, s.words) as rank, s.name from lead_search s
      where search_ngrams(s.company_id, s.text) @> term_ngrams($1, normalize_for_search($2)) and s.company_id is not distinct from $1
        and strpos(s.text, normalize_for_search($2)) > 0
      order by rank, s.name, s.lead_id limit 100) found
    join leads l on l.company_id = $1 and l.id = found.lead_id order by found.rank, found.name, found.lead_id`,
  "/messages": `
    select ${MESSAGE_COLUMNS}, (select count(*) from messages where company_id = $1 and message_type = 'icebreaker' and status <> 'cancelled') as total
    from messages m left join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where m.company_id = $1 and m.message_type = 'icebreaker' and m.status <> 'cancelled' and not m.lead_deleted
    order by m.date_created desc, m.id desc limit 51`,
  "/queue": `
    select ${QUEUE_COLUMNS}, (select count(*) from queue_items where company_id = $1 and status = 'QUEUED') as total
    from queue_items q left join leads l on l.company_id = q.company_id and l.id = q.lead_id
    where q.company_id = $1 and q.status = 'QUEUED' order by q.due_sort_key, q.id limit 101`,
  "/update": `
    update leads l set classification = $3, classified_at = now(), updated_at = now() where company_id = $1 and id = $2
    returning ${LEAD_COLUMNS}`,
  "/invitations": `select count(*) filter (where invited_at >= current_date), count(*) filter (where status = 'QUEUED'),
    count(*) filter (where status = 'ON_HOLD'), count(accepted_at), count(invited_at) from invitations where company_id = $1`,
  "/invited-per-day": `select invited_at::date, count(*) from invitations where company_id = $1 and invited_at ${THIS_MONTH} group by 1`,
  "/accepted-per-day": `select accepted_at::date, count(*) from invitations where company_id = $1 and accepted_at ${THIS_MONTH} group by 1`,
  "/invited-per-hour": `select extract(hour from invited_at), count(*) from invitations
    where company_id = $1 and invited_at >= current_date group by 1`,
  "/message-counts": `select count(*) filter (where status in ('pending', 'rewritten', 'edited') and message_flow like 'Frank%'),
    count(*) filter (where date_created >= current_date), (select count(*) from queue_items where company_id = $1
      and status = 'SENT' and date_sent >= current_date) as sent, (select count(*) from queue_items where company_id = $1
      and status = 'QUEUED' and date_due::date = current_date) as queued
    from messages where company_id = $1 and message_type = 'icebreaker'`,
  "/sent-per-day": `select date_sent::date, count(*) from queue_items where company_id = $1 and status = 'SENT'
    and date_sent ${withinLastDays(30)} group by 1`,
  "/queue-count": "select count(*) from queue_items where company_id = $1 and status = 'QUEUED'",
  "/ready-count": "select count(*) from queue_items where company_id = $1 and status = 'QUEUED' and date_due <= now()",
  "/person-today": `select count(*) from invitations where company_id = $1 and ${OF_PERSON} and invited_at >= current_date`,
  "/person-queue": `select count(*) from invitations where company_id = $1 and ${OF_PERSON} and status = 'QUEUED'`,
  "/person-hold": `select count(*) from invitations where company_id = $1 and ${OF_PERSON} and status = 'ON_HOLD'`,
  "/person-accepted": `select count(accepted_at) from invitations where company_id = $1 and ${OF_PERSON}`,
  "/runs": `select distinct on (workflow_id) * from workflow_runs where company_id = $1 order by workflow_id, started_at desc`,
  "/results": `select 'invitations', connected_with, width_bucket(extract(epoch from now() - invited_at), 0, 4838400, 8), count(*),
      count(accepted_at) from invitations where company_id = $1 and invited_at ${withinLastDays(56)} group by 2, 3
    union all select 'messages', message_flow, width_bucket(extract(epoch from now() - sent_at), 0, 4838400, 8), count(*),
      count(*) filter (where status in ('interested', 'not_interested', 'neutral')) from messages
      where company_id = $1 and sent_at ${withinLastDays(56)} group by 2, 3`,
};

/** All writes of a classification change, run in order in one transaction. Same parameters as /update. */
export const CLASSIFY_STATEMENTS: readonly string[] = [
  STATEMENTS["/update"] ?? "",
  `insert into classification_changes (company_id, lead_id, old_value, new_value, changed_at, changed_by)
    values ($1, $2, 'COLD', $3, now(), 'Anna Jansen')`,
  `insert into airtable_outbox (company_id, table_name, local_id, field, value, author)
    values ($1, 'leads', $2, 'classification', to_jsonb($3::text), 'Anna Jansen')`,
  `insert into audit_log (company_id, at, actor_name, action, subject_type, subject_id, after)
    values ($1, now(), 'Anna Jansen', 'lead.classified', 'lead', $2, jsonb_build_object('classification', $3::text))`,
  `insert into undoable_actions (company_id, subject_ids, changes, until)
    values ($1, array[$2::uuid], jsonb_build_object('classification', $3::text), now() + interval '10 seconds')`,
];
