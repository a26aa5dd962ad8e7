import { setTimeout as sleep } from "node:timers/promises";
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
const call = (payload: string) => database.query("select pg_notify('test_call', $1)", [payload]);

test("notifications start the job once a second, however many workers receive them", async () => {
  await Promise.all([startWorker(), startWorker(), startWorker()]);
  await sleep(300);
  for (let nth = 0; nth < 3; nth++) await call('{"who":"Anna"}');
  await call('{"who":"Bea"}');
  await expect.poll(() => ran.toSorted(), { timeout: 10_000 }).toContain("Bea");
  await sleep(2_500);
  // What the workers receive may fall into two seconds, but not into three.
  for (const name of ["Anna", "Bea"]) expect(ran.filter((who) => who === name).length).toBeLessThanOrEqual(2);
});

test("a notification without a valid payload is ignored", async () => {
  await startWorker();
  await sleep(300);
  await call("dit is geen JSON");
  await call('{"who":"Carla"}');
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual(["Carla"]);
});
