import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SentMessage } from "#contract/queue.ts";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import { connectCompany } from "../airtable-sandbox.fixture.ts";
import { html, text, url } from "../mapping/field-kinds.ts";
import { mappedFields, tableMapping } from "../mapping/mapping.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const FILLED = 600;

test.concurrent.each([
  ["with a change feed", true],
  ["without a change feed", false],
])("a filled column that takes longer to read than a turn is read to its end, %s", async (_title, hasFeed) => {
  const company = await harness.newCompany({ hasFeed });
  await company.base.addGeneratedRecords("Leads", FILLED);
  await company.sync(["leads"]);
  const records = (await company.base.records("Leads")).map(({ id }) => ({ id, fields: { Industry: "Bouw" } }));
  await company.base.control("PATCH", "tables/Leads/records", { records });
  await company.base.fault({ path: await company.base.pathOf("Leads"), latencyMs: 4_500 });
  const before = (await company.base.requests()).length;
  const run = await company.ended(await company.start(["leads"]), 240_000);
  expect(run.status).toBe("succeeded");
  const industries = (await company.rows("leads")).map(({ industry }) => industry);
  expect(industries.filter((industry) => industry === "Bouw")).toHaveLength(FILLED);
  // Six pages, and the schema, the feed and the push of each turn; a busy machine needs more turns. An endless loop needs hundreds.
  expect((await company.base.requests()).length - before).toBeLessThan(60);
});

/** Random, because a text that compresses well would fit in an index. */
const newLongText = (): string => "p".repeat(2_000).replaceAll("p", () => Math.random().toString(36).slice(2, 7));

test.concurrent("a text that is too long leaves out only its own record and an unreadable choice only its field, both reported by name", async () => {
  const company = await harness.newCompany();
  const choice = `${"x".repeat(58)}😀`;
  await company.base.add(
    "Leads",
    { "Full Name": "Anna", "Provider ID": newLongText() },
    { "Full Name": "Bea", "Lead Classification": choice },
    { "Full Name": "Cas" },
  );
  expect(await company.ended(await company.start(["leads"]))).toMatchObject({
    status: "partial",
    message: "Synchronisatie voltooid met opmerkingen: 2 met een fout. Verder: 2 gewijzigd, 0 verstuurd.",
  });
  const names = (await company.rows("leads")).map(({ full_name }) => String(full_name)).toSorted();
  expect(names).toEqual(["Bea", "Cas"]);
  const { parked } = await company.status();
  expect(parked.map(({ recordName, reason }) => `${recordName} ${reason}`).toSorted()).toEqual([
    expect.stringMatching(/^Bea .*Lead Classification/),
    expect.stringMatching(/Anna: De tekst in het veld "Provider ID" is te lang/),
  ]);
});

test.concurrent("what links to a record that is refused waits for it, and the run ends", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": newLongText() });
  expect((await company.ended(await company.start())).status).toBe("partial");
  await company.base.add("Messages", { Lead: [lead?.id], Content: "Dag", Status: "pending" });
  for (let n = 0; n < 2; n++) expect((await company.ended(await company.start())).status).toBe("partial");
  expect(await company.rows("messages")).toMatchObject([{ lead_id: null }]);
  await company.base.edit("Leads", lead?.id ?? "", { "Full Name": "Anna" });
  await company.sync();
  const { id } = await company.row("leads", lead?.id ?? "");
  expect(await company.rows("messages")).toMatchObject([{ lead_id: id }]);
});

test.concurrent("two parts of one name whose message can only be read later do not stop the runs", async () => {
  const company = await harness.newCompany();
  await company.base.control("DELETE", "tables/Messages/fields/Content");
  const [message] = await company.base.add("Messages", { Status: "approved" });
  const part = { Message: [message?.id], "Message Name": "Bericht 1", Text: "Dag", Status: "QUEUED" };
  const parts = await company.base.add("Queue", part, part);
  await company.sync();
  expect(await company.rows("queue")).toMatchObject([{ message_id: null }, { message_id: null }]);
  await company.base.control("POST", "tables/Messages/fields", { name: "Content", type: "multilineText" });
  for (let n = 0; n < 2; n++) {
    await company.sync();
    expect((await company.status()).parked).toMatchObject([
      { table: "queue", reason: "Dit deel van het bericht staat al in de wachtrij." },
    ]);
  }
  const [{ recordId } = { recordId: "" }] = (await company.status()).parked;
  const rows = await Promise.all(parts.map(({ id }) => company.row("queue", id)));
  expect(rows.filter(({ message_id }) => message_id === null).map(({ id }) => id)).toEqual([recordId]);
  const second = parts[rows.findIndex(({ id }) => id === recordId)];
  await company.base.edit("Queue", second?.id ?? "", { "Message Name": "Bericht 2" });
  await company.sync();
  expect((await company.rows("queue")).filter(({ message_id }) => message_id === null)).toEqual([]);
  expect((await company.status()).totalParked).toBe(0);
});

test.concurrent.each(SYNCED_TABLES.filter((table) => tableMapping(table).importsNewRecords))(
  "no long text leaves out a whole record of %s",
  async (table) => {
    const company = await harness.newCompany();
    const { airtableName } = tableMapping(table);
    const [message] = await company.base.add("Messages", { Content: "Dag", Status: "approved" });
    // These tables have partial indexes, which contain only rows with these values.
    const indexed = {
      queue: { Message: [message?.id], Status: "QUEUED" },
      invitations: { "Accepted At": "2026-11-10T09:00:00Z" },
    };
    const [record] = await company.base.add(airtableName, { ...indexed[table as keyof typeof indexed] });
    await company.sync();
    const texts = mappedFields(table).flatMap(
      ([field, { airtableName: name, kind, direction }]): [string, string][] => {
        if (direction === "out" || ![text, url, html].includes(kind)) return [];
        const start = kind === url ? "https://www.linkedin.com/in/" : "";
        return [[name, `${start}${newLongText()}${field === "email" ? "@bedrijf.nl" : ""}`]];
      },
    );
    await company.base.edit(airtableName, record?.id ?? "", Object.fromEntries(texts));
    await company.ended(await company.start());
    const refused = await harness.server.query(
      "select problem from airtable_records where company_id = $1 and refused",
      [company.id],
    );
    expect(refused).toEqual([]);
  },
);

test.concurrent("a part that is restored in Airtable while it cannot be stored here is queued again once it can", async () => {
  const company = await harness.newCompany();
  const [message] = await company.base.add("Messages", { Content: "Dag", Status: "approved" });
  const part = { Message: [message?.id], "Message Name": "Bericht 1", Text: "Dag", Status: "QUEUED" };
  const [first] = await company.base.add("Queue", part);
  await company.sync();
  const recordId = first?.id ?? "";
  await company.base.destroy("Queue", recordId);
  await company.sync();
  expect((await company.row("queue", recordId))["status"]).toBe("CANCELLED");
  // A message has each part once.
  const [second] = await company.base.add("Queue", part);
  await company.sync();
  await company.base.control("POST", "tables/Queue/records", { records: [{ id: recordId, fields: part }] });
  await company.sync();
  expect((await company.status()).totalParked).toBe(1);
  await company.base.edit("Queue", second?.id ?? "", { "Message Name": "Bericht 2" });
  await company.sync();
  await company.sync();
  await company.untilPushed();
  expect((await company.base.record("Queue", recordId))["Status"]).toBe("QUEUED");
  expect((await company.row("queue", recordId))["status"]).toBe("QUEUED");
  expect((await company.status()).totalParked).toBe(0);
});

test.concurrent("a record with several unreadable values names each field with its value, of which a long one is cut", async () => {
  const company = await harness.newCompany();
  const choice = "x".repeat(500);
  await company.base.add("Leads", { "Full Name": "Anna", "Lead Rating": 15, "Lead Classification": choice });
  await company.sync();
  const [parked] = (await company.status()).parked;
  expect(parked?.reason).toContain("In 2 velden staat in Airtable iets wat hier niet kan: ");
  expect(parked?.reason).toMatch(/"Lead Rating" \([^)]+\): 15[;.]/);
  expect(parked?.reason).toMatch(/"Lead Classification" \([^)]+\): "x{199}…[;.]/);
});

test.concurrent("a sent message keeps the name and profile of a lead that is deleted in Airtable", async () => {
  const company = await harness.newCompany();
  const profile = "https://www.linkedin.com/in/anna";
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "LinkedIn URL": profile });
  await company.base.add("Queue", {
    Lead: [lead?.id],
    "Message Name": "Bericht 1",
    Status: "SENT",
    "Date Sent": "2026-11-10T09:00:00Z",
  });
  await company.sync();
  await company.base.destroy("Leads", lead?.id ?? "");
  await company.sync();
  const { body } = await company.who.client.get("/api/messages-sent");
  expect(body as unknown as SentMessage[]).toMatchObject([{ fullName: "Anna", linkedInUrl: profile }]);
});

/** As a platform admin who saves another base id and token. */
const connectTo = async (company: SyncedCompany, baseId: string, token = company.base.token) =>
  harness.server.query(
    "update companies set airtable_base_id = $2, airtable_token_encrypted = $3, updated_at = now() where id = $1",
    [company.id, baseId, harness.server.platform.secrets.encrypt(token, `company:${company.id}:airtable`)],
  );

/** Everything that could be duplicated: leads, and the parts that would be sent. */
const contentOf = async (company: SyncedCompany) => ({
  leads: (await company.rows("leads")).map(({ id, full_name }) => [id, full_name]),
  queue: (await company.rows("queue")).map(({ id, status }) => [id, status]),
  base: (await company.base.records("Leads")).length,
});

const companyWithQueue = async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" }, { "Full Name": "Bea" });
  await company.base.add("Queue", { Lead: [lead?.id], "Message Name": "Bericht 1", Text: "Dag", Status: "QUEUED" });
  await company.sync();
  return company;
};

test.concurrent("a mistyped base id that is corrected changes nothing", async () => {
  const company = await companyWithQueue();
  const before = await contentOf(company);
  await connectTo(company, "appVerkeerdGetypt");
  expect((await company.ended(await company.start())).status).toBe("failed");
  await connectTo(company, company.base.id);
  await company.sync();
  expect(await contentOf(company)).toEqual(before);
});

test.concurrent("a run that reads a mistyped base when it is corrected continues with the right one", async () => {
  const company = await companyWithQueue();
  const mistyped = `${company.base.id}X`;
  await connectTo(company, mistyped);
  const release = await company.base.hold({ path: `meta/bases/${mistyped}`, times: 1 });
  const run = await company.start();
  const requestsTo = "select from airtable_rate_limits where base_hash = sha256($1::text::bytea)";
  await expect.poll(() => harness.server.query(requestsTo, [mistyped]), { timeout: 30_000 }).toHaveLength(1);
  await connectTo(company, company.base.id);
  await release();
  expect((await company.ended(run)).message).toMatch(/^Synchronisatie voltooid/);
});

test.concurrent.each([
  ["", false],
  [", also while that company has a mistyped base id", true],
])("a company that points at the base of another company reads and writes nothing there%s", async (_, isMistyped) => {
  const [company, other] = await Promise.all([companyWithQueue(), companyWithQueue()]);
  if (isMistyped) await connectTo(other, "appVerkeerdGetypt");
  const [before, beforeOfOther] = [await contentOf(company), await contentOf(other)];
  await connectTo(company, other.base.id, other.base.token);
  const [lead] = await company.rows("leads");
  await company.edit("leads", lead?.id ?? "", { classification: "HOT" });
  expect(await company.ended(await company.start())).toMatchObject({
    status: "failed",
    message: expect.stringContaining("gekoppeld aan een ander bedrijf"),
  });
  expect(await contentOf(other)).toEqual(beforeOfOther);
  await connectTo(company, company.base.id);
  await company.sync();
  expect(await contentOf(company)).toEqual(before);
  const edited = (await company.base.records("Leads")).find(
    ({ fields }) => fields["Full Name"] === lead?.["full_name"],
  );
  expect(edited?.fields["Lead Classification"]).toBe("HOT | 80");
});

test.concurrent("back from a wrong base within a day, nothing of that base stays, and rows made meanwhile are created in the right one", async () => {
  const company = await companyWithQueue();
  const wrong = await harness.sandbox.newBase();
  const [stranger] = await wrong.add("Leads", { "Full Name": "Vreemde" });
  await wrong.add("Queue", { Lead: [stranger?.id], "Message Name": "Bericht 1", Text: "Dag", Status: "QUEUED" });
  const before = await contentOf(company);
  await connectCompany(harness.server, company.id, wrong);
  await company.sync();
  expect((await company.rows("leads")).map(({ full_name }) => full_name)).toContain("Vreemde");
  const made = await company.make("leads", { full_name: "Cas" });
  await company.untilPushed();
  await connectTo(company, company.base.id);
  await company.sync();
  await company.untilPushed();
  const after = await contentOf(company);
  expect(after).toEqual({ ...before, leads: [...before.leads, [made, "Cas"]], base: before.base + 1 });
  const appIds = (await company.base.records("Leads")).map(({ fields }) => fields["App ID"]);
  expect(new Set(appIds)).toEqual(new Set(after.leads.map(([id]) => id)));
});

test.concurrent("imported records get our id as App ID, so that a copy of the base is matched with our rows", async () => {
  const company = await companyWithQueue();
  const before = await contentOf(company);
  const copy = await harness.sandbox.newBase();
  const copyRecords = async (table: string, names: string[], links: object = {}) => {
    const records = await company.base.records(table);
    const copies = records.map(({ fields }) => ({
      ...Object.fromEntries(names.map((name) => [name, fields[name]])),
      ...links,
    }));
    return copy.add(table, ...copies);
  };
  const leads = await copyRecords("Leads", ["Full Name", "App ID"]);
  const anna = leads.find(({ fields }) => fields["Full Name"] === "Anna")?.id;
  await copyRecords("Queue", ["Message Name", "Text", "Status", "App ID"], { Lead: [anna] });
  await connectCompany(harness.server, company.id, copy);
  await company.sync();
  expect(await contentOf(company)).toEqual(before);
  expect((await copy.records("Leads")).length).toBe(2);
});

test.concurrent("an edit that waits while a copy of the base is connected is compared with the copy, of which nothing else is overwritten", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna", Title: "Medewerker" });
  await company.sync();
  await harness.server.query("update sync_states set base_since = now() - interval '2 years' where company_id = $1", [
    company.id,
  ]);
  const [anna] = await company.rows("leads");
  const copy = await harness.sandbox.newBase();
  await copy.add("Leads", { "Full Name": "Anna", Title: "Directeur", "App ID": anna?.id });
  const { client } = company.who;
  expect((await client.post("/api/sync/pause", { reason: "Andere base" })).status).toBe(200);
  await company.edit("leads", anna?.id ?? "", { classification: "HOT" });
  await connectCompany(harness.server, company.id, copy);
  expect((await client.post("/api/sync/resume")).status).toBe(200);
  await company.sync();
  await company.untilPushed();
  expect((await copy.records("Leads")).map(({ fields }) => fields)).toMatchObject([
    { Title: "Directeur", "Lead Classification": "HOT | 80" },
  ]);
  expect((await company.rows("leads")).map(({ title }) => title)).toEqual(["Directeur"]);
});

test.concurrent("a duplicated record gets an App ID of its own, and a field with another purpose keeps what it holds", async () => {
  const company = await companyWithQueue();
  const [anna] = await company.base.records("Leads");
  const appId = anna?.fields["App ID"];
  await company.base.add("Leads", { "Full Name": "Kopie", "App ID": appId }, { "Full Name": "K", "App ID": "K-1234" });
  await company.sync();
  const idOf = async (name: string) =>
    (await company.base.records("Leads")).find(({ fields }) => fields["Full Name"] === name)?.fields["App ID"];
  const rows = new Map((await company.rows("leads")).map(({ full_name, id }) => [full_name, id]));
  expect(await idOf(String(anna?.fields["Full Name"]))).toBe(appId);
  expect(rows.get("Kopie")).not.toBe(appId);
  expect(await idOf("Kopie")).toBe(rows.get("Kopie"));
  expect(await idOf("K")).toBe("K-1234");
});

/** A company with leads of which some were deleted in Airtable, after the run that has found the deletions. */
const companyWithDeletions = async ({
  leads,
  deleted,
  hasFeed = true,
}: {
  leads: number;
  deleted: number;
  hasFeed?: boolean;
}) => {
  const company = await harness.newCompany({ hasFeed });
  await company.base.addGeneratedRecords("Leads", leads);
  await company.sync(["leads"]);
  const records = await company.base.records("Leads");
  await Promise.all(records.slice(0, deleted).map(({ id }) => company.base.destroy("Leads", id)));
  if (!hasFeed)
    await harness.server.query("update sync_tables set scan_soon = true where company_id = $1", [company.id]);
  const run = await company.sync(["leads"]);
  const secondRun = hasFeed ? run : await company.sync(["leads"]);
  const remaining = async () =>
    (
      await harness.server.query(
        "select from airtable_records where company_id = $1 and table_name = 'leads' and state <> 'remote_deleted'",
        [company.id],
      )
    ).length;
  const choose = (choice: string, count: number) =>
    company.who.client.post("/api/sync/deletions/leads/choose", { choice, count });
  return { company, run: secondRun, remaining, choose };
};

test.concurrent.each([
  ["with a change feed", true],
  ["without a change feed", false],
])("deleting all leads in Airtable asks a company admin first, %s", async (_title, hasFeed) => {
  const { company, run, remaining, choose } = await companyWithDeletions({ leads: 60, deleted: 60, hasFeed });
  expect(run).toMatchObject({ status: "partial", message: expect.stringContaining("60 verwijderingen") });
  expect(await remaining()).toBe(60);
  const { heldDeletions } = await company.status();
  expect(heldDeletions).toMatchObject([{ table: "leads", count: 60, total: 60, names: expect.any(Array) }]);
  expect(heldDeletions[0]?.names).toHaveLength(60);
  expect((await choose("delete", 59)).status).toBe(409);
  expect((await choose("delete", 60)).status).toBe(200);
  await eventually(remaining, (count) => count === 0);
  expect(await remaining()).toBe(0);
  expect((await company.status()).heldDeletions).toEqual([]);
  const audited = await harness.server.query(
    "select action, after from audit_log where company_id = $1 and action like 'sync.%'",
    [company.id],
  );
  expect(audited).toEqual([{ action: "sync.deletions_confirmed", after: { aantal: 60 } }]);
});

test.concurrent("deleted records that an admin wants back are created in Airtable again", async () => {
  const { company, remaining, choose } = await companyWithDeletions({ leads: 30, deleted: 4 });
  const names = (await company.rows("leads")).map(({ full_name }) => String(full_name)).toSorted();
  expect((await choose("recreate", 4)).status).toBe(200);
  await company.untilPushed();
  const there = (await company.base.records("Leads")).map(({ fields }) => String(fields["Full Name"])).toSorted();
  expect(there).toEqual(names);
  expect(await remaining()).toBe(30);
});

test.concurrent("a deleted record with an edit that Airtable had refused is created again, also after a write that fails", async () => {
  const company = await harness.newCompany();
  const { base } = company;
  const names = ["A", "B", "C", "D", "E"];
  const records = await base.add("Meetings", ...names.map((Name) => ({ Name, Type: "Sales" })));
  await company.sync();
  const { id } = await company.row("meetings", records[0]?.id ?? "");
  await company.edit("meetings", id, { type: "Evaluatie" });
  const missing = async () => (await company.status()).missingChoices;
  expect(await eventually(missing, (found) => found.length === 1)).toMatchObject([{ value: "Evaluatie" }]);
  await base.destroy("Meetings", ...records.slice(0, 4).map((record) => record.id));
  await company.sync(["meetings"]);
  await base.fault({ method: "PATCH", path: await base.pathOf("Meetings"), status: 500, times: 1 });
  const choice = { choice: "recreate", count: 4 };
  expect((await company.who.client.post("/api/sync/deletions/meetings/choose", choice)).status).toBe(200);
  await company.untilPushed();
  await company.sync();
  expect((await base.records("Meetings")).map(({ fields }) => String(fields["Name"])).toSorted()).toEqual(names);
});

test.concurrent("a record that is to be compared with Airtable is not deleted while its deletion waits for an admin", async () => {
  const { company, remaining, choose } = await companyWithDeletions({ leads: 30, deleted: 4 });
  const leads = await harness.server.query<{ id: string }>(
    `update airtable_records set state = 'pending' where company_id = $1 and table_name = 'leads' returning local_id as id`,
    [company.id],
  );
  expect(leads).toHaveLength(30);
  await company.sync();
  await company.untilPushed();
  expect(await remaining()).toBe(30);
  expect((await company.status()).heldDeletions).toMatchObject([{ table: "leads", count: 4 }]);
  expect((await choose("delete", 4)).status).toBe(200);
  await eventually(remaining, (count) => count === 26);
});

test.concurrent("when most records of a table are deleted, the last one without edits is not deleted without a question", async () => {
  const company = await harness.newCompany({ hasFeed: false });
  const records = await company.base.add("Prompts", ...["A", "B", "C", "D"].map((Name) => ({ Name, Prompt: "begin" })));
  await company.sync();
  const [unedited, ...edited] = await Promise.all(records.map(({ id }) => company.row("prompts", id)));
  await company.base.destroy("Prompts", ...records.map(({ id }) => id));
  for (const { id } of edited) await company.edit("prompts", id, { prompt: "hier" });
  await company.untilPushed();
  expect((await company.status()).totalConflicts).toBe(3);
  await harness.server.query("update sync_tables set scan_soon = true where company_id = $1", [company.id]);
  for (let run = 0; run < 2; run++) await company.sync();
  expect((await company.status()).heldDeletions).toMatchObject([{ table: "prompts", count: 1, total: 4 }]);
  expect((await company.rows("prompts")).map(({ id }) => id)).toContain(unedited?.id);
});

test.concurrent("an old conflict about a deletion does not make a later single deletion wait", async () => {
  const company = await harness.newCompany();
  const records = await company.base.add("Prompts", ...["A", "B", "C"].map((Name) => ({ Name, Prompt: "begin" })));
  await company.sync();
  const [edited, deleted] = await Promise.all(records.map(({ id }) => company.row("prompts", id)));
  await company.base.destroy("Prompts", records[0]?.id ?? "");
  await company.edit("prompts", edited?.id ?? "", { prompt: "hier" });
  await company.untilPushed();
  await company.sync();
  await harness.server.query(
    "update airtable_conflicts set found_at = now() - interval '2 days' where company_id = $1",
    [company.id],
  );
  await company.base.destroy("Prompts", records[1]?.id ?? "");
  await company.sync();
  expect((await company.status()).heldDeletions).toEqual([]);
  expect((await company.rows("prompts")).map(({ id }) => id)).not.toContain(deleted?.id);
});

test.concurrent("a few deletions need no confirmation", async () => {
  const { company, run, remaining } = await companyWithDeletions({ leads: 30, deleted: 3 });
  expect(run.status).toBe("succeeded");
  expect(await remaining()).toBe(27);
  expect((await company.status()).heldDeletions).toEqual([]);
});
