import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { createLog } from "../log.ts";
import { bindJob, createJobs, defineJob, type Jobs } from "./jobs.ts";
import { migrateJobs } from "./migrate-jobs.ts";

const called = defineJob({ name: "test.called", payload: z.object({ who: z.string() }), wakeOn: "test_call" });
const log = createLog("silent");

let database: TestDatabase;
let opened: Jobs[] = [];
let ran: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateJobs(database.url, [called]);
});
afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop(1)));
  opened = [];
  ran = [];
});
afterAll(() => database.drop());

const startWorker = async (): Promise<void> => {
  const jobs = createJobs({ url: database.url, log });
  opened.push(jobs);
  await jobs.startWorker([bindJob(called, async ({ who }) => void ran.push(who))]);
};
/** The connections of the workers that have said LISTEN; one that listens later misses a notification. */
const areListening = (workers: number) =>
  expect
    .poll(() =>
      database.query(
        "select from pg_stat_activity where datname = current_database() and application_name = 'usa_events' and query like 'listen %' and state = 'idle'",
      ),
    )
    .toHaveLength(workers);
const call = (payload: string) => database.query("select pg_notify('test_call', $1)", [payload]);

test("notifications start the job once a second, however many workers receive them", async () => {
  await Promise.all([startWorker(), startWorker(), startWorker()]);
  await areListening(3);
  for (let nth = 0; nth < 3; nth++) await call('{"who":"Anna"}');
  await call('{"who":"Bea"}');
  await expect.poll(() => ran).toContain("Bea");
  // Stopping waits for what the workers have received.
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop(10)));
  const created = await database.query<{ who: string; second: string }>(
    "select data ->> 'who' as who, date_trunc('second', created_on)::text as second from pgboss.job where name = 'test.called'",
  );
  const perSecond = created.map(({ who, second }) => `${who} ${second}`);
  expect(perSecond).toEqual([...new Set(perSecond)]);
  expect([...new Set(created.map(({ who }) => who))].toSorted()).toEqual(["Anna", "Bea"]);
});

test("a notification without a valid payload is ignored", async () => {
  await startWorker();
  await areListening(1);
  await call("dit is geen JSON");
  await call('{"who":"Carla"}');
  await expect.poll(() => ran).toEqual(["Carla"]);
});
