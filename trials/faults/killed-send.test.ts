import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliverJob } from "#server/features/automation/job-definitions.ts";
import { type Receiver, startReceiver } from "#server/features/automation/receiver.fixture.ts";
import { signedIn } from "#testing/signed-in.ts";
import { openProduct, type RunningProduct } from "../product.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

import { endRetryPauses, retryUntilRecovered } from "./retry-until-recovered.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000), hookTimeout: 180_000 });

const SEEDS = chooseSeeds(shortOrLong(1, 4));
const DEATHS = shortOrLong(2, 15);
const WORKERS = shortOrLong(1, 3);
const PARTS = shortOrLong(80, 600);

let product: RunningProduct;
let receiver: Receiver;

beforeAll(async () => {
  product = await openProduct();
  receiver = await startReceiver();
  // Slow enough that a message is often on its way when its sender dies.
  Object.defineProperty(receiver, "manner", { get: () => sleep(25, 200) });
});
afterAll(async () => {
  await product.close();
  await receiver.close();
});

const makeParts = async (companyId: string): Promise<void> => {
  const { query, platform } = product.desk;
  const sealed = platform.secrets.seal("een-geheim-van-zestien", `company:${companyId}:delivery`);
  await query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $1, delivery_secret_sealed = $2 where id = $3",
    [receiver.url, sealed, companyId],
  );
  await query(
    `with made as (insert into leads (company_id, full_name, provider_id)
        select $1, 'Lead ' || nth, 'persoon-' || nth from generate_series(1, $2::int) nth returning id)
     insert into queue_items (company_id, lead_id, message_name, text, date_due)
        select $1, id, 'Ice Breaker', 'Hoi!', now() - interval '1 hour' from made`,
    [companyId, PARTS],
  );
};

const wake = (companyId: string) => {
  const { jobs, database } = product.desk.platform;
  return jobs.enqueue(database.platform, deliverJob, { companyId }, { singletonKey: companyId });
};

const idsWith = async (companyId: string, ...statuses: string[]): Promise<string[]> => {
  const rows = await product.desk.query<{ id: string }>(
    "select id from queue_items where company_id = $1 and status = any($2) order by id",
    [companyId, statuses],
  );
  return rows.map(({ id }) => id);
};

const untilSending = async (companyId: string): Promise<void> => {
  const before = receiver.received.length;
  const arrived = async () => {
    await endRetryPauses(product.desk);
    await wake(companyId);
    return receiver.received.length;
  };
  await expect.poll(arrived, { timeout: 90_000, interval: 100 }).toBeGreaterThan(before);
};

/** Until nothing is left to send, with every pause cut short. */
const finish = async (companyId: string): Promise<void> => {
  const worker = await product.startWorker();
  const left = async () => {
    await endRetryPauses(product.desk);
    await wake(companyId);
    return idsWith(companyId, "QUEUED", "SENDING");
  };
  await expect.poll(left, { timeout: 120_000, interval: 1_500 }).toEqual([]);
  await worker.stop();
};

test.each(SEEDS)(
  "killed at any moment of a send, nothing goes out twice and nothing is lost (TRIAL_SEED=%s)",
  async (seed) => {
    const dice = new SeededRandom(`${seed} send`);
    const { company } = await signedIn(product.desk);
    await makeParts(company.id);
    for (let death = 0; death < DEATHS; death++) {
      const workers = await Promise.all(Array.from({ length: WORKERS }, () => product.startWorker()));
      await untilSending(company.id);
      // Before the answer, while it is written down, or some messages later.
      await sleep(dice.pick([0, dice.between(10, 40), dice.between(40, 600)]));
      await Promise.all(workers.map((worker) => worker.kill()));
      await retryUntilRecovered(product.desk);
    }
    await finish(company.id);
    const received = receiver.received.map(({ body }) => String(body["idempotencyKey"]));
    const [sent, parked] = await Promise.all([idsWith(company.id, "SENT"), idsWith(company.id, "ERROR")]);
    const own = new Set([...sent, ...parked]);
    const ours = received.filter((id) => own.has(id));
    expect(ours.length).toBe(new Set(ours).size);
    expect(sent.filter((id) => !ours.includes(id))).toEqual([]);
    expect(sent.length + parked.length).toBe(PARTS);
    // A death leaves at most the one message that was on its way.
    expect(parked.length).toBeLessThanOrEqual(DEATHS);
    expect(sent.length).toBeGreaterThan(0);
  },
);
