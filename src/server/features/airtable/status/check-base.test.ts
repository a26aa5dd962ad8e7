import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { type AirtableSandbox, connectCompany, startAirtableSandbox } from "../airtable-sandbox.fixture.ts";

let sandbox: AirtableSandbox;
let synced: TestServer;
let client: SignedIn["client"];
beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  synced = await startTestServer({ worker: false, env: { AIRTABLE_URL: sandbox.url } });
  client = (await signedIn(synced, { sessionKind: "admin" })).client;
});
afterAll(async () => {
  await synced.close();
  await sandbox.stop();
});

const tell = async (body: object) => (await client.post("/admin/api/companies/test-airtable", body)).body;

test("a complete base has no problems", async () => {
  const base = await sandbox.newBase();
  expect(await tell({ airtableBaseId: base.id, airtableApiKey: base.token })).toEqual({
    ok: true,
    message: expect.stringMatching(/^Verbinding gelukt: \d+ tabellen gevonden\.$/),
  });
});

test("a missing table and a missing field are named", async () => {
  const base = await sandbox.newBase();
  await base.control("PATCH", "tables/Prompts", { name: "Teksten" });
  await base.control("DELETE", "tables/Leads/fields/Title");
  const { ok, message } = await tell({ airtableBaseId: base.id, airtableApiKey: base.token });
  expect(ok).toBe(false);
  expect(message).toBe(
    'De verbinding werkt, maar de base klopt nog niet. In de base ontbreekt de tabel Prompts. Het veld "Title" ontbreekt in de tabel "Leads". Zet het terug of geef het weer deze naam.',
  );
});

test("a table that was renamed after the first run is still found", async () => {
  const base = await sandbox.newBase();
  const { id: companyId } = await makeCompany(synced.platform.database);
  await connectCompany(synced, companyId, base);
  const renamed = await base.control("PATCH", "tables/Prompts", { name: "Teksten" });
  expect((await tell({ companyId })).ok).toBe(false);
  await synced.query("insert into sync_states (company_id, base_id) values ($1, $2)", [companyId, base.id]);
  await synced.query("insert into sync_tables (company_id, table_name, remote_table_id) values ($1, 'prompts', $2)", [
    companyId,
    renamed["id"],
  ]);
  expect((await tell({ companyId })).ok).toBe(true);
});
