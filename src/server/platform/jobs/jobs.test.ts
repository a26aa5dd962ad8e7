import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { createLog } from "../log.ts";
import { bindJob, createJobs, defineJob, type Jobs } from "./jobs.ts";
import { migrateJobs } from "./migrate-jobs.ts";

const payload = z.object({ companyId: z.string(), n: z.number() });
const greet = defineJob({ name: "test.greet", payload });
const fragile = defineJob({ name: "test.fragile", payload, retryLimit: 3 });
const hopeless = defineJob({ name: "test.hopeless", payload, retryLimit: 0 });
const single = defineJob({ name: "test.single", payload, singleton: true });
const nightly = defineJob({ name: "test.nightly", payload: z.object({}), schedule: { cron: "0 3 * * *" } });
const jobsUnderTest = [greet, fragile, hopeless, single, nightly];

const companyId = randomUUID();
let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;
let lines: { level: number; msg: string; [field: string]: unknown }[];
let opened: Jobs[];

const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
const problems = () => lines.filter(({ level }) => level >= 40);
const eventually = <T>(read: () => T) => expect.poll(read);

const open = (): Jobs => {
  const jobs = createJobs({ url: testDatabase.url, log });
  opened.push(jobs);
  return jobs;
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await migrateJobs(testDatabase.url, jobsUnderTest);
  database = openDatabase({ url: testDatabase.url, connections: 4, onError: () => undefined });
  owner = new pg.Client({ connectionString: testDatabase.url });
  await owner.connect();
});

beforeEach(async () => {
  lines = [];
  opened = [];
  await owner.query("delete from pgboss.job");
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.map((jobs) => jobs.stop(1)));
});

afterAll(async () => {
  await owner.end();
  await database.close();
  await testDatabase.drop();
});

test("a job starts when its transaction commits, without waiting to be polled, with its payload", async () => {
  const jobs = open();
  const started: number[] = [];
  // The timers of the polling never end.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  await jobs.startWorker([bindJob(greet, async ({ n }) => void started.push(n))]);
  await database.tenant(companyId).transaction(async (db) => {
    await jobs.enqueue(db, greet, { companyId, n: 7 });
    await sleep(200);
    expect(started).toEqual([]);
  });
  await eventually(() => started).toEqual([7]);
  expect(problems()).toEqual([]);
});

test("a job of a transaction that is rolled back is not enqueued", async () => {
  const jobs = open();
  const seen: number[] = [];
  await jobs.startWorker([bindJob(greet, async ({ n }) => void seen.push(n))]);
  const failing = database.tenant(companyId).transaction(async (db) => {
    await jobs.enqueue(db, greet, { companyId, n: 1 });
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await jobs.enqueue(database.tenant(companyId), greet, { companyId, n: 2 });
  await eventually(() => seen).toEqual([2]);
  const { rows } = await owner.query("select data ->> 'n' as n from pgboss.job");
  expect(rows).toEqual([{ n: "2" }]);
});

test("a job with a start time waits for it", async () => {
  const jobs = open();
  const startedAt = new Map<number, number>();
  await jobs.startWorker([bindJob(greet, async ({ n }) => void startedAt.set(n, Date.now()))]);
  const startAfter = new Date(Date.now() + 1500);
  await jobs.enqueue(database.platform, greet, { companyId, n: 2 }, { startAfter });
  await jobs.enqueue(database.platform, greet, { companyId, n: 1 });
  await eventually(() => startedAt.size).toBe(2);
  expect(startedAt.get(2)).toBeGreaterThanOrEqual(startAfter.getTime());
});

test("a failed job is logged and retried", async () => {
  const jobs = open();
  let runs = 0;
  const handle = async () => {
    runs++;
    if (runs === 1) throw Object.assign(new Error("no luck"), { token: "secret" });
  };
  await jobs.startWorker([bindJob(fragile, handle)]);
  await jobs.enqueue(database.platform, fragile, { companyId, n: 1 });
  await eventually(() => runs).toBe(2);
  expect(problems()).toMatchObject([{ level: 40, msg: "job failed", job: "test.fragile", attempt: 1 }]);
  expect(JSON.stringify(lines)).not.toContain("secret");
});

test("a job without retries left is logged as an error with its payload", async () => {
  const jobs = open();
  await jobs.startWorker([
    bindJob(hopeless, () => Promise.reject(Object.assign(new Error("never"), { token: "s3cret" }))),
  ]);
  await jobs.enqueue(database.platform, hopeless, { companyId, n: 5 });
  await eventually(() => problems().filter(({ level }) => level === 50)).toMatchObject([
    { msg: "job given up", job: "test.hopeless", attempts: 1, payload: { n: 5 }, reason: { message: "never" } },
  ]);
  const { rows } = await owner.query("select output::text from pgboss.job where output is not null");
  expect(JSON.stringify(rows)).not.toContain("s3cret");
});

test("an invalid payload is refused when it is enqueued", async () => {
  const jobs = open();
  const wrong = { companyId, n: "one" } as unknown as { companyId: string; n: number };
  await expect(jobs.enqueue(database.platform, greet, wrong)).rejects.toThrow(z.ZodError);
  await expect(
    jobs.enqueue(database.platform, greet, { companyId, n: 1 }, { singletonKey: companyId }),
  ).rejects.toThrow("no singleton");
});

test("two workers share the jobs, and none runs twice", async () => {
  const first = open();
  const second = open();
  const seen: [worker: number, n: number][] = [];
  const handlerOf = (worker: number) =>
    bindJob(greet, async ({ n }) => {
      seen.push([worker, n]);
      await sleep(10);
    });
  await Promise.all([first.startWorker([handlerOf(1)]), second.startWorker([handlerOf(2)])]);
  await database.tenant(companyId).transaction(async (db) => {
    for (let n = 0; n < 40; n++) await first.enqueue(db, greet, { companyId, n });
  });
  await eventually(() => seen.length).toBe(40);
  await sleep(100);
  expect(seen.map(([, n]) => n).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(new Set(seen.map(([worker]) => worker))).toEqual(new Set([1, 2]));
});

test("a singleton is not enqueued while one with its key waits or runs", async () => {
  const jobs = open();
  for (const n of [1, 2]) await jobs.enqueue(database.platform, single, { companyId, n }, { singletonKey: "a" });
  await jobs.enqueue(database.platform, single, { companyId, n: 3 }, { singletonKey: "b" });
  const seen: number[] = [];
  await jobs.startWorker([bindJob(single, async ({ n }) => void seen.push(n))]);
  await eventually(() => seen).toEqual([1, 3]);
  await eventually(
    async () => (await owner.query("select 1 from pgboss.job where state <> 'completed'")).rowCount,
  ).toBe(0);
  await jobs.enqueue(database.platform, single, { companyId, n: 4 }, { singletonKey: "a" });
  await eventually(() => seen).toEqual([1, 3, 4]);
});

test("stopping waits for running jobs", async () => {
  const jobs = open();
  let state = "waiting";
  const handle = async () => {
    state = "running";
    await sleep(700);
    state = "done";
  };
  await jobs.startWorker([bindJob(greet, handle)]);
  await jobs.enqueue(database.platform, greet, { companyId, n: 1 });
  await eventually(() => state).toBe("running");
  await jobs.stop(5);
  expect(state).toBe("done");
  const { rows } = await owner.query("select state from pgboss.job");
  expect(rows).toEqual([{ state: "completed" }]);
});

test("running jobs are aborted at once on a stop, with time to release what they hold", async () => {
  const jobs = open();
  let state = "waiting";
  const handle = async (_: unknown, signal: AbortSignal) => {
    state = "running";
    await once(signal, "abort");
    await sleep(200);
    state = "given back";
  };
  await jobs.startWorker([bindJob(greet, handle)]);
  await jobs.enqueue(database.platform, greet, { companyId, n: 1 });
  await eventually(() => state).toBe("running");
  await jobs.stop(5);
  expect(state).toBe("given back");
});

test("stopping returns jobs that do not end in time to the queue", async () => {
  const jobs = open();
  let signal: AbortSignal | undefined;
  const handle = (_: unknown, jobSignal: AbortSignal) => {
    signal = jobSignal;
    return new Promise<void>(() => undefined);
  };
  await jobs.startWorker([bindJob(fragile, handle)]);
  await jobs.enqueue(database.platform, fragile, { companyId, n: 1 });
  await eventually(() => signal?.aborted).toBe(false);
  await jobs.stop(1);
  expect(signal?.aborted).toBe(true);
  const { rows } = await owner.query("select state from pgboss.job");
  expect(rows).toEqual([{ state: "retry" }]);
});

test("a company's scope cannot read jobs, nor add them in another company's name", async () => {
  const jobs = open();
  const db = database.tenant(companyId);
  await jobs.enqueue(db, greet, { companyId, n: 1 });
  await expect(jobs.enqueue(db, greet, { companyId: randomUUID(), n: 1 })).rejects.toThrow(/row-level security/);
  for (const query of [
    sql`select * from pgboss.job`,
    sql`select data from pgboss.job_common`,
    sql`select singletons_active from pgboss.queue`,
    sql`update pgboss.job_common set state = 'completed'`,
    sql`delete from pgboss.job_common`,
    sql`insert into pgboss.queue (name) values ('x')`,
  ]) {
    await expect(db.rows(query)).rejects.toThrow(/permission denied/);
  }
  expect(await database.tenant(randomUUID()).rows(sql`select id from pgboss.job_common`)).toEqual([]);
  await expect(database.platform.rows(sql`select data from pgboss.job_common`)).rejects.toThrow(/permission denied/);
});
