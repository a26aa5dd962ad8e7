import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { errorBody } from "#contract/errors.ts";
import { readConfig } from "#platform/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { createLog } from "#platform/log.ts";
import { startDatabase } from "#server/start-database.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: 300_000 });

const DOWNTIME_MS = shortOrLong(3_000, 60_000);
const WRITERS = 4;

let dataDir: string;
let postgres: EmbeddedPostgres;
let product: ProductProcesses;
let web: ProductProcess;
let worker: ProductProcess;
let me: SignedIn;

const startPostgres = () => startEmbeddedPostgres({ dataDir, throwaway: true });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "usa-trial-outage-"));
  postgres = await startPostgres();
  const url = postgres.connectionString();
  await startDatabase(readConfig({ DATABASE_URL: url }), createLog("silent"));
  product = await prepareProduct({ LOG_LEVEL: "silent" }, url);
  me = await signedIn(product.server);
  [web, worker] = await Promise.all([product.startWeb({ LOG_LEVEL: "warn" }), product.startWorker()]);
  me = await signedIn(product.testServerFor(web), { company: me.company });
});
afterAll(async () => {
  await product.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Writer {
  acknowledged: string[];
  responses: Map<number, number>;
}

/** Adds leads until stopped, and records which of them were acknowledged. */
const writeUntilStopped = async (
  client: TestClient,
  writerIndex: number,
  isStopped: () => boolean,
): Promise<Writer> => {
  const writer: Writer = { acknowledged: [], responses: new Map() };
  for (let index = 0; !isStopped(); index++) {
    const fullName = `Schrijver ${writerIndex} lead ${index}`;
    const response = await client.post("/api/leads", { fullName });
    writer.responses.set(response.status, (writer.responses.get(response.status) ?? 0) + 1);
    if (response.status === 201) writer.acknowledged.push(fullName);
    if (response.status === 503) {
      expect(errorBody.strict().parse(response.body).code).toBe("unavailable");
      expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
      await sleep(50);
    }
  }
  return writer;
};

test("while the database is down every request gets a 503; the server recovers by itself and no acknowledged write is lost", async () => {
  let isStopped = false;
  const writers = Array.from({ length: WRITERS }, (_writer, index) =>
    writeUntilStopped(me.client, index, () => isStopped),
  );
  const count = async () => (await product.server.query("select from leads")).length;
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(WRITERS);
  await postgres.stop();
  await expect.poll(async () => (await me.client.get("/readyz")).status, { timeout: 20_000 }).toBe(503);
  await sleep(DOWNTIME_MS);
  postgres = await startPostgres();
  await expect.poll(async () => (await me.client.get("/readyz")).status, { timeout: 30_000 }).toBe(200);
  const countAfterRestart = await count();
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(countAfterRestart + WRITERS);
  isStopped = true;
  const results = await Promise.all(writers);
  const statuses = new Set(results.flatMap(({ responses }) => [...responses.keys()]));
  expect(statuses).toEqual(new Set([201, 503]));
  const rows = await product.server.query<{ name: string }>("select full_name as name from leads");
  const stored = new Set(rows.map(({ name }) => name));
  const acknowledged = results.flatMap((writer) => writer.acknowledged);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(WRITERS);
});

test("the worker recovers too, without a restart", async () => {
  const { email } = me.user;
  expect((await product.testServerFor(web).client().post("/api/forgot-password", { email })).status).toBe(200);
  expect((await product.server.nextMail(email)).subject).toBe("Nieuw wachtwoord instellen");
  expect([await web.stop(), await worker.stop()]).toEqual([0, 0]);
});
