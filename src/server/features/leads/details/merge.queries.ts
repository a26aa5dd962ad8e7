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
        and (replied_at is not null or is_reply_status(status)))
      or exists (select from linkedin_messages where company_id = ${companyId} and lead_id = ${leadId} and not is_ours) as replied`);
  return found?.replied ?? false;
};

/** Gives everything of the duplicate to the other lead; duplicates that were merged into it follow. */
export const moveOwnedRows = async ({ db, companyId }: Scope, from: string, to: string): Promise<void> => {
  await db.run(sql`select move_rows_of_lead(${from}, ${to})`);
  await db.run(sql`
    update lead_import_skipped_rows set lead_id = ${to} where company_id = ${companyId} and lead_id = ${from}`);
};

/**
 * The columns that `copySyncedValues` will fill and that only the sync writes: its next read of the kept lead's record would empty them
 * again. Not allocation and rating, which have a column that says so (`allocated_here`, `rating_accepted`).
 */
export const findTakenColumns = async ({ db, companyId }: Scope, from: string, to: string): Promise<string[]> => {
  const found = await db.row<{ columns: string[] }>(sql`
    select array_remove(array[
        case when nullif(l.provider_id, '') is null and d.provider_id <> '' then 'provider_id' end,
        case when l.profile_picture_url is null and d.profile_picture_url is not null then 'profile_picture_url' end,
        case when l.person_profile is null and d.person_profile is not null then 'person_profile' end], null) as columns
    from leads l join leads d on d.company_id = ${companyId} and d.id = ${from} where l.company_id = ${companyId} and l.id = ${to}`);
  return found?.columns ?? [];
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
      rating_accepted = l.rating_accepted or l.lead_rating is null and d.lead_rating is not null
        or l.motivation is null and d.motivation is not null or l.html_report is null and d.html_report is not null,
      airtable_rating = case when l.rating_accepted then l.airtable_rating end, rated_at = coalesce(l.rated_at, d.rated_at),
      date_added = least(l.date_added, d.date_added), updated_at = ${at}
    from leads d where d.company_id = ${companyId} and d.id = ${from} and l.company_id = ${companyId} and l.id = ${to}`);

export const markMerged = ({ db, companyId }: Scope, from: string, to: string): Promise<number> =>
  db.run(sql`update leads set merged_into = ${to} where company_id = ${companyId} and id = ${from}`);
