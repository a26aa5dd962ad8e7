import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeLead } from "#testing/factories.ts";
import { expectNothingPrivate } from "#testing/model-log.ts";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { type Sandbox, startSandbox } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { performRequests } from "./perform-request.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let sandbox: Sandbox;
let folder: string;
let admin: SignedIn;
let leadId: string;
let worker: ProductProcess;
let locker: pg.Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({ worker: false });
  folder = await mkdtemp(join(tmpdir(), "usa-writer-"));
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  const { ai } = (await (await fetch(sandbox.url)).json()) as { ai: { url: string; apiKey: string } };
  await sandbox.control("POST", "ai/behaviour", { mode: "normal" });
  admin = await signedIn(server, { role: "company_admin" });
  const on = { writer: "builtin", aiBaseUrl: ai.url, aiModel: "ollama-nl", confirmed: true };
  expect((await admin.client.patch("/api/writer/settings", on)).status).toBe(200);
  await sandbox.control("DELETE", "ai/requests");
  leadId = await makeLead(server, admin.company.id, {
    full_name: "Jan de Vries",
    title: "Directeur",
    email: "jan@bakkerij-jansen.example",
    phone: "06-12345678",
  });
  locker = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
  await locker.connect();
  worker = await startServerProcess({
    PROCESS: "worker",
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: folder,
    LOG_LEVEL: "error",
  });
});
afterEach(async () => {
  await expectNothingPrivate(sandbox, []);
  await worker.kill();
  await locker.end();
});

const request = async () =>
  expect((await admin.client.post("/api/writer/drafts", { leadIds: [leadId] })).body).toEqual({
    requested: 1,
    skipped: 0,
  });
const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000, interval: 100 });
const calls = async () => ((await sandbox.control("GET", "ai/requests")) as unknown as unknown[]).length;
const messages = () => server.query("select id from messages where company_id = $1", [admin.company.id]);

/** Another worker takes over, twice, after the claim of the dead one has become stale. */
const takeOver = async () => {
  for (const _ of [1, 2]) {
    await server.query(
      "update writing_requests set claimed_at = claimed_at - interval '20 minutes', run_after = now() - interval '1 second' where company_id = $1",
      [admin.company.id],
    );
    await performRequests(server.platform, admin.company.id, new AbortController().signal);
  }
};

const expectOneText = async () => {
  expect(await messages()).toHaveLength(1);
  const drafts = await server.query("select from message_drafts where company_id = $1", [admin.company.id]);
  expect(drafts).toHaveLength(1);
  const requests = await server.query("select status from writing_requests where company_id = $1", [admin.company.id]);
  expect(requests).toEqual([{ status: "done" }]);
};

test("after the writer is killed while the model answers, the request gets one text", async () => {
  await sandbox.control("POST", "ai/behaviour", { mode: "normal", delayMs: 60_000 });
  await request();
  await poll(calls).toBe(1);
  await worker.kill();
  await sandbox.control("POST", "ai/behaviour", { mode: "normal" });
  expect(await messages()).toEqual([]);
  await takeOver();
  await expectOneText();
});

test("after the writer is killed while it stores the text, the request gets one text", async () => {
  await locker.query("begin");
  // Blocks the check before the text is stored, but not the request, which refers to the lead.
  await locker.query("select from leads where id = $1 for no key update", [leadId]);
  await request();
  await poll(() =>
    server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
  ).not.toEqual([]);
  await worker.kill();
  await locker.query("rollback");
  await takeOver();
  await expectOneText();
});

test("after the writer is killed when the text is stored, no second text is written", async () => {
  await request();
  await poll(messages).toHaveLength(1);
  await worker.kill();
  const before = await calls();
  await takeOver();
  await expectOneText();
  expect(await calls()).toBe(before);
});
