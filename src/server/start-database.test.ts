import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { createLog } from "#platform/log.ts";
import { startUnmigratedDatabase } from "./start-database.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), "usa-start-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test("the embedded server stops when the database cannot be created in it", async () => {
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true });
  const client = new pg.Client({ connectionString: server.connectionString() });
  await client.connect();
  await client.query("alter database template1 rename to no_template");
  await client.end();
  await server.stop();
  const start = startUnmigratedDatabase(readConfig({ DATA_DIR: dataDir }), createLog("silent"));
  await expect(start).rejects.toThrow("template1");
  expect(await readdir(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
});
