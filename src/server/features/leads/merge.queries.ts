import type { DUPLICATE_REASONS } from "#contract/lead-details.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export const findDuplicates = (
  { db }: Scope,
  leadId: string,
): Promise<{ id: string; reason: (typeof DUPLICATE_REASONS)[number] }[]> =>
  db.rows(sql`select lead_id as id, reason from find_duplicates(${leadId}) order by reason, lead_id`);

/** Messages are locked before their parts everywhere. */
export const lockMessagesOfLeads = ({ db, companyId }: Scope, leadIds: readonly string[]) =>
  db.rows(sql`
    select from messages where company_id = ${companyId} and lead_id = any(${leadIds}) order by id for no key update`);

export const hasReplied = async ({ db, companyId }: Scope, leadId: string): Promise<boolean> => {
  const found = await db.row<{ replied: boolean }>(sql`
    select exists (select from messages where company_id = ${companyId} and lead_id = ${leadId}
        and (replied_at is not null or status in ('interested', 'not_interested', 'neutral')))
      or exists (select from linkedin_messages where company_id = ${companyId} and lead_id = ${leadId} and not is_ours) as replied`);
  return found?.replied ?? false;
};

/** Where both leads have a conversation with the same account, that of the kept lead becomes both: a reply in either needs an answer. */
const combineConversations = async ({ db, companyId }: Scope, from: string, to: string): Promise<void> => {
  await db.run(sql`
    update linkedin_conversations k set chat_id = coalesce(k.chat_id, d.chat_id),
      provider_id = coalesce(k.provider_id, d.provider_id), last_received_at = greatest(k.last_received_at, d.last_received_at),
      last_sent_at = greatest(k.last_sent_at, d.last_sent_at), handled_at = greatest(k.handled_at, d.handled_at),
      handled_by = case when d.handled_at > coalesce(k.handled_at, '-infinity') then d.handled_by else k.handled_by end
    from linkedin_conversations d where d.company_id = ${companyId} and d.lead_id = ${from} and k.company_id = ${companyId}
      and k.account_id = d.account_id and k.lead_id = ${to}`);
  await db.run(sql`
    delete from linkedin_conversations d where d.company_id = ${companyId} and d.lead_id = ${from} and exists (
      select from linkedin_conversations k
      where k.company_id = ${companyId} and k.account_id = d.account_id and k.lead_id = ${to})`);
};

/** Gives everything of the duplicate to the other lead; duplicates that were merged into it follow. */
export const moveOwnedRows = async (scope: Scope, from: string, to: string): Promise<void> => {
  const { db, companyId } = scope;
  await combineConversations(scope, from, to);
  await db.run(sql`select move_rows_of_lead(${from}, ${to})`);
  await db.run(sql`
    update lead_import_skipped_rows set lead_id = ${to} where company_id = ${companyId} and lead_id = ${from}`);
};

/**
 * What users cannot edit: ids, picture, profile, and the rating with its motivation and report, which come from Airtable or from
 * an accepted proposal. The kept lead takes what it lacks.
 */
export const copySyncedValues = ({ db, companyId }: Scope, from: string, to: string, at: Date): Promise<number> =>
  db.run(sql`
    update leads l set provider_id = coalesce(nullif(l.provider_id, ''), d.provider_id),
      profile_picture_url = coalesce(l.profile_picture_url, d.profile_picture_url),
      lead_allocated = coalesce(nullif(btrim(l.lead_allocated), ''), d.lead_allocated),
      allocated_here = l.allocated_here or coalesce(btrim(l.lead_allocated), '') = '' and d.lead_allocated is not null,
      motivation = coalesce(l.motivation, d.motivation),
      person_profile = coalesce(l.person_profile, d.person_profile), html_report = coalesce(l.html_report, d.html_report),
      lead_rating = coalesce(l.lead_rating, d.lead_rating),
      rating_accepted = l.rating_accepted or (l.lead_rating is null and d.rating_accepted), rated_at = coalesce(l.rated_at, d.rated_at),
      date_added = least(l.date_added, d.date_added), updated_at = ${at}
    from leads d where d.company_id = ${companyId} and d.id = ${from} and l.company_id = ${companyId} and l.id = ${to}`);

export const markMerged = ({ db, companyId }: Scope, from: string, to: string): Promise<number> =>
  db.run(sql`update leads set merged_into = ${to} where company_id = ${companyId} and id = ${from}`);
