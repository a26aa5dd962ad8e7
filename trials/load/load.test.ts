import { mkdir, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Latencies, latenciesOf, median } from "#bench/statistics.ts";
import { SeededRandom, shortOrLong } from "../trial.ts";
import type { RequestOutcome } from "./balancer.ts";
import { ChangeLedger } from "./change-ledger.ts";
import { listenForEvents } from "./event-listener.ts";
import { type HostileReport, neverRefused, startHostileUser } from "./hostile-user.ts";
import { MemoryWatch } from "./memory.ts";
import { isFailure, ProductCluster } from "./product-cluster.ts";
import { RestartableDatabase } from "./restartable-database.ts";
import { createSignedInUsers } from "./signed-in-users.ts";
import { simulateUser, type TestUser } from "./simulated-user.ts";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 });

const SETTINGS = shortOrLong(
  {
    users: 20,
    seconds: 15,
    quietSeconds: 0,
    workers: 1,
    meanThinkTimeMs: 300,
    messages: 10,
    maxMemoryGrowth: Number.POSITIVE_INFINITY,
  },
  // A user sends a request every few seconds.
  {
    users: 200,
    seconds: 300,
    quietSeconds: 150,
    workers: 2,
    meanThinkTimeMs: 4_000,
    messages: 12,
    maxMemoryGrowth: 0.25,
  },
);
/** The same seed gives the same user actions; timing still differs between runs. */
const SEED = process.env["TRIAL_SEED"] ?? "1";

/**
 * Short rounds without and with the hostile user alternate, and the median p95 of each kind is compared, so that one stall of the
 * machine affects one round and not the result.
 */
const HOSTILE = shortOrLong({ rounds: 1, seconds: 4 }, { rounds: 9, seconds: 15 });
/** Of the quiet time at the end: memory growth is measured after it. */
const WARM_UP_SHARE = 0.4;
const MAX_SLOWDOWN = shortOrLong(Number.POSITIVE_INFINITY, 1.5);

let database: RestartableDatabase;
let cluster: ProductCluster;
let users: TestUser[];
const ledger = new ChangeLedger();
const random = new SeededRandom(SEED);

beforeAll(async () => {
  database = await RestartableDatabase.open();
  cluster = await ProductCluster.open(database, { webs: 2, workers: SETTINGS.workers });
  users = await createSignedInUsers(cluster, SETTINGS.users, SETTINGS.messages);
});
afterAll(() => cluster.close());

const latencies = (outcomes: RequestOutcome[]) => ({
  calls: outcomes.length,
  ...latenciesOf(outcomes.map(({ ms }) => ms)),
});

const countByStatus = (outcomes: RequestOutcome[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Kills and restarts processes at fixed fractions of the duration. */
const injectFaults = async (startedAt: number): Promise<void> => {
  const at = (fraction: number) => sleep(Math.max(0, startedAt + SETTINGS.seconds * 1000 * fraction - Date.now()));
  await at(0.2);
  await cluster.killWeb(0);
  await shortOrLong(
    () => Promise.resolve(),
    async () => {
      await at(0.3);
      await cluster.killWorker(0);
      await at(0.4);
      await cluster.restartAll();
    },
  )();
  await at(0.6);
  await cluster.duringDatabaseOutage(() => database.restart(shortOrLong(500, 5_000)));
};

const simulateUsers = (shouldContinue: () => boolean): Promise<void>[] => {
  const { balancer } = cluster;
  const deps = {
    balancer,
    ledger,
    meanThinkTimeMs: SETTINGS.meanThinkTimeMs,
    random: () => random.next(),
    shouldContinue,
  };
  return users.map((user) => simulateUser(deps, user));
};

/** The outcomes of the simulated users during one round. */
const runRound = async (): Promise<RequestOutcome[]> => {
  const { outcomes } = cluster.balancer;
  const from = outcomes.length;
  const end = Date.now() + HOSTILE.seconds * 1000;
  await Promise.all(simulateUsers(() => Date.now() < end));
  return outcomes.slice(from);
};

test("a hostile user is refused, and the others hardly notice", async () => {
  const rounds: { quiet: Latencies; attacked: Latencies; report: HostileReport }[] = [];
  // A new one each round: limits of ten minutes would refuse the expensive requests of the same user from the second round on. All
  // sign in first, because their wrong passwords later block signing in from this address.
  const attackers: TestUser[] = [];
  for (let round = 0; round < HOSTILE.rounds; round++) attackers.push(...(await createSignedInUsers(cluster, 1, 0)));
  for (const { cookie } of attackers) {
    const quiet = latencies(await runRound());
    const hostile = startHostileUser({ urls: cluster.balancer.servers(), cookie });
    const attacked = latencies(await runRound());
    await expect.poll(async () => neverRefused(await hostile.report()), { timeout: 120_000 }).toEqual([]);
    rounds.push({ quiet, attacked, report: await hostile.report() });
    await hostile.end();
  }
  const medianP95 = (kind: "quiet" | "attacked") => median(rounds.map((round) => round[kind].p95));
  const slowdown = medianP95("attacked") / medianP95("quiet");
  if (shortOrLong(false, true)) process.stdout.write(`${JSON.stringify({ slowdown, rounds }, null, 2)}\n`);
  expect(cluster.balancer.outcomes.filter(isFailure)).toEqual([]);
  expect(slowdown).toBeLessThanOrEqual(MAX_SLOWDOWN);
  cluster.balancer.outcomes.length = 0;
});

test("no change is lost or duplicated while processes are killed and restarted and the database is down", async () => {
  const { balancer, product } = cluster;
  const memory = new MemoryWatch(() => cluster.processes());
  const startedAt = Date.now();
  let end = startedAt + SETTINGS.seconds * 1000;
  const working = simulateUsers(() => Date.now() < end);
  const [received, stopListening] = [{ events: 0, opened: 0 }, new AbortController()];
  const listening = users.map((user) => listenForEvents(balancer, user, received, stopListening.signal));
  await injectFaults(startedAt);
  // Memory growth is measured after the last fault and a warm-up of the newest process, whose heap still fills until then.
  const quietSince = Date.now() + SETTINGS.quietSeconds * 1000 * WARM_UP_SHARE;
  end = Math.max(end, Date.now() + SETTINGS.quietSeconds * 1000);
  await Promise.all(working);
  memory.stop();
  stopListening.abort();
  await Promise.all(listening);

  const seconds = (Date.now() - startedAt) / 1000;
  const { outcomes } = balancer;
  const outsideOutages = outcomes.filter(
    (outcome) =>
      !cluster.isDuringOutage(outcome, "database") &&
      !cluster.isDuringOutage(outcome, "web") &&
      outcome.status !== "connection_failed",
  );
  const failures = outcomes.filter(isFailure);
  const growth = memory.growth(quietSince);
  const { lost, doubled } = await ledger.differences(product.server);
  const doubleDeliveries = cluster.deliveredKeys().filter((id, index, all) => all.indexOf(id) !== index);
  const report = {
    settings: SETTINGS,
    seconds,
    requestsPerSecond: Math.round((outcomes.length / seconds) * 10) / 10,
    all: latencies(outcomes),
    outsideOutages: latencies(outsideOutages),
    acknowledgedWrites: ledger.count(),
    delivered: cluster.deliveredKeys().length,
    eventStreams: received,
    lost: lost.length,
    doubled: doubled.length,
    failuresDuringOutages: {
      database: countByStatus(failures.filter((failure) => cluster.isDuringOutage(failure, "database"))),
      web: countByStatus(
        failures.filter(
          (failure) => !cluster.isDuringOutage(failure, "database") && cluster.isDuringOutage(failure, "web"),
        ),
      ),
    },
    unexpectedFailures: countByStatus(failures.filter((failure) => !cluster.isExpectedFailure(failure))),
    memory: growth,
  };
  await shortOrLong(
    () => Promise.resolve(),
    async () => {
      await mkdir("bench/results", { recursive: true });
      await writeFile(
        `bench/results/load-${new Date().toISOString().replaceAll(":", "")}.json`,
        JSON.stringify(report, null, 2),
      );
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    },
  )();

  expect(ledger.unexpectedResponses).toEqual([]);
  expect(failures.filter((failure) => !cluster.isExpectedFailure(failure))).toEqual([]);
  expect({ lost, doubled, doubleDeliveries }).toEqual({ lost: [], doubled: [], doubleDeliveries: [] });
  expect(ledger.count()).toBeGreaterThan(SETTINGS.users);
  // Every user's event stream opened, and those of the killed process reconnected.
  expect(received.opened).toBeGreaterThan(SETTINGS.users);
  expect(received.events).toBeGreaterThan(ledger.count());
  // The heap of one process fluctuates, so the sum over all processes of a kind is compared.
  for (const kind of ["web", "worker"]) {
    const ofKind = growth.filter(({ name }) => name.startsWith(kind));
    const sum = (end: "from" | "to") => ofKind.reduce((total, process) => total + process[end], 0);
    expect(sum("to"), `${kind}: from ${sum("from")} MiB`).toBeLessThanOrEqual(
      // The short form may measure no process: 0 times infinity is NaN.
      sum("from") * (1 + SETTINGS.maxMemoryGrowth) || 0,
    );
  }
});

test("afterwards every due message is delivered once or parked for manual review", async () => {
  const { server } = cluster.product;
  const unsentItems = () =>
    server.query(
      "select id, status from queue_items where status in ('QUEUED', 'SENDING') and not paused and due_sort_key <= now() and company_id in (select id from companies where delivery_channel = 'webhook')",
    );
  // A part that a killed worker held is parked after two minutes.
  await expect.poll(unsentItems, { timeout: 240_000, interval: 500 }).toEqual([]);
  const sent = await server.query<{ id: string }>(
    "select id from queue_items where status = 'SENT' and company_id in (select id from companies where delivery_channel = 'webhook')",
  );
  const received = new Set(cluster.deliveredKeys());
  expect(sent.filter(({ id }) => !received.has(id))).toEqual([]);
  expect(cluster.deliveredKeys()).toHaveLength(received.size);
});

test("the stored queue counters equal the number of queue items", async () => {
  const differences = await cluster.product.server.query(`
    select from (select company_id, sum(amount) as stored from counters where subject = 'queue' group by 1) t
    full join (select company_id, count(*) as counted from queue_items group by 1) q using (company_id)
    where coalesce(stored, 0) is distinct from coalesce(counted, 0)`);
  expect(differences).toEqual([]);
});
