import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany } from "#testing/account-factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { type AirtableSandbox, connectCompany, startAirtableSandbox } from "../airtable-sandbox.fixture.ts";

let sandbox: AirtableSandbox;
let server: TestServer;
let client: SignedIn["client"];
beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  server = await startTestServer({ worker: false, env: { AIRTABLE_URL: sandbox.url } });
  client = (await signedIn(server, { sessionKind: "admin" })).client;
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

const testConnection = async (body: object) => (await client.post("/admin/api/companies/test-airtable", body)).body;

test("a complete base has no problems", async () => {
  const base = await sandbox.newBase();
  expect(await testConnection({ airtableBaseId: base.id, airtableApiKey: base.token })).toEqual({
    ok: true,
    message: expect.stringMatching(/^Verbinding gelukt: \d+ tabellen gevonden\.$/),
  });
});

const TITLE_MISSING = 'Het veld "Title" ontbreekt in de tabel "Leads". Zet het terug of geef het weer deze naam.';

test("a missing table and every missing field are named at once", async () => {
  const base = await sandbox.newBase();
  await base.control("PATCH", "tables/Prompts", { name: "Teksten" });
  await base.control("DELETE", "tables/Leads/fields/Title");
  await base.control("DELETE", "tables/Queue/fields/Status");
  await base.control("DELETE", "tables/Queue/fields/Text");
  const { ok, needsMapping, message, problems, remarks } = await testConnection({
    airtableBaseId: base.id,
    airtableApiKey: base.token,
  });
  expect([ok, needsMapping]).toEqual([false, true]);
  expect(message).toMatch(
    /^De verbinding werkt\. Koppel nog 1 tabel en 2 velden: sla op en kies daarna Velden koppelen\. In de base ontbreekt de tabel Prompts\. .*"Text".*"Status".*"Title"/,
  );
  expect(problems).toEqual([
    "In de base ontbreekt de tabel Prompts.",
    'Het veld "Text" ontbreekt in de tabel "Queue". Zet het terug of geef het weer deze naam.',
    'Het veld "Status" ontbreekt in de tabel "Queue". Zet het terug of geef het weer deze naam.',
  ]);
  expect(remarks).toEqual([TITLE_MISSING]);
});

test("a missing optional field is a remark", async () => {
  const base = await sandbox.newBase();
  await base.control("DELETE", "tables/Leads/fields/Title");
  expect(await testConnection({ airtableBaseId: base.id, airtableApiKey: base.token })).toMatchObject({
    ok: true,
    message: expect.stringMatching(/^Verbinding gelukt/),
    remarks: [TITLE_MISSING],
  });
});

const ALL_SCOPES = ["data.records:read", "data.records:write", "schema.bases:read", "webhook:manage"];

test.each([
  [["schema.bases:read"], false],
  [["data.records:read"], false],
  [["data.records:write", "webhook:manage"], false],
  [["schema.bases:read", "data.records:read"], false],
  [["schema.bases:read", "data.records:read", "data.records:write"], true],
])("with the scopes %j every missing one is named", async (scopes, ok) => {
  const base = await sandbox.newBase();
  await sandbox.control("PATCH", `airtable/tokens/${base.token}`, { scopes });
  const before = await base.records("Leads");
  const result = await testConnection({ airtableBaseId: base.id, airtableApiKey: base.token });
  expect(result["ok"]).toBe(ok);
  const named = ALL_SCOPES.filter((scope) => String(result["message"]).includes(`${scope} (`));
  expect(named).toEqual(ALL_SCOPES.filter((scope) => !scopes.includes(scope)));
  expect(await base.records("Leads")).toEqual(before);
});

test("a read-only table is named, and is not taken for a missing scope", async () => {
  const base = await sandbox.newBase();
  await base.control("PATCH", "tables/Leads", { isSynced: true });
  const { ok, message, remarks } = await testConnection({ airtableBaseId: base.id, airtableApiKey: base.token });
  expect([ok, remarks]).toEqual([true, [expect.stringMatching(/^De tabel "Leads" is in Airtable alleen-lezen/)]]);
  expect(message).not.toContain("data.records:write");
});

test("in a base with other names, a read-only first table is not taken for a missing scope", async () => {
  const base = await sandbox.newBase();
  const tables = (await base.control("GET", "tables")) as unknown as { id: string; name: string }[];
  for (const { id, name } of tables) await base.control("PATCH", `tables/${id}`, { name: `Onze ${name}` });
  await base.control("PATCH", `tables/${tables[0]?.id}`, { isSynced: true });
  const result = await testConnection({ airtableBaseId: base.id, airtableApiKey: base.token });
  expect(result).toMatchObject({ ok: false, needsMapping: true });
  expect(result["message"]).toMatch(/^De verbinding werkt\. Koppel nog 7 tabellen/);
  expect(result["message"]).not.toContain("data.records:write");
});

test("a token whose owner may only read the base is not a success", async () => {
  const base = await sandbox.newBase();
  await sandbox.control("PATCH", `airtable/tokens/${base.token}`, { permissionLevel: "read" });
  const { ok, message } = await testConnection({ airtableBaseId: base.id, airtableApiKey: base.token });
  expect(ok).toBe(false);
  expect(message).toContain("data.records:write (records wijzigen)");
});

test("a table that was renamed after the first run is still found", async () => {
  const base = await sandbox.newBase();
  const { id: companyId } = await makeCompany(server.platform.database);
  await connectCompany(server, companyId, base);
  const renamed = await base.control("PATCH", "tables/Prompts", { name: "Teksten" });
  expect((await testConnection({ companyId })).ok).toBe(false);
  await server.query("insert into sync_states (company_id, base_id) values ($1, $2)", [companyId, base.id]);
  await server.query("insert into sync_tables (company_id, table_name, remote_table_id) values ($1, 'prompts', $2)", [
    companyId,
    renamed["id"],
  ]);
  expect((await testConnection({ companyId })).ok).toBe(true);
});
