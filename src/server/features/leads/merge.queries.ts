import type { DUPLICATE_REASONS } from "#contract/lead-details.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export const findDuplicates = (
  { db }: Scope,
  leadId: string,
): Promise<{ id: string; reason: (typeof DUPLICATE_REASONS)[number] }[]> =>
  db.rows(sql`select lead_id as id, reason from find_duplicates(${leadId}) order by reason, lead_id`);

/** Gives everything of the duplicate to the other lead; duplicates that were merged into it follow. */
export const moveOwnedRows = async ({ db, companyId }: Scope, from: string, to: string): Promise<void> => {
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
      lead_allocated = coalesce(l.lead_allocated, d.lead_allocated), motivation = coalesce(l.motivation, d.motivation),
      person_profile = coalesce(l.person_profile, d.person_profile), html_report = coalesce(l.html_report, d.html_report),
      lead_rating = coalesce(l.lead_rating, d.lead_rating),
      rating_accepted = l.rating_accepted or (l.lead_rating is null and d.rating_accepted), rated_at = coalesce(l.rated_at, d.rated_at),
      date_added = least(l.date_added, d.date_added), updated_at = ${at}
    from leads d where d.company_id = ${companyId} and d.id = ${from} and l.company_id = ${companyId} and l.id = ${to}`);

export const markMerged = ({ db, companyId }: Scope, from: string, to: string): Promise<number> =>
  db.run(sql`update leads set merged_into = ${to} where company_id = ${companyId} and id = ${from}`);
