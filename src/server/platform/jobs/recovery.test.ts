import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { createLog } from "../log.ts";
import { bindJob, createJobs, defineJob, type Jobs } from "./jobs.ts";
import { migrateJobs } from "./migrate-jobs.ts";

const payload = z.object({ n: z.number() });
const orphan = defineJob({ name: "test.orphan", payload });
const steady = defineJob({ name: "test.steady", payload });

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;
let jobs: Jobs;
const seen: string[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await migrateJobs(testDatabase.url, [orphan, steady]);
  database = openDatabase({ url: testDatabase.url, connections: 2, onError: () => undefined });
  owner = new pg.Client({ connectionString: testDatabase.url });
  await owner.connect();
  jobs = createJobs({ url: testDatabase.url, log: createLog("error", { write: (line) => void errors.push(line) }) });
});

afterAll(async () => {
  await jobs.stop(1);
  await owner.end();
  await database.close();
  await testDatabase.drop();
});

test("the worker survives lost connections and takes over the jobs of a killed process", async () => {
  await jobs.enqueue(database.platform, orphan, { n: 1 });
  await owner.query(`update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
    heartbeat_on = now() - interval '1 minute' where name = 'test.orphan'`);
  await jobs.startWorker([
    bindJob(orphan, async ({ n }) => void seen.push(`orphan ${n}`)),
    bindJob(steady, async ({ n }) => void seen.push(`steady ${n}`)),
  ]);

  const { rowCount } = await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'usa_worker' and datname = current_database()",
  );
  expect(rowCount).toBeGreaterThan(1);
  await jobs.enqueue(database.platform, steady, { n: 2 });
  await expect.poll(() => seen).toContain("steady 2");
  // pg-boss looks for jobs of killed processes every ten seconds.
  await expect.poll(() => seen.toSorted(), { timeout: 100_000 }).toEqual(["orphan 1", "steady 2"]);
  expect(errors).toEqual([]);
});
