import { afterAll, beforeAll, expect, test } from "vitest";
import { signedIn } from "../../testing/signed-in.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type AirtableSandbox, connect, startAirtableSandbox } from "./sandbox.fixture.ts";

let sandbox: AirtableSandbox;
let server: TestServer;

beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  server = await startTestServer({ env: { AIRTABLE_URL: sandbox.url, LOG_LEVEL: "info" }, log: process.stdout });
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

test("a first run fills the workspace", async () => {
  const { client, company } = await signedIn(server, { role: "company_admin" });
  const base = await sandbox.newBase();
  await base.fill("Leads", 250);
  await connect(server, company.id, base);
  const started = await client.post("/api/sync-airtable");
  expect(started.status).toBe(202);
  const runId = String(started.body["runId"]);
  await expect
    .poll(async () => (await client.get(`/api/sync-airtable/${runId}`)).body["status"], { timeout: 15_000 })
    .toBe("succeeded");
  console.log((await client.get(`/api/sync-airtable/${runId}`)).text, (await client.get("/api/sync")).text);
});
