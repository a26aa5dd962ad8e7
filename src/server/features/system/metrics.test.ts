import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProbe } from "#server/probe.ts";
import { makeMessage, makeQueueItem } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const METRICS_TOKEN = "een-token-dat-lang-genoeg-is";
const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };

let server: TestServer;
let me: SignedIn;

beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN } });
  me = await signedIn(server);
});
afterAll(() => server.close());

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const HEADER = /^# (HELP|TYPE) ([a-z_:][a-z0-9_:]*) (.+)$/;
const SAMPLE =
  /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\n"])*",?)*)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\+Inf)$/;

/** Parses the text as a Prometheus collector does: comments and samples, each sample below its metric family. */
const parse = (text: string): Sample[] => {
  expect(text.endsWith("\n")).toBe(true);
  const samples: Sample[] = [];
  const seen = new Set<string>();
  let family = { name: "", type: "" };
  for (const line of text.slice(0, -1).split("\n")) {
    const header = HEADER.exec(line);
    if (header) {
      const [, kind, name = "", rest = ""] = header;
      if (kind === "HELP") expect(seen.has(name), `${name} comes twice`).toBe(false);
      if (kind === "HELP") seen.add(name);
      else family = { name, type: rest };
      continue;
    }
    const [, name = "", labelText = "", value = ""] = SAMPLE.exec(line) ?? [];
    expect(name, `no sample: ${line}`).not.toBe("");
    expect(family.type).toMatch(/^(counter|gauge|histogram)$/);
    const suffixes = family.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    expect(suffixes.map((suffix) => family.name + suffix)).toContain(name);
    const labels = Object.fromEntries(
      [...labelText.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key, text]) => [key, text]),
    );
    samples.push({ name, labels, value: Number(value.replace("+Inf", "Infinity")) });
  }
  return samples;
};

const read = async (): Promise<Sample[]> => {
  const response = await server.client().get("/metrics", bearer);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parse(response.text);
};

const figure = (samples: Sample[], name: string, labels: Record<string, string> = {}): number | undefined =>
  samples.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    ?.value;

test("metrics need the token, and without METRICS_TOKEN there are none", async () => {
  for (const headers of [{}, { authorization: "Bearer iets-anders-van-lengte" }, { authorization: METRICS_TOKEN }]) {
    const response = await server.client().get("/metrics", headers as Record<string, string>);
    expect([response.status, response.body["code"]]).toEqual([401, "unauthenticated"]);
  }
  expect((await me.client.get("/metrics")).status).toBe(401);
  const closed = await startTestServer({ databaseUrl: server.databaseUrl, env: { METRICS_TOKEN: "" }, worker: false });
  expect((await closed.client().get("/metrics", bearer)).status).toBe(404);
  await closed.close();
});

test("memory, CPU time and event loop delay of the process are reported", async () => {
  const samples = await read();
  expect(figure(samples, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(figure(samples, "process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(figure(samples, "nodejs_eventloop_delay_seconds", { quantile: "0.99" })).toBeDefined();
  expect(figure(samples, "usa_database_connections", { role: "usa_tenant", state: "waited_for" })).toBe(0);
  expect(figure(samples, "usa_database_up")).toBe(1);
});

test("requests are counted by route, never by the requested path", async () => {
  const route = { method: "GET", route: "/api/auth/user" };
  const before = figure(await read(), "http_requests_total", { ...route, status: "200" }) ?? 0;
  for (let nth = 0; nth < 3; nth++) await me.client.get("/api/auth/user");
  await server.client().get("/api/auth/user");
  await server.client().get(`/objects/geheim-${me.user.username}.png`);
  await server.client().get(`/api/onbekend-${me.user.username}`);
  const samples = await read();
  expect(figure(samples, "http_requests_total", { ...route, status: "200" })).toBe(before + 3);
  expect(figure(samples, "http_requests_total", { ...route, status: "401" })).toBe(1);
  expect(figure(samples, "http_requests_total", { route: "/objects/{*key}", status: "404" })).toBe(1);
  expect(figure(samples, "http_requests_total", { route: "other", status: "404" })).toBe(1);
  const buckets = samples.filter(
    ({ name, labels }) => name === "http_request_duration_seconds_bucket" && labels["route"] === "/api/auth/user",
  );
  const counts = buckets.map(({ value }) => value);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(buckets.at(-1)?.labels["le"]).toBe("+Inf");
  expect(counts.at(-1)).toBe(figure(samples, "http_request_duration_seconds_count", route));
});

const oldestEdit = async () => figure(await read(), "usa_airtable_outbox_oldest_seconds");

test("work is counted over all companies, and no company or person is named", async () => {
  const { id } = await makeMessage(server, me.company.id);
  await makeQueueItem(server, me.company.id, { status: "ERROR" });
  await server.query(
    `insert into airtable_outbox (company_id, table_name, local_id, field, author, created_at, parked_at)
      select $1, 'messages', $2, 'status', 'Anna', now() - interval '10 minutes', parked
      from unnest(array[null, null, now()]) as parked`,
    [me.company.id, id],
  );
  await server.query("insert into sync_states (company_id, failures) values ($1, 3)", [me.company.id]);
  await server.query("update companies set airtable_base_id = 'app1', airtable_token_encrypted = 'x' where id = $1", [
    me.company.id,
  ]);
  await server.query(
    `insert into sync_tables (company_id, table_name, field_ids) values ($1, 'messages', '{"app_id": "fld1", "status": "fld2"}')`,
    [me.company.id],
  );
  const response = await server.client().get("/metrics", bearer);
  const samples = parse(response.text);
  expect(figure(samples, "usa_airtable_outbox", { state: "waiting" })).toBe(2);
  expect(figure(samples, "usa_airtable_outbox", { state: "parked" })).toBe(1);
  // The company's last run failed, which the admin panel shows.
  expect(figure(samples, "usa_airtable_outbox_oldest_seconds")).toBe(0);
  expect(figure(samples, "usa_deliveries", { state: "parked" })).toBe(1);
  expect(figure(samples, "usa_sync_companies", { state: "failing" })).toBe(1);
  expect(figure(samples, "usa_sessions", { session_kind: "main" })).toBeGreaterThanOrEqual(1);
  for (const queue of ["automation.deliver", "airtable.sync", "failed-jobs"])
    expect(figure(samples, "usa_jobs", { queue, state: "waiting" })).toBeDefined();
  for (const name of [me.company.name, me.company.id, me.user.username, me.user.id])
    expect(response.text).not.toContain(name);
});

test("the oldest edit is one that could have been sent, not one that waits for a person or a place in the base", async () => {
  const company = [me.company.id];
  await server.query("update sync_states set failures = 0 where company_id = $1", company);
  expect(await oldestEdit()).toBeGreaterThan(500);
  const waits: [why: string, begin: string, end: string][] = [
    [
      "a pause",
      "update sync_states set paused_at = now() where company_id = $1",
      "update sync_states set paused_at = null where company_id = $1",
    ],
    [
      "an inactive company",
      "update companies set is_active = false where id = $1",
      "update companies set is_active = true where id = $1",
    ],
    [
      "a suspended table",
      "update sync_tables set suspended_reason = 'x' where company_id = $1",
      "update sync_tables set suspended_reason = null where company_id = $1",
    ],
    [
      "a field that the base does not have",
      "update sync_tables set field_ids = field_ids - 'status' where company_id = $1",
      `update sync_tables set field_ids = field_ids || '{"status": "fld2"}' where company_id = $1`,
    ],
    [
      "a conflict",
      `insert into airtable_conflicts (company_id, table_name, local_id, field)
        select distinct company_id, table_name, local_id, field from airtable_outbox where company_id = $1`,
      "update airtable_conflicts set resolved_at = now() where company_id = $1",
    ],
    [
      "a token that may not write",
      `insert into sync_runs (company_id, status, tables, finished_at, problem_kind) values ($1, 'partial', '{messages}', now(), 'forbidden')`,
      "delete from sync_runs where company_id = $1",
    ],
  ];
  for (const [why, begin, end] of waits) {
    await server.query(begin, company);
    expect(await oldestEdit(), why).toBe(0);
    await server.query(end, company);
    expect(await oldestEdit(), why).toBeGreaterThan(500);
  }
});

test("the time since a worker counted the jobs grows while none runs", async () => {
  await server.query("update pgboss.queue set monitor_on = now()");
  const counted = figure(await read(), "usa_jobs_counted_seconds");
  expect(counted).toBeLessThan(120);
  const idle = await startTestServer({ env: { METRICS_TOKEN }, worker: false });
  await idle.query("update pgboss.queue set monitor_on = now() - interval '1 hour'");
  const samples = parse((await idle.client().get("/metrics", bearer)).text);
  expect(figure(samples, "usa_jobs_counted_seconds")).toBeGreaterThan(3_500);
  await idle.close();
});

test("a worker reports the same on a port of its own, with the outcomes of its jobs", async () => {
  const { port, close } = await serveProbe(server.platform, 0);
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await server.client().post("/api/forgot-password", { email: me.user.email });
  await server.nextMail(me.user.email);
  await expect
    .poll(async () => parse(await (await get("/metrics", bearer)).text()))
    .toContainEqual({
      name: "usa_jobs_run_total",
      labels: { queue: "auth.reset-requested", outcome: "done" },
      value: 1,
    });
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(200);
  expect((await get("/metrics")).status).toBe(401);
  expect((await get("/api/auth/user")).status).toBe(404);
  await close();
  await expect(get("/healthz")).rejects.toThrow();
});
