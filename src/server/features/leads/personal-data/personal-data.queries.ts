import type { LeadOfPerson } from "#contract/leads.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { lockLeadsThenRead } from "../leads.queries.ts";

/** One person: the ids of all their leads, and of the rows that belong to these. */
export interface Person {
  fullName: string;
  /** Name, e-mail address and profile of each of the leads, in lower case; without names that other people's leads have too. */
  identifiers: string[];
  leads: string[];
  messages: string[];
  adjustments: string[];
  queue: string[];
  meetings: string[];
  tasks: string[];
}

interface LeadIdentity {
  id: string;
  fullName: string;
  /** The name to search for in free texts; null for a single word, which would match too much. */
  name: string | null;
  email: string | null;
  profile: string | null;
}

/** The lead and all other leads of the same person, sorted by name and without erased ones. */
export const findLeadsOfPerson = ({ db, companyId }: Scope, id: string): Promise<LeadOfPerson[]> =>
  db.rows(sql`
    select id, full_name as "fullName", company, deleted_at is not null as "isDeleted"
    from leads where company_id = ${companyId} and id in (select find_leads_of_person(${id})) and not erased
    order by full_name, id`);

/** The name without white space around it, as Airtable may have it; null for a single word. */
const WHOLE_NAME: Sql = sql`substring(name_sort_key from '^\\s*(\\S+\\s.*\\S)\\s*$')`;

/** Names of these leads that leads of other people have too, also deleted ones, which can be restored. */
const findSharedNames = async ({ db, companyId }: Scope, leads: readonly LeadIdentity[]): Promise<Set<string>> => {
  const names = leads.flatMap(({ name }) => name ?? []);
  const found = await db.rows<{ name: string }>(sql`
    select distinct ${WHOLE_NAME} as name from leads
    where company_id = ${companyId} and ${WHOLE_NAME} = any (${names}::text[]) and id <> all (${leads.map(({ id }) => id)}::uuid[])
      and not erased`);
  return new Set(found.map(({ name }) => name));
};

/** The texts by which rows without a link to the person are recognised. */
const identifiersOf = async (scope: Scope, leads: readonly LeadIdentity[]): Promise<string[]> => {
  const shared = await findSharedNames(scope, leads);
  const names = leads.flatMap(({ name }) => (name === null || shared.has(name) ? [] : name));
  return [...new Set([...names, ...leads.flatMap(({ email, profile }) => [email ?? [], profile ?? []].flat())])];
};

const findIds = async ({ db }: Scope, query: Sql): Promise<string[]> =>
  (await db.rows<{ id: string }>(query)).map(({ id }) => id);

/** The lead and all other leads of the same person, locked until the end of the transaction. Erased leads do not count. */
const lockLeadsOfPerson = async (scope: Scope, id: string): Promise<LeadIdentity[]> => {
  const ids = await findIds(scope, sql`select find_leads_of_person(${id}) as id`);
  return lockLeadsThenRead(
    scope,
    ids,
    sql`
      select id, full_name as "fullName", ${WHOLE_NAME} as name,
        case when not is_shared_mailbox(company_id, email_key) then personal_email_key(email) end as email, profile_key as profile
      from leads where company_id = ${scope.companyId} and id = any (${ids}::uuid[]) and not erased order by id`,
  );
};

export const lockPerson = async (scope: Scope, id: string): Promise<Person | undefined> => {
  const { companyId } = scope;
  const found = await lockLeadsOfPerson(scope, id);
  const requested = found.find((lead) => lead.id === id);
  if (!requested) return undefined;
  const leads = found.map((lead) => lead.id);
  const emails = found.flatMap(({ email }) => email ?? []);
  const identifiers = await identifiersOf(scope, found);
  const messages = await findIds(
    scope,
    sql`select id from messages where company_id = ${companyId} and lead_id = any(${leads}) for no key update`,
  );
  const meetings = await findIds(
    scope,
    sql`select id from meetings where company_id = ${companyId} and attendee_emails && ${emails}::text[] for update`,
  );
  return {
    fullName: requested.fullName,
    identifiers,
    leads,
    messages,
    adjustments: await findIds(
      scope,
      sql`select id from adjustments where company_id = ${companyId} and message_id = any(${messages})`,
    ),
    queue: await findIds(
      scope,
      sql`select id from queue_items where company_id = ${companyId}
        and (lead_id = any(${leads}) or message_id = any(${messages})) for no key update`,
    ),
    meetings,
    tasks: await findIds(
      scope,
      sql`select id from tasks where company_id = ${companyId} and (lead_id = any (${leads}::uuid[])
        or meeting_id = any (${meetings}::uuid[]) or mentions_person(text, ${identifiers}::text[])) for update`,
    ),
  };
};

const toPersonRows = ({ leads, messages, adjustments, queue, meetings, tasks, identifiers }: Person): string =>
  JSON.stringify({ leads, messages, adjustments, queue_items: queue, meetings, tasks, identifiers });

/** The names in the file, where they are not those of the tables. */
const EXPORT_NAMES: Readonly<Record<string, string>> = {
  lead_notes: "notes",
  lead_tags: "tags",
  queue_items: "queue",
  linkedin_messages: "linkedInMessages",
  lead_import_skipped_rows: "importProblems",
  audit_log: "log",
};

export const exportNameOf = (table: string): string =>
  EXPORT_NAMES[table] ?? table.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** Who looked at or changed the data is in the log by name; the ids and IP addresses are those of colleagues. */
const COLLEAGUE_COLUMNS = new Set(["actor_id", "address"]);

/** All data about a person as JSON, by table: what an erasure would delete or clear (`migrations/0008_erasure.sql`). */
export const readPersonalData = async ({ db }: Scope, person: Person): Promise<string> => {
  const found = await db.row<{ data: Record<string, Record<string, unknown>[]> }>(sql`
    select personal_rows(${toPersonRows(person)}::jsonb) as data`);
  const { audit_log: log = [], ...tables } = found?.data ?? {};
  const entries = log.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([column]) => !COLLEAGUE_COLUMNS.has(column))),
  );
  const named = Object.entries({ ...tables, audit_log: entries }).map(([table, rows]) => [exportNameOf(table), rows]);
  return JSON.stringify(Object.fromEntries(named), null, 2);
};

/** Hashes of the identifiers that only this person has, to recognise them if they are added again. */
export const insertErasedHashes = ({ db, companyId }: Scope, { leads }: Person, at: Date): Promise<number> =>
  db.run(sql`
    insert into erased_people (company_id, hash, erased_at)
    select distinct l.company_id, hash, ${at}::timestamptz
    from leads l cross join lateral unnest(person_hashes(l.company_id, l.provider_id,
      case when not is_shared_mailbox(l.company_id, l.email_key) then l.email end, l.linkedin_url)) as hash
    where l.company_id = ${companyId} and l.id = any(${leads})
    on conflict do nothing`);

/** Follows the erasure declarations of the tables; the function is in `migrations/0008_erasure.sql`. */
export const erasePersonalData = async ({ db }: Scope, person: Person, at: Date): Promise<void> => {
  await db.run(sql`select erase_person(${toPersonRows(person)}::jsonb, ${at}::timestamptz)`);
};
