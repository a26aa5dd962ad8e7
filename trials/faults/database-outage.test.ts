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
import { openProduct, type RunningProduct } from "../product.ts";
import { shortOrLong } from "../trial.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const AWAY_MS = shortOrLong(3_000, 60_000);
const WRITERS = 4;

let dataDir: string;
let postgres: EmbeddedPostgres;
let product: RunningProduct;
let web: ProductProcess;
let worker: ProductProcess;
let me: SignedIn;

const start = () => startEmbeddedPostgres({ dataDir, fast: true });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "usa-trial-away-"));
  postgres = await start();
  const url = postgres.connectionString();
  await startDatabase(readConfig({ DATABASE_URL: url }), createLog("silent"));
  product = await openProduct({ LOG_LEVEL: "silent" }, url);
  me = await signedIn(product.desk);
  [web, worker] = await Promise.all([product.startWeb({ LOG_LEVEL: "warn" }), product.startWorker()]);
  me = await signedIn(product.at(web), { company: me.company });
});
afterAll(async () => {
  await product.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Writer {
  acknowledged: string[];
  answers: Map<number, number>;
}

/** Adds leads without end, and remembers which of them it was told are kept. */
const write = async (client: TestClient, nth: number, isOver: () => boolean): Promise<Writer> => {
  const writer: Writer = { acknowledged: [], answers: new Map() };
  for (let turn = 0; !isOver(); turn++) {
    const fullName = `Schrijver ${nth} lead ${turn}`;
    const answer = await client.post("/api/leads", { fullName });
    writer.answers.set(answer.status, (writer.answers.get(answer.status) ?? 0) + 1);
    if (answer.status === 201) writer.acknowledged.push(fullName);
    if (answer.status === 503) {
      expect(errorBody.strict().parse(answer.body).code).toBe("unavailable");
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      await sleep(50);
    }
  }
  return writer;
};

test("the database is away: every call says so, it comes back by itself, and every acknowledged write is there", async () => {
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_writer, nth) => write(me.client, nth, () => isOver));
  const count = async () => (await product.desk.query("select from leads")).length;
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(WRITERS);
  await postgres.stop();
  await expect.poll(async () => (await me.client.get("/readyz")).status, { timeout: 20_000 }).toBe(503);
  await sleep(AWAY_MS);
  postgres = await start();
  await expect.poll(async () => (await me.client.get("/readyz")).status, { timeout: 30_000 }).toBe(200);
  const back = await count();
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(back + WRITERS);
  isOver = true;
  const ended = await Promise.all(writers);
  const statuses = new Set(ended.flatMap(({ answers }) => [...answers.keys()]));
  expect(statuses).toEqual(new Set([201, 503]));
  const rows = await product.desk.query<{ name: string }>("select full_name as name from leads");
  const kept = new Set(rows.map(({ name }) => name));
  const acknowledged = ended.flatMap((writer) => writer.acknowledged);
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(WRITERS);
});

test("the worker is back as well, without having been started anew", async () => {
  const { email } = me.user;
  expect((await product.at(web).client().post("/api/forgot-password", { email })).status).toBe(200);
  expect((await product.desk.nextMail(email)).subject).toBe("Nieuw wachtwoord instellen");
  expect([await web.stop(), await worker.stop()]).toEqual([0, 0]);
});
