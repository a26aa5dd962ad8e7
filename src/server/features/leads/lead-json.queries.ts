import { isoTime } from "#platform/database/iso-time.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { syncStateOf } from "#server/features/airtable/airtable.service.ts";

/** The lead `l` in the names of the wire. */
export const leadColumns = (include?: "htmlReport"): Sql => sql`
  l.id, l.provider_id as "providerId", l.full_name as "fullName", l.linkedin_url as "linkedInUrl",
  ${isoTime(sql`l.date_added`)} as "dateAdded", l.title, l.company, l.website, l.employees, l.email, l.location, l.industry,
  l.hubspot_id as "hubspotId", l.contract_owner as "contractOwner", l.lead_allocated as "leadAllocated",
  l.profile_picture_url as "profilePictureUrl", l.lead_rating as "leadRating", l.classification as "leadClassification",
  l.motivation, l.person_profile as "personProfile", l.has_report as "hasReport", ${syncStateOf("leads", sql`l`)} as sync
  ${include ? sql`, l.html_report as "htmlReport"` : sql``}`;
