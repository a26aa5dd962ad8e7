import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { WORKFLOW_IDS } from "#contract/workflows.ts";
import { encryptDeliverySecret } from "#server/features/companies/connections.service.ts";
import { openEvents } from "#testing/event-reader.ts";
import { type Sandbox, startSandbox } from "#testing/sandbox.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { startWorkflow } from "./workflows.service.ts";

const FAILED = "Er ging iets mis bij het opstarten van de workflow.";
const UNKNOWN = "Het is niet zeker of de workflow is gestart. Kijk het na voordat je hem nog eens start.";

let server: TestServer;
let sandbox: Sandbox;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox.stop();
  await server.close();
});

const hook = () => `${sandbox.url}/webhook/allocate-leads`;
const form = () => `${sandbox.url}/form/add-to-search-queue`;

const configure = (urls: Record<string, string>) =>
  server.query("update companies set workflow_urls = $1 where id = $2", [urls, me.company.id]);

beforeEach(async () => {
  await sandbox.control("DELETE", "faults");
  await sandbox.control("DELETE", "automation/calls");
  me = await signedIn(server);
  await configure({ "allocate-leads": hook(), "add-to-search-queue": form() });
});

const bodyOf = (webhookUrl = hook(), workflowId = "allocate-leads") => ({
  workflowId,
  webhookUrl,
  data: { triggered_by: "dashboard", trigger_time: "2026-11-15T09:30:00.000Z", workflow_name: "Allocate Leads" },
});
const start = (body: unknown = bodyOf()) => me.client.post("/api/workflows/trigger", body);
const fault = (more: object) =>
  sandbox.control("POST", "faults", { path: "/webhook/allocate-leads", times: 1, ...more });
const calls = async () => (await sandbox.control("GET", "automation/calls")) as unknown as Record<string, unknown>[];
const runs = () =>
  server.query<{ outcome: string | null; detail: string | null; started_by: string }>(
    "select outcome, detail, started_by from workflow_runs where company_id = $1 order by started_at",
    [me.company.id],
  );
const readOne = async (id: string) =>
  ((await me.client.get("/api/workflows")).body as unknown as Record<string, unknown>[]).find(
    (workflow) => workflow["id"] === id,
  );

test("the three workflows are listed with the company's URLs", async () => {
  const { body } = await me.client.get("/api/workflows");
  expect(body).toEqual([
    {
      id: "allocate-leads",
      name: "Allocate Leads",
      description: "Verdeelt nieuwe leads automatisch over de leden van het salesteam.",
      status: "active",
      webhookUrl: hook(),
      totalRuns: 0,
      lastRun: null,
      lastOutcome: null,
    },
    expect.objectContaining({
      id: "add-to-search-queue",
      name: "Toevoegen items aan lead search Que",
      webhookUrl: form(),
    }),
    expect.objectContaining({ id: "move-from-on-hold", name: "Move Items from On Hold", webhookUrl: null }),
  ]);
  expect((await me.client.get("/api/workflows/stats")).body).toEqual({
    totalWorkflows: 3,
    successfulRuns: 0,
    lastActivity: null,
    workflowBreakdown: Object.fromEntries(WORKFLOW_IDS.map((id) => [id, { totalRuns: 0, lastRun: null }])),
  });
});

test("a start calls the URL and is stored, counted and published", async () => {
  const events = await openEvents(server, me.client);
  const response = await start();
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    runId: expect.any(String),
    outcome: "started",
    message: "Allocate Leads is succesvol opgestart.",
  });
  expect(await calls()).toMatchObject([
    {
      name: "allocate-leads",
      claims: null,
      body: {
        workflow_id: "allocate-leads",
        workflow_name: "Allocate Leads",
        triggered_by: "dashboard",
        trigger_time: "2026-11-15T09:30:00.000Z",
        run_id: response.body["runId"],
      },
    },
  ]);
  expect(await runs()).toEqual([{ outcome: "started", detail: null, started_by: "Anna Jansen" }]);
  expect(await readOne("allocate-leads")).toMatchObject({ totalRuns: 1, lastOutcome: "started" });
  const { body } = await me.client.get("/api/workflows/stats");
  expect(body).toMatchObject({ successfulRuns: 1, lastActivity: expect.any(String) });
  expect(body["workflowBreakdown"]).toHaveProperty("allocate-leads.totalRuns", 1);
  expect(await events.next()).toMatchObject({ topic: "workflows" });
  events.close();
  const logged = await server.query("select 1 from audit_log where company_id = $1 and action = 'workflow.started'", [
    me.company.id,
  ]);
  expect(logged).toHaveLength(1);
});

test("with a secret the call is signed and the automation accepts the signature", async () => {
  const response = await fetch(sandbox.url);
  const described = z
    .object({ automation: z.object({ delivery: z.object({ secret: z.string() }) }) })
    .parse(await response.json());
  const { secret } = described.automation.delivery;
  const encrypt = (plain: string) => encryptDeliverySecret(server.platform.secrets, me.company.id, plain);
  const keep = (encrypted: string) =>
    server.query("update companies set delivery_secret_encrypted = $1 where id = $2", [encrypted, me.company.id]);
  await keep(encrypt(secret));
  const { status, body } = await start();
  expect(status).toBe(200);
  expect(await calls()).toMatchObject([{ claims: { sub: me.company.id, jti: body["runId"] } }]);

  await keep(encrypt("een-heel-ander-geheim"));
  expect((await start()).status).toBe(502);
  await keep("onleesbaar");
  expect((await start()).status).toBe(502);
  expect(await calls()).toHaveLength(1);
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(["started", "failed", "failed"]);
});

test.each([
  ["fails", { status: 500 }, "failed", FAILED, 0],
  ["refuses", { status: 404 }, "failed", FAILED, 0],
  ["disconnects before accepting it", { resetConnection: "beforeHandling" }, "unknown", UNKNOWN, 0],
  ["disconnects after accepting it", { resetConnection: "afterHandling" }, "unknown", UNKNOWN, 1],
])("when the webhook %s, the outcome is stored and reported", async (_what, failure, outcome, text, accepted) => {
  await fault(failure);
  const response = await start();
  expect({ status: response.status, code: response.body["code"], message: response.body["message"] }).toEqual({
    status: 502,
    code: "upstream_failed",
    message: text,
  });
  expect((await runs()).map((run) => run.outcome)).toEqual([outcome]);
  expect(await calls()).toHaveLength(accepted);
  expect(await readOne("allocate-leads")).toMatchObject({ totalRuns: 1, lastOutcome: outcome });
  expect((await me.client.get("/api/workflows/stats")).body).toMatchObject({ successfulRuns: 0 });
});

test("a redirect is not followed", async () => {
  await fault({ status: 302, headers: { location: hook().replace("allocate-leads", "move-from-on-hold") } });
  expect((await start()).status).toBe(502);
  expect(await calls()).toEqual([]);
  expect(await runs()).toMatchObject([{ outcome: "failed", detail: "Het adres antwoordde met status 302." }]);
});

test("a call is aborted after ten seconds and its outcome is unknown", async () => {
  await fault({ latencyMs: 60_000 });
  const { outbound } = server.platform;
  const timeouts: (number | undefined)[] = [];
  // The real client with a shorter timeout, so that the test does not wait ten seconds; long enough to connect.
  const shortTimeoutOutbound: typeof outbound = {
    ...outbound,
    request: (request) => {
      timeouts.push(request.timeoutMs);
      return outbound.request({ ...request, timeoutMs: 3_000 });
    },
  };
  const { company, user } = me;
  const who = { id: user.id, name: "Anna Jansen", role: "user" as const };
  const scope = { db: server.platform.database.tenant(company.id), companyId: company.id, actor: who };
  const author = { ...who, companyId: company.id, sessionId: user.id, ipAddress: "127.0.0.1" };
  const started = startWorkflow({ ...server.platform, outbound: shortTimeoutOutbound }, scope, author, {
    ...bodyOf(),
    workflowId: "allocate-leads",
    data: { ...bodyOf().data, triggered_by: "dashboard" },
  });
  await expect(started).rejects.toThrow(UNKNOWN);
  expect(timeouts).toEqual([10_000]);
  expect(await runs()).toMatchObject([{ outcome: "unknown", detail: "Dit adres antwoordde niet op tijd." }]);
});

test.each([
  ["another URL", () => bodyOf(hook().replace("allocate-leads", "move-from-on-hold"))],
  ["a URL in a private network", () => bodyOf("http://169.254.169.254/latest/meta-data")],
  ["the URL of another workflow", () => bodyOf(form())],
  ["a form", () => bodyOf(form(), "add-to-search-queue")],
  ["a workflow without a URL", () => bodyOf(hook(), "move-from-on-hold")],
  ["a workflow that does not exist", () => bodyOf(hook(), "drop-tables")],
  ["an unknown property", () => ({ ...bodyOf(), companyId: me.company.id })],
])("%s is refused, and nothing is called", async (_what, body) => {
  expect((await start(body())).status).toBe(400);
  expect(await calls()).toEqual([]);
  expect(await runs()).toEqual([]);
});

test("URLs in a private network are refused even if they are configured", async () => {
  const address = "https://169.254.169.254/latest/meta-data";
  await configure({ "allocate-leads": address });
  expect((await start(bodyOf(address))).status).toBe(502);
  expect(await runs()).toMatchObject([{ outcome: "failed", detail: "Dit adres is niet toegestaan." }]);
});

test("of two simultaneous starts one succeeds and the other gets a conflict", async () => {
  await fault({ latencyMs: 600_000 });
  const colleague = await signedIn(server, { company: me.company });
  const starts = [start(), colleague.client.post("/api/workflows/trigger", bodyOf())];
  // The call of the other has no response yet.
  expect((await Promise.race(starts)).status).toBe(409);
  await sandbox.control("DELETE", "faults");
  const responses = await Promise.all(starts);
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await calls()).toHaveLength(1);
  expect((await start()).status).toBe(200);
});

test("a run of a process that died is unknown and does not block a new one", async () => {
  await server.query(
    "insert into workflow_runs (company_id, workflow_id, started_by, started_at) values ($1, 'allocate-leads', 'Bram', now() - interval '1 minute')",
    [me.company.id],
  );
  expect(await readOne("allocate-leads")).toMatchObject({ totalRuns: 1, lastOutcome: "unknown" });
  expect((await start()).status).toBe(200);
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(["unknown", "started"]);
});

test("opening a form counts as a run with unknown outcome", async () => {
  const open = (workflowId: string) => me.client.post("/api/workflows/form-opened", { workflowId });
  expect((await open("add-to-search-queue")).status).toBe(200);
  expect(await readOne("add-to-search-queue")).toMatchObject({ totalRuns: 1, lastOutcome: "unknown" });
  expect((await open("allocate-leads")).status).toBe(400);
  expect((await open("move-from-on-hold")).status).toBe(400);
});

test("runs of one company do not count for another", async () => {
  await start();
  const other = await signedIn(server);
  expect((await other.client.get("/api/workflows/stats")).body).toMatchObject({
    successfulRuns: 0,
    lastActivity: null,
  });
});
