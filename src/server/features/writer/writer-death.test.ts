import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeLead, makeMessage } from "#testing/factories.ts";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { expectNoPrivateDataInPrompts, type Sandbox, startSandbox } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { performRequests } from "./perform-request.ts";

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
  await expectNoPrivateDataInPrompts(sandbox.url);
  await worker.kill();
  await locker.end();
});

const request = async () =>
  expect((await admin.client.post("/api/writer/drafts", { leadIds: [leadId] })).body).toEqual({
    requested: 1,
    skipped: [],
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

const behave = (more: object) => sandbox.control("POST", "ai/behaviour", { mode: "normal", ...more });
const untilBlocked = () =>
  poll(() =>
    server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
  ).not.toEqual([]);
const lock = async (statement: string) => {
  await locker.query("begin");
  await locker.query(statement);
};

/** The points before the text is stored at which a worker can die, with what holds it there. */
const STEPS: Readonly<Record<string, () => Promise<void>>> = {
  "before it claims the request": async () => {
    // It reads the budget first.
    await lock("lock table model_calls in access exclusive mode");
    await request();
    await untilBlocked();
  },
  "while the model answers": async () => {
    await behave({ delayMs: 60_000 });
    await request();
    await poll(calls).toBe(1);
  },
  "between the answer and the record of its tokens": async () => {
    await lock("lock table model_calls in share mode");
    await request();
    await poll(calls).toBe(1);
    await untilBlocked();
  },
  "while the model repairs its answer": async () => {
    await behave({ mode: "invent_figure", times: 1, next: "slow" });
    await request();
    await poll(calls).toBe(2);
  },
  "while it stores the text": async () => {
    // This lock blocks the transaction that stores the text, but not the insert of the request, whose foreign key refers to the lead.
    await lock(`select from leads where id = '${leadId}' for no key update`);
    await request();
    await poll(calls).toBe(1);
    await untilBlocked();
  },
};

test.each(Object.keys(STEPS))("a writer that is killed %s leaves a request that gets one text", async (step) => {
  await STEPS[step]?.();
  await worker.kill();
  await locker.query("rollback");
  await behave({});
  expect(await messages()).toEqual([]);
  await takeOver();
  await expectOneText();
});

test("a writer that is killed when the text is stored leaves nothing to be written", async () => {
  await request();
  await poll(messages).toHaveLength(1);
  await worker.kill();
  const before = await calls();
  await takeOver();
  await expectOneText();
  expect(await calls()).toBe(before);
});

test("a writer that is killed while it stores a rewritten text leaves a message that gets one new text", async () => {
  const content = "Ice Breaker:\nHoi Jan,\n\nEen. Twee. Drie en vier.";
  const { id } = await makeMessage(server, admin.company.id, { content }, { full_name: "Jan de Vries" });
  const { id: hold } = await sandbox.control("POST", "faults", { path: "/v1/", latencyMs: 600_000 });
  const asked = await admin.client.patch(`/api/messages/${id}`, { status: "rewritten", feedback: "korter" });
  expect(asked.status).toBe(200);
  await lock(`select from messages where id = '${id}' for update`);
  await sandbox.control("DELETE", `faults/${String(hold)}`);
  await untilBlocked();
  await worker.kill();
  await locker.query("rollback");
  await takeOver();
  await expectOneText();
  const versions = await server.query("select content_version from messages where id = $1", [id]);
  expect(versions).toEqual([{ content_version: 2 }]);
});
