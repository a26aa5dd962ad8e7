import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type AirtableSandbox,
  connectCompany,
  startAirtableSandbox,
} from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { SyncedCompany } from "#server/features/airtable/sync-harness.fixture.ts";
import { signedIn } from "#testing/signed-in.ts";
import { openProduct, type RunningProduct } from "../product.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

import { retryUntilRecovered } from "./retry-until-recovered.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000), hookTimeout: 180_000 });

const SEEDS = chooseSeeds(shortOrLong(1, 4));
const DEATHS = shortOrLong(2, 10);
const LEADS = shortOrLong(400, 1_500);
/** Only one works at a time: the others wait for its place. */
const WORKERS = shortOrLong(1, 3);
const MADE_HERE = 12;

let product: RunningProduct;
let sandbox: AirtableSandbox;

beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  product = await openProduct({ AIRTABLE_URL: sandbox.url });
});
afterAll(async () => {
  await product.close();
  await sandbox.stop();
});

/** A company with work in both directions. */
const makeWork = async (): Promise<SyncedCompany> => {
  const who = await signedIn(product.desk, { role: "company_admin" });
  const base = await sandbox.newBase();
  await connectCompany(product.desk, who.company.id, base);
  const company = new SyncedCompany(product.desk, base, who);
  await base.fill("Leads", LEADS);
  for (let nth = 0; nth < MADE_HERE; nth++) {
    await company.make("queue", { message_name: `Deel ${nth}`, status: "QUEUED" });
  }
  return company;
};

const namesOf = async (company: SyncedCompany) => ({
  here: (await company.rows("leads")).map(({ full_name }) => String(full_name)).toSorted(),
  there: (await company.base.records("Leads")).map(({ fields }) => String(fields["Full Name"])).toSorted(),
});

test.each(SEEDS)("killed at any moment, a sync ends as a clean one does (TRIAL_SEED=%s)", async (seed) => {
  const dice = new SeededRandom(`${seed} sync`);
  const company = await makeWork();
  await company.base.fault({ latencyMs: 60 });
  for (let death = 0; death < DEATHS; death++) {
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => product.startWorker()));
    await company.start();
    await sleep(dice.between(0, 1_200));
    await Promise.all(workers.map((worker) => worker.kill()));
    await retryUntilRecovered(product.desk);
  }
  await sandbox.clearFaults();
  const worker = await product.startWorker();
  expect((await company.ended(await company.start(), 90_000)).status).toBe("succeeded");
  await company.untilSent();
  await worker.kill();
  const { here, there } = await namesOf(company);
  expect(here).toHaveLength(LEADS);
  expect(here).toEqual(there);
  const queue = (await company.base.records("Queue")).map(({ fields }) => String(fields["App ID"]));
  expect([queue.length, new Set(queue).size]).toEqual([MADE_HERE, MADE_HERE]);
  expect((await company.status()).totalConflicts).toBe(0);
});

test("asked to leave in the middle of a sync, a worker gives its lease back and another goes on at once", async () => {
  const company = await makeWork();
  // Slow enough that the sync takes longer than a process has to leave.
  await company.base.fault({ latencyMs: 900 });
  const first = await product.startWorker();
  const runId = await company.start();
  await expect.poll(async () => (await company.rows("leads")).length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await first.stop()).toBe(0);
  const held = "select from sync_states where company_id = $1 and lease_until > now()";
  expect(await product.desk.query(held, [company.id])).toEqual([]);
  await sandbox.clearFaults();
  const second = await product.startWorker();
  expect((await company.ended(runId, 90_000)).status).toBe("succeeded");
  await second.kill();
  const { here, there } = await namesOf(company);
  expect(here).toEqual(there);
});
