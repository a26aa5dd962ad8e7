import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SeededRandom, shortOrLong } from "../trial.ts";
import { ChangeLedger } from "./change-ledger.ts";
import { DatabasePair } from "./database-pair.ts";
import { listenForEvents } from "./event-listener.ts";
import { isFailure, ProductCluster } from "./product-cluster.ts";
import { createSignedInUsers } from "./signed-in-users.ts";
import { simulateUser, type TestUser } from "./simulated-user.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const SETTINGS = shortOrLong(
  { users: 8, secondsBefore: 3, secondsAfter: 3, meanThinkTimeMs: 200, messages: 6 },
  { users: 200, secondsBefore: 60, secondsAfter: 60, meanThinkTimeMs: 4_000, messages: 12 },
);
const BACK_WITHIN_MS = 30_000;

let pair: DatabasePair;
let cluster: ProductCluster;
let users: TestUser[];
const ledger = new ChangeLedger();
const random = new SeededRandom("failover");

beforeAll(async () => {
  pair = await DatabasePair.open();
  cluster = await ProductCluster.open(pair, { webs: 2, workers: 1 });
  users = await createSignedInUsers(cluster, SETTINGS.users, SETTINGS.messages);
});
afterAll(() => cluster.close());

test("when the primary is killed and the standby takes over, no acknowledged change is lost and nothing is sent twice", async () => {
  const { balancer, product } = cluster;
  let isWorking = true;
  const deps = {
    balancer,
    ledger,
    meanThinkTimeMs: SETTINGS.meanThinkTimeMs,
    random: () => random.next(),
    shouldContinue: () => isWorking,
  };
  const working = users.map((user) => simulateUser(deps, user));
  const [received, stopListening] = [{ events: 0, opened: 0 }, new AbortController()];
  const listening = users.map((user) => listenForEvents(balancer, user, received, stopListening.signal));
  await sleep(SETTINGS.secondsBefore * 1000);
  await expect.poll(() => ledger.count()).toBeGreaterThan(0);
  const changesBefore = ledger.count();
  const killedAt = Date.now();
  await cluster.duringDatabaseOutage(() => pair.failOver());
  // Each user may have had one change in flight before the kill; one more proves that the product is back.
  await expect.poll(() => ledger.count(), { timeout: BACK_WITHIN_MS }).toBeGreaterThan(changesBefore + SETTINGS.users);
  const backAfterMs = Date.now() - killedAt;
  const eventsAtReturn = received.events;
  await sleep(SETTINGS.secondsAfter * 1000);
  isWorking = false;
  await Promise.all(working);
  // The open screens follow the changes again, without a reload.
  await expect.poll(() => received.events, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(eventsAtReturn);
  stopListening.abort();
  await Promise.all(listening);

  const failures = balancer.outcomes.filter(isFailure);
  const { lost, doubled } = await ledger.differences(product.server);
  const delivered = cluster.deliveredKeys();
  const isLongForm = shortOrLong(false, true);
  if (isLongForm) {
    const figures = {
      requests: balancer.outcomes.length,
      changes: ledger.count(),
      failures: failures.length,
      delivered: delivered.length,
      backAfterMs,
    };
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  }
  expect(failures.filter((failure) => !cluster.isExpectedFailure(failure))).toEqual([]);
  expect(ledger.unexpectedResponses).toEqual([]);
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  expect(delivered).toHaveLength(new Set(delivered).size);
});

test("afterwards every due message is sent once or waits for a decision", async () => {
  const { server } = cluster.product;
  const unsent = "select id from queue_items where status = 'QUEUED' and not paused and due_sort_key <= now()";
  await expect.poll(() => server.query(unsent), { timeout: 120_000, interval: 500 }).toEqual([]);
  const sent = await server.query<{ id: string }>("select id from queue_items where status = 'SENT'");
  const delivered = new Set(cluster.deliveredKeys());
  expect(sent.filter(({ id }) => !delivered.has(id))).toEqual([]);
  expect(cluster.deliveredKeys()).toHaveLength(delivered.size);
});
