import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Outcomes } from "#contract/statistics.ts";
import { createLog } from "#platform/log.ts";
import { type AirtableSandbox, startAirtableSandbox } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { connectDemoCompanies, DEMO_PASSWORD, loadDemo } from "./demo.ts";

let sandbox: AirtableSandbox;
let server: TestServer;

beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  server = await startTestServer({ env: { SANDBOX_URL: sandbox.url } });
  await loadDemo(server.platform);
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

interface DemoBase {
  baseId: string;
  records: Record<string, number>;
}

const companies = () =>
  server.query<{ name: string; base: string; form: string; workflows: Record<string, string> }>(
    "select name, airtable_base_id as base, airtable_form_url as form, workflow_urls as workflows from companies order by name",
  );

test("a company is not connected while the automation of its base cannot be switched off", async () => {
  const description = await (await fetch(sandbox.url)).text();
  const failing = createServer((request, response) => {
    response.writeHead(request.method === "PATCH" ? 503 : 200, { "content-type": "application/json" }).end(description);
  }).listen(0, "127.0.0.1");
  await once(failing, "listening");
  const sandboxUrl = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
  const { platform } = server;
  await connectDemoCompanies({ ...platform, config: { ...platform.config, sandboxUrl }, log: createLog("silent") });
  failing.close();
  expect((await companies())[0]).toMatchObject({ name: "Noorderlicht Sales B.V.", base: null });
});

test("the demo companies are connected to their bases, form and workflows, and the first sync fills the workspace", async () => {
  const bases = (await sandbox.control("GET", "airtable/bases")) as unknown as DemoBase[];
  for (const { baseId } of bases) {
    const limits = { requestsPerSecond: null, requestsPerSecondOfOwner: null };
    await sandbox.control("PATCH", `airtable/bases/${baseId}/limits`, limits);
    await server.query(
      "insert into airtable_rate_limits (base_hash, next_slot_at, spacing) values (sha256($1::bytea), now(), '0')",
      [baseId],
    );
  }
  await connectDemoCompanies(server.platform);
  const [first, second] = await companies();
  expect(first).toMatchObject({ name: "Noorderlicht Sales B.V.", form: expect.stringContaining("/airtable-form/") });
  expect(Object.keys(first?.workflows ?? {}).toSorted()).toEqual([
    "add-to-search-queue",
    "allocate-leads",
    "move-from-on-hold",
  ]);
  expect(first?.workflows["add-to-search-queue"]).toContain("/form/");
  const { basesWithoutSending } = await sandbox.control("GET", "automation");
  expect(basesWithoutSending).toEqual([first?.base]);
  expect(second).toMatchObject({ base: expect.stringMatching(/^app/), workflows: {} });

  const countSucceededRuns = async () =>
    (await server.query("select 1 from sync_runs where status = 'succeeded'")).length;
  await expect.poll(countSucceededRuns, { timeout: 150_000 }).toBe(2);
  const leadsInBases = bases.reduce((total, { records }) => total + (records["Leads"] ?? 0), 0);
  const [{ leads } = { leads: 0 }] = await server.query<{ leads: number }>("select count(*)::int as leads from leads");
  expect(leads).toBe(leadsInBases);
  const parked = await server.query("select table_name, problem from airtable_records where state = 'error'");
  expect(parked).toEqual([]);
});

test("leads of the demo have become clients in recent months, and Management counts them", async () => {
  const client = server.client();
  await client.signIn("bedrijfsadmin", DEMO_PASSWORD);
  const countClients = async () => {
    const { body } = await client.get("/api/statistics/results?days=84");
    const { current, previous } = (body as { outcomes: Record<"current" | "previous", Outcomes> }).outcomes;
    return current.clients + previous.clients;
  };
  await expect.poll(countClients, { timeout: 150_000 }).toBeGreaterThan(0);
});

test("settings changed by a user stay", async () => {
  await server.query("update companies set airtable_base_id = 'appVanIemandAnder' where name like 'Noorderlicht%'");
  await connectDemoCompanies(server.platform);
  expect((await companies())[0]?.base).toBe("appVanIemandAnder");
});

test("connecting the demo companies does not fail without the sandbox", async () => {
  const config = { ...server.platform.config, sandboxUrl: "http://127.0.0.1:9" };
  const log = createLog("silent");
  await expect(connectDemoCompanies({ ...server.platform, config, log })).resolves.toBeUndefined();
});
