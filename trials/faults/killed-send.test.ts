import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliverMessagesJob } from "#server/features/automation/job-definitions.ts";
import { removeSendingLimits } from "#testing/factories.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { signedIn } from "#testing/signed-in.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

import { endRetryDelays, expireLeases } from "./expire-leases.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000) });

const SEEDS = chooseSeeds(shortOrLong(1, 4));
const KILLS = shortOrLong(2, 15);
const WORKERS = shortOrLong(1, 3);
const QUEUE_ITEMS = shortOrLong(80, 600);
/** Senders with rules: one with a maximum, one whose working day is not today. */
const [CAPPED, CLOSED] = ["Begrensd", "Gesloten"];
const CAP = 5;
const ITEMS_WITH_RULES = 20;

let product: ProductProcesses;
let receiver: Receiver;

beforeAll(async () => {
  product = await prepareProduct();
  receiver = await startReceiver();
  // Slow enough that a delivery is often in flight when its worker is killed.
  Object.defineProperty(receiver, "manner", { get: () => sleep(25, 200) });
});
afterAll(async () => {
  await product.close();
  await receiver.close();
});

const makeQueueItems = async (companyId: string): Promise<void> => {
  const { query, platform } = product.server;
  const encrypted = platform.secrets.encrypt("een-geheim-van-zestien", `company:${companyId}:delivery`);
  await query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $1, delivery_secret_encrypted = $2 where id = $3",
    [receiver.url, encrypted, companyId],
  );
  await removeSendingLimits(product.server, companyId, ["", CAPPED, CLOSED]);
  await query("update senders set caps = caps || $3 where company_id = $1 and name = $2", [
    companyId,
    CAPPED,
    { messagesPerDay: CAP },
  ]);
  // Two days ahead, because the trial may run at midnight.
  const closedDays = [((new Date().getUTCDay() + 1) % 7) + 1];
  await query("update senders set hours = hours || $3 where company_id = $1 and name = $2", [
    companyId,
    CLOSED,
    { days: closedDays },
  ]);
  for (const [flow, count] of [
    ["", QUEUE_ITEMS],
    [CAPPED, ITEMS_WITH_RULES],
    [CLOSED, ITEMS_WITH_RULES],
  ])
    await query(
      `with made as (insert into leads (company_id, full_name, provider_id)
          select $1, 'Lead ' || nth, 'persoon-' || nth from generate_series(1, $3::int) nth returning id)
       insert into queue_items (company_id, lead_id, message_name, text, message_flow, date_due)
          select $1, id, 'Ice Breaker', 'Hoi!', $2, now() - interval '1 hour' from made`,
      [companyId, flow, count],
    );
};

/** Parts that are due stay with the webhook, so that a switch must neither stop nor double them. */
const switchChannel = (companyId: string, channel: string) =>
  product.server.query("update companies set delivery_channel = $2 where id = $1", [companyId, channel]);

const enqueueDelivery = (companyId: string) => {
  const { jobs, database } = product.server.platform;
  return jobs.enqueue(database.platform, deliverMessagesJob, { companyId }, { singletonKey: companyId });
};

const idsWith = async (companyId: string, flow: string, ...statuses: string[]): Promise<string[]> => {
  const rows = await product.server.query<{ id: string }>(
    "select id from queue_items where company_id = $1 and message_flow = $2 and status = any($3) order by id",
    [companyId, flow, statuses],
  );
  return rows.map(({ id }) => id);
};

const waitUntilSending = async (companyId: string): Promise<void> => {
  const before = receiver.received.length;
  const enqueueAndCountReceived = async () => {
    await endRetryDelays(product.server);
    await enqueueDelivery(companyId);
    return receiver.received.length;
  };
  await expect.poll(enqueueAndCountReceived, { timeout: 90_000, interval: 100 }).toBeGreaterThan(before);
};

/** Runs a worker until nothing is left that may be sent, skipping the retry delays. */
const sendRemaining = async (companyId: string): Promise<void> => {
  const worker = await product.startWorker();
  const enqueueAndCountUnsent = async () => {
    await endRetryDelays(product.server);
    await enqueueDelivery(companyId);
    const unsent = await idsWith(companyId, "", "QUEUED", "SENDING");
    const cappedUnsent = await idsWith(companyId, CAPPED, "QUEUED", "SENDING");
    return unsent.length + Math.max(0, cappedUnsent.length - (ITEMS_WITH_RULES - CAP));
  };
  await expect.poll(enqueueAndCountUnsent, { timeout: 120_000, interval: 1_500 }).toBe(0);
  await worker.stop();
};

test.each(SEEDS)(
  "when workers are killed at random moments of a send, nothing is delivered twice and nothing is lost (TRIAL_SEED=%s)",
  async (seed) => {
    const random = new SeededRandom(`${seed} send`);
    const { company } = await signedIn(product.server);
    await makeQueueItems(company.id);
    for (let kill = 0; kill < KILLS; kill++) {
      const workers = await Promise.all(Array.from({ length: WORKERS }, () => product.startWorker()));
      await waitUntilSending(company.id);
      await switchChannel(company.id, random.pick(["airtable", "webhook"]));
      // Before the response, while the result is stored, or some messages later.
      await sleep(random.pick([0, random.between(10, 40), random.between(40, 600)]));
      await Promise.all(workers.map((worker) => worker.kill()));
      await expireLeases(product.server);
    }
    await sendRemaining(company.id);
    const received = receiver.received.map(({ body }) => String(body["idempotencyKey"]));
    expect(received.length).toBe(new Set(received).size);
    const [sent, parked] = await Promise.all([idsWith(company.id, "", "SENT"), idsWith(company.id, "", "ERROR")]);
    const companyItems = new Set([...sent, ...parked]);
    const deliveries = received.filter((id) => companyItems.has(id));
    expect(sent.filter((id) => !deliveries.includes(id))).toEqual([]);
    expect(sent.length + parked.length).toBe(QUEUE_ITEMS);
    // A kill leaves the outcome of at most one message unknown: the one in flight.
    expect(parked.length).toBeLessThanOrEqual(KILLS);
    expect(sent.length).toBeGreaterThan(0);
    const capped = await idsWith(company.id, CAPPED, "SENT", "ERROR");
    expect(capped.length).toBe(CAP);
    expect(await idsWith(company.id, CLOSED, "QUEUED")).toHaveLength(ITEMS_WITH_RULES);
  },
);
