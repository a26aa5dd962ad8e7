import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SyncHealth, SyncRun } from "#contract/airtable.ts";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import { signedIn } from "#testing/signed-in.ts";
import { connectCompany } from "../airtable-sandbox.fixture.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";
import { scheduleSyncsJob } from "./job-definitions.ts";

vi.setConfig({ testTimeout: 300_000 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const runsOf = (company: SyncedCompany) =>
  harness.server.query<{ status: string; requested_by: string | null; message: string | null }>(
    "select status, requested_by, message from sync_runs where company_id = $1 order by started_at",
    [company.id],
  );
const tick = () =>
  harness.server.platform.jobs.enqueue(harness.server.platform.database.platform, scheduleSyncsJob, {});
const MINUTE = 60_000;

test("without a base or token a sync is refused", async () => {
  const { client } = await signedIn(harness.server);
  const response = await client.post("/api/sync-airtable");
  expect([response.status, response.body["message"]]).toEqual([
    409,
    "Airtable is nog niet ingesteld voor dit bedrijf.",
  ]);
});

test("a second request joins the open run and adds its tables", async () => {
  const company = await harness.newCompany();
  const release = await company.base.hold({ method: "GET" });
  const first = await company.who.client.post("/api/sync-airtable", { tables: ["prompts"] });
  const second = await company.who.client.post("/api/sync-airtable", { tables: ["meetings"] });
  await release();
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body["runId"]).toBe(first.body["runId"]);
  expect(second.body["message"]).toContain("kijkt daarmee mee");
  const run = await company.ended(String(first.body["runId"]));
  expect(run.tables.map(({ table }) => table)).toEqual(["meetings", "prompts"]);
  expect(run).toMatchObject({ status: "succeeded", startedAt: expect.any(String), finishedAt: expect.any(String) });
});

test("a run writes a limited number of App IDs, although Airtable notifies us of each of them", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 300);
  let isRunning = true;
  const requestTurns = async () => {
    while (isRunning) {
      await harness.server.query("update sync_states set turn_requested = true where company_id = $1", [company.id]);
      await sleep(10);
    }
  };
  const requesting = requestTurns();
  const run = await company.ended(await company.start());
  isRunning = false;
  await requesting;
  expect(run.status).toBe("succeeded");
  const written = (await company.base.records("Leads")).filter(({ fields }) => fields["App ID"]);
  // Eight batches; more when the run needs another turn because its time is up.
  expect(written.length).toBeGreaterThanOrEqual(80);
  expect(written.length).toBeLessThan(300);
});

test.each([{ tables: [] }, { tables: ["klanten"] }, { tables: "leads" }, { alles: true }])(
  "%j is not a valid list of tables",
  async (body) => {
    const company = await harness.newCompany();
    expect((await company.who.client.post("/api/sync-airtable", body)).status).toBe(400);
  },
);

test("the schedule runs a company at its interval, and an inactive company not at all", async () => {
  const company = await harness.newCompany();
  const off = await harness.newCompany();
  await harness.server.query("update companies set is_active = false where id = $1", [off.id]);
  await tick();
  await eventually(
    () => runsOf(company),
    (runs) => runs[0]?.status === "succeeded",
  );
  expect(await runsOf(company)).toMatchObject([{ status: "succeeded", requested_by: null }]);
  expect(await runsOf(off)).toEqual([]);
  const { nextRunAt } = await company.status();
  const wait = Date.parse(nextRunAt ?? "") - harness.server.clock.now().getTime();
  expect(wait).toBeGreaterThan(4 * MINUTE);
  harness.server.clock.advance(6 * MINUTE);
  await tick();
  await eventually(
    () => runsOf(company),
    (runs) => runs[1]?.status === "succeeded",
  );
  expect((await runsOf(company)).length).toBe(2);
});

test("after failed scheduled runs the interval grows up to half an hour, and a change of the settings starts a run at once", async () => {
  const company = await harness.newCompany();
  await harness.sandbox.control("PATCH", `airtable/tokens/${company.base.token}`, { revoked: true });
  const waitOf = async () =>
    Date.parse((await company.status()).nextRunAt ?? "") - harness.server.clock.now().getTime();
  for (const _click of [1, 2, 3]) {
    await company.ended(await company.start());
    expect(Math.round((await waitOf()) / MINUTE)).toBe(10);
  }
  for (const minutes of [20, 30, 30]) {
    harness.server.clock.advance((await waitOf()) + 1_000);
    await tick();
    const wait = await eventually(waitOf, (ms) => Math.round(ms / MINUTE) === minutes);
    expect(Math.round(wait / MINUTE)).toBe(minutes);
  }
  expect((await company.status()).lastRun).toMatchObject({
    status: "failed",
    message: expect.stringContaining("toegangstoken"),
  });
  await harness.sandbox.control("PATCH", `airtable/tokens/${company.base.token}`, { revoked: false });
  await harness.server.query("update companies set updated_at = $2 where id = $1", [
    company.id,
    new Date(harness.server.clock.now().getTime() + 1_000),
  ]);
  expect(await waitOf()).toBeLessThan(1_000);
  await company.sync();
  expect(Math.round((await waitOf()) / MINUTE)).toBe(5);
});

test("a new token is tried at once, and its failures are counted from the beginning", async () => {
  const company = await harness.newCompany();
  await company.sync();
  const now = () => harness.server.clock.now().getTime();
  await harness.server.query(
    "update sync_states set failures = 7, last_problem = 'Geweigerd', last_run_ended_at = $2 where company_id = $1",
    [company.id, new Date(now() + MINUTE)],
  );
  const save = (airtableApiKey: string) => company.who.client.patch("/api/airtable", { airtableApiKey });
  expect((await save("patOnbekend")).status).toBe(200);
  const statusOfLast = async () => (await runsOf(company)).at(-1)?.status;
  expect(await eventually(statusOfLast, (status) => status === "failed")).toBe("failed");
  const next = Date.parse((await company.status()).nextRunAt ?? "");
  // Once the interval of five minutes doubled, instead of half an hour.
  expect(next - now()).toBeLessThan(11 * MINUTE);
  expect((await save(company.base.token)).status).toBe(200);
  expect(await eventually(statusOfLast, (status) => status === "succeeded")).toBe("succeeded");
});

test("a company with a new base is synced from the beginning and keeps its rows", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Oud" });
  await company.sync();
  const [old] = await company.rows("leads");
  const other = await harness.sandbox.newBase();
  await other.add("Leads", { "Full Name": "Zelfde", "App ID": old?.id }, { "Full Name": "Nieuw" });
  await connectCompany(harness.server, company.id, other);
  await company.sync();
  const names = (await company.rows("leads")).map(({ id, full_name }) => [String(full_name), id === old?.id]);
  expect(Object.fromEntries(names)).toEqual({ Zelfde: true, Nieuw: false });
});

test("a base that was changed is read at once, whatever the interval", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  await harness.server.query("update companies set sync_interval_minutes = 1440 where id = $1", [company.id]);
  await connectCompany(harness.server, company.id, await harness.sandbox.newBase());
  const [lead] = await company.rows("leads");
  // The edit makes a turn, without a run.
  await company.edit("leads", lead?.id ?? "", { classification: "HOT" });
  const countRuns = async () => {
    await tick();
    return (await runsOf(company)).length;
  };
  expect(await eventually(countRuns, (count) => count === 2)).toBe(2);
});

test("the first sync has not ended while messages of the base cannot be read", async () => {
  const company = await harness.newCompany();
  const hasEnded = async () =>
    (
      await harness.server.query("select from sync_states where company_id = $1 and first_sync_ended_at is not null", [
        company.id,
      ])
    ).length === 1;
  await company.base.control("PATCH", "tables/Messages/fields/Content", { type: "checkbox" });
  expect((await company.sync()).status).toBe("partial");
  expect(await hasEnded()).toBe(false);
  await company.base.control("PATCH", "tables/Messages/fields/Content", { type: "multilineText" });
  await company.sync();
  expect(await hasEnded()).toBe(true);
});

test("a first run, whose total is not known, tells how much it has read in how much time", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 130);
  const release = await company.base.holdAfter("Leads", 1);
  const runId = await company.start();
  const run = await eventually(
    () => company.run(runId),
    ({ tables }) => tables.some(({ seen }) => seen > 0),
  );
  expect(run).toMatchObject({ status: "running", total: null, secondsLeft: null, elapsedSeconds: expect.any(Number) });
  await release();
  expect(await company.ended(runId)).toMatchObject({ status: "succeeded", elapsedSeconds: null });
});

test("a run that reads everything again knows from its first page how many records there are in all tables", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 130);
  await company.base.addGeneratedRecords("Meetings", 20);
  const first = await company.sync();
  expect(first).toMatchObject({ total: null, secondsLeft: null });
  await harness.server.query("update sync_tables set full_sync_done_at = null where company_id = $1", [company.id]);
  const release = await company.base.holdAfter("Leads", 1);
  const runId = await company.start();
  const countSeen = ({ tables }: SyncRun) => tables.reduce((sum, table) => sum + table.seen, 0);
  const run = await eventually(
    () => company.run(runId),
    (now) => countSeen(now) > 0,
  );
  expect(run).toMatchObject({ status: "running", total: 150, secondsLeft: expect.any(Number) });
  await release();
  expect(await company.ended(runId)).toMatchObject({ status: "succeeded", secondsLeft: null });
});

test("company admins see the status of the sync", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 12);
  await company.sync();
  const status = await company.status();
  expect(status).toMatchObject({ connected: true, hasChangeFeed: true, totalConflicts: 0, totalParked: 0 });
  expect(status.tables.map(({ table }) => table)).toEqual([...SYNCED_TABLES]);
  const shown = (await company.rows("leads")).filter(({ deleted_at }) => deleted_at === null);
  expect(status.tables[0]).toMatchObject({ table: "leads", rows: shown.length, pending: 0, suspendedReason: null });
  const requestCount = (await company.base.requests()).length;
  expect(status).toMatchObject({ requestsThisMonth: requestCount, requestsLastRun: requestCount, intervalMinutes: 5 });
  const { client } = await signedIn(harness.server, { role: "user", company: company.who.company });
  expect((await client.get("/api/sync")).status).toBe(403);
});

test("a deleted lead is not counted in the status of the sync", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna" }, { "Full Name": "Bea" });
  await company.sync();
  expect((await company.status()).tables[0]).toMatchObject({ table: "leads", rows: 2 });
  const [lead] = await company.rows("leads");
  await company.who.client.patch(`/api/leads/${lead?.id}/classification`, { classification: "DELETED" });
  expect((await company.status()).tables[0]).toMatchObject({ table: "leads", rows: 1 });
});

test("platform admins see which company's sync fails and why, but none of its data", async () => {
  const [well, ill] = [await harness.newCompany(), await harness.newCompany()];
  await harness.sandbox.control("PATCH", `airtable/tokens/${ill.base.token}`, { revoked: true });
  await well.sync();
  await ill.ended(await ill.start());
  const { client } = await signedIn(harness.server, { role: "super_admin", sessionKind: "admin" });
  const health = (await client.get("/admin/api/sync")).body as unknown as SyncHealth[];
  const of = ({ id }: SyncedCompany) => health.find(({ companyId }) => companyId === id);
  expect(of(well)).toMatchObject({ problem: null, paused: null, isRunning: false, lastEndedAt: expect.any(String) });
  expect(of(ill)).toMatchObject({ problem: expect.stringContaining("weigert het toegangstoken"), isRunning: false });
});

test("a requested text arrives within seconds without a manual run", async () => {
  const company = await harness.newCompany();
  const id = await company.make("messages", {
    message_type: "icebreaker",
    content: "Ice Breaker: lang",
    status: "pending",
  });
  await company.sync();
  const response = await company.who.client.patch(`/api/messages/${id}`, { status: "rewritten", feedback: "Korter." });
  expect(response.status).toBe(200);
  const [record] = await eventually(
    () => company.base.records("Messages"),
    ([found]) => found?.fields["Feedback"] === "Korter.",
  );
  await company.base.edit("Messages", record?.id ?? "", { Content: "Ice Breaker: kort", Status: "pending" });
  const [message] = await eventually(
    () => company.rows("messages"),
    ([found]) => found?.["content"] === "Ice Breaker: kort",
  );
  expect(message).toMatchObject({ content: "Ice Breaker: kort", status: "pending", regenerating: false });
});

describe("after an action the base is polled", () => {
  test("until a message that the automation sends is shown as sent, and no longer", async () => {
    const company = await harness.newCompany();
    const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
    const [record] = await company.base.add("Messages", { Lead: [lead?.id], Content: "Dag Anna", Type: "icebreaker" });
    await company.sync();
    await harness.sandbox.control("PATCH", `automation/bases/${company.base.id}`, { isOn: true });
    const message = () => company.row("messages", record?.id ?? "");
    const { id } = await message();
    expect((await company.who.client.post(`/api/send-icebreaker/${id}`)).status).toBe(200);
    expect(
      await eventually(
        async () => (await message())["status"],
        (status) => status === "sent",
      ),
    ).toBe("sent");
    const findAwaited = () =>
      harness.server.query("select from airtable_awaited_outcomes where company_id = $1", [company.id]);
    expect(await eventually(findAwaited, (rows) => rows.length === 0)).toEqual([]);
  });

  test("when a user refreshes the figures, except where the company has no Airtable", async () => {
    const { client } = await signedIn(harness.server);
    const nothing = await client.post("/api/sync-airtable", { follow: true });
    expect([nothing.status, nothing.body]).toMatchObject([202, { runId: null, status: "succeeded" }]);
    expect((await client.post("/api/sync-airtable", {})).status).toBe(409);
    const company = await harness.newCompany();
    const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
    const response = await company.who.client.post("/api/sync-airtable", { follow: true });
    await company.ended(String(response.body["runId"]));
    await company.base.edit("Leads", lead?.id ?? "", { Title: "Directeur" });
    const title = async () => (await company.row("leads", lead?.id ?? ""))["title"];
    expect(await eventually(title, (found) => found === "Directeur")).toBe("Directeur");
  });
});
