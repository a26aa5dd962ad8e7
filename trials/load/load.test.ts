import { mkdir, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { shortOrLong } from "../trial.ts";
import type { Seen } from "./balancer.ts";
import { ChangeLedger } from "./change-ledger.ts";
import { listenForEvents } from "./event-listener.ts";
import { MemoryWatch } from "./memory.ts";
import { ProcessGroup } from "./process-group.ts";
import { simulateUser, type TestUser } from "./simulated-user.ts";
import { createTestCompanies } from "./test-companies.ts";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 });

const FORM = shortOrLong(
  { people: 20, seconds: 15, calm: 0, workers: 1, thinking: 300, messages: 10, mayGrowBy: Number.POSITIVE_INFINITY },
  // Somebody at work does something every few seconds.
  { people: 200, seconds: 300, calm: 150, workers: 2, thinking: 4_000, messages: 12, mayGrowBy: 0.25 },
);
const SEED = Number(process.env["LOAD_SEED"] ?? 1);

let stage: ProcessGroup;
let desks: TestUser[];

beforeAll(async () => {
  stage = await ProcessGroup.open({ webs: 2, workers: FORM.workers });
  desks = await createTestCompanies(stage, FORM.people, FORM.messages);
});
afterAll(() => stage.close());

/** The same course of things for the same seed, as far as people go. */
const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const within = ({ at, ms }: Seen, excuse: "database" | "web"): boolean =>
  stage.windows.some((window) => window.excuse === excuse && at + ms >= window.from && at <= window.to);

/**
 * In the window of a database that is away, the announced 503; in that of a web process that ends, a broken connection, or the
 * 503 of one that is leaving. Nothing else, and neither at any other time.
 */
const isExcused = (seen: Seen): boolean => {
  if (seen.status === 503) return within(seen, "database") || within(seen, "web");
  return seen.status === "broken" && (within(seen, "web") || within(seen, "database"));
};
const isTrouble = ({ status }: Seen): boolean => status === "broken" || status >= 500;

const percentile = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

const times = (seen: Seen[]) => {
  const sorted = seen.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    calls: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
};

const tally = (seen: Seen[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of seen) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** What is taken away, at which part of the whole. */
const disturb = async (begun: number): Promise<void> => {
  const at = (part: number) => sleep(Math.max(0, begun + FORM.seconds * 1000 * part - Date.now()));
  await at(0.2);
  await stage.killWeb(0);
  await shortOrLong(
    () => Promise.resolve(),
    async () => {
      await at(0.3);
      await stage.killWorker(0);
      await at(0.4);
      await stage.restartAll();
    },
  )();
  await at(0.6);
  await stage.restartDatabase(shortOrLong(500, 5_000));
};

const delivered = (): string[] => stage.receiver.received.map(({ body }) => String(body["idempotencyKey"]));

test("people work while processes are killed and restarted and the database goes away: nothing is lost, nothing is double", async () => {
  const { balancer, product } = stage;
  const ledger = new ChangeLedger();
  const memory = new MemoryWatch(() => stage.parts());
  const begun = Date.now();
  let end = begun + FORM.seconds * 1000;
  const random = seeded(SEED);
  const needs = { balancer, ledger, thinking: FORM.thinking, random, goesOn: () => Date.now() < end };
  const working = desks.map((desk) => simulateUser(needs, desk));
  const [heard, leaving] = [{ events: 0, opened: 0 }, new AbortController()];
  const looking = desks.map((desk) => listenForEvents(balancer, desk, heard, leaving.signal));
  await disturb(begun);
  // Memory is looked at once all is quiet and the newest process has been at work for a while: until then it fills up.
  const calmSince = Date.now() + FORM.calm * 400;
  end = Math.max(end, Date.now() + FORM.calm * 1000);
  await Promise.all(working);
  memory.stop();
  leaving.abort();
  await Promise.all(looking);

  const seconds = (Date.now() - begun) / 1000;
  const { seen } = balancer;
  const calm = seen.filter((one) => !within(one, "database") && !within(one, "web") && one.status !== "broken");
  const trouble = seen.filter(isTrouble);
  const growth = memory.growth(calmSince);
  const { lost, doubled } = await ledger.differences(product.desk);
  const doubleDeliveries = delivered().filter((id, nth, all) => all.indexOf(id) !== nth);
  const report = {
    form: FORM,
    seconds,
    perSecond: Math.round((seen.length / seconds) * 10) / 10,
    all: times(seen),
    calm: times(calm),
    acknowledgedWrites: ledger.count(),
    delivered: delivered().length,
    screens: heard,
    lost: lost.length,
    doubled: doubled.length,
    excused: {
      database: tally(trouble.filter((one) => within(one, "database"))),
      web: tally(trouble.filter((one) => !within(one, "database") && within(one, "web"))),
    },
    notExcused: tally(trouble.filter((one) => !isExcused(one))),
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

  expect(ledger.surprises).toEqual([]);
  expect(trouble.filter((one) => !isExcused(one))).toEqual([]);
  expect({ lost, doubled, doubleDeliveries }).toEqual({ lost: [], doubled: [], doubleDeliveries: [] });
  expect(ledger.count()).toBeGreaterThan(FORM.people);
  // Every screen was open, and those on the process that was killed were open again elsewhere.
  expect(heard.opened).toBeGreaterThan(FORM.people);
  expect(heard.events).toBeGreaterThan(ledger.count());
  // A heap goes up and down by itself; all processes of a kind together tell whether it only goes up.
  for (const kind of ["web", "worker"]) {
    const some = growth.filter(({ name }) => name.startsWith(kind));
    const sum = (end: "from" | "to") => some.reduce((total, one) => total + one[end], 0);
    expect(sum("to"), `${kind}: from ${sum("from")} MiB`).toBeLessThanOrEqual(sum("from") * (1 + FORM.mayGrowBy) || 0);
  }
});

test("in the end every message that was due has gone out once, or waits for a person", async () => {
  const { desk } = stage.product;
  const open = () =>
    desk.query(
      "select id, status from queue_items where status in ('QUEUED', 'SENDING') and not paused and due_order <= now() and company_id in (select id from companies where delivery_channel = 'webhook')",
    );
  // A part that a killed worker held is parked after two minutes.
  await expect.poll(open, { timeout: 240_000, interval: 500 }).toEqual([]);
  const gone = await desk.query<{ id: string }>(
    "select id from queue_items where status = 'SENT' and company_id in (select id from companies where delivery_channel = 'webhook')",
  );
  const received = new Set(delivered());
  expect(gone.filter(({ id }) => !received.has(id))).toEqual([]);
  expect(delivered()).toHaveLength(received.size);
});

test("what the database counts by itself is what is there", async () => {
  const wrong = await stage.product.desk.query(`
    select from (select company_id, sum(amount) as kept from counters where subject = 'queue' group by 1) t
    full join (select company_id, count(*) as counted from queue_items group by 1) q using (company_id)
    where coalesce(kept, 0) is distinct from coalesce(counted, 0)`);
  expect(wrong).toEqual([]);
});
