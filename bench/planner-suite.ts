import { openDatabase } from "#platform/database/database.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { Events } from "#platform/events.ts";
import { readJsonList } from "#platform/json-list.ts";
import { systemClock } from "#platform/time.ts";
import { refreshPlans } from "#server/features/queue/planning/plans.service.ts";
import { readQueuedPage, waitingList } from "#server/features/queue/queue-lists.queries.ts";
import { findDueSenders } from "#server/features/queue/sending.queries.ts";
import { findSendable, hasSendablePart } from "#server/features/queue/sending.service.ts";
import { openBenchData, withClient } from "./dataset/load.ts";
import { median, round } from "./statistics.ts";
import { type Options, printProgress, printTable, type Suite, type SuiteResult } from "./suite.ts";

const SENDERS = 50;
const MAX_NEXT_PART_MS = 2;
const MAX_PAGE_RATIO = 1.3;
/** No screen listens. */
const events: Events = {
  subscribe: () => () => undefined,
  changedWithin: () => false,
  publish: async () => undefined,
  close: async () => undefined,
};
const deps = { clock: systemClock, events };

/** Parts of 50 senders over four weeks, a part of them overdue. The senders may send at any hour, so that the run does not depend on it. */
const addParts = (url: string, companyId: string, rows: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      "update companies set delivery_channel = 'webhook', delivery_webhook_url = 'https://example.org/hook' where id = $1",
      [companyId],
    );
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
  // As autovacuum does within a minute.
  await withClient(url, (client) => client.query("analyze queue_plans"));
  const filters = { state: "waiting", due: "all", limit: 100 } as const;
  const readPlain = () =>
    readJsonList(scope.db, filters, waitingList(scope, filters, new Date(), { isExplained: false }));
  const senderIds = await findDueSenders(scope, "webhook", new Date());
  const nextPartOf = async (senderId: string): Promise<void> => {
    if (!(await findSendable(deps, scope, senderId, "webhook")).part) throw new Error("no part may go");
  };

  const times = {
    roundTrip: [] as number[],
    nextPart: [] as number[],
    nextPartOfAll: [] as number[],
    plain: [] as number[],
    explained: [] as number[],
  };
  // In turns, so that other load on the machine affects all of them.
  for (let nth = 0; nth < rounds * 20; nth++) {
    times.roundTrip.push(await timeOf(() => scope.db.row(sql`select 1`)));
    times.nextPart.push(await timeOf(() => nextPartOf(senderIds[nth % senderIds.length] ?? "")));
    times.nextPartOfAll.push(await timeOf(() => hasSendablePart(deps, scope, "webhook", new Set())));
    times.plain.push(await timeOf(readPlain));
    times.explained.push(await timeOf(() => readQueuedPage(scope, filters, new Date())));
  }
  await database.close();
  await data.close();
  await data.remove();

  const figures = {
    parts: rows,
    senders: SENDERS,
    allPlansMs: round(allPlansMs),
    roundTripMs: round(median(times.roundTrip), 2),
    nextPartMs: round(median(times.nextPart), 2),
    nextPartOfAllMs: round(median(times.nextPartOfAll), 2),
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

/** Finding the next part of a sender and of all senders, and the list with the explanation of each part. */
export const plannerSuite: Suite = { defaultRows: 100_000, run };
