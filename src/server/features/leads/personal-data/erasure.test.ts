import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findPersonalTables, findTablesWithText, insertFilledRow } from "#testing/filled-rows.ts";
import { CHILD_ENVIRONMENT } from "#testing/product-process.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { exportNameOf } from "./personal-data.queries.ts";

/** Plain letters, so that it stays the same where texts are normalised for the search. */
const PERSON = "zwgwilhelminazwg";
const BYSTANDER = "zwgannazwg";
/** In the columns that are not personal. */
const COLLEAGUE = "zwgcollegazwg";

const APP_SECRET = "een geheim dat bij deze installatie hoort";

const emailOf = (name: string) => `${name}@voorbeeld.nl`;
const profileOf = (name: string) => `https://www.linkedin.com/in/${name}`;

let server: TestServer;
let me: SignedIn;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usa-erasure-"));
  server = await startTestServer();
});
beforeEach(async () => {
  me = await signedIn(server, { role: "company_admin" });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A row in every table that holds personal data, with a value in every column, and all of them about one person. */
const fillEveryTable = async (person: string): Promise<string> => {
  const tables = new Map((await findPersonalTables(server.query)).map((table) => [table.name, table]));
  const companyId = me.company.id;
  const insert = async (name: string, fixedColumns: Record<string, unknown> = {}): Promise<string> => {
    const table = tables.get(name);
    if (!table) throw new Error(`${name} declares no personal data`);
    tables.delete(name);
    return insertFilledRow(server.query, table, { companyId, personal: person, other: COLLEAGUE, fixedColumns });
  };
  const lead_id = await insert("leads", {
    email: emailOf(person),
    linkedin_url: profileOf(person),
    deleted_at: null,
    merged_into: null,
    lead_rating: 8,
  });
  const synced = { table_name: "leads", local_id: lead_id };
  await insert("classification_changes", { lead_id });
  await insert("lead_notes", { lead_id, author_id: null });
  await insert("lead_tags", { lead_id });
  await insert("lead_ratings", { lead_id });
  // A text without a link to the lead is recognised by the address: the name is one word, which other people may have.
  await insert("lead_views", { user_id: null, name: `Leads bij ${emailOf(person)}` });
  const message_id = await insert("messages", { lead_id, assigned_to: null });
  await insert("message_notes", { message_id });
  await insert("message_versions", { message_id });
  await insert("adjustments", { message_id });
  await insert("message_drafts", { message_id });
  const meeting_id = await insert("meetings", {
    attendees: `Frank <frank@ons.nl>, ${person} <${emailOf(person)}>`,
    meeting_owner: COLLEAGUE,
    private_by: null,
    was_private_by: null,
  });
  await insert("meeting_summaries", { meeting_id });
  await insert("writing_requests", { lead_id, message_id, meeting_id });
  await insert("struck_facts", { lead_id });
  const queue_item_id = await insert("queue_items", { lead_id, message_id, status: "SENT" });
  await insert("delivery_attempts", { queue_item_id });
  const [account] = await server.query<{ id: string }>(
    `insert into linkedin_accounts (company_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
      values ($1, gen_random_uuid()::text, $2, 'eigenaar', 'ok', now(), now()) returning id`,
    [companyId, COLLEAGUE],
  );
  const accountAndLead = { account_id: account?.id, lead_id };
  await insert("linkedin_relations", accountAndLead);
  await insert("linkedin_conversations", accountAndLead);
  await insert("linkedin_messages", { ...accountAndLead, queue_item_id });
  await insert("linkedin_sends", { account_id: account?.id, queue_item_id });
  await insert("tasks", { lead_id, meeting_id, owner_id: null, due_on: "2026-11-20" });
  await insert("invitations", { lead_id });
  const import_id = await insert("lead_imports", { file: Buffer.from(`naam;email\n${person};${emailOf(person)}\n`) });
  await insert("lead_import_skipped_rows", { import_id, lead_id });
  await insert("airtable_records", { ...synced, record_id: null });
  await insert("airtable_outbox", synced);
  await insert("airtable_conflicts", synced);
  await insert("airtable_changes", synced);
  // The record ids are kept until Airtable has deleted the records.
  const formerRecord = { base_id: "appFormer", remote_table_id: "tblFormer", record_id: `rec${lead_id}` };
  await insert("airtable_former_records", { ...synced, ...formerRecord });
  await insert("undoable_actions", { subject_ids: [lead_id] });
  await insert("webhook_events", { lead_id });
  await insert("audit_log", { subject_id: lead_id });
  // The search text of the lead is written by a trigger.
  tables.delete("lead_search");
  expect([...tables.keys()], "tables with personal data that this test does not fill").toEqual([]);
  return lead_id;
};

// A trigger compacts counters at random moments: it replaces the rows of a sum by one row. So the sums are compared.
const INDUSTRY_SUMS = `(select company_id, kind, day, industry, sum(sent) as sent, sum(responses) as responses
  from industry_results group by company_id, kind, day, industry)`;

/** The rows with this text, by table, of all companies. */
const rowsWith = async (text: string): Promise<Record<string, unknown[]>> => {
  const found: Record<string, unknown[]> = {};
  for (const name of await findTablesWithText(server.query, text)) {
    const source = name === "industry_results" ? INDUSTRY_SUMS : name;
    found[name] = await server.query(
      `select row_to_json(t) as row from ${source} t where strpos(row_to_json(t)::text, $1) > 0 or strpos(t::text, encode($1::bytea, 'hex')) > 0 order by t::text`,
      [text],
    );
  }
  return found;
};

const filesWith = async (text: string): Promise<string[]> => {
  const { storage } = server.platform;
  const found: string[] = [];
  for await (const { key } of storage.list("")) {
    const file = await storage.get(key);
    if (key.includes(text) || (file && (await buffer(file.body)).includes(text))) found.push(key);
  }
  return found;
};

/** The tables with this text after a backup made now is restored into an empty database. */
const restoredTablesWith = async (text: string): Promise<string[]> => {
  const restored = await createEmptyDatabase();
  const archive = join(folder, "after.usabackup");
  const STORAGE_URL = pathToFileURL(join(folder, "restored")).href;
  const run = (command: "backup" | "restore", env: Record<string, string>, ...more: string[]) =>
    promisify(execFile)(process.execPath, [`src/server/commands/${command}.ts`, archive, ...more], {
      env: { ...CHILD_ENVIRONMENT, NODE_ENV: "test", DATA_DIR: folder, APP_SECRET, ...env },
    });
  try {
    await run("backup", { DATABASE_URL: server.databaseUrl, STORAGE_URL: server.platform.config.storageUrl });
    await run("restore", { DATABASE_URL: restored.url, STORAGE_URL }, "--resume");
    return await findTablesWithText(restored.query, text);
  } finally {
    await restored.drop();
  }
};

test("erasing a person with a value in every column of every table leaves nothing of them, and everything of others", async () => {
  const lead = await fillEveryTable(PERSON);
  await fillEveryTable(BYSTANDER);
  const filled = await findTablesWithText(server.query, PERSON);
  expect(filled).toEqual(await findTablesWithText(server.query, BYSTANDER));
  expect(filled).toContain("lead_search");
  const others = await rowsWith(BYSTANDER);
  expect((await me.client.post(`/api/leads/${lead}/erase`)).status).toBe(204);
  expect(await findTablesWithText(server.query, PERSON)).toEqual([]);
  expect(await rowsWith(BYSTANDER)).toEqual(others);
  expect(await filesWith(PERSON)).toEqual([]);
  expect(await restoredTablesWith(PERSON)).toEqual([]);
});

test("new columns are erased too: one declared personal, and one in a table whose rows are deleted", async () => {
  await server.query("alter table leads add column nickname text");
  await server.query("comment on column leads.nickname is 'erased to null'");
  await server.query("alter table adjustments add column remark jsonb");
  const lead = await fillEveryTable(PERSON);
  const nicknames = () => server.query("select nickname from leads where id = $1", [lead]);
  expect(await nicknames()).toEqual([{ nickname: PERSON }]);
  expect((await me.client.post(`/api/leads/${lead}/erase`)).status).toBe(204);
  expect(await nicknames()).toEqual([{ nickname: null }]);
  expect(await findTablesWithText(server.query, PERSON)).toEqual([]);
});

test.each(["base_values", "unconfirmed", "unreported"])(
  "values for %s of a record of an erased lead are not stored",
  async (column) => {
    const lead = await fillEveryTable(PERSON);
    expect((await me.client.post(`/api/leads/${lead}/erase`)).status).toBe(204);
    const changed = await server.query(
      `update airtable_records set ${column} = jsonb_build_object('full_name', $2::text) where local_id = $1 returning local_id`,
      [lead, PERSON],
    );
    expect(changed).toHaveLength(1);
    expect(await findTablesWithText(server.query, PERSON)).toEqual([]);
  },
);

/** They may be about other people too, or repeat the lead. */
const LEFT_OUT = ["lead_search", "lead_imports", "undoable_actions"];

// Last: the other tests search all companies for the person.
test("the export of a person has a row of every table with personal data, and none about others", async () => {
  const lead = await fillEveryTable(PERSON);
  await fillEveryTable(BYSTANDER);
  const { body, text } = await me.client.get(`/api/leads/${lead}/export`);
  const counts = new Map(Object.entries(body).map(([name, rows]) => [name, (rows as unknown[]).length]));
  const tables = (await findPersonalTables(server.query)).map(({ name }) => name);
  expect(tables).toEqual(expect.arrayContaining(LEFT_OUT));
  const exported = tables
    .filter((name) => !LEFT_OUT.includes(name))
    .map((name): [string, number] => [exportNameOf(name), 1]);
  expect(counts).toEqual(new Map(exported));
  for (const name of ["leadRatings", "messageDrafts", "struckFacts", "meetingSummaries", "linkedinConversations"])
    expect(JSON.stringify(body[name])).toContain(PERSON);
  expect(text).not.toContain(BYSTANDER);
});
