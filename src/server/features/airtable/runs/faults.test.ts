import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 20 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

type InjectFault = (company: SyncedCompany, method: "GET" | "PATCH") => Promise<unknown>;

const once =
  (fault: object): InjectFault =>
  (company, method) =>
    company.base.fault({ method, times: 1, ...fault });

/** Faults of a single request. */
const FAULTS: Record<string, InjectFault> = {
  "a 500": once({ status: 500 }),
  "a 502 without a body": once({ status: 502, body: "" }),
  "a 503 with Retry-After": once({ status: 503, headers: { "Retry-After": "1" } }),
  "a slow response": once({ latencyMs: 1_500 }),
  "a response timeout": once({ latencyMs: 12_000 }),
  "a connection reset before the request is handled": once({ resetConnection: "beforeHandling" }),
  "a connection reset after the request was handled": once({ resetConnection: "afterHandling" }),
  "a truncated response": once({ truncate: true }),
};

const LEADS = 120;

const leadNames = async (company: SyncedCompany) =>
  (await company.rows("leads")).map(({ full_name }) => String(full_name)).toSorted();

test.concurrent.each(Object.entries(FAULTS))("reading survives %s", async (_name, injectFault) => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", LEADS);
  await injectFault(company, "GET");
  const run = await company.ended(await company.start(["leads"]));
  expect(run.status).toBe("succeeded");
  const namesInAirtable = (await company.base.records("Leads"))
    .map(({ fields }) => String(fields["Full Name"]))
    .toSorted();
  expect(await leadNames(company)).toEqual(namesInAirtable);
});

test.concurrent.each(Object.entries(FAULTS))("writing survives %s", async (_name, injectFault) => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  await company.sync();
  const [lead] = await company.rows("leads");
  await injectFault(company, "PATCH");
  await company.edit("leads", lead?.id ?? "", { classification: "HOT" });
  const queued = await company.make("queue", { lead_id: lead?.id, message_name: "Bericht 1", status: "QUEUED" });
  await company.untilPushed();
  expect((await company.base.records("Leads"))[0]?.fields["Lead Classification"]).toBe("HOT | 80");
  expect((await company.base.records("Queue")).map(({ fields }) => fields["App ID"])).toEqual([queued]);
  expect((await company.status()).totalConflicts).toBe(0);
});

test.concurrent("a lost response to a creation causes no duplicate and loses no later edit", async () => {
  const company = await harness.newCompany();
  await company.sync();
  await company.base.fault({ method: "PATCH", resetConnection: "afterHandling", times: 1 });
  const id = await company.make("queue", { message_name: "Bericht 1", text: "van hier", status: "QUEUED" });
  const countQueueRecords = async () => (await company.base.records("Queue")).length;
  await eventually(countQueueRecords, (count) => count === 1);
  const [record] = await company.base.records("Queue");
  await company.base.edit("Queue", record?.id ?? "", { "Date Due": "2026-12-01T09:00:00Z" });
  await company.untilPushed();
  await company.sync();
  expect((await company.base.records("Queue")).map(({ fields }) => fields)).toMatchObject([
    { "App ID": id, Text: "van hier", "Date Due": "2026-12-01T09:00:00.000Z" },
  ]);
  expect(await countQueueRecords()).toBe(1);
});

test.concurrent("a table whose pages take eleven seconds is read, in smaller pages", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", LEADS);
  await company.base.fault({ path: await company.base.pathOf("Leads"), latencyMs: 11_000 });
  const run = await company.ended(await company.start(["leads"]));
  expect(run).toMatchObject({ status: "succeeded", tables: [{ seen: LEADS }] });
  const [state] = await harness.server.query<{ page_size: number }>(
    "select page_size from sync_tables where company_id = $1 and table_name = 'leads'",
    [company.id],
  );
  expect(state?.page_size).toBeLessThan(100);
});

test.concurrent("a list that expires is read again from the start", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 350);
  const expired = { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", message: "gone" } };
  await company.base.fault({ method: "GET", status: 422, body: expired, times: 1 });
  await company.sync(["leads"]);
  expect((await leadNames(company)).length).toBe(350);
});

test.concurrent("a record that is deleted during a scan does not affect the others", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 150);
  await company.base.fault({ method: "GET", latencyMs: 800 });
  const runId = await company.start(["leads"]);
  const [first] = await company.base.records("Leads");
  await company.base.destroy("Leads", first?.id ?? "");
  await company.ended(runId);
  await company.sync();
  const [known] = await harness.server.query<{ count: number }>(
    "select count(*)::int from airtable_records where company_id = $1 and table_name = 'leads' and state = 'synced'",
    [company.id],
  );
  expect(known?.count).toBe(149);
});

test.concurrent("a field that is deleted between two requests is left out in the same run", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 20);
  await company.base.add("Prompts", { Name: "Icebreaker", Prompt: "Schrijf." });
  const unknown = { error: { type: "UNKNOWN_FIELD_NAME", message: 'Unknown field name: "Title"' } };
  await company.base.fault({ method: "GET", status: 422, body: unknown, times: 1 });
  await company.base.control("DELETE", "tables/Leads/fields/Title");
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({
    status: "partial",
    message: expect.stringContaining("1 veld overgeslagen (Title in Leads)"),
  });
  expect(run.message).toMatch(/^Synchronisatie voltooid met opmerkingen/);
  expect((await company.rows("prompts")).length).toBe(1);
  expect((await company.rows("leads")).length).toBe(20);
});

/** A synced lead that a user edits after the base was changed. */
const editAfter = async (changeBase: (company: SyncedCompany) => Promise<unknown>) => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  await company.sync();
  await changeBase(company);
  const [lead] = await company.rows("leads");
  await company.edit("leads", lead?.id ?? "", { classification: "HOT" });
  return { company, id: lead?.id ?? "" };
};
const CLASSIFICATION_FIELD_PATH = "tables/Leads/fields/Lead%20Classification";

test.concurrent("an edit is pushed to a field that was renamed in Airtable", async () => {
  const { company } = await editAfter(({ base }) =>
    base.control("PATCH", CLASSIFICATION_FIELD_PATH, { name: "Klasse" }),
  );
  await company.untilPushed();
  expect((await company.base.records("Leads"))[0]?.fields["Klasse"]).toBe("HOT | 80");
});

test.concurrent("an edit of a field that was deleted in Airtable waits visibly until the field is restored", async () => {
  const { company, id } = await editAfter(({ base }) => base.control("DELETE", CLASSIFICATION_FIELD_PATH));
  await company.sync();
  expect(await company.state("leads", id)).toBe("pending");
  const [leads] = (await company.status()).tables;
  expect(leads).toMatchObject({
    pending: 1,
    suspendedReason: null,
    fieldProblems: [expect.stringContaining('"Lead Classification" ontbreekt')],
  });
  const field = { name: "Lead Classification", type: "singleSelect", choices: ["COLD | 10", "HOT | 80"] };
  await company.base.control("POST", "tables/Leads/fields", field);
  const [lead] = await company.base.records("Leads");
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Classification": "COLD | 10" });
  await company.sync();
  await company.untilPushed();
  expect((await company.base.records("Leads"))[0]?.fields["Lead Classification"]).toBe("HOT | 80");
});

test.concurrent.each([
  ["a revoked token", { revoked: true }, "weigert het toegangstoken"],
  ["a token without read permission", { scopes: ["schema.bases:read"] }, "(data.records:read)"],
  ["a token without schema permission", { scopes: ["data.records:read"] }, "kent de base niet"],
  ["a token of another base", { baseIds: [] }, "kent de base niet"],
])("%s fails the run at once with a clear reason", async (_name, change, reason) => {
  const company = await harness.newCompany();
  await harness.sandbox.control("PATCH", `airtable/tokens/${company.base.token}`, change);
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({ status: "failed", message: expect.stringContaining(reason) });
});

test.concurrent("after the monthly quota is used up there are no retries", async () => {
  const company = await harness.newCompany();
  await company.base.control("PATCH", "limits", { isQuotaSpent: true });
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({ status: "failed", message: expect.stringContaining("maandelijkse aantal aanroepen") });
  expect((await company.base.requests()).length).toBeLessThanOrEqual(3);
});

test.concurrent("with a read-only token edits wait until the token may write", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  const [lead] = await company.rows("leads");
  const scopes = ["data.records:read", "schema.bases:read", "webhook:manage"];
  await harness.sandbox.control("PATCH", `airtable/tokens/${company.base.token}`, { scopes });
  await company.edit("leads", lead?.id ?? "", { classification: "HOT" });
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({ status: "partial", message: expect.stringContaining("(data.records:write)") });
  expect(await company.state("leads", lead?.id ?? "")).toBe("pending");
  await harness.sandbox.control("PATCH", `airtable/tokens/${company.base.token}`, {
    scopes: [...scopes, "data.records:write"],
  });
  await company.sync();
  expect((await company.base.records("Leads"))[0]?.fields["Lead Classification"]).toBe("HOT | 80");
});

test.concurrent("a table that is locked for the token's owner does not stop the other tables", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna" });
  await company.base.add("Prompts", { Name: "Icebreaker", Prompt: "Schrijf." });
  await company.sync();
  const [lead] = await company.rows("leads");
  const [prompt] = await company.rows("prompts");
  const body = { error: { type: "INVALID_PERMISSIONS", message: "You are not permitted to perform this operation" } };
  await company.base.fault({ method: "PATCH", path: await company.base.pathOf("Leads"), status: 403, body });
  await company.edit("leads", lead?.id ?? "", { classification: "HOT" });
  await company.edit("prompts", prompt?.id ?? "", { prompt: "Schrijf kort." });
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({ status: "partial", message: expect.stringContaining("in de tabel Leads") });
  expect((await company.base.records("Prompts"))[0]?.fields["Prompt"]).toBe("Schrijf kort.");
  expect(await company.state("leads", lead?.id ?? "")).toBe("pending");
});

test.concurrent("when the token loses its right to the change feed, the tables are polled", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  expect((await company.status()).hasChangeFeed).toBe(true);
  await company.base.removeFeedPermission();
  await company.base.edit("Leads", lead?.id ?? "", { Title: "Directeur" });
  const run = await company.ended(await company.start());
  expect(run.status).toBe("succeeded");
  expect((await company.rows("leads"))[0]).toMatchObject({ title: "Directeur" });
  expect((await company.status()).hasChangeFeed).toBe(false);
});

const listWebhooks = async ({ base }: SyncedCompany): Promise<{ id: string }[]> => {
  const headers = { authorization: `Bearer ${base.token}` };
  const response = await fetch(`${harness.sandbox.url}/v0/bases/${base.id}/webhooks`, { headers });
  return ((await response.json()) as { webhooks: { id: string }[] }).webhooks;
};

test.concurrent("after an error in the change feed everything is read again, and the feed is replaced", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  const [before] = await listWebhooks(company);
  const changeHook = (change: object) => company.base.control("PATCH", `webhooks/${before?.id}`, change);
  // While it is expired the webhook logs nothing: Airtable has lost this change.
  await changeHook({ expiresInMs: -1000 });
  await company.base.edit("Leads", lead?.id ?? "", { Title: "Directeur" });
  await changeHook({ expiresInMs: 86_400_000, error: "INVALID_HOOK" });
  expect((await company.ended(await company.start())).status).toBe("succeeded");
  expect((await company.rows("leads"))[0]).toMatchObject({ title: "Directeur" });
  const after = await listWebhooks(company);
  expect(after).toHaveLength(1);
  expect(after[0]?.id).not.toBe(before?.id);
});

test.concurrent("a new webhook is created next to an expired one that is still listed", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  const [before] = await listWebhooks(company);
  await company.base.control("PATCH", `webhooks/${before?.id}`, { expiresInMs: -1000 });
  await harness.server.query(
    "update sync_states set feed_expires_at = now() - interval '1 second' where company_id = $1",
    [company.id],
  );
  await company.base.edit("Leads", lead?.id ?? "", { Title: "Directeur" });
  expect((await company.ended(await company.start())).status).toBe("succeeded");
  expect((await company.rows("leads"))[0]).toMatchObject({ title: "Directeur" });
  expect(await listWebhooks(company)).toHaveLength(2);
});
