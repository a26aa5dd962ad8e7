import type { Classification, DELETED } from "#contract/classification.ts";
import type { ImportedLead } from "#contract/forms.ts";
import { LEAD_FIELD_NAMES, type LeadFieldName } from "#contract/lead-fields.ts";
import type { Lead, LeadSettings } from "#contract/leads.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { identifier, isoTime, joinSql, quotedIdentifier } from "#platform/database/sql-expressions.ts";

export type LeadClass = Classification | typeof DELETED;

/** A lead as it is locked for a decision. */
export interface LockedLead {
  id: string;
  fullName: string;
  classification: LeadClass | null;
  classifiedAt: Date | null;
  deletedAt: Date | null;
  isErased: boolean;
  mergedInto: string | null;
}

/** In the order of their ids, so that two transactions never wait for each other. */
const lockStatement = (companyId: string, ids: readonly string[]): Sql =>
  prepared(sql`
    select id, full_name as "fullName", classification, classified_at as "classifiedAt", deleted_at as "deletedAt",
      erased as "isErased", merged_into as "mergedInto" from leads
    where company_id = ${companyId} and id = any (${ids}::uuid[]) order by id for no key update`);

/** Until the transaction ends, nobody else can change or delete these leads. */
export const lockLeads = ({ db, companyId }: Scope, ids: readonly string[]): Promise<LockedLead[]> =>
  db.rows(lockStatement(companyId, ids));

/** Locks as `lockLeads` and sends a query with it, in one round trip. The query sees what changed while the lock was waited for. */
export const lockLeadsThenRead = async <Row extends object>(
  { db, companyId }: Scope,
  ids: readonly string[],
  query: Sql,
): Promise<Row[]> => {
  const [, rows] = await db.rowsOfEach<[LockedLead, Row]>([lockStatement(companyId, ids), query]);
  return rows;
};

/** A merged duplicate counts as the lead that was kept. */
export const findIdsByProviderId = async ({ db, companyId }: Scope, providerId: string): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select distinct coalesce(merged_into, id) as id from leads
    where company_id = ${companyId} and provider_id = ${providerId} order by id`);
  return found.map(({ id }) => id);
};

/**
 * Conditional on the class that the decision was based on. Also inserts the change into the lead's history. A deletion keeps
 * `classified_at`, so that a restored client counts in the month in which it became one.
 */
export const updateClassification = (
  { db, companyId, actor }: Scope,
  { id, classification: before }: LockedLead,
  after: LeadClass | null,
  at: Date,
  classifiedAt: Date | null,
): Promise<void> =>
  db.pipeline(
    prepared(sql`
      with changed as (
        update leads set classification = ${after}, updated_at = ${at},
          classified_at = case when ${after}::text = 'DELETED' then classified_at else ${classifiedAt}::timestamptz end,
          deleted_at = case when ${after}::text = 'DELETED' then coalesce(deleted_at, ${at}::timestamptz)
            when classification is distinct from 'DELETED' then deleted_at end
        where company_id = ${companyId} and id = ${id} and classification is not distinct from ${before}
        returning id)
      insert into classification_changes (company_id, lead_id, old_value, new_value, changed_at, changed_by)
      select ${companyId}, id, ${before}, ${after}, ${at}, ${actor.name} from changed`),
  );

/** The database column of a field of a lead: `fullName` is in `full_name`. */
export const columnNameOf = (field: string): string =>
  field === "linkedInUrl" ? "linkedin_url" : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const columnOf = (field: LeadFieldName): Sql => identifier(columnNameOf(field));

const LEAD_FIELD_COLUMNS = joinSql(
  LEAD_FIELD_NAMES.map((field) => sql`l.${columnOf(field)} as ${quotedIdentifier(field)}`),
);

/** The columns of the lead `l`, named as in the API. */
export const leadColumns = (include?: "htmlReport"): Sql => sql`
  l.id, l.provider_id as "providerId", ${LEAD_FIELD_COLUMNS}, ${isoTime(sql`l.date_added`)} as "dateAdded",
  l.hubspot_id as "hubspotId", l.contract_owner as "contractOwner", l.lead_allocated as "leadAllocated",
  l.profile_picture_url as "profilePictureUrl", l.lead_rating as "leadRating", l.classification as "leadClassification",
  l.motivation, l.person_profile as "personProfile", l.has_report as "hasReport", coalesce((select s.state from unsynced_rows s
    where s.company_id = l.company_id and s.table_name = 'leads' and s.local_id = l.id), 'synced') as sync
  ${include ? sql`, l.html_report as "htmlReport"` : sql``}`;

export const findLead = async (
  { db, companyId }: Scope,
  id: string,
  which: "live" | "liveOrDeleted",
): Promise<Lead | undefined> => {
  const found = await db.row<{ lead: Lead }>(
    prepared(sql`
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

export const findSettings = async ({
  db,
  companyId,
}: Scope): Promise<Pick<LeadSettings, "formUrl" | "hubspotPortalUrl">> => {
  const found = await db.row<Pick<LeadSettings, "formUrl" | "hubspotPortalUrl">>(sql`
    select airtable_form_url as "formUrl", hubspot_portal_url as "hubspotPortalUrl" from companies where id = ${companyId}`);
  return found ?? { formUrl: null, hubspotPortalUrl: null };
};

/** Serialises the creation of leads in a company, so that no person is added twice. */
export const lockLeadCreation = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('add leads ' || ${companyId}, 0))`);

/** The fields by which a person is recognised. */
interface PersonIdentity {
  email: string | null;
  linkedInUrl: string | null;
}

export interface KnownPerson {
  /** Index in the list of people that was passed. */
  index: number;
  kind: "existing" | "deleted" | "erased";
  /** Null when the person was erased. */
  id: string | null;
  fullName: string;
  deletedAt: Date | null;
}

const toJsonList = (people: readonly PersonIdentity[]): string =>
  JSON.stringify(people.map(({ email, linkedInUrl }, index) => ({ index, email, linkedInUrl })));

/** The people who exist already, were deleted, or were erased. */
export const findKnownPeople = ({ db }: Scope, people: readonly PersonIdentity[]): Promise<KnownPerson[]> =>
  db.rows(sql`
    select person_index as index, kind, lead_id as id, full_name as "fullName", deleted_at as "deletedAt"
    from find_known_people(${toJsonList(people)})`);

export interface IdentityKeys {
  email: string | null;
  profile: string | null;
}

/** The normalised identities, in the given order. */
export const normalizeIdentities = ({ db }: Scope, people: readonly PersonIdentity[]): Promise<IdentityKeys[]> =>
  db.rows(sql`
    select email_key(person.email) as email, profile_key(person."linkedInUrl") as profile
    from jsonb_to_recordset(${toJsonList(people)}) as person (index int, email text, "linkedInUrl" text)
    order by person.index`);

/** One statement; the ids are in the given order. Fields that are absent stay empty. */
export const insertLeads = async (
  { db, companyId }: Scope,
  leads: readonly Partial<ImportedLead>[],
  at: Date,
): Promise<string[]> => {
  const columns = joinSql(LEAD_FIELD_NAMES.map(columnOf));
  const values = joinSql(
    LEAD_FIELD_NAMES.map((field) => (field === "fullName" ? sql`coalesce("fullName", '')` : quotedIdentifier(field))),
  );
  const types = joinSql(LEAD_FIELD_NAMES.map((field) => sql`${quotedIdentifier(field)} text`));
  const inserted = await db.rows<{ id: string }>(sql`
    insert into leads (company_id, ${columns}, date_added, created_at, updated_at)
    select ${companyId}, ${values}, ${at}, ${at}, ${at} from jsonb_to_recordset(${JSON.stringify(leads)}) as lead (${types})
    returning id`);
  return inserted.map(({ id }) => id);
};

/** The class that a lead had before it last got this one. */
export const findClassBefore = async (
  { db, companyId }: Scope,
  id: string,
  classification: LeadClass,
): Promise<LeadClass | null> => {
  const found = await db.row<{ classification: LeadClass | null }>(sql`
    select old_value as classification from classification_changes
    where company_id = ${companyId} and lead_id = ${id} and new_value = ${classification} order by changed_at desc, id desc limit 1`);
  return found?.classification ?? null;
};

export const markRestored = (
  { db, companyId }: Scope,
  id: string,
  restored: LeadClass | null,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update leads set deleted_at = null, classification = ${restored}, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and deleted_at is not null`);

/** Adds a change to the history of a lead. */
export const insertClassChange = (
  { db, companyId, actor }: Scope,
  id: string,
  { before, after }: { before: LeadClass | null; after: LeadClass | null },
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into classification_changes (company_id, lead_id, old_value, new_value, changed_at, changed_by)
    values (${companyId}, ${id}, ${before}, ${after}, ${at}, ${actor.name})`);

/** Whether a person with one of these was erased. */
export const isErasedPerson = async (
  { db, companyId }: Scope,
  { email, linkedInUrl }: PersonIdentity,
): Promise<boolean> => {
  const found = await db.row<{ isErased: boolean }>(sql`
    select is_erased(${companyId}, null, ${email}::text, ${linkedInUrl}::text) as "isErased"`);
  return found?.isErased ?? false;
};

/** A rating that a user accepted. Airtable replaces it only by a rating of its own. */
export const updateRating = (
  { db, companyId }: Scope,
  id: string,
  { rating, motivation, report }: { rating: number; motivation: string; report: string },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update leads set lead_rating = ${rating}, rated_at = ${at}, motivation = ${motivation},
      html_report = coalesce(nullif(${report}, ''), html_report), rating_accepted = true,
      airtable_rating = coalesce(airtable_rating, lead_rating), updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and deleted_at is null and not erased`);
