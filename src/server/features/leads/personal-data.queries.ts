import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

/** One person: the ids of all their leads, and of the rows that belong to these. */
export interface Person {
  fullName: string;
  /** Name, e-mail address and profile of each of the leads, in lower case: only those that nobody else has. */
  identifiers: string[];
  leads: string[];
  messages: string[];
  adjustments: string[];
  queue: string[];
  meetings: string[];
  tasks: string[];
}

interface LeadOfPerson {
  id: string;
  fullName: string;
  /** The name, if it has a first and a last name. */
  name: string | null;
  email: string | null;
  profile: string | null;
}

/** The lead and all other leads of the same person, locked until the end of the transaction. Erased leads do not count. */
const lockLeadsOfPerson = ({ db, companyId }: Scope, id: string): Promise<LeadOfPerson[]> =>
  db.rows(sql`
    select id, full_name as "fullName", substring(name_sort_key from '^\\s*(\\S+\\s.*\\S)\\s*$') as name,
      personal_email_key(email) as email, profile_key as profile
    from leads where company_id = ${companyId} and id in (select find_leads_of_person(${id})) and not erased
    order by id for no key update`);

/** Names of these leads that leads of other people have too. */
const findSharedNames = async ({ db, companyId }: Scope, leads: readonly LeadOfPerson[]): Promise<Set<string>> => {
  const names = leads.flatMap(({ name }) => name ?? []);
  const found = await db.rows<{ name: string }>(sql`
    select distinct name_sort_key as name from leads
    where company_id = ${companyId} and name_sort_key = any (${names}::text[]) and id <> all (${leads.map(({ id }) => id)}::uuid[])
      and deleted_at is null`);
  return new Set(found.map(({ name }) => name));
};

/** The texts by which rows without a link to the person are recognised. */
const identifiersOf = async (scope: Scope, leads: readonly LeadOfPerson[]): Promise<string[]> => {
  const shared = await findSharedNames(scope, leads);
  const names = leads.flatMap(({ name }) => (name === null || shared.has(name) ? [] : name));
  return [...new Set([...names, ...leads.flatMap(({ email, profile }) => [email ?? [], profile ?? []].flat())])];
};

const findIds = async ({ db }: Scope, query: Sql): Promise<string[]> =>
  (await db.rows<{ id: string }>(query)).map(({ id }) => id);

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

const aggregateRows = (from: Sql, order: Sql): Sql =>
  sql`(select coalesce(jsonb_agg(to_jsonb(r) - 'company_id' order by ${order}), '[]') from (${from}) r)`;

/** All data about a person as JSON, by table. */
export const readPersonalData = async ({ db, companyId }: Scope, person: Person): Promise<string> => {
  const { leads, messages, adjustments, queue, meetings } = person;
  const rowsOf = (table: Sql, ids: readonly string[], key = sql`id`) =>
    sql`select * from ${table} where company_id = ${companyId} and ${key} = any(${ids}::uuid[])`;
  const subjects = [...leads, ...messages, ...queue, ...meetings];
  const found = await db.row<{ data: string }>(sql`
    select jsonb_pretty(jsonb_build_object(
      'leads', ${aggregateRows(rowsOf(sql`leads`, leads), sql`r.created_at`)},
      'classificationChanges', ${aggregateRows(rowsOf(sql`classification_changes`, leads, sql`lead_id`), sql`r.changed_at`)},
      'notes', ${aggregateRows(rowsOf(sql`lead_notes`, leads, sql`lead_id`), sql`r.created_at`)},
      'tags', ${aggregateRows(rowsOf(sql`lead_tags`, leads, sql`lead_id`), sql`r.tag`)},
      'invitations', ${aggregateRows(rowsOf(sql`invitations`, leads, sql`lead_id`), sql`r.created_at`)},
      'messages', ${aggregateRows(rowsOf(sql`messages`, messages), sql`r.date_created`)},
      'messageVersions', ${aggregateRows(rowsOf(sql`message_versions`, messages, sql`message_id`), sql`r.made_at`)},
      'messageNotes', ${aggregateRows(rowsOf(sql`message_notes`, messages, sql`message_id`), sql`r.made_at`)},
      'adjustments', ${aggregateRows(rowsOf(sql`adjustments`, adjustments), sql`r.made_at`)},
      'queue', ${aggregateRows(rowsOf(sql`queue_items`, queue), sql`r.created_at`)},
      'deliveryAttempts', ${aggregateRows(rowsOf(sql`delivery_attempts`, queue, sql`queue_item_id`), sql`r.started_at`)},
      'linkedInMessages', ${aggregateRows(rowsOf(sql`linkedin_messages`, leads, sql`lead_id`), sql`r.at`)},
      'meetings', ${aggregateRows(rowsOf(sql`meetings`, meetings), sql`r.created_at`)},
      'tasks', ${aggregateRows(
        sql`select * from tasks where company_id = ${companyId}
          and (lead_id = any(${leads}::uuid[]) or meeting_id = any(${meetings}::uuid[]))`,
        sql`r.created_at`,
      )},
      'importProblems', ${aggregateRows(rowsOf(sql`lead_import_skipped_rows`, leads, sql`lead_id`), sql`r.row_number`)},
      'airtableRecords', ${aggregateRows(
        sql`select table_name, local_id, record_id, state, updated_at from airtable_records
          where company_id = ${companyId} and local_id = any(${[...subjects, ...adjustments]}::uuid[])`,
        sql`r.table_name`,
      )},
      'log', ${aggregateRows(
        sql`select at, actor_name, action, subject_type, subject_id, subject_name, before, after from audit_log
          where company_id = ${companyId} and subject_id = any(${subjects})`,
        sql`r.at`,
      )})) as data`);
  return found?.data ?? "{}";
};

/** Hashes of the person's identifiers, to recognise them if they are added again. */
export const insertErasedHashes = ({ db, companyId }: Scope, { leads }: Person, at: Date): Promise<number> =>
  db.run(sql`
    insert into erased_people (company_id, hash, erased_at)
    select distinct l.company_id, hash, ${at}::timestamptz
    from leads l cross join lateral unnest(person_hashes(l.company_id, l.provider_id, l.email, l.linkedin_url)) as hash
    where l.company_id = ${companyId} and l.id = any(${leads})
    on conflict do nothing`);

/** Follows the erasure declarations of the tables; the function is in `migrations/0008_erasure.sql`. */
export const erasePersonalData = async ({ db }: Scope, person: Person, at: Date): Promise<void> => {
  const { leads, messages, adjustments, queue, meetings, tasks, identifiers } = person;
  const rows = { leads, messages, adjustments, queue_items: queue, meetings, tasks, identifiers };
  await db.run(sql`select erase_person(${JSON.stringify(rows)}::jsonb, ${at}::timestamptz)`);
};
