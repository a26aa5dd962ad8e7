import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SyncStatus } from "#contract/airtable.ts";
import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { findTablesContaining } from "#testing/database-contents.ts";
import { findOtherColumns, findTablesWithText } from "#testing/filled-rows.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import {
  type AirtableSandbox,
  connectCompany,
  type SandboxBase,
  startAirtableSandbox,
} from "../airtable-sandbox.fixture.ts";
import { html, text } from "../mapping/field-kinds.ts";
import { mappedFields, tableMapping } from "../mapping/mapping.ts";

const NAME = "Wilhelmina Vergeetmij";
const EMAIL = "wilhelmina@vergeetmij.nl";
const PROFILE = "https://www.linkedin.com/in/vergeetmij";

let sandbox: AirtableSandbox;
let server: TestServer;
let mine: SignedIn;
beforeAll(async () => {
  sandbox = await startAirtableSandbox();
  server = await startTestServer({ env: { AIRTABLE_URL: sandbox.url } });
});
beforeEach(async () => {
  mine = await signedIn(server, { role: "company_admin" });
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

const sync = async (): Promise<void> => {
  const runId = String((await mine.client.post("/api/sync-airtable")).body["runId"]);
  for (;;) {
    const { status } = (await mine.client.get(`/api/sync-airtable/${runId}`)).body;
    if (status === "succeeded" || status === "partial") return;
    if (status === "failed") throw new Error("the run failed");
    await wait(50);
  }
};

test("an erased person is deleted in Airtable too, and is not imported again when somebody restores the record there", async () => {
  const base = await sandbox.newBase();
  const fields = { "Full Name": NAME, Email: EMAIL, "LinkedIn URL": PROFILE };
  const [lead, other] = await base.add("Leads", fields, { "Full Name": "Iemand Anders", Email: "anders@zon.nl" });
  await base.add("Messages", { Lead: [lead?.id], Type: "icebreaker", Content: `Ice Breaker:\nBeste ${NAME}` });
  await base.add("Meetings", { Name: `Gesprek met ${NAME}`, Attendees: `${EMAIL}, frank@ons.nl`, Status: "NEW" });
  await connectCompany(server, mine.company.id, base);
  await sync();
  const [found] = (await mine.client.get("/api/leads/search?q=vergeetmij")).body as unknown as { id: string }[];
  expect((await mine.client.post(`/api/leads/${found?.id}/erase`)).status).toBe(204);
  while ((await base.records("Leads")).length > 1) await wait(50);
  await sync();
  expect((await base.records("Leads")).map(({ id }) => id)).toEqual([other?.id]);
  expect(await base.records("Messages")).toEqual([]);
  expect(await base.records("Meetings")).toEqual([]);
  expect(await findTablesContaining(server, mine.company.id, NAME)).toEqual([]);
  expect(await server.query("select from airtable_erasures where company_id = $1", [mine.company.id])).toEqual([]);

  await base.add("Leads", fields);
  await sync();
  expect(await findTablesContaining(server, mine.company.id, NAME)).toEqual([]);
  expect(await findTablesContaining(server, mine.company.id, EMAIL)).toEqual([]);
  expect((await mine.client.get("/api/leads/search?q=wilhelmina")).body).toEqual([]);
  expect((await mine.client.get("/api/all-leads")).body["items"]).toHaveLength(1);
});

test("a record that somebody else has already deleted counts as erased", async () => {
  const base = await sandbox.newBase();
  const [lead, two] = await base.add("Leads", { "Full Name": NAME, Email: EMAIL }, { "Full Name": NAME, Email: EMAIL });
  await connectCompany(server, mine.company.id, base);
  await sync();
  await base.destroy("Leads", lead?.id ?? "");
  const [found] = (await mine.client.get("/api/leads/search?q=wilhelmina")).body as unknown as { id: string }[];
  await mine.client.post(`/api/leads/${found?.id}/erase`);
  await sync();
  expect((await base.records("Leads")).map(({ id }) => id)).not.toContain(two?.id);
  expect(await server.query("select from airtable_erasures where company_id = $1", [mine.company.id])).toEqual([]);
});

test("an erasure that Airtable rejects is listed without personal data and retried in every run and on request", async () => {
  const base = await sandbox.newBase();
  await base.add("Leads", { "Full Name": NAME, Email: EMAIL }, { "Full Name": "Iemand Anders" });
  await connectCompany(server, mine.company.id, base);
  await sync();
  const [found] = (await mine.client.get("/api/leads/search?q=wilhelmina")).body as unknown as { id: string }[];
  const refusal = { error: { type: "LOCKED", message: "This record is locked" } };
  await base.fault({ method: "DELETE", status: 422, body: refusal });
  await mine.client.post(`/api/leads/${found?.id}/erase`);
  await sync();
  const status = async () => (await mine.client.get("/api/sync")).body as unknown as SyncStatus;
  const refused = {
    table: "leads",
    recordId: expect.stringMatching(/^rec/),
    askedBy: "Anna Jansen",
    askedAt: expect.any(String),
    reason:
      "Airtable weigert dit record te wissen: This record is locked. Wis het in Airtable zelf, of neem weg wat in de weg staat en probeer het opnieuw.",
  };
  expect(await status()).toMatchObject({ erasures: [refused], totalErasures: 1 });
  expect(await findTablesContaining(server, mine.company.id, NAME)).toEqual([]);

  const other = await signedIn(server, { role: "company_admin" });
  expect((await other.client.get("/api/sync")).body).toMatchObject({ erasures: [], totalErasures: 0 });
  expect((await other.client.post("/api/sync/erasures/retry")).status).toBe(200);
  const colleague = await signedIn(server, { company: mine.company });
  expect((await colleague.client.post("/api/sync/erasures/retry")).status).toBe(403);

  await sync();
  expect(await status()).toMatchObject({ erasures: [refused], totalErasures: 1 });
  await sandbox.clearFaults();
  expect((await mine.client.post("/api/sync/erasures/retry")).status).toBe(200);
  while ((await status()).totalErasures > 0) await wait(50);
  expect(await base.records("Leads")).toHaveLength(1);
});

test("nothing of an erased person is stored again when records that Airtable did not delete are changed there", async () => {
  const base = await sandbox.newBase();
  const [lead] = await base.add("Leads", { "Full Name": NAME, Email: EMAIL, "LinkedIn URL": PROFILE });
  const message = { Lead: [lead?.id], Type: "icebreaker", Content: `Ice Breaker:\nBeste ${NAME}`, Status: "pending" };
  const [written] = await base.add("Messages", message);
  const [meeting] = await base.add("Meetings", { Name: `Gesprek met ${NAME}`, Attendees: EMAIL, Status: "NEW" });
  await connectCompany(server, mine.company.id, base);
  await sync();
  const [found] = (await mine.client.get("/api/leads/search?q=wilhelmina")).body as unknown as { id: string }[];
  await base.fault({ method: "DELETE", status: 422, body: { error: { type: "LOCKED", message: "Locked" } } });
  expect((await mine.client.post(`/api/leads/${found?.id}/erase`)).status).toBe(204);
  await sync();
  await base.edit("Leads", lead?.id ?? "", { Title: `Titel van ${NAME}` });
  await base.edit("Messages", written?.id ?? "", { Content: `Ice Breaker:\nOpnieuw ${NAME}` });
  await base.edit("Meetings", meeting?.id ?? "", { Summary: `Weer ${NAME}` });
  await base.add("Messages", { ...message, Content: `Ice Breaker:\nNieuw voor ${NAME}` });
  await sync();
  expect(await findTablesContaining(server, mine.company.id, NAME)).toEqual([]);
  expect(await findTablesContaining(server, mine.company.id, EMAIL)).toEqual([]);
  await sandbox.clearFaults();
});

test("an erasure in a table that the token may not change is listed, and the other tables continue", async () => {
  const base = await sandbox.newBase();
  await base.add("Leads", { "Full Name": NAME, Email: EMAIL });
  const [prompt] = await base.add("Prompts", { Name: "Opening", Prompt: "begin" });
  await connectCompany(server, mine.company.id, base);
  await sync();
  const [found] = (await mine.client.get("/api/leads/search?q=wilhelmina")).body as unknown as { id: string }[];
  await base.control("PATCH", "tables/Leads", { isSynced: true });
  await base.edit("Prompts", prompt?.id ?? "", { Prompt: "gewijzigd" });
  await mine.client.post(`/api/leads/${found?.id}/erase`);
  await sync();
  expect((await mine.client.get("/api/sync")).body).toMatchObject({
    erasures: [{ table: "leads", reason: expect.stringContaining("niet genoeg rechten (data.records:write)") }],
    totalErasures: 1,
  });
  const texts = await server.query("select prompt from prompts where company_id = $1", [mine.company.id]);
  expect(texts).toEqual([{ prompt: "gewijzigd" }]);

  await base.control("PATCH", "tables/Leads", { isSynced: false });
  await sync();
  expect(await base.records("Leads")).toEqual([]);
  expect((await mine.client.get("/api/sync")).body).toMatchObject({ erasures: [], totalErasures: 0 });
});

const eraseFound = async (): Promise<void> => {
  const [found] = (await mine.client.get("/api/leads/search?q=wilhelmina")).body as unknown as { id: string }[];
  expect((await mine.client.post(`/api/leads/${found?.id}/erase`)).status).toBe(204);
};

test.each([
  ["suspended", (base: SandboxBase) => base.control("PATCH", "tables/Leads/fields/Full%20Name", { type: "checkbox" })],
  [
    "left out",
    () => mine.client.put("/api/airtable/mapping", { tables: [{ table: "leads", tableId: null, fields: [] }] }),
  ],
])("an erased person is deleted in Airtable although the table is %s", async (_state, change) => {
  const base = await sandbox.newBase();
  await base.add("Leads", { "Full Name": NAME, Email: EMAIL });
  await connectCompany(server, mine.company.id, base);
  await sync();
  await change(base);
  await sync();
  await eraseFound();
  await sync();
  expect(await base.records("Leads")).toEqual([]);
  expect((await mine.client.get("/api/sync")).body).toMatchObject({ erasures: [], totalErasures: 0 });
});

/** Erases a person whose record is in a base that the company has left. Returns that base. */
const eraseInFormerBase = async () => {
  const [former, base] = [await sandbox.newBase(), await sandbox.newBase()];
  await former.add("Leads", { "Full Name": NAME, Email: EMAIL });
  for (const each of [former, base]) {
    await connectCompany(server, mine.company.id, each);
    await sync();
    // The rows of a base that was connected for less than a day would leave with it.
    await server.query("update sync_states set base_since = now() - interval '2 days' where company_id = $1", [
      mine.company.id,
    ]);
  }
  await eraseFound();
  return former;
};

test("an erasure in a former base is listed until a user confirms that the record was deleted there", async () => {
  const former = await eraseInFormerBase();
  await sync();
  const listed = async () => ((await mine.client.get("/api/sync")).body as unknown as SyncStatus).erasures;
  const [erasure] = await listed();
  const formerUrl = expect.stringContaining(`https://airtable.com/${former.id}/tbl`);
  expect(erasure).toMatchObject({ table: "leads", isInFormerBase: true, formerUrl });
  const path = (table: string) => `/api/sync/erasures/${table}/${erasure?.recordId}/done`;
  expect((await mine.client.post(path("prompts"))).status).toBe(404);
  expect((await mine.client.post(path("leads"))).status).toBe(200);
  expect(await listed()).toEqual([]);
});

test("an erased person is deleted in a former base when it is connected again", async () => {
  const former = await eraseInFormerBase();
  await connectCompany(server, mine.company.id, former);
  await sync();
  expect(await former.records("Leads")).toEqual([]);
  expect(await findTablesContaining(server, mine.company.id, NAME)).toEqual([]);
  expect((await mine.client.get("/api/sync")).body).toMatchObject({ erasures: [], totalErasures: 0 });
});

test("a record that was being created while its person was erased is deleted again", async () => {
  const base = await sandbox.newBase();
  await connectCompany(server, mine.company.id, base);
  await sync();
  const release = await base.hold({ method: "PATCH", times: 1 });
  expect((await mine.client.post("/api/leads", { fullName: NAME, email: EMAIL })).status).toBe(201);
  while (!(await base.requests()).some(({ method }) => method === "PATCH")) await wait(50);
  await eraseFound();
  await release();
  while ((await base.records("Leads")).length === 0) await wait(50);
  await sync();
  await sync();
  expect(await base.records("Leads")).toEqual([]);
  expect(await findTablesContaining(server, mine.company.id, NAME)).toEqual([]);
});

/** In every text field that is about the person, and in those that are not. */
const PERSON = "zwgwilhelminazwg";
const COLLEAGUE = "zwgcollegazwg";

const fillTexts = async (table: SyncedTable): Promise<Record<string, string>> => {
  const others = await findOtherColumns(server.query, tableMapping(table).sqlTable);
  const texts = mappedFields(table).filter(([, { kind }]) => [text.label, html.label].includes(kind.label));
  return Object.fromEntries(
    texts.map(([column, { airtableName }]) => [airtableName, others.includes(column) ? COLLEAGUE : PERSON]),
  );
};

/** A record in every table that the company's own tools fill. */
const fillBase = async (base: SandboxBase): Promise<void> => {
  const identity = { Email: `${PERSON}@voorbeeld.nl`, "LinkedIn URL": `https://www.linkedin.com/in/${PERSON}` };
  const [lead] = await base.add("Leads", { ...(await fillTexts("leads")), ...identity });
  const Lead = [lead?.id];
  const Content = `Ice Breaker:\n${PERSON}`;
  const [message] = await base.add("Messages", { ...(await fillTexts("messages")), Lead, Content, Type: "icebreaker" });
  await base.add("Queue", { ...(await fillTexts("queue")), Lead, Message: [message?.id], Status: "SENT" });
  const people = { Attendees: identity.Email, Owner: COLLEAGUE };
  await base.add("Meetings", { ...(await fillTexts("meetings")), ...people, Status: "NEW" });
  await base.add("Invitations", { ...(await fillTexts("invitations")), Lead, Status: "SENT" });
};

test("of a person in every text field of every table nothing is left, in Airtable or here", async () => {
  const base = await sandbox.newBase();
  await fillBase(base);
  await connectCompany(server, mine.company.id, base);
  await sync();
  const [found] = (await mine.client.get(`/api/leads/search?q=${PERSON}`)).body as unknown as { id: string }[];
  const [message] = await server.query<{ id: string }>("select id from messages where lead_id = $1", [found?.id]);
  // Adjustments are made here and sent to Airtable.
  const editedContent = { "Ice Breaker": `Beste ${PERSON}` };
  expect((await mine.client.post(`/api/messages/${message?.id}/edit`, { editedContent })).status).toBe(200);
  await sync();
  const recordsWith = async (table: SyncedTable) =>
    (await base.records(tableMapping(table).airtableName)).filter((record) => JSON.stringify(record).includes(PERSON));
  for (const table of ["leads", "messages", "adjustments", "queue", "meetings"] as const)
    expect(await recordsWith(table), table).not.toEqual([]);
  expect((await mine.client.post(`/api/leads/${found?.id}/erase`)).status).toBe(204);
  await sync();
  for (const table of SYNCED_TABLES) expect(await recordsWith(table), table).toEqual([]);
  expect(await findTablesWithText(server.query, PERSON)).toEqual([]);
});
