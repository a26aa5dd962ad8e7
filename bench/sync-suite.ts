import { setTimeout as sleep } from "node:timers/promises";
import { startAirtableSandbox } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { openBenchData } from "./dataset/load.ts";
import { addUser, memoryOf, signIn, startProduct } from "./product.ts";
import { growthOf, round } from "./statistics.ts";
import { type Options, printProgress, printTable, type Suite, type SuiteResult } from "./suite.ts";

const IDLE_MS = 5_000;
const POLL_MS = 500;
const SHOWN_LOG_CHARACTERS = 10_000;

const PAGE_SIZE = 100;
const TABLES = 7;
/** The schema, and finding, creating and reading the change feed. */
const OTHER_REQUESTS = 4;
const MAX_EXTRA_REQUEST_SHARE = 0.05;
const MAX_MEMORY_GROWTH = 0.25;

/** An empty table takes one request too. */
const leastRequests = (...recordCounts: number[]): number =>
  recordCounts.reduce(
    (sum, records) => sum + Math.max(1, Math.ceil(records / PAGE_SIZE)),
    TABLES - recordCounts.length,
  ) + OTHER_REQUESTS;

type Client = Awaited<ReturnType<typeof signIn>>;

/** Runs one synchronisation: its final status and message, duration and number of Airtable requests. */
const measureRun = async (client: Client, onPoll: () => Promise<void>) => {
  const startedAt = performance.now();
  const runId = String((await client.post("/api/sync-airtable")).body["runId"]);
  let [status, message] = ["queued", ""];
  while (status === "queued" || status === "running") {
    await sleep(POLL_MS);
    await onPoll();
    const { body } = await client.get(`/api/sync-airtable/${runId}`);
    [status, message] = [String(body["status"]), String(body["message"])];
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { status, message, seconds, requests: Number((await client.get("/api/sync")).body["requestsLastRun"]) };
};

const run = async ({ rows: leads }: Options): Promise<SuiteResult> => {
  const [messages, meetings] = [Math.round(leads / 10), Math.round(leads / 50)];
  const sandbox = await startAirtableSandbox();
  const base = await sandbox.newBase();
  await base.addGeneratedRecords("Leads", leads);
  await base.addGeneratedRecords("Messages", Math.max(messages, 1));
  await base.addGeneratedRecords("Meetings", Math.max(meetings, 1));
  await base.setRealPace();

  const data = await openBenchData();
  const { url, companies } = await data.load({ name: "sync", leadsPerCompany: [100], hasAirtableRecords: false });
  const [company] = companies;
  if (!company) throw new Error("the dataset needs a company");
  // Not production: there the product talks to the real Airtable only.
  const LOG_LEVEL = process.env["LOG_LEVEL"] ?? "error";
  const settings = { NODE_ENV: "test", DATABASE_URL: url, AIRTABLE_URL: sandbox.url, LOG_LEVEL };
  const web = await startProduct("web", data.dataDir, settings);
  const worker = await startProduct("worker", data.dataDir, settings);
  await sleep(IDLE_MS);
  const idle = await memoryOf(worker);

  const { username } = await addUser(url, company.companyId, "super_admin");
  const admin = await signIn(web, username, "admin");
  const airtable = { airtableBaseId: base.id, airtableApiKey: base.token };
  const connected = await admin.patch(`/admin/api/companies/${company.companyId}`, airtable);
  if (connected.status !== 200) throw new Error(`connecting the base returned ${connected.status}: ${connected.text}`);
  const client = await signIn(web, company.username);

  const memory: number[] = [];
  const first = await measureRun(client, async () => void memory.push(await memoryOf(worker)));
  const [peak, growth] = [Math.max(idle, ...memory), growthOf(memory)];
  const unchanged = await measureRun(client, () => Promise.resolve());
  await worker.stop();
  if (first.status !== "succeeded" || unchanged.status !== "succeeded")
    printProgress(`the worker wrote:\n${worker.output().slice(-SHOWN_LOG_CHARACTERS)}`);
  await web.stop();
  await sandbox.stop();
  await data.close();
  await data.remove();

  const least = leastRequests(leads, messages, meetings);
  const figures = {
    status: first.status,
    leads,
    messages,
    meetings,
    seconds: round(first.seconds),
    requests: first.requests,
    leastRequests: least,
    requestsPerSecond: round(first.requests / first.seconds, 2),
    requestsWhenNothingChanged: unchanged.requests,
    memoryIdleMiB: round(idle),
    memoryPeakMiB: round(peak),
    aboveIdleMiB: round(peak - idle),
    memoryGrowth: round(growth, 2),
  };
  printTable("first synchronisation", [figures]);
  return {
    figures,
    missedTargets: [
      ...[first, unchanged].flatMap(({ status, message }) =>
        status === "succeeded" ? [] : [`a synchronisation ended as ${status}: ${message}`],
      ),
      ...(first.requests > least * (1 + MAX_EXTRA_REQUEST_SHARE)
        ? [`${first.requests} requests, where ${least} are needed`]
        : []),
      ...(growth > MAX_MEMORY_GROWTH
        ? [`memory was ${round(growth * 100)} % higher in the last third of the run than in the first`]
        : []),
    ],
  };
};

/**
 * The first synchronisation of a large base with the sandbox: how close it comes to our limit of four requests per second, how
 * much memory the worker uses above its idle level, and whether that stays the same during the run.
 */
export const syncSuite: Suite = { defaultRows: 100_000, run };
