import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readClassification } from "#contract/classification.ts";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { type AirtableSandbox, connectCompany, startAirtableSandbox } from "../airtable-sandbox.fixture.ts";
import { SyncedCompany } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000 });

const APP_SECRET = "een geheim dat alle processen van de proef delen";

let sandbox: AirtableSandbox;
let server: TestServer;
let dataDir: string;
const workers: ProductProcess[] = [];

beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  // The server has no worker: separate processes, which can be killed, do the work.
  server = await startTestServer({ env: { AIRTABLE_URL: sandbox.url, APP_SECRET }, worker: false });
  dataDir = await mkdtemp(join(tmpdir(), "usa-death-"));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await server.close();
  await sandbox.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const startWorker = async (): Promise<ProductProcess> => {
  const worker = await startServerProcess({
    NODE_ENV: "test",
    PROCESS: "worker",
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: dataDir,
    AIRTABLE_URL: sandbox.url,
    APP_SECRET,
    LOG_LEVEL: "error",
  });
  workers.push(worker);
  return worker;
};

const newCompany = async (): Promise<SyncedCompany> => {
  const who = await signedIn(server, { role: "company_admin" });
  const base = await sandbox.newBase();
  await connectCompany(server, who.company.id, base);
  return new SyncedCompany(server, base, who);
};

/** Instead of waiting half a minute. */
const expireLease = () => server.query("update sync_states set lease_until = now() - interval '1 second'");

/** The leads of both sides, without values that differ between runs. */
const snapshot = async (company: SyncedCompany) => {
  const leads = (await company.rows("leads")).map(({ full_name, classification }) => [full_name, classification]);
  const there = (await company.base.records("Leads")).map(({ fields }) => [
    fields["Full Name"],
    readClassification(JSON.stringify(fields["Lead Classification"]).replaceAll('"', "")),
  ]);
  const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
  return { here: sorted(leads), there: sorted(there) };
};

test("after a worker is killed while reading, the next one continues and nothing is missing or duplicated", async () => {
  const company = await newCompany();
  await company.base.addGeneratedRecords("Leads", 800);
  await company.base.holdAfter("Leads", 3);
  const first = await startWorker();
  const runId = await company.start();
  const countLeads = async () => (await company.rows("leads")).length;
  await expect.poll(countLeads, { timeout: 40_000 }).toBeGreaterThan(150);
  await first.kill();
  expect(await countLeads()).toBeLessThan(800);
  await sandbox.clearFaults();
  await expireLease();
  const second = await startWorker();
  const run = await company.ended(runId);
  await second.kill();
  expect(run.status).toBe("succeeded");
  const { here, there } = await snapshot(company);
  expect(here).toEqual(there);
  // The second worker continued instead of starting again.
  expect(run.tables[0]?.seen).toBeLessThan(800 + 400);
});

test("after a worker is killed while writing, every edit arrives once and none is mistaken for somebody else's", async () => {
  const company = await newCompany();
  await company.base.addGeneratedRecords("Leads", 60);
  const first = await startWorker();
  await company.sync();
  await first.kill();
  await expireLease();
  const classify = async (classification: string) => {
    for (const { id } of await company.rows("leads")) await company.edit("leads", id, { classification });
  };
  await classify("INTERESTED");
  for (let nth = 0; nth < 15; nth++) await company.make("queue", { message_name: `Deel ${nth}`, status: "QUEUED" });
  await company.base.fault({ method: "PATCH", latencyMs: 250 });
  const countWrites = async () => (await company.base.requests()).filter(({ method }) => method === "PATCH").length;
  const before = await countWrites();
  const writes = async () => (await countWrites()) - before;
  // The worker is killed during a write, twice. The first one has written INTERESTED and our value is HOT by now: the second must not
  // take INTERESTED for an edit that somebody made in Airtable.
  for (const writesBeforeKill of [2, 5]) {
    const worker = await startWorker();
    await company.start();
    await expect.poll(writes, { timeout: 40_000, interval: 20 }).toBeGreaterThanOrEqual(writesBeforeKill);
    await worker.kill();
    await expireLease();
    await classify("HOT");
  }
  await sandbox.clearFaults();
  const last = await startWorker();
  await company.ended(await company.start());
  await company.untilPushed();
  await last.kill();
  const { here, there } = await snapshot(company);
  expect(here).toEqual(there);
  expect(there.every((row) => row.includes("HOT"))).toBe(true);
  const queue = (await company.base.records("Queue")).map(({ fields }) => String(fields["App ID"]));
  expect([queue.length, new Set(queue).size]).toEqual([15, 15]);
  expect((await company.status()).totalConflicts).toBe(0);
});
