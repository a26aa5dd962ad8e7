/** How a row stands with Airtable, as the product tells it with every row of a list. */
const sync = (table: string, row: string): string => `
  coalesce((select r.state from airtable_records r where r.company_id = ${row}.company_id and r.table_name = '${table}'
    and r.local_id = ${row}.id and r.state in ('pending', 'conflict', 'error')), 'synced') as sync`;

export const LEAD = `
  l.id, l.provider_id as "providerId", l.full_name as "fullName", l.linkedin_url as "linkedInUrl", l.date_added as "dateAdded",
  l.title, l.company, l.website, l.employees, l.email, l.location, l.industry, l.hubspot_id as "hubspotId",
  l.contract_owner as "contractOwner", l.lead_allocated as "leadAllocated", l.profile_picture_url as "profilePictureUrl",
  l.lead_rating as "leadRating", l.classification as "leadClassification", l.motivation, l.person_profile as "personProfile",
  l.has_report as "hasReport", ${sync("leads", "l")}`;

export const MESSAGE = `
  m.id, m.lead_id as "leadId", l.provider_id as "providerId", m.status, m.message_type as "messageType",
  m.message_flow as "messageFlow", m.content as "messageContent", l.full_name as "contactName", l.linkedin_url as "contactCompany",
  l.title as "contactTitle", l.profile_picture_url as "profilePictureUrl", l.company, l.website as "companyWebsite", m.sentiment,
  l.lead_rating as "leadRating", l.classification as "leadClassification", m.motivation_rating as "motivationRating",
  l.has_report as "hasReport", m.created_at as "createdAt", m.date_created as "dateCreated", m.due_ice_breaker, m.due_message_1,
  m.due_message_2, m.due_follow_up_1, m.due_follow_up_2, m.due_follow_up_3, m.sent_at as "sentAt", m.regenerating,
  m.content_version as "contentVersion", m.changed_by as "changedBy", m.changed_at as "changedAt", ${sync("messages", "m")}`;

export const QUEUED = `
  q.id, q.lead_id as "leadId", l.provider_id as "providerId", l.full_name as "fullName", l.linkedin_url as "linkedInUrl",
  q.text as message, q.message_name as "messageName", q.message_flow as "messageFlow", l.has_report as "hasReport",
  q.date_due as "dateDue", q.paused, q.paused_by as "pausedBy", q.problem, ${sync("queue", "q")}`;
