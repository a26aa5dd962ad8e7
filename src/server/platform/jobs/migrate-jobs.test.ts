import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { defineJob } from "./jobs.ts";
import { migrateJobs } from "./migrate-jobs.ts";

const payload = z.object({});
const hourly = defineJob({ name: "test.hourly", payload, schedule: { cron: "5 * * * *" } });

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

const schedules = async () => (await owner.query("select name, cron, timezone from pgboss.schedule")).rows;

test("processes that start at the same time create the queues and schedules together", async () => {
  await owner.query("drop schema pgboss cascade");
  await Promise.all([1, 2, 3].map(() => migrateJobs(database.url, [hourly])));
  expect(await schedules()).toEqual([{ name: "test.hourly", cron: "5 * * * *", timezone: "Europe/Amsterdam" }]);
  const { rows } = await owner.query("select name from pgboss.queue order by name");
  expect(rows.map(({ name }) => name)).toEqual(["failed-jobs", "test.hourly"]);
});

test("a later version changes and removes schedules", async () => {
  const daily = defineJob({ name: "test.hourly", payload, retryLimit: 1, schedule: { cron: "5 4 * * *" } });
  await migrateJobs(database.url, [daily]);
  expect(await schedules()).toMatchObject([{ name: "test.hourly", cron: "5 4 * * *" }]);
  const { rows } = await owner.query("select retry_limit from pgboss.queue where name = 'test.hourly'");
  expect(rows).toEqual([{ retry_limit: 1 }]);
  await migrateJobs(database.url, [defineJob({ name: "test.hourly", payload })]);
  expect(await schedules()).toEqual([]);
});

test("a job cannot become a singleton under the same name", async () => {
  const changed = defineJob({ name: "test.hourly", payload, singleton: true });
  await expect(migrateJobs(database.url, [changed])).rejects.toThrow(/test\.hourly.*rename/);
});

test("a schedule with an invalid payload fails at the start", () => {
  const wrong = { name: "test.wrong", payload: z.object({ n: z.number() }), schedule: { cron: "* * * * *" } };
  expect(() => defineJob(wrong)).toThrow(z.ZodError);
});
