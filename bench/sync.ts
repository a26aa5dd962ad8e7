/**
 * Measures the first synchronisation of a large base with the sandbox, at Airtable's rate limit: how close it comes to four
 * requests per second, and how much memory the worker uses above its idle level.
 * node bench/sync.ts [leads] [messages] [meetings]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectCompany, startAirtableSandbox } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer } from "#testing/test-server.ts";
import { startThrowawayDatabase } from "../scripts/throwaway-database.ts";
import { memoryOf, startProductProcess } from "./product.ts";

const [leads = 50_000, messages = 5_000, meetings = 1_000] = process.argv.slice(2).map(Number);
const APP_SECRET = "een geheim dat alle processen van de meting delen";

const database = await startThrowawayDatabase();
process.env["TEST_DATABASE_URL"] = database.url;
const sandbox = await startAirtableSandbox();
const server = await startTestServer({ env: { AIRTABLE_URL: sandbox.url, APP_SECRET }, worker: false });
const dataDir = await mkdtemp(join(tmpdir(), "usa-bench-"));

const worker = await startProductProcess("worker", dataDir, {
  databaseUrl: server.databaseUrl,
  NODE_ENV: "test",
  AIRTABLE_URL: sandbox.url,
  APP_SECRET,
  LOG_LEVEL: "error",
});

const { client, company } = await signedIn(server, { role: "company_admin" });
const base = await sandbox.newBase();
await base.fill("Leads", leads);
await base.fill("Messages", messages);
await base.fill("Meetings", meetings);
await connectCompany(server, company.id, base);
await server.query("update airtable_base_slots set spacing = default");
await sleep(5_000);
const idle = await memoryOf(worker);

/** Runs one synchronisation: its final status, duration and number of Airtable requests. */
const measureRun = async (onPoll: () => Promise<void>) => {
  const started = performance.now();
  const runId = String((await client.post("/api/sync-airtable")).body["runId"]);
  let status = "queued";
  while (status === "queued" || status === "running") {
    await sleep(500);
    await onPoll();
    status = String((await client.get(`/api/sync-airtable/${runId}`)).body["status"]);
  }
  const seconds = (performance.now() - started) / 1000;
  return { status, seconds, requests: Number((await client.get("/api/sync")).body["requestsLastRun"]) };
};

let peak = idle;
const first = await measureRun(async () => {
  peak = Math.max(peak, await memoryOf(worker));
});
const next = await measureRun(() => Promise.resolve());
console.log({
  status: first.status,
  rows: { leads, messages, meetings },
  seconds: Math.round(first.seconds),
  requests: first.requests,
  requestsPerSecond: Number((first.requests / first.seconds).toFixed(2)),
  requestsWhenNothingChanged: next.requests,
  memoryIdleMiB: Math.round(idle),
  memoryPeakMiB: Math.round(peak),
  aboveIdleMiB: Math.round(peak - idle),
});

await worker.stop();
await server.close();
await sandbox.stop();
await rm(dataDir, { recursive: true, force: true });
await database.stop();
