import type { NewLead } from "../../../contract/leads.ts";
import type { Scope } from "../../platform/database/scope.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

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
  fullName: string;
  deletedAt: Date | null;
}

const knownAs = (sameAs: Sql): Sql => sql`
  select case when l.deleted_at is null then 'there' else 'deleted' end as kind, l.full_name, l.deleted_at
  from leads l where l.company_id = current_company() and not l.erased and ${sameAs}`;

/** Which of these people there are already, were deleted, or are never to come back. */
export const findKnown = ({ db, companyId }: Scope, people: readonly Identity[]): Promise<Known[]> =>
  db.rows(sql`
    select person.place, known.kind, known.full_name as "fullName", known.deleted_at as "deletedAt"
    from jsonb_to_recordset(${JSON.stringify(people.map(({ email, linkedInUrl }, place) => ({ place, email, linkedInUrl })))})
      as person (place int, email text, "linkedInUrl" text)
    cross join lateral (
      select * from (
        select 'erased' as kind, '' as full_name, null::timestamptz as deleted_at
        where is_erased(${companyId}, null, person.email, person."linkedInUrl")
        union all (${knownAs(sql`lower(l.email) = lower(btrim(person.email))`)})
        union all (${knownAs(sql`l.linkedin_url is not null and profile_key(l.linkedin_url) = profile_key(person."linkedInUrl")`)})
      ) found order by kind = 'there' desc, deleted_at desc limit 1) known
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
