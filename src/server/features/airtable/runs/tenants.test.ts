import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";
import { takeDirectRequestSlot } from "./sync-turn.queries.ts";

vi.setConfig({ testTimeout: 300_000 });

let harness: SyncHarness;
let second: TestServer;

beforeAll(async () => {
  harness = await startSyncHarness();
  // A second server on the same database stands for a second process.
  second = await startTestServer({ env: harness.env, databaseUrl: harness.server.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await harness.close();
});

const count = (text: string) => async (company: SyncedCompany) =>
  (await harness.server.query<{ n: number }>(text, [company.id]))[0]?.n;
const leadsOf = count("select count(*)::int as n from leads where company_id = $1");

test("with twenty companies on two workers, one dead, one slow and one rate-limited base do not delay the others", async () => {
  const companies = await Promise.all(Array.from({ length: 20 }, () => harness.newCompany()));
  await Promise.all(companies.map(({ base }) => base.addGeneratedRecords("Leads", 120)));
  const [dead, slow, rateLimited, ...others] = companies as [
    SyncedCompany,
    SyncedCompany,
    SyncedCompany,
    ...SyncedCompany[],
  ];
  await dead.base.fault({ resetConnection: "beforeHandling" });
  await slow.base.fault({ latencyMs: 9_000 });
  await rateLimited.base.control("PATCH", "limits", { requestsPerSecond: 1, penaltyMs: 600_000 });

  const runs = await Promise.all(
    companies.map(async (company) => ({ company, runId: await company.start(["leads"]) })),
  );
  const healthy = runs.filter(({ company }) => others.includes(company));
  const ended = await Promise.all(healthy.map(({ company, runId }) => company.ended(runId, 60_000)));
  expect(ended.map(({ status }) => status)).toEqual(others.map(() => "succeeded"));
  expect(await Promise.all(others.map(leadsOf))).toEqual(others.map(() => 120));

  // The three failing companies are still being worked on.
  const statusOf = async (company: SyncedCompany) => {
    const runId = runs.find((run) => run.company === company)?.runId ?? "";
    return (await company.run(runId)).status;
  };
  expect(await statusOf(rateLimited)).toBe("running");
  // It is gone while the base is tried again, and comes back with the next refusal.
  const messageOf = async () => (await rateLimited.status()).lastRun?.message ?? "";
  expect(await eventually(messageOf, (message) => message !== "")).toContain("een halve minuut rust");
  const refused = (await rateLimited.base.requests()).filter(({ status }) => status === 429);
  // One, unless the others took longer than the half minute after which it is tried again.
  for (const [nth, { at }] of refused.entries())
    if (nth > 0) expect(Date.parse(at) - Date.parse(refused[nth - 1]?.at ?? "")).toBeGreaterThanOrEqual(30_000);
  expect(refused.length).toBeGreaterThan(0);
  // It doubles at each refusal, and recovers in between.
  expect(await slowdownOf(rateLimited)).toBeGreaterThan(1);
  expect(await slowdownOf(rateLimited)).toBeLessThanOrEqual(2 ** refused.length);
  await harness.sandbox.clearFaults();
});

const slowdownOf = async ({ base }: SyncedCompany) =>
  (
    await harness.server.query<{ slowdown: number }>(
      "select slowdown from airtable_rate_limits where base_hash = sha256($1::bytea)",
      [base.id],
    )
  )[0]?.slowdown;

test.each([
  [1, 250],
  [2, 500],
  [16, 4_000],
])("with a slowdown of %i, a request keeps the base for %i ms", async (slowdown, expected) => {
  const company = await harness.newCompany();
  const { platform } = harness.server;
  // So far in the future that the time that the test takes does not count.
  await harness.server.query(
    `update airtable_rate_limits set spacing = '250 milliseconds', slowdown = $2, slowdown_changed_at = now(), next_slot_at = '2100-01-01'
      where base_hash = sha256($1::bytea)`,
    [company.base.id, slowdown],
  );
  for (let request = 1; request <= 2; request++) {
    await takeDirectRequestSlot({ db: platform.database.platform }, company.id, company.base.id);
    const [rate] = await harness.server.query<{ ms: number }>(
      `select (extract(epoch from next_slot_at - '2100-01-01') * 1000)::float8 as ms from airtable_rate_limits
        where base_hash = sha256($1::bytea)`,
      [company.base.id],
    );
    expect(rate?.ms).toBe(request * expected);
  }
});

test("after a 429 the request rate returns to normal step by step", async () => {
  const company = await harness.newCompany();
  const setSlowdown = (age: string) =>
    harness.server.query(
      "update airtable_rate_limits set slowdown = 2, slowdown_changed_at = now() - $2::interval where base_hash = sha256($1::bytea)",
      [company.base.id, age],
    );
  const sendRequest = () =>
    takeDirectRequestSlot({ db: harness.server.platform.database.platform }, company.id, company.base.id);
  await setSlowdown("1 second");
  await sendRequest();
  expect(await slowdownOf(company)).toBe(2);
  await setSlowdown("11 seconds");
  for (let request = 1; request <= 2; request++) await sendRequest();
  expect(await slowdownOf(company)).toBe(1.75);
});

test("requests that wait until a base may be asked again do not count for the month", async () => {
  const company = await harness.newCompany();
  await harness.server.query(
    "update airtable_rate_limits set blocked_until = now() + interval '10 minutes' where base_hash = sha256($1::bytea)",
    [company.base.id],
  );
  const runId = await company.start(["leads"]);
  const message = async () => (await company.run(runId)).message ?? "";
  expect(await eventually(message, (found) => found !== "")).toContain("een halve minuut rust");
  const { platform } = harness.server;
  const slot = await takeDirectRequestSlot({ db: platform.database.platform }, company.id, company.base.id);
  expect(slot).toBeUndefined();
  expect(await company.base.requests()).toEqual([]);
  expect(await company.status()).toMatchObject({ requestsThisMonth: 0, requestsLastRun: 0 });
});

test("a healthy company has its turn before ten slow ones have been read", async () => {
  const slow = await Promise.all(Array.from({ length: 10 }, () => harness.newCompany()));
  const healthy = await harness.newCompany();
  await Promise.all([...slow, healthy].map(({ base }) => base.addGeneratedRecords("Leads", 20)));
  await Promise.all(slow.map(({ base }) => base.hold({})));
  await Promise.all(slow.map((company) => company.start(["leads"])));
  expect((await healthy.ended(await healthy.start(["leads"]))).status).toBe("succeeded");
  const slowRequests = await Promise.all(
    slow.map(async ({ base }) => (await base.requests()).filter(({ path }) => path.includes(`/v0/${base.id}/`)).length),
  );
  // One in the fast lane, and one in the slow lane.
  expect(Math.max(...slowRequests)).toBeLessThanOrEqual(2);
  await harness.sandbox.clearFaults();
});

test("two workers stay within the rate limit of a base and never sync it at the same time", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 300);
  // Longer than the default, so that requests without a pause are recognised on a busy machine too.
  await harness.server.query(
    "update airtable_rate_limits set spacing = '1 second' where base_hash = sha256($1::bytea)",
    [company.base.id],
  );
  const startedAt = Date.now();
  const [runId, ...same] = await Promise.all(Array.from({ length: 4 }, () => company.start(["leads"])));
  expect(new Set([runId, ...same]).size).toBe(1);
  const run = await company.ended(runId ?? "");
  expect(run.tables[0]).toMatchObject({ seen: 300, changed: 300 });
  // A busy machine delays requests, and then some arrive close to each other: what counts is how many were sent by then.
  // A timer may end some milliseconds early.
  for (const [nth, { at }] of (await company.base.requests()).entries())
    expect(Date.parse(at) - startedAt).toBeGreaterThan((nth - 1) * 1_000);
  expect(await leadsOf(company)).toBe(300);
});

test("the sync of a deactivated company stops at its next request", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 600);
  const release = await company.base.holdAfter("Leads", 2);
  const runId = await company.start(["leads"]);
  await expect.poll(() => leadsOf(company), { timeout: 30_000 }).toBeGreaterThan(0);
  await harness.server.query("update companies set is_active = false where id = $1", [company.id]);
  await release();
  const status = () => harness.server.query<{ status: string }>("select status from sync_runs where id = $1", [runId]);
  await expect.poll(async () => (await status())[0]?.status, { timeout: 30_000 }).toBe("failed");
  expect(await leadsOf(company)).toBeLessThan(600);
  // The admin panel does not show it as a failure.
  const [state] = await harness.server.query("select failures, last_problem from sync_states where company_id = $1", [
    company.id,
  ]);
  expect(state).toEqual({ failures: 0, last_problem: null });
});
