import pg from "pg";
import { type Database, openDatabase } from "#platform/database/database.ts";
import type { Db } from "#platform/database/db.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, toQuery } from "#platform/database/sql.ts";
import { calendarDay } from "#platform/time.ts";
import { findIndustryResults, findOutcomes, findResults } from "#server/features/statistics/management.queries.ts";
import { choosePeriods } from "#server/features/statistics/result-periods.ts";
import {
  countHours,
  countInvitations,
  countMessages,
  countMonth,
  countPersonToday,
  countPersonTotal,
  countQueue,
  countSentDays,
} from "#server/features/statistics/statistics.queries.ts";
import { readPromptResults } from "#server/features/statistics/statistics.service.ts";
import { findRunTotals, findWorkflowUrls } from "#server/features/workflows/workflows.queries.ts";
import { spreadOverCompanies } from "./dataset/fill.ts";
import { openBenchData, withClient } from "./dataset/load.ts";
import { round } from "./statistics.ts";
import { type Options, printTable, type Suite, type SuiteResult } from "./suite.ts";

const LIMIT_MS = 50;
const DAY_MS = 86_400_000;

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

/** The queries of each call that the screen makes when it opens. */
const screenCalls = (scope: Scope, now: Date): Readonly<Record<string, () => Promise<unknown>>> => {
  const staleBefore = new Date(now.getTime() - 30_000);
  const periods = choosePeriods({ days: 28 }, calendarDay(now));
  const month = { month: now.getUTCMonth(), year: now.getUTCFullYear() };
  return {
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
    "workflows/stats": () => findRunTotals(scope, staleBefore),
    workflows: () => Promise.all([findWorkflowUrls(scope), findRunTotals(scope, staleBefore)]),
    "statistics/results (4 weken)": () =>
      Promise.all([readPromptResults(scope, new Date(now.getTime() - 28 * DAY_MS)), findResults(scope, periods, 7)]),
    "statistics/results: meetings and clients": () => findOutcomes(scope, periods, now),
    "statistics/results: industries": () => findIndustryResults(scope, periods),
  };
};

interface Plan {
  "Planning Time": number;
  "Execution Time": number;
}

/** The time that PostgreSQL takes for a query, in ms. */
const explain = async (client: pg.Client, text: string, values: unknown[]): Promise<number> => {
  const { rows } = await client.query<{ "QUERY PLAN": [Plan] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  const plan = rows[0]?.["QUERY PLAN"][0];
  return (plan?.["Planning Time"] ?? 0) + (plan?.["Execution Time"] ?? 0);
};

/** A scope that records its queries instead of hiding them. */
const recordingScope = (database: Database, companyId: string): { scope: Scope; recorded: Sql[] } => {
  const db = database.tenant(companyId);
  const recorded: Sql[] = [];
  const recordingDb: Db = {
    ...db,
    rows: (query) => {
      recorded.push(query);
      return db.rows(query);
    },
    row: (query) => {
      recorded.push(query);
      return db.row(query);
    },
  };
  return { scope: { db: recordingDb, companyId, actor: { id: companyId, name: "Bench", role: "user" } }, recorded };
};

/** The fastest of all rounds, which other load on the machine affects least. */
const fastestOf = async (rounds: number, runOnce: () => Promise<number>): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < rounds; nth++) fastest = Math.min(fastest, await runOnce());
  return fastest;
};

const run = async ({ rows, rounds, data: folder }: Options): Promise<SuiteResult> => {
  const data = await openBenchData(folder);
  const { url, companies } = await data.load({ leadsPerCompany: spreadOverCompanies(rows) });
  const [{ companyId, leads } = { companyId: "", leads: 0 }] = companies;
  const database = openDatabase({ url, connections: 2, onError: () => undefined });
  const { scope, recorded } = recordingScope(database, companyId);
  const tenant = new pg.Client({ connectionString: url, options: "-c role=usa_tenant -c timezone=UTC" });
  await tenant.connect();
  await tenant.query("select set_config('app.company_id', $1, false)", [companyId]);

  const calls: { call: string; ms: number; bareMs: number | "" }[] = [];
  await withClient(url, async (superuser) => {
    for (const [call, read] of Object.entries(screenCalls(scope, new Date()))) {
      recorded.length = 0;
      await read();
      const queries = recorded.map(toQuery);
      const ms = await fastestOf(rounds, async () => {
        let sum = 0;
        for (const { text, values } of queries) sum += await explain(tenant, text, values);
        return sum;
      });
      const bareQuery = BARE_QUERIES[call];
      const bareMs = bareQuery ? await fastestOf(rounds, () => explain(superuser, bareQuery, [companyId])) : undefined;
      calls.push({ call, ms: round(ms, 2), bareMs: bareMs === undefined ? "" : round(bareMs, 2) });
    }
  });
  await tenant.end();
  await database.close();
  await data.close();
  await data.remove();

  const totalMs = round(
    calls.reduce((sum, { ms }) => sum + ms, 0),
    1,
  );
  printTable(`queries of the management screen, ${leads} leads, ${totalMs} ms in total`, calls);
  const missedTargets = totalMs > LIMIT_MS ? [`all queries take ${totalMs} ms, at most ${LIMIT_MS} ms allowed`] : [];
  return { figures: { rows, leads, totalMs, calls }, missedTargets };
};

/**
 * The queries of the management screen, for the largest company. PostgreSQL times each query, as the tenant's role under
 * row-level security; for comparison also a plain count of the rows as superuser.
 */
export const managementSuite: Suite = { defaultRows: 1_000_000, run };
