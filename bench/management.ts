/**
 * Measures the queries of the management screen for a tenant with 100,000 leads and 200,000 sent messages, in a database of ten
 * times that. PostgreSQL times each query, as the tenant's role under row-level security; for comparison also a plain count
 * of the rows as superuser.
 * node bench/management.ts [leads] [sent] [other companies]
 */
import pg from "pg";
import type { Db } from "#platform/database/db.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, toQuery } from "#platform/database/sql.ts";
import {
  countHours,
  countInvitations,
  countMessages,
  countMonth,
  countPersonToday,
  countPersonTotal,
  countQueue,
  countSentDays,
  findPromptVersions,
  findResults,
} from "#server/features/statistics/statistics.queries.ts";

import { findRuns, findWorkflowUrls } from "#server/features/workflows/workflows.queries.ts";
import { makeCompany } from "#testing/factories.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { startTestServer } from "#testing/test-server.ts";
import { startThrowawayDatabase } from "../scripts/throwaway-database.ts";

const [leads = 100_000, sent = 200_000, others = 9] = process.argv.slice(2).map(Number);
const ROUNDS = 15;
const LIMIT_MS = 50;

const database = await startThrowawayDatabase();
process.env["TEST_DATABASE_URL"] = database.url;
const server = await startTestServer({ worker: false });
const admin = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
await admin.connect();

/** Inserts a year of activity. */
const fill = async (companyId: string): Promise<void> => {
  const run = (text: string, ...more: unknown[]) => admin.query(text, [companyId, ...more]);
  // The triggers that maintain the rollups read the company from this setting.
  await admin.query("select set_config('app.company_id', $1, false)", [companyId]);
  await run(
    `insert into leads (company_id, full_name, email, company, date_added)
      select $1, 'Lead ' || n, 'lead' || n || '@voorbeeld.nl', 'Bedrijf ' || n % 5000, now() - random() * interval '365 days'
      from generate_series(1, $2) n`,
    leads,
  );
  await run(
    `insert into invitations (company_id, lead_id, connected_with, status, queued_at, invited_at, accepted_at)
      select $1, id, (array['Frank Hoekstra', 'Marieke Postma', 'Tjeerd Wiersma', 'Sanne de Boer', 'Lotte Bos'])[1 + n % 5],
        case when n % 10 = 0 then 'QUEUED' when n % 10 = 1 then 'ON_HOLD' when n % 3 = 0 then 'ACCEPTED' else 'SENT' end,
        at, case when n % 10 > 1 then at end, case when n % 10 > 1 and n % 3 = 0 then at + random() * interval '9 days' end
      from (select id, row_number() over () as n, now() - random() * interval '365 days' as at from leads
        where company_id = $1) l`,
  );
  await run(
    `insert into messages (company_id, lead_id, message_type, message_flow, status, content, date_created, sent_at)
      select $1, id, case when n % 3 = 0 then 'followup' else 'icebreaker' end,
        (array['Frank Hoekstra', 'Marieke Postma', 'Tjeerd Wiersma', 'Sanne de Boer', 'Lotte Bos'])[1 + n % 5],
        (array['sent', 'sent', 'interested', 'neutral', 'pending', 'approved'])[1 + n % 6], 'Ice Breaker: Hoi',
        at - interval '1 day', case when n % 6 < 4 then at end
      from (select id, row_number() over () as n, now() - random() * interval '365 days' as at from leads
        where company_id = $1 limit $2) l`,
    Math.round(sent / 4),
  );
  await run(
    `insert into queue_items (company_id, message_name, text, message_flow, status, date_due, date_sent)
      select $1, 'Bericht 1', 'Hoi', (array['Frank Hoekstra', 'Marieke Postma', 'Tjeerd Wiersma'])[1 + n % 3],
        case when n <= $2 then 'SENT' else 'QUEUED' end,
        case when n <= $2 then at else now() + (random() * 22 - 1) * interval '1 day' end, case when n <= $2 then at end
      from (select n, now() - random() * interval '365 days' as at from generate_series(1, $2 + 2000) n) q`,
    sent,
  );
  await run(
    `with p as (
        insert into prompts (company_id, prompt_name, account_manager, prompt, version)
        select $1, name, manager, 'Schrijf', 6 from unnest(array['Icebreaker', 'Follow-up', 'LinkedIn uitnodiging']) name,
          unnest(array['Frank Hoekstra', 'Marieke Postma', 'Tjeerd Wiersma', 'Sanne de Boer']) manager
        returning id)
      insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
      select $1, id, n, 'Schrijf', 'edit', 'Anna', now() - (7 - n) * interval '20 days' from p, generate_series(1, 6) n`,
  );
  await run(
    `insert into workflow_runs (company_id, workflow_id, started_by, started_at, finished_at, outcome)
      select $1, 'allocate-leads', 'Anna', now() - n * interval '3 hours', now(), 'started' from generate_series(1, 2000) n`,
  );
};

// The search index and the columns copied from leads are not measured, and maintaining them takes most of the loading time.
await admin.query("alter table leads disable trigger add_to_search");
for (const table of ["messages", "queue_items"])
  await admin.query(`alter table ${table} disable trigger enforce_erasure`);
await admin.query("alter table messages disable trigger copy_contact_from_lead");

const companies = [];
for (let index = 0; index <= others; index++) {
  const company = await makeCompany(server.platform.database);
  await fill(company.id);
  companies.push(company.id);
  console.error(`company ${index + 1} of ${others + 1} is filled`);
}
await admin.query("vacuum analyze");
const [companyId = ""] = companies;

interface Plan {
  "Planning Time": number;
  "Execution Time": number;
}
const explain = async (client: pg.Client, text: string, values: unknown[]): Promise<number> => {
  const { rows } = await client.query<{ "QUERY PLAN": [Plan] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  const plan = rows[0]?.["QUERY PLAN"][0];
  return (plan?.["Planning Time"] ?? 0) + (plan?.["Execution Time"] ?? 0);
};

const tenant = new pg.Client({
  connectionString: server.databaseUrl,
  options: "-c role=usa_tenant -c timezone=UTC",
});
await tenant.connect();
await tenant.query("select set_config('app.company_id', $1, false)", [companyId]);

/** The queries that `recordQueries` saw since it was last cleared. */
const recordedQueries: Sql[] = [];
const recordQueries = (db: Db): Db => ({
  ...db,
  rows: (query) => {
    recordedQueries.push(query);
    return db.rows(query);
  },
  row: (query) => {
    recordedQueries.push(query);
    return db.row(query);
  },
});
const scope: Scope = {
  db: recordQueries(server.platform.database.tenant(companyId)),
  companyId,
  actor: { id: companyId, name: "Bench", role: "user" },
};
const now = new Date();
const stale = new Date(now.getTime() - 30_000);
const month = { month: now.getUTCMonth(), year: now.getUTCFullYear() };

/** The calls of the screen when it opens. */
const SCREEN_CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  "linkedin-invitations/stats": () => countInvitations(scope, now),
  "linkedin-invitations/last-month": () => countMonth(scope, "invited", month, now),
  "linkedin-invitations/accepted-per-day": () => countMonth(scope, "accepted", month, now),
  "linkedin-invitations/today-by-hour": () => countHours(scope, now),
  "message-stats": () => countMessages(scope, now),
  "messages-sent-chart": () => countSentDays(scope, now),
  "workflows/queue-count": () => countQueue(scope, now),
  "workflows/ready-to-send": () => countQueue(scope, now),
  "workflows/frank-invitations-today": () => countPersonToday(scope, now),
  "workflows/frank-invitations-queue": () => countPersonTotal(scope, "queued"),
  "workflows/frank-invitations-hold": () => countPersonTotal(scope, "on_hold"),
  "workflows/frank-invitations-accepted": () => countPersonTotal(scope, "accepted"),
  "workflows/stats": () => findRuns(scope, stale),
  workflows: () => Promise.all([findWorkflowUrls(scope), findRuns(scope, stale)]),
  "statistics/results (4 weken)": () => Promise.all([findPromptVersions(scope), findResults(scope, 28, now)]),
};

const THIS_MONTH = "between date_trunc('month', now()) and now()";
const BARE_QUERIES: Readonly<Record<string, string>> = {
  "linkedin-invitations/stats": `select count(*) filter (where invited_at >= current_date), count(*) filter (where status = 'QUEUED'),
    count(*) filter (where status = 'ON_HOLD'), count(accepted_at), count(invited_at) from invitations where company_id = $1`,
  "linkedin-invitations/last-month": `select invited_at::date, count(*) from invitations where company_id = $1 and invited_at ${THIS_MONTH} group by 1`,
  "linkedin-invitations/accepted-per-day": `select accepted_at::date, count(*) from invitations where company_id = $1 and accepted_at ${THIS_MONTH} group by 1`,
  "messages-sent-chart": `select date_sent::date, count(*) from queue_items where company_id = $1 and status = 'SENT'
    and date_sent > now() - interval '30 days' group by 1`,
  "workflows/queue-count": "select count(*) from queue_items where company_id = $1 and status = 'QUEUED'",
  "workflows/frank-invitations-accepted":
    "select count(accepted_at) from invitations where company_id = $1 and connected_with like 'Frank%'",
};

/** The fastest of all rounds, which other load on the machine affects least. */
const measure = async (runOnce: () => Promise<number>): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) fastest = Math.min(fastest, await runOnce());
  return fastest;
};

const queriesOf = async (read: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> => {
  recordedQueries.length = 0;
  await read();
  return recordedQueries.map(toQuery);
};

const table = [];
let total = 0;
for (const [name, read] of Object.entries(SCREEN_CALLS)) {
  const queries = await queriesOf(read);
  const ms = await measure(async () => {
    let sum = 0;
    for (const { text, values } of queries) sum += await explain(tenant, text, values);
    return sum;
  });
  const bare = BARE_QUERIES[name];
  const bareMs = bare ? await measure(() => explain(admin, bare, [companyId])) : undefined;
  total += ms;
  table.push({ name, ms: Number(ms.toFixed(2)), bareMs: bareMs === undefined ? "" : Number(bareMs.toFixed(2)) });
}
console.table(table);
console.log({ leads, sent, companies: companies.length, totalMs: Number(total.toFixed(1)), limitMs: LIMIT_MS });
if (total > LIMIT_MS) process.exitCode = 1;

await tenant.end();
await admin.end();
await server.close();
await database.stop();
