import type pg from "pg";
import type { Database } from "#platform/database/database.ts";
import { withoutIndexes } from "#platform/database/without-indexes.ts";
import { hashPassword } from "#platform/passwords.ts";
import { INDUSTRIES } from "#sandbox/demo/people/industries.ts";
import {
  CENTRAL_PLACES,
  FIRST_NAMES,
  LAST_NAMES,
  NORTHERN_PLACES,
  OTHER_PLACES,
  slugify,
  titlesIn,
} from "#sandbox/demo/people/names.ts";

import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";

/** Disables triggers and foreign key checks: the generated rows are valid by construction. */
const withoutTriggers = async (client: pg.Client, work: () => Promise<unknown>): Promise<void> => {
  await client.query("set session_replication_role = replica");
  try {
    await work();
  } finally {
    await client.query("set session_replication_role = origin");
  }
};

/** A company with one user, who can sign in. */
export interface BenchCompany {
  companyId: string;
  username: string;
  leads: number;
}

/** The rows of a database. */
export interface Dataset {
  /** The largest company first. */
  leadsPerCompany: readonly number[];
  /** Above 1 it is rounded up; below 1 it is the share of leads that get one. */
  queueItemsPerLead: number;
  /** Each of these leads gets one. */
  shareOfLeadsWith: { message: number; meeting: number; invitation: number };
  /** The share of the queue items that are still queued; the others are sent. */
  queuedShare: number;
  /** Each message gets a random one of these. */
  messageStatuses: readonly string[];
  iceBreaker: string;
  /** False for a company that will be connected to a base: records that are not in it would count as deleted there. */
  hasAirtableRecords: boolean;
}

const COMPANIES = 50;

/** 30 % of the leads in the largest company, 10 % in the second, the rest evenly over 48 others. */
export const spreadOverCompanies = (leads: number): number[] => {
  const [largest, second] = [Math.round(leads * 0.3), Math.round(leads * 0.1)];
  const others = COMPANIES - 2;
  const each = Math.floor((leads - largest - second) / others);
  const last = leads - largest - second - each * (others - 1);
  return [largest, second, ...Array.from({ length: others - 1 }, () => each), last];
};

export const DEFAULT_DATASET: Omit<Dataset, "leadsPerCompany"> = {
  queueItemsPerLead: 1,
  shareOfLeadsWith: { message: 0.1, meeting: 0.05, invitation: 0.3 },
  queuedShare: 0.1,
  messageStatuses: ["pending", "pending", "sent", "interested", "neutral"],
  iceBreaker: `Ice Breaker: Hoi, ik zag dat jullie groeien. ${INDUSTRIES[0]?.topics.join(", ")}.`,
  hasAirtableRecords: true,
};

/** The user of each company is its company admin. */
export const makeBenchCompanies = async (
  database: Database,
  leadsPerCompany: readonly number[],
): Promise<BenchCompany[]> => {
  const passwordHash = await hashPassword(PASSWORD);
  const companies: BenchCompany[] = [];
  for (const leads of leadsPerCompany) {
    const { id } = await makeCompany(database);
    const { username } = await makeUser(database, id, { role: "company_admin", passwordHash });
    companies.push({ companyId: id, username, leads });
  }
  return companies;
};

const PLACES = [...NORTHERN_PLACES, ...CENTRAL_PLACES, ...OTHER_PLACES];
const FLOWS = ["Frank Hoekstra", "Marieke Postma", "Tjeerd Wiersma", "Sanne de Boer"];

const companyNames = (): string[] =>
  LAST_NAMES.flatMap((lastName) =>
    INDUSTRIES.flatMap(({ nameEndings }) =>
      nameEndings.map((ending) => `${lastName.charAt(0).toUpperCase()}${lastName.slice(1)} ${ending}`),
    ),
  );

const FOLLOW_UP = `Dank voor de connectie! ${INDUSTRIES[1]?.topics.join(", ")}. Zullen we eens bellen?`;

/** The texts of the demo, from which rows are generated. One lead in five thousand gets the rare first name. */
const generatorTexts = () => ({
  firstNames: FIRST_NAMES,
  rareFirstName: "Xquinten",
  lastNames: LAST_NAMES,
  lastNameSlugs: LAST_NAMES.map(slugify),
  employers: companyNames(),
  industries: INDUSTRIES.map(({ name }) => name),
  titles: titlesIn("Bouw"),
  places: PLACES,
  flows: FLOWS,
  queueText: FOLLOW_UP,
  meetingSummary: FOLLOW_UP,
});

const randomElement = (list: string): string => `(${list})[1 + floor(random() * cardinality(${list}))::int]`;
const randomTimeInLastDays = (days: number): string => `now() - random() * interval '${days} days'`;

const INSERT_LEADS = `
  insert into leads (company_id, provider_id, full_name, linkedin_url, date_added, title, company, website, employees,
    email, location, industry, contract_owner, lead_rating, rated_at, classification, classified_at, motivation,
    person_profile, html_report)
  select generated.company_id, 'ACoAA' || n, first || ' ' || last, 'https://www.linkedin.com/in/' || slug || '-' || n, added,
    title, company, 'https://www.' || slug || '.nl', '11-50', lower(left(first, 1)) || '.' || slug || n || '@' || slug || '.nl',
    place, industry, flow, rating, case when rating is not null then added + interval '1 day' end, class, added,
    'Werkt bij een bedrijf dat groeit en beslist zelf.', 'Ervaren leidinggevende met een netwerk in de regio.',
    case when n % 5 = 0 then repeat('<p>Rapport over ' || last || ' en de markt van ' || industry || '.</p>', 8) end
  from (
    select t.company_id, n, case when n % 5003 = 0 then $3 else ${randomElement("$4::text[]")} end as first,
      1 + floor(random() * cardinality($5::text[]))::int as last_name_index, ${randomElement("$7::text[]")} as company,
      ${randomElement("$8::text[]")} as industry, ${randomElement("$9::text[]")} as title, ${randomElement("$10::text[]")} as place,
      ${randomElement("$11::text[]")} as flow, ${randomTimeInLastDays(730)} as added,
      case when random() < 0.6 then floor(random() * 11)::int end as rating,
      ${randomElement("array['COLD', 'COLD', 'CONNECTED', 'CONNECTED', 'INTERESTED', 'HOT', 'CLIENT', 'NOT RELEVANT']")} as class
    from unnest($1::uuid[], $2::int[]) as t (company_id, leads) cross join lateral generate_series(1, t.leads) n
  ) generated cross join lateral (select ($5::text[])[last_name_index] as last, ($6::text[])[last_name_index] as slug) named`;

// What the trigger on leads writes per lead, for all leads at once.
const INSERT_SEARCH_ROWS = `
  insert into lead_search (company_id, lead_id, name, text, words)
  select company_id, id, name, text, split_into_words(text) from (
    select company_id, id, name, concat_ws(E'\\x1f', name, left(normalize_for_search(email), 500), left(normalize_for_search(company), 500)) as text
    from (select *, left(normalize_for_search(full_name), 500) as name from leads where deleted_at is null) named) searchable`;

/** The leads, numbered per company, so that `n <= company_leads * share` selects a share of each company's leads. */
const NUMBERED_LEADS = `
  select company_id, id as lead_id, row_number() over (partition by company_id order by id) as n,
    count(*) over (partition by company_id) as company_leads from leads`;

const INSERT_MESSAGES = `
  insert into messages (company_id, lead_id, message_type, message_flow, status, content, date_created, sent_at)
  select company_id, lead_id, case when n % 3 = 0 then 'followup' else 'icebreaker' end, ${randomElement("$2::text[]")},
    status, $3, at, case when status <> 'pending' then at + interval '1 day' end
  from (select *, ${randomTimeInLastDays(365)} as at, ${randomElement("$4::text[]")} as status
    from (${NUMBERED_LEADS}) l where n <= company_leads * $1::numeric) l`;

const INSERT_QUEUE_ITEMS = `
  insert into queue_items (company_id, lead_id, message_name, text, message_flow, status, date_due, date_sent)
  select company_id, lead_id, ${randomElement("array['Ice Breaker', 'Message 1', 'Message 2', 'Follow up 1']")}, $3,
    ${randomElement("$2::text[]")}, status, case when status = 'QUEUED' then now() + random() * interval '30 days' - interval '1 day' else at end,
    case when status = 'SENT' then at end
  from (select *, ${randomTimeInLastDays(365)} as at, case when random() < $4::numeric then 'QUEUED' else 'SENT' end as status
    from (${NUMBERED_LEADS}) l cross join generate_series(1, ceil($1::numeric)::int) copy where n <= company_leads * $1::numeric) l`;

const INSERT_INVITATIONS = `
  insert into invitations (company_id, lead_id, connected_with, status, queued_at, invited_at, accepted_at)
  select company_id, lead_id, ${randomElement("$2::text[]")}, status, at, case when status in ('SENT', 'ACCEPTED') then at end,
    case when status = 'ACCEPTED' then at + random() * interval '9 days' end
  from (select *, ${randomTimeInLastDays(365)} as at, ${randomElement("array['QUEUED', 'ON_HOLD', 'SENT', 'SENT', 'SENT', 'ACCEPTED']")} as status
    from (${NUMBERED_LEADS}) l where n <= company_leads * $1::numeric) l`;

const INSERT_MEETINGS = `
  insert into meetings (company_id, meeting_name, status, meeting_owner, meeting_date, transcription_date, summary, attendees,
    created_at)
  select l.company_id, 'Kennismaking met ' || full_name, ${randomElement("array['NEW', 'TO_PROCESS', 'PROCESSED', 'PROCESSED']")},
    ${randomElement("$2::text[]")}, at, at, $3, email, at
  from (select *, ${randomTimeInLastDays(365)} as at from (${NUMBERED_LEADS}) l where n <= company_leads * $1::numeric) l
    join leads on leads.company_id = l.company_id and leads.id = l.lead_id`;

const INSERT_AIRTABLE_RECORDS = `
  insert into airtable_records (company_id, table_name, local_id, record_id, fingerprint)
  select company_id, $1, id, 'rec' || left(replace(id::text, '-', ''), 14) || right(id::text, 12), md5(id::text) from `;

// Prompts and workflow runs: few rows, but the management screen reads all of them.
const INSERT_PROMPTS = `
  with inserted as (
    insert into prompts (company_id, prompt_name, account_manager, prompt, version)
    select c, name, manager, 'Schrijf een bericht.', 6 from unnest($1::uuid[]) c,
      unnest(array['Icebreaker', 'Follow-up', 'LinkedIn uitnodiging']) name, unnest($2::text[]) manager
    returning company_id, id)
  insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
  select company_id, id, n, 'Schrijf een bericht.', 'edit', 'Anna Jansen', now() - (7 - n) * interval '20 days'
  from inserted, generate_series(1, 6) n`;
const INSERT_WORKFLOW_RUNS = `
  insert into workflow_runs (company_id, workflow_id, started_by, started_at, finished_at, outcome)
  select c, 'allocate-leads', 'Anna Jansen', now() - n * interval '3 hours', now(), 'started'
  from unnest($1::uuid[]) c, generate_series(1, 200) n`;

/** Inserts with one statement per table. For leads the triggers are off, and their search rows are inserted in bulk. */
export const fill = async (
  client: pg.Client,
  companies: readonly BenchCompany[],
  { queueItemsPerLead, shareOfLeadsWith, queuedShare, messageStatuses, iceBreaker, hasAirtableRecords }: Dataset,
  onProgress: (step: string) => void,
): Promise<void> => {
  const texts = generatorTexts();
  const { flows } = texts;
  const ids = companies.map(({ companyId }) => companyId);
  const counts = companies.map(({ leads }) => leads);
  await client.query("set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off");
  await client.query("select setseed(0.42)");
  await withoutTriggers(client, async () => {
    onProgress("leads");
    const parameters = [
      ids, // $1
      counts,
      texts.rareFirstName,
      texts.firstNames,
      texts.lastNames, // $5
      texts.lastNameSlugs,
      texts.employers,
      texts.industries,
      texts.titles,
      texts.places, // $10
      flows,
    ];
    await withoutIndexes(client, ["leads"], () => client.query(INSERT_LEADS, parameters));
    onProgress("search");
    await withoutIndexes(client, ["lead_search"], () => client.query(INSERT_SEARCH_ROWS));
  });
  await client.query("analyze leads");
  onProgress("messages");
  await client.query(INSERT_MESSAGES, [shareOfLeadsWith.message, flows, iceBreaker, messageStatuses]);
  onProgress("queue");
  await withoutIndexes(client, ["queue_items"], () =>
    client.query(INSERT_QUEUE_ITEMS, [queueItemsPerLead, flows, texts.queueText, queuedShare]),
  );
  onProgress("invitations");
  await withoutIndexes(client, ["invitations"], () =>
    client.query(INSERT_INVITATIONS, [shareOfLeadsWith.invitation, flows]),
  );
  onProgress("meetings");
  await client.query(INSERT_MEETINGS, [shareOfLeadsWith.meeting, flows, texts.meetingSummary]);
  onProgress("airtable records");
  const syncedTables = hasAirtableRecords ? { leads: "leads", messages: "messages", queue: "queue_items" } : {};
  await withoutIndexes(client, ["airtable_records"], async () => {
    for (const [name, table] of Object.entries(syncedTables))
      await client.query(INSERT_AIRTABLE_RECORDS + table, [name]);
  });
  await client.query(INSERT_PROMPTS, [ids, flows]);
  await client.query(INSERT_WORKFLOW_RUNS, [ids]);
  onProgress("vacuum");
  await client.query("vacuum (analyze)");
  await client.query("checkpoint");
};
