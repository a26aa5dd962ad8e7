import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findTablesContaining as findTables } from "#testing/database-contents.ts";
import { importOf, makeInvitations, makeLead, uploadCsv } from "#testing/factories.ts";
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
