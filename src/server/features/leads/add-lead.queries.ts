import type { NewLead } from "#contract/lead-form.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/** Whoever adds leads of a company comes before or after others who do: no person is added twice. */
export const lockAdding = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('add leads ' || ${companyId}, 0))`);

/** What a person is known by. */
export interface Identity {
  email: string | null;
  linkedInUrl: string | null;
}

export interface Known {
  /** Its place in what was asked. */
  place: number;
  kind: "there" | "deleted" | "erased";
  /** Absent of whoever was erased. */
  id: string | null;
  fullName: string;
  deletedAt: Date | null;
}

const listOf = (people: readonly Identity[]): string =>
  JSON.stringify(people.map(({ email, linkedInUrl }, place) => ({ place, email, linkedInUrl })));

/** Which of these people there are already, were deleted, or are never to come back. */
export const findKnown = ({ db }: Scope, people: readonly Identity[]): Promise<Known[]> =>
  db.rows(sql`
    select place, kind, lead_id as id, full_name as "fullName", deleted_at as "deletedAt"
    from find_known_people(${listOf(people)})`);

export interface IdentityKeys {
  email: string | null;
  profile: string | null;
}

/** What these people are known by, written in one way, in the order they are given. */
export const findIdentities = ({ db }: Scope, people: readonly Identity[]): Promise<IdentityKeys[]> =>
  db.rows(sql`
    select nullif(lower(btrim(person.email)), '') as email, profile_key(person."linkedInUrl") as profile
    from jsonb_to_recordset(${listOf(people)}) as person (place int, email text, "linkedInUrl" text)
    order by person.place`);

/** In one statement, in the order they are given. */
export const insertLeads = async (
  { db, companyId }: Scope,
  leads: readonly Partial<NewLead & { employees: string | null }>[],
  at: Date,
): Promise<string[]> => {
  const made = await db.rows<{ id: string }>(sql`
    insert into leads (company_id, full_name, linkedin_url, title, company, email, website, location, industry, employees,
      date_added, created_at, updated_at)
    select ${companyId}, coalesce("fullName", ''), "linkedInUrl", title, company, email, website, location, industry, employees,
      ${at}, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(leads)}) as lead ("fullName" text, "linkedInUrl" text, title text, company text,
      email text, website text, location text, industry text, employees text)
    returning id`);
  return made.map(({ id }) => id);
};
