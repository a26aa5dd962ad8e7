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
import { RandomHistory } from "./random-history.ts";

vi.setConfig({ testTimeout: 1_800_000 });

/** Histories that run at the same time, on one process that is killed in between. */
const BATCH = shortOrLong(6, 30);
const ROUNDS = 2;
const MAX_KILLS = shortOrLong(1, 3);

/** TRIAL_HISTORIES lets several processes share the work, each with its own TRIAL_SEED. */
const WANTED = process.env["TRIAL_HISTORIES"];
const HISTORIES = Number(WANTED ?? shortOrLong(BATCH, 3_000));
const deriveSeeds = (seed: string) =>
  Array.from({ length: Math.ceil(HISTORIES / BATCH) }, (_, n) => `${seed}-${n + 1}`);
const SEEDS = WANTED ? chooseSeeds(1).flatMap(deriveSeeds) : chooseSeeds(Math.ceil(HISTORIES / BATCH));

let product: ProductProcesses;
let sandbox: AirtableSandbox;

beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  product = await prepareProduct({ AIRTABLE_URL: sandbox.url, LOG_LEVEL: "error" });
});
afterAll(async () => {
  await product.close();
  await sandbox.stop();
});

const newHistories = async (seed: string): Promise<RandomHistory[]> => {
  const companies = await Promise.all(
    Array.from({ length: BATCH }, async (_, n) => {
      const admin = await signedIn(product.server, { role: "company_admin" });
      const base = await sandbox.newBase();
      if (n % 2 === 1) await base.removeFeedPermission();
      await connectCompany(product.server, admin.company.id, base);
      return new SyncedCompany(product.server, base, admin);
    }),
  );
  return companies.map((company, n) => {
    const { base: otherBase } = companies[(n + 1) % companies.length] ?? company;
    return new RandomHistory(company, `${seed} ${n}`, { hasFeed: n % 2 === 0, otherBase });
  });
};

/** So that later batches do not share the machine with the schedule of these companies. */
const discard = async (histories: readonly RandomHistory[]): Promise<void> => {
  const ids = histories.map(({ company }) => company.id);
  await product.server.query("update companies set is_active = false where id = any($1)", [ids]);
  for (const { company } of histories) await sandbox.control("DELETE", `airtable/bases/${company.base.id}`);
};

const totals = { histories: 0, failed: 0, kills: 0, faults: new Map<string, number>() };

const report = (seed: string, histories: readonly RandomHistory[], failures: readonly string[]): void => {
  totals.histories += histories.length;
  totals.failed += failures.length;
  for (const name of histories.flatMap(({ faults }) => faults))
    totals.faults.set(name, (totals.faults.get(name) ?? 0) + 1);
  if (!shortOrLong(false, true)) return;
  const lines = [
    `${new Date().toISOString()} TRIAL_SEED=${seed}: ${totals.histories} of ${HISTORIES} histories, ${totals.failed} failed, ${totals.kills} kills`,
    JSON.stringify(Object.fromEntries(totals.faults)),
    ...failures,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
};

test.each(SEEDS)(
  "whatever fails, no edit is lost and nothing differs without a conflict (TRIAL_SEED=%s)",
  async (seed) => {
    const random = new SeededRandom(`${seed} kills`);
    const failures: string[] = [];
    const histories = await newHistories(seed);
    let running = histories;
    /** A history that fails is left out of the rest, so that the others are still tested. */
    const forEachHistory = async (work: (history: RandomHistory) => Promise<unknown>): Promise<void> => {
      const failed = new Set<RandomHistory>();
      await Promise.all(
        running.map(async (history) => {
          const problems = await work(history).catch((error: Error) => [error.message]);
          if (!Array.isArray(problems) || problems.length === 0) return;
          failed.add(history);
          failures.push(`${history.name}: ${problems.join("; ")} after ${history.faults.join(", ")}`);
        }),
      );
      running = running.filter((history) => !failed.has(history));
    };
    let main = await product.startMain();
    try {
      await forEachHistory((history) => history.begin());
      for (let round = 0; round < ROUNDS; round++) {
        const slow = new Set(running.filter(() => random.chance(0.25)));
        await forEachHistory(async (history) => slow.has(history) && history.slowDown());
        const played = forEachHistory((history) => history.playRound());
        for (let kills = random.between(1, MAX_KILLS); kills > 0; kills--) {
          await sleep(random.between(200, 2_500));
          await main.kill();
          totals.kills += 1;
          await expireLeases(product.server);
          if (kills > 1) main = await product.startMain();
        }
        await played;
        await sandbox.clearFaults();
        await product.server.query("update airtable_rate_limits set blocked_until = null, slowdown = 1");
        await forEachHistory((history) => history.liftFaults());
        main = await product.startMain();
        await forEachHistory((history) => history.settle());
        await forEachHistory((history) => history.findProblems());
        await forEachHistory((history) => history.resolve());
      }
    } finally {
      await main.kill();
    }
    await discard(histories);
    report(seed, histories, failures);
    expect(failures).toEqual([]);
  },
);
