import pg from "pg";
import { openDatabase } from "#platform/database/database.ts";
import type { Scope } from "#platform/database/scope.ts";
import { systemClock } from "#platform/time.ts";
import { refreshPlans } from "#server/features/queue/plans.service.ts";
import { hasSendablePart } from "#server/features/queue/sending.service.ts";
import { findOutdated } from "#server/features/senders/senders.service.ts";
import { openBenchData, withClient } from "./dataset/load.ts";
import { median, round } from "./statistics.ts";
import { type Options, printProgress, printTable, type Suite, type SuiteResult } from "./suite.ts";

const SENDERS = 50;
const MAX_NEXT_PART_MS = 2;
const MAX_PAGE_RATIO = 1.3;
const deps = { clock: systemClock };

/** Parts of 50 senders over four weeks, a part of them overdue. The senders may send at any hour, so that the run does not depend on it. */
const addParts = (url: string, companyId: string, rows: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("update companies set delivery_channel = 'webhook' where id = $1", [companyId]);
    await client.query(
      `with made as (insert into leads (company_id, full_name, provider_id)
          select $1, 'Lead ' || nth, 'plan-' || nth from generate_series(1, $2::int) nth returning id)
       insert into queue_items (company_id, lead_id, message_name, text, message_flow, date_due)
          select $1, id, 'Ice Breaker', 'Hoi!', 'Afzender ' || (row_number() over () % ${SENDERS}),
            now() + (random() * 28 - 2) * interval '1 day' from made`,
      [companyId, rows],
    );
    await client.query(
      `update senders set hours = '{"days": [1, 2, 3, 4, 5, 6, 7], "from": "00:00", "until": "24:00", "holidays": true}'
       where company_id = $1`,
      [companyId],
    );
    await client.query("analyze");
  });

/** The page of the list, and the same page without explanations. */
const PAGE = (explained: boolean): string => `
  select q.due_sort_key as sort_key, q.id, row_to_json(shown) as item
  from (select * from queue_items q where q.company_id = $1 and q.status = 'QUEUED' order by q.due_sort_key, q.id limit 100) q
  left join leads l on l.company_id = q.company_id and l.id = q.lead_id
  ${explained ? "left join queue_plans p on p.company_id = q.company_id and p.queue_item_id = q.id and q.status = 'QUEUED'" : ""}
  cross join lateral (select q.id, q.lead_id, l.provider_id, coalesce(l.full_name, '') as name, l.linkedin_url, q.text, q.message_name,
    q.message_flow, coalesce(l.has_report, false) as has_report, q.date_due, q.paused, q.problem
    ${explained ? ", p.planned_at, case when p.wait_code is not null then json_build_object('code', p.wait_code, 'text', p.wait_text) end as waits_for" : ""}) shown
  order by q.due_sort_key, q.id`;

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const run = async ({ rows, rounds, data: folder }: Options): Promise<SuiteResult> => {
  const data = await openBenchData(folder);
  const { url, companies } = await data.load({ leadsPerCompany: [1_000], name: "planner" });
  const companyId = companies[0]?.companyId ?? "";
  printProgress(`${rows} queued parts`);
  await addParts(url, companyId, rows);
  const database = openDatabase({ url, connections: 2, onError: () => undefined });
  const scope: Scope = {
    db: database.tenant(companyId),
    companyId,
    actor: { id: companyId, name: "Bench", role: "user" },
  };
  const allPlansMs = await timeOf(async () => {
    while (await refreshPlans(deps, scope));
  });
  const tenant = new pg.Client({ connectionString: url, options: "-c role=usa_tenant -c timezone=UTC" });
  await tenant.connect();
  await tenant.query("select set_config('app.company_id', $1, false)", [companyId]);
  const page = (explained: boolean) => timeOf(() => tenant.query(PAGE(explained), [companyId]));

  const times = {
    roundTrip: [] as number[],
    nextPart: [] as number[],
    plain: [] as number[],
    explained: [] as number[],
  };
  // In turns, so that other load on the machine affects all of them.
  for (let nth = 0; nth < rounds * 20; nth++) {
    times.roundTrip.push(await timeOf(() => tenant.query("select 1")));
    times.nextPart.push(await timeOf(() => hasSendablePart(deps, scope, "webhook", new Set())));
    times.plain.push(await page(false));
    times.explained.push((await page(true)) + (await timeOf(() => findOutdated(scope, new Date()))));
  }
  await tenant.end();
  await database.close();
  await data.close();
  await data.remove();

  const figures = {
    parts: rows,
    senders: SENDERS,
    allPlansMs: round(allPlansMs),
    roundTripMs: round(median(times.roundTrip), 2),
    nextPartMs: round(median(times.nextPart), 2),
    plainPageMs: round(median(times.plain), 2),
    explainedPageMs: round(median(times.explained), 2),
    pageRatio: round(median(times.explained) / median(times.plain), 2),
  };
  printTable("the planner", [figures]);
  const missedTargets = [
    ...(figures.nextPartMs > MAX_NEXT_PART_MS ? [`the next part takes ${figures.nextPartMs} ms`] : []),
    ...(figures.pageRatio > MAX_PAGE_RATIO ? [`an explained page takes ${figures.pageRatio} × the page without`] : []),
  ];
  return { figures, missedTargets };
};

/** Finding the next part to send, and the list with the explanation of each part. */
export const plannerSuite: Suite = { defaultRows: 100_000, run };
