import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type AirtableSandbox,
  connectCompany,
  startAirtableSandbox,
} from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { SyncedCompany } from "#server/features/airtable/sync-harness.fixture.ts";
import { signedIn } from "#testing/signed-in.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

import { expireLeases } from "./expire-leases.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000) });

const SEEDS = chooseSeeds(shortOrLong(1, 4));
const KILLS = shortOrLong(2, 10);
const LEADS = shortOrLong(400, 1_500);
/** Only one of them syncs at a time: the others wait for its lease. */
const WORKERS = shortOrLong(1, 3);
const LOCAL_ITEMS = 12;

let product: ProductProcesses;
let sandbox: AirtableSandbox;

beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  product = await prepareProduct({ AIRTABLE_URL: sandbox.url });
});
afterAll(async () => {
  await product.close();
  await sandbox.stop();
});

/** A company with changes to sync in both directions. */
const makeCompanyToSync = async (): Promise<SyncedCompany> => {
  const admin = await signedIn(product.server, { role: "company_admin" });
  const base = await sandbox.newBase();
  await connectCompany(product.server, admin.company.id, base);
  const company = new SyncedCompany(product.server, base, admin);
  await base.addGeneratedRecords("Leads", LEADS);
  for (let index = 0; index < LOCAL_ITEMS; index++) {
    await company.make("queue", { message_name: `Deel ${index}`, status: "QUEUED" });
  }
  return company;
};

const namesOf = async (company: SyncedCompany) => ({
  local: (await company.rows("leads")).map(({ full_name }) => String(full_name)).toSorted(),
  remote: (await company.base.records("Leads")).map(({ fields }) => String(fields["Full Name"])).toSorted(),
});

test.each(SEEDS)(
  "a sync whose workers are killed at random moments has the same result as an uninterrupted one (TRIAL_SEED=%s)",
  async (seed) => {
    const random = new SeededRandom(`${seed} sync`);
    const company = await makeCompanyToSync();
    await company.base.fault({ latencyMs: 60 });
    for (let kill = 0; kill < KILLS; kill++) {
      const workers = await Promise.all(Array.from({ length: WORKERS }, () => product.startWorker()));
      await company.start();
      await sleep(random.between(0, 1_200));
      await Promise.all(workers.map((worker) => worker.kill()));
      await expireLeases(product.server);
    }
    await sandbox.clearFaults();
    const worker = await product.startWorker();
    expect((await company.ended(await company.start(), 90_000)).status).toBe("succeeded");
    await company.untilPushed();
    await worker.kill();
    const { local, remote } = await namesOf(company);
    expect(local).toHaveLength(LEADS);
    expect(local).toEqual(remote);
    const queue = (await company.base.records("Queue")).map(({ fields }) => String(fields["App ID"]));
    expect([queue.length, new Set(queue).size]).toEqual([LOCAL_ITEMS, LOCAL_ITEMS]);
    expect((await company.status()).totalConflicts).toBe(0);
  },
);

test("on SIGTERM during a sync, a worker releases its lease and another continues at once", async () => {
  const company = await makeCompanyToSync();
  // Slow enough that the sync takes longer than the shutdown timeout.
  await company.base.fault({ latencyMs: 900 });
  const first = await product.startWorker();
  const runId = await company.start();
  await expect.poll(async () => (await company.rows("leads")).length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await first.stop()).toBe(0);
  const activeLeases = "select from sync_states where company_id = $1 and lease_until > now()";
  expect(await product.server.query(activeLeases, [company.id])).toEqual([]);
  await sandbox.clearFaults();
  const second = await product.startWorker();
  expect((await company.ended(runId, 90_000)).status).toBe("succeeded");
  await second.kill();
  const { local, remote } = await namesOf(company);
  expect(local).toEqual(remote);
});
