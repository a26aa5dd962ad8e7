import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RecordHistory, SyncedRecord } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const historyOf = async ({ who }: SyncedCompany, table: SyncedTable, id: string) => {
  const { body } = await who.client.get(`/api/sync/records/${table}/${id}/history`);
  return (body as unknown as RecordHistory).changes;
};

const recordOf = async ({ who }: SyncedCompany, table: SyncedTable, id: string) =>
  (await who.client.get(`/api/sync/records/${table}/${id}`)).body as unknown as SyncedRecord;

test.concurrent("a first synchronisation stores no history, and each record still tells when it was created", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "HTML Report": "<p>Rapport</p>" });
  await company.sync();
  const stored = await harness.server.query("select 1 from airtable_changes where company_id = $1", [company.id]);
  expect(stored).toEqual([]);
  const { id, created_at } = await company.row("leads", lead?.id ?? "");
  const [creation, ...others] = await historyOf(company, "leads", id);
  expect(others).toEqual([]);
  expect(creation).toMatchObject({ kind: "created", side: "airtable", author: "Airtable", field: "" });
  expect(Date.parse(creation?.at ?? "")).toBe(Date.parse(String(created_at)));
});

test.concurrent("the history names who created and deleted a record in Airtable, and tells of a new report", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Bea" });
  await company.sync();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  const { id } = await company.row("leads", lead?.id ?? "");
  await company.base.edit("Leads", lead?.id ?? "", { "HTML Report": "<p>Rapport</p>" });
  await company.sync();
  await company.base.edit("Leads", lead?.id ?? "", { Title: "CEO" });
  await company.sync();
  await company.base.destroy("Leads", lead?.id ?? "");
  await company.sync();
  const changes = await historyOf(company, "leads", id);
  expect(changes.map(({ kind, side, author, field }) => [kind, side, author, field])).toEqual([
    ["deleted", "airtable", "Collega", ""],
    ["changed", "airtable", "Collega", "title"],
    ["replaced", "airtable", "Collega", "html_report"],
    ["created", "airtable", "Collega", ""],
  ]);
});

test.concurrent("a row made here is in its own history before and after it is in Airtable", async () => {
  const company = await harness.newCompany();
  await company.sync();
  const id = await company.make("prompts", { prompt_name: "Toon", prompt: "Schrijf kort." });
  await company.untilPushed();
  expect(await historyOf(company, "prompts", id)).toMatchObject([
    { kind: "created", side: "here", author: "Anna Jansen", isPending: false },
  ]);
  expect(await recordOf(company, "prompts", id)).toMatchObject({
    isSynced: true,
    airtableUrl: expect.stringMatching(/^https:\/\/airtable\.com\/app\w+\/tbl\w+\/rec\w+$/),
  });
});

test.concurrent("a row of a company that is not connected has no record", async () => {
  const company = await harness.newCompany();
  await harness.server.query("update companies set airtable_token_encrypted = null where id = $1", [company.id]);
  const id = await company.make("prompts", { prompt_name: "Toon", prompt: "Schrijf kort." });
  expect(await recordOf(company, "prompts", id)).toEqual({ isSynced: false, airtableUrl: null });
  const { body } = await company.who.client.get("/api/auth/company");
  expect(body["syncsWithAirtable"]).toBe(false);
});
