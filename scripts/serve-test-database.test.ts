import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startThrowawayDatabase } from "./throwaway-database.ts";

let database: Awaited<ReturnType<typeof startThrowawayDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await startThrowawayDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

/** What `npm test` starts with the address of an existing server. */
const startRun = async (): Promise<ChildProcess> => {
  const child = fork(join(import.meta.dirname, "serve-test-database.ts"), {
    env: { ...process.env, TEST_DATABASE_URL: database.url },
  });
  await once(child, "message");
  return child;
};
const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  child.kill(signal);
  await once(child, "exit");
};

const testDatabases = async () =>
  (await client.query("select datname from pg_database where datname like 'usa\\_%' order by 1")).rows.map(
    ({ datname }) => datname,
  );

test("databases on an existing server stay as long as a run may use them, and the last run removes them", async () => {
  const first = await startRun();
  await client.query("create database usa_template_1");
  const second = await startRun();
  expect(await testDatabases()).toEqual(["usa_template_1"]);
  await end(second, "SIGTERM");
  expect(await testDatabases()).toEqual(["usa_template_1"]);
  await end(first, "SIGTERM");
  expect(await testDatabases()).toEqual([]);
});

test("a run removes the databases that a killed run left behind", async () => {
  const killed = await startRun();
  await client.query("create database usa_test_2");
  await end(killed, "SIGKILL");
  const countConnections = async () =>
    (
      await client.query(
        `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid() and application_name <> 'usage_lock'`,
      )
    ).rowCount;
  await expect.poll(countConnections).toBe(0);
  const next = await startRun();
  expect(await testDatabases()).toEqual([]);
  await end(next, "SIGTERM");
});
