import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findTablesContaining as findTables } from "#testing/database-contents.ts";
import { importOf, makeInvitations, makeLead, makeMeetings, uploadCsv } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  me = await signedIn(server, { role: "company_admin" });
});
afterAll(() => server.close());

const NAME = "Wilhelmina Vergeetmij";
const EMAIL = "wilhelmina@vergeetmij.nl";
const PROFILE = "https://www.linkedin.com/in/vergeetmij";

/** A lead with rows in every table that holds personal data. */
const makeHistory = async (name = NAME, email = EMAIL, profile = PROFILE): Promise<string> => {
  const company = me.company.id;
  const id = await makeLead(server, company, {
    full_name: name,
    email,
    linkedin_url: profile,
    provider_id: `id-${name}`,
    company: "Vergeetmij BV",
    classification: "COLD",
    motivation: `Over ${name}`,
    html_report: `<p>${name}</p>`,
  });
  await me.client.patch(`/api/leads/${id}/classification`, { classification: "HOT" });
  const [message] = await server.query<{ id: string }>(
    `insert into messages (company_id, lead_id, message_type, content, motivation_rating, feedback)
      values ($1, $2, 'icebreaker', $3, $3, $3) returning id`,
    [company, id, `Beste ${name}`],
  );
  await server.query(
    `insert into message_versions (company_id, message_id, number, content, source, author, made_at)
      values ($1, $2, 1, $3, 'original', 'x', now())`,
    [company, message?.id, `Beste ${name}`],
  );
  await server.query(
    `insert into adjustments (company_id, message_id, section, original, edited, made_by, made_at)
      values ($1, $2, 'Ice Breaker', $3, $3, 'x', now())`,
    [company, message?.id, `Beste ${name}`],
  );
  const items = await server.query<{ id: string }>(
    `insert into queue_items (company_id, lead_id, message_id, message_name, text, status, date_sent, problem)
      values ($1, $2, $3, 'Ice Breaker', $4, 'SENT', now(), $4), ($1, $2, $3, 'Bericht 1', $4, 'QUEUED', null, null) returning id`,
    [company, id, message?.id, `Beste ${name}`],
  );
  await server.query(
    `insert into delivery_attempts (company_id, queue_item_id, channel, started_at, detail) values ($1, $2, 'x', now(), $3)`,
    [company, items[0]?.id, `Beste ${name}`],
  );
  await makeInvitations(server, company, [{ lead_id: id, connected_with: "Frank", accepted_at: new Date() }]);
  await server.query(
    "insert into meetings (company_id, meeting_name, attendees, summary, report) values ($1, $2, $3, $2, $2)",
    [company, `Gesprek met ${name}`, `${email.toUpperCase()}, frank@ons.nl`],
  );
  return id;
};

const tablesWith = (text: string): Promise<string[]> => findTables(server, me.company.id, text);

test("the other leads of a person are named before the erasure, deleted ones too, and only to admins", async () => {
  const company = me.company.id;
  const id = await makeLead(server, company, { full_name: NAME, email: EMAIL, company: "Vergeetmij BV" });
  await makeLead(server, company, { full_name: "W. Vergeetmij", email: EMAIL, company: "Zon BV" });
  const deleted = await makeLead(server, company, { full_name: "Wil Vergeetmij", email: EMAIL });
  await makeLead(server, company, { full_name: NAME, email: "een-ander@vergeetmij.nl" });
  await server.query("update leads set deleted_at = now() where id = $1", [deleted]);
  const path = `/api/leads/${id}/other-leads-of-person`;
  expect((await me.client.get(path)).body).toEqual([
    { id: expect.any(String), fullName: "W. Vergeetmij", company: "Zon BV", isDeleted: false },
    { id: deleted, fullName: "Wil Vergeetmij", company: null, isDeleted: true },
  ]);
  const manager = await signedIn(server, { role: "account_manager", company: me.company });
  expect((await manager.client.get(path)).status).toBe(403);
  const elsewhere = await signedIn(server, { role: "company_admin" });
  expect((await elsewhere.client.get(path)).status).toBe(404);
});

test("admins export everything about a person as one file", async () => {
  const id = await makeHistory();
  const other = await makeHistory("Iemand Anders", "anders@vergeetmij.nl", "https://linkedin.com/in/anders");
  const response = await me.client.get(`/api/leads/${id}/export`);
  expect(response.headers.get("content-disposition")).toContain('filename="Wilhelmina Vergeetmij.json"');
  expect(response.body).toMatchObject({
    leads: [{ id, full_name: NAME, html_report: `<p>${NAME}</p>` }],
    classificationChanges: [{ old_value: "COLD", new_value: "HOT" }],
    invitations: [{ connected_with: "Frank" }],
    messages: [{ content: `Beste ${NAME}` }],
    messageVersions: [{ content: `Beste ${NAME}` }],
    adjustments: [{ edited: `Beste ${NAME}` }],
    queue: [{ message_name: "Ice Breaker" }, { message_name: "Bericht 1" }],
    deliveryAttempts: [{ detail: `Beste ${NAME}` }],
    meetings: [{ summary: `Gesprek met ${NAME}` }],
    log: [{ action: "lead.classified" }],
  });
  expect(response.text).not.toContain(other);
  expect(response.text).not.toContain("Iemand Anders");
  const user = await signedIn(server, { company: me.company });
  expect((await user.client.get(`/api/leads/${id}/export`)).status).toBe(403);
  expect((await user.client.post(`/api/leads/${id}/erase`)).status).toBe(403);
  expect(await tablesWith(NAME)).toContain("leads");
});

test("a person is erased from every table, and nobody else is", async () => {
  const id = await makeHistory();
  const twin = await makeLead(server, me.company.id, { full_name: NAME, email: ` ${EMAIL.toUpperCase()} ` });
  await makeHistory("Iemand Anders", "anders@vergeetmij.nl", "https://linkedin.com/in/anders");
  const kept = await tablesWith("Iemand Anders");
  const report = importOf(await uploadCsv(me.client, `naam;email\n${NAME};${EMAIL}`));
  await me.client.post(`/api/lead-imports/${report.id}/start`, { mapping: report.mapping });
  while ((await me.client.get(`/api/lead-imports/${report.id}`)).body["status"] !== "done") await wait(20);
  expect(await tablesWith(NAME)).toContain("lead_import_skipped_rows");
  importOf(await uploadCsv(me.client, `naam;email\n${NAME};${EMAIL}`, "nog-niet.csv"));
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  for (const trace of [NAME, "vergeetmij.nl", "in/vergeetmij", "Beste Wilhelmina"]) {
    const others = trace === "vergeetmij.nl" ? kept : [];
    expect({ trace, tables: (await tablesWith(trace)).filter((table) => !others.includes(table)) }).toEqual({
      trace,
      tables: [],
    });
  }
  expect(await tablesWith("Iemand Anders")).toEqual(kept);
  for (const gone of [id, twin]) {
    expect((await me.client.get(`/api/leads/${gone}`)).status).toBe(404);
    expect((await me.client.post(`/api/leads/${gone}/restore`)).status).toBe(404);
    expect((await me.client.post(`/api/leads/${gone}/erase`)).status).toBe(404);
  }
  const { items } = (await me.client.get("/api/leads/deleted")).body as { items: unknown[] };
  expect(items).toEqual([]);
  const sends = await server.query("select status, text from queue_items where lead_id = $1 order by message_name", [
    id,
  ]);
  expect(sends).toEqual([
    { status: "CANCELLED", text: "" },
    { status: "SENT", text: "" },
  ]);
  const logged = await server.query("select action, subject_name, before, after from audit_log where subject_id = $1", [
    id,
  ]);
  expect(logged).toContainEqual({ action: "lead.erased", subject_name: null, before: null, after: null });
});

test("an erased person cannot be added again by form or import, in any spelling", async () => {
  const id = await makeHistory();
  await me.client.post(`/api/leads/${id}/erase`);
  for (const known of [{ email: EMAIL.toUpperCase() }, { linkedInUrl: "http://nl.linkedin.com/in/Vergeetmij/?x=1" }]) {
    const response = await me.client.post("/api/leads", { fullName: "W. V.", ...known });
    expect([response.status, response.body["message"]]).toEqual([
      409,
      "Deze persoon is op verzoek gewist en wordt niet opnieuw toegevoegd.",
    ]);
  }
  const file = importOf(await uploadCsv(me.client, `naam;email\nW;${EMAIL}\nBea;bea@zon.nl`));
  const { body } = await me.client.post(`/api/lead-imports/${file.id}/preview`, { mapping: file.mapping });
  expect(body["rows"]).toMatchObject([
    { verdict: "duplicate", reason: "Deze persoon is op verzoek gewist en wordt niet opnieuw toegevoegd." },
    { verdict: "new" },
  ]);
  // An erasure concerns one company: another one may have the same person as a lead.
  const other = await signedIn(server);
  expect((await other.client.post("/api/leads", { fullName: NAME, email: EMAIL })).status).toBe(201);
});

/** The leads of the company that are not erased, after a change of each, which would clear a lead that is recognised as erased. */
const remainingLeads = async (): Promise<string[]> => {
  await server.query("update leads set title = 'Directeur' where company_id = $1", [me.company.id]);
  const found = await server.query<{ full_name: string }>(
    "select full_name from leads where company_id = $1 and not erased and deleted_at is null order by full_name",
    [me.company.id],
  );
  return found.map((lead) => lead.full_name);
};

test.each([
  ["no e-mail address", { email: " " }, { email: " " }],
  ["a placeholder as e-mail address", { email: "n.v.t." }, { email: "N.v.t. " }],
  ["an address at a placeholder", { email: "onbekend@zon.nl" }, { email: "onbekend@zon.nl" }],
  ["the mailbox of their company", { email: "info@zon.nl" }, { email: "Info@zon.nl" }],
  ["a blank id", { provider_id: " " }, { provider_id: " " }],
  ["a placeholder as id", { provider_id: "-" }, { provider_id: "-" }],
  [
    "an old kind of profile address",
    { linkedin_url: "https://www.linkedin.com/profile/view?id=1" },
    { linkedin_url: "https://www.linkedin.com/profile/view?id=2" },
  ],
  [
    "the page of their company",
    { linkedin_url: "https://linkedin.com/company/zon" },
    { linkedin_url: "https://nl.linkedin.com/company/zon/" },
  ],
  [
    "an address without a name",
    { linkedin_url: "https://linkedin.com/in/" },
    { linkedin_url: "https://linkedin.com/in/" },
  ],
])("people who share %s are not erased together", async (_shared, erased, other) => {
  const company = me.company.id;
  const id = await makeLead(server, company, { full_name: "Anna Bakker", ...erased });
  await makeLead(server, company, { full_name: "Bea Visser", ...other });
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  expect(await remainingLeads()).toEqual(["Bea Visser"]);
});

test("all leads of a person are erased, also those that only a third lead connects", async () => {
  const company = me.company.id;
  const id = await makeLead(server, company, { full_name: "Sanne", linkedin_url: "https://linkedin.com/in/sanne-1" });
  await makeLead(server, company, {
    full_name: "Sanne de Vries",
    linkedin_url: "https://nl.linkedin.com/in/sanne-1/",
    email: "sanne@zon.nl",
  });
  await makeLead(server, company, { full_name: "S. de Vries", email: "Sanne@zon.nl", provider_id: "ACoAA1" });
  await makeLead(server, company, { full_name: "SdV", provider_id: "ACoAA1" });
  await makeLead(server, company, { full_name: "Bea Visser", email: "bea@zon.nl" });
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  expect(await remainingLeads()).toEqual(["Bea Visser"]);
});

test("colleagues who share a mailbox are not erased with each other, also not later or through a third lead", async () => {
  const company = me.company.id;
  const email = "team@bouw.nl";
  const profile = (name: string) => `https://linkedin.com/in/${name}`;
  const id = await makeLead(server, company, { full_name: "Sanne de Vries", email, linkedin_url: profile("sanne") });
  const bea = await makeLead(server, company, { full_name: "Bea Visser", email, linkedin_url: profile("bea") });
  await makeLead(server, company, { full_name: "Cor Bos", email });
  await makeLead(server, company, { full_name: "S. de Vries", linkedin_url: "https://nl.linkedin.com/in/sanne/" });
  await makeMeetings(server, company, [{ meeting_name: "Kennismaking", attendees: email }]);
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  expect(await remainingLeads()).toEqual(["Bea Visser", "Cor Bos"]);
  expect((await me.client.patch(`/api/leads/${bea}`, { title: "Directeur" })).status).toBe(200);
  expect((await me.client.get(`/api/leads/${bea}`)).body).toMatchObject({ fullName: "Bea Visser", email });
  expect(await server.query("select meeting_name from meetings where company_id = $1", [company])).toHaveLength(1);
  const again = await me.client.post("/api/leads", { fullName: "Sanne", linkedInUrl: profile("sanne") });
  expect(again.status).toBe(409);
});

test.each(["team@bouw.nl", "info@bouw.nl"])("a second lead of a person with only %s is erased too", async (email) => {
  const company = me.company.id;
  const profile = (name: string) => `https://linkedin.com/in/${name}`;
  const id = await makeLead(server, company, { full_name: "Sanne de Vries", email, linkedin_url: profile("sanne") });
  await makeLead(server, company, { full_name: "sanne de vries ", email });
  await makeLead(server, company, { full_name: "Bea Visser", email, linkedin_url: profile("bea") });
  await makeLead(server, company, { full_name: "Sanne", email });
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  expect(await remainingLeads()).toEqual(["Bea Visser", "Sanne"]);
});

test.each(["onbekend@onbekend.nl", "geen@geen.nl"])(
  "people of one name with the address %s are not one person",
  async (email) => {
    const lead = { full_name: "Jan Jansen", email };
    const id = await makeLead(server, me.company.id, lead);
    await makeLead(server, me.company.id, { ...lead, linkedin_url: "https://linkedin.com/in/jan-de-tweede" });
    expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
    expect(await remainingLeads()).toEqual(["Jan Jansen"]);
  },
);

test("one person with two addresses of a profile is erased as a whole", async () => {
  const [company, email] = [me.company.id, "sanne@zon.nl"];
  const linkedin_url = "https://www.linkedin.com/sales/lead/ACwAA1";
  const id = await makeLead(server, company, { full_name: "Sanne", email, linkedin_url, provider_id: "ACwAA1" });
  const profile = "https://www.linkedin.com/in/sanne";
  await makeLead(server, company, { full_name: "S. Vries", email, linkedin_url: profile, provider_id: "ACoAA1" });
  await makeLead(server, company, { full_name: "S. Vries-Bos", email, linkedin_url: `${profile}-vries` });
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  expect(await remainingLeads()).toEqual([]);
});

/** Adds a task, a saved view and an import with each of these texts, and returns what is left of them after the erasure. */
const eraseAmong = async (id: string, texts: readonly string[]) => {
  for (const text of texts) {
    const task = await me.client.post("/api/tasks", { text, dueOn: null, ownerId: null });
    const view = await me.client.post("/api/lead-views", { name: text, isShared: false, settings: {} });
    expect([task.status, view.status]).toEqual([201, 201]);
    const { client } = await signedIn(server, { company: me.company });
    importOf(await uploadCsv(client, `naam;email\n${text};x@maan.nl`, `${text.replaceAll("/", "")}.csv`));
  }
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  const columnOf = async (query: string): Promise<string[]> =>
    (await server.query<{ text: string }>(query, [me.company.id])).map(({ text }) => text).toSorted();
  return {
    tasks: await columnOf("select text from tasks where company_id = $1"),
    views: await columnOf("select name as text from lead_views where company_id = $1"),
    imports: await columnOf(
      "select split_part(split_part(convert_from(file, 'UTF8'), e'\\n', 2), ';', 1) as text from lead_imports where company_id = $1",
    ),
  };
};

test("a text is deleted if it has the person's whole name, address or profile, and not if these are part of other words", async () => {
  const id = await makeLead(server, me.company.id, {
    full_name: "Jan de Boer",
    email: "jan@zon.nl",
    linkedin_url: "https://linkedin.com/in/jan",
  });
  const others = [
    "Arjan de Boer",
    "Jan de Boer-Smit",
    "Jan de Boers fiets",
    "Jan bellen",
    "arjan@zon.nl",
    "piet.jan@zon.nl",
    "jan@zon.nl.com",
    "www.linkedin.com/in/jansen",
    "www.linkedin.com/in/jan-smit",
  ].toSorted();
  const left = await eraseAmong(id, [
    ...others,
    "Bel JAN DE BOER.",
    "Jan de Boer's offerte",
    "Mail (jan@zon.nl)",
    "https://www.linkedin.com/in/jan/",
  ]);
  expect(left).toEqual({ tasks: others, views: others, imports: others });
});

test("the erasure of somebody of whom only a first name is known leaves texts with that name", async () => {
  const texts = ["Jan bellen", "Offerte in januari sturen"];
  const id = await makeLead(server, me.company.id, { full_name: "Jan" });
  expect(await eraseAmong(id, texts)).toEqual({ tasks: texts, views: texts, imports: texts });
});

test.each([
  ["another lead", { full_name: "Jan de Vries" }],
  // Airtable keeps the spaces that a user typed.
  ["another lead, with white space around it,", { full_name: " Jan de Vries " }],
  ["a deleted lead", { full_name: "Jan de Vries", classification: "DELETED" }],
])("texts with a name that %s has too remain, unless they belong to the erased lead", async (_whose, namesake) => {
  const id = await makeLead(server, me.company.id, { full_name: "Jan de Vries", email: "jan@zon.nl" });
  await makeLead(server, me.company.id, { ...namesake, email: "jan@maan.nl" });
  const task = { text: "Jan de Vries bellen over Zon", dueOn: null, ownerId: null, leadId: id };
  expect((await me.client.post("/api/tasks", task)).status).toBe(201);
  const texts = ["Jan de Vries bellen"];
  expect(await eraseAmong(id, texts)).toEqual({ tasks: texts, views: texts, imports: texts });
});

test("a name that only erased leads had too is nobody else's", async () => {
  const erased = await makeLead(server, me.company.id, { full_name: "Jan de Vries", email: "jan@maan.nl" });
  expect((await me.client.post(`/api/leads/${erased}/erase`)).status).toBe(204);
  const id = await makeLead(server, me.company.id, { full_name: "Jan de Vries", email: "jan@zon.nl" });
  expect(await eraseAmong(id, ["Jan de Vries bellen"])).toEqual({ tasks: [], views: [], imports: [] });
});

test("the log of tasks, also of deleted ones, does not name a meeting with the person any more", async () => {
  const id = await makeLead(server, me.company.id, { full_name: "Sanne de Vries", email: "sanne@zon.nl" });
  const [meetingId] = await makeMeetings(server, me.company.id, [
    { meeting_name: "Kennismaking Sanne de Vries", attendees: "sanne@zon.nl" },
  ]);
  const [otherId] = await makeMeetings(server, me.company.id, [{ meeting_name: "Kennismaking Bea" }]);
  const addTask = async (meeting: string | undefined) => {
    const task = { text: "Offerte sturen", dueOn: null, ownerId: null, meetingId: meeting };
    return String((await me.client.post("/api/tasks", task)).body["id"]);
  };
  await me.client.delete(`/api/tasks/${await addTask(meetingId)}`);
  await addTask(meetingId);
  await addTask(otherId);
  expect((await me.client.post(`/api/leads/${id}/erase`)).status).toBe(204);
  const log = await server.query(
    "select action, subject_name as name from audit_log where company_id = $1 and subject_type = 'task' order by at",
    [me.company.id],
  );
  expect(log).toEqual([
    { action: "task.created", name: null },
    { action: "task.deleted", name: null },
    { action: "task.created", name: null },
    { action: "task.created", name: "Kennismaking Bea" },
  ]);
});

test("a lead cannot get the address of an erased person, also not together with an address of another lead", async () => {
  await me.client.post(`/api/leads/${await makeHistory()}/erase`);
  const linkedInUrl = "https://linkedin.com/in/bea";
  const id = await makeLead(server, me.company.id, { full_name: "Bea Visser", linkedin_url: linkedInUrl });
  const response = await me.client.patch(`/api/leads/${id}`, { email: EMAIL, linkedInUrl });
  expect([response.status, response.body["message"]]).toEqual([
    409,
    "Deze persoon is op verzoek gewist en wordt niet opnieuw toegevoegd.",
  ]);
  expect((await me.client.get(`/api/leads/${id}`)).body).toMatchObject({ fullName: "Bea Visser", email: null });
});
