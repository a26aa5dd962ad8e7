import { get, type IncomingMessage } from "node:http";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { importOf, makeInvitations, makeLead, makeLeads, uploadCsv } from "#testing/factories.ts";

import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

const rowsOf = (text: string): Record<string, string>[] => parse(text, { delimiter: ";", bom: true, columns: true });
const exported = async (path: string) => {
  const { status, text, headers } = await me.client.get(path);
  if (status !== 200) throw new Error(`${path} responded ${status} ${text}`);
  return { text, rows: rowsOf(text), headers };
};
const names = async (path: string) => (await exported(path)).rows.map((row) => row["Full Name"]);

test("an export is a CSV file for spreadsheets, and it is recorded", async () => {
  await makeLead(server, me.company.id, {
    full_name: 'José "J"; Ø',
    email: "jose@zon.nl",
    title: "=HYPERLINK(1)",
    lead_rating: 8,
    classification: "HOT",
    date_added: "2026-07-01T10:00:00Z",
    motivation: "Regel 1\nRegel 2",
  });
  const { text, rows, headers } = await exported("/api/all-leads/export");
  expect(text.startsWith("\ufeffFull Name;Title;Company;Email;")).toBe(true);
  expect(rows).toMatchObject([
    {
      "Full Name": 'José "J"; Ø',
      Title: "'=HYPERLINK(1)",
      "Lead Rating": "8",
      Classification: "HOT",
      "Date Added": "2026-07-01 12:00",
      Motivation: "Regel 1\nRegel 2",
      Website: "",
    },
  ]);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="All Leads \d{4}-\d\d-\d\d\.csv"/);
  const logged = await server.query(
    "select actor_name, subject_name from audit_log where action = 'leads.exported' and company_id = $1",
    [me.company.id],
  );
  expect(logged).toEqual([{ actor_name: "Anna Jansen", subject_name: "All Leads" }]);
});

test("an export contains all pages with the filters and order of the list", async () => {
  const many = Array.from({ length: 2_300 }, (_, nth) => ({ full_name: `Lead ${String(nth).padStart(4, "0")}` }));
  await makeLeads(server, me.company.id, many);
  expect(await names("/api/all-leads/export?sort=fullName")).toEqual(many.map((lead) => lead.full_name));
  expect(await names("/api/all-leads/export?sort=-fullName")).toEqual(many.map((lead) => lead.full_name).toReversed());
  expect(await names("/api/leads/search/export?q=lead")).toEqual(many.map((lead) => lead.full_name));
  expect(await names("/api/leads/search/export?q=0042")).toEqual(["Lead 0042"]);
  expect(await names("/api/leads/search/export?q=l")).toEqual([]);
});

test("rated, hot and accepted leads are exported by their own filters", async () => {
  const [anna, bea] = await makeLeads(server, me.company.id, [
    { full_name: "Anna", lead_rating: 7, rated_at: "2026-06-01T12:00:00Z", classification: "HOT" },
    { full_name: "Bea", lead_rating: 7, rated_at: "2026-06-03T12:00:00Z", classification: "COLD" },
  ]);
  await makeInvitations(server, me.company.id, [
    { lead_id: anna, connected_with: "Frank", invited_at: "2026-06-01T08:00:00Z", accepted_at: "2026-06-02T08:00:00Z" },
    { lead_id: bea, connected_with: "Sofie", accepted_at: "2026-06-02T09:00:00Z" },
  ]);
  expect(await names("/api/rated-leads/export?startDate=2026-06-01&endDate=2026-06-02")).toEqual(["Anna"]);
  expect(await names("/api/hot-leads/export")).toEqual(["Anna"]);
  expect(await names("/api/accepted-invitations/export")).toEqual(["Bea", "Anna"]);
  const { rows } = await exported("/api/accepted-invitations/export?connectedWith=Frank");
  expect(rows).toMatchObject([
    {
      "Full Name": "Anna",
      "Connected With": "Frank",
      "Date Invited": "2026-06-01 10:00",
      "Date Accepted": "2026-06-02 10:00",
    },
  ]);
});

test("an export contains no leads of other companies and no deleted ones", async () => {
  const other = await signedIn(server);
  await makeLead(server, other.company.id, { full_name: "Van een ander" });
  await makeLead(server, me.company.id, { full_name: "Weg", classification: "DELETED" });
  expect(await names("/api/all-leads/export")).toEqual([]);
  expect(await names("/api/leads/search/export?q=ander")).toEqual([]);
});

test("an exported file can be imported unchanged", async () => {
  await makeLead(server, me.company.id, {
    full_name: "Anna 'de' Vries",
    email: "anna@zon.nl",
    phone: "+31 6 12345678",
    company: "=Zon",
    linkedin_url: "https://linkedin.com/in/anna",
    website: "https://zon.nl/",
  });
  const { text } = await exported("/api/all-leads/export");
  const other = await signedIn(server);
  const { id, mapping } = importOf(await uploadCsv(other.client, text));
  const { body } = await other.client.post(`/api/lead-imports/${id}/preview`, { mapping });
  expect(body["rows"]).toMatchObject([
    {
      verdict: "new",
      values: {
        fullName: "Anna 'de' Vries",
        company: "=Zon",
        email: "anna@zon.nl",
        phone: "+31 6 12345678",
        website: "https://zon.nl/",
      },
    },
  ]);
});

/** Starts an export and resolves with its headers, while the rows are still being read. */
const openExport = ({ client }: SignedIn, path: string, { url } = server): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers: { cookie: client.cookieHeader(path) }, agent: false }, resolve).on("error", reject);
  });

test("a user may run three exports at a time, of any list, and a colleague is not affected", async () => {
  const colleague = await signedIn(server, { company: me.company });
  const paths = ["/api/all-leads/export", "/api/hot-leads/export", "/api/all-leads/export"];
  // The exports wait for their first page.
  await server.query("begin");
  await server.query("lock table leads in access exclusive mode");
  const open = await Promise.all(paths.map((path) => openExport(me, path)));
  const refused = await me.client.get("/api/all-leads/export");
  const others = await openExport(colleague, "/api/all-leads/export");
  await server.query("commit");
  expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect([refused.status, refused.body["message"], refused.headers.get("retry-after")]).toEqual([
    429,
    "Er lopen al drie exports van jou. Wacht tot er een klaar is.",
    "10",
  ]);
  expect(others.statusCode).toBe(200);
  for (const response of [...open, others]) await response.resume().toArray();
  await expect.poll(async () => (await me.client.get("/api/all-leads/export")).status).toBe(200);
});

/** Counts as a running export of the owner, in whatever process. */
const startElsewhere = (ownerId: string, count: number) =>
  server.query(
    `insert into export_slots (owner_id, started_at, expires_at)
      select $1, $2::timestamptz, $2::timestamptz + interval '2 minutes' from generate_series(1, $3::int)`,
    [ownerId, server.clock.now(), count],
  );

test("the exports in all processes count together; those of a process that died count for two more minutes", async () => {
  const user = await signedIn(server);
  const other = await startTestServer({ databaseUrl: server.databaseUrl, worker: false });
  await server.query("begin");
  await server.query("lock table leads in access exclusive mode");
  const path = "/api/hot-leads/export";
  const open = await Promise.all([openExport(user, path), openExport(user, path), openExport(user, path, other)]);
  const refused = await openExport(user, path, other);
  await server.query("commit");
  expect([...open, refused].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  for (const response of [...open, refused]) await response.resume().toArray();
  await other.close();
  await expect.poll(async () => (await user.client.get(path)).status).toBe(200);
  await startElsewhere(user.user.id, 3);
  expect((await user.client.get(path)).status).toBe(429);
  server.clock.advance(2 * 60_000);
  expect((await user.client.get(path)).status).toBe(200);
});

test("all API keys of a company share the exports of one user", async () => {
  const admin = await signedIn(server, { role: "company_admin" });
  const keys: string[] = [];
  for (const name of ["een", "twee"]) {
    const { body } = await admin.client.post("/api/api-keys", { name, scope: "read", expiresInDays: "90" });
    keys.push(String(body["token"]));
  }
  const exportWith = async (key = "") =>
    (await server.client().get("/api/hot-leads/export", { authorization: `Bearer ${key}` })).status;
  expect([await exportWith(keys[0]), await exportWith(keys[1])]).toEqual([200, 200]);
  await startElsewhere(admin.company.id, 3);
  expect([await exportWith(keys[0]), await exportWith(keys[1])]).toEqual([429, 429]);
  expect((await admin.client.get("/api/hot-leads/export")).status).toBe(200);
});

test("the rows that an import skipped and the data of a person count as exports too", async () => {
  const user = await signedIn(server, { role: "company_admin" });
  const lead = await makeLead(server, user.company.id, { full_name: "Anna" });
  const { id } = importOf(await uploadCsv(user.client, "naam\nBea"));
  const paths = [`/api/lead-imports/${id}/problems.csv`, `/api/leads/${lead}/export`];
  const statuses = async () => Promise.all(paths.map(async (path) => (await user.client.get(path)).status));
  expect(await statuses()).toEqual([200, 200]);
  await startElsewhere(user.user.id, 3);
  expect(await statuses()).toEqual([429, 429]);
});

test("a user may make at most thirty exports in ten minutes", async () => {
  const user = await signedIn(server);
  const statuses: number[] = [];
  const running = "select from export_slots where owner_id = $1 and expires_at > $2";
  for (let nth = 0; nth < 31; nth++) {
    statuses.push((await user.client.get("/api/hot-leads/export")).status);
    // The end of an export is stored after its response.
    await expect.poll(() => server.query(running, [user.user.id, server.clock.now()])).toEqual([]);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  server.clock.advance(10 * 60_000);
  expect((await user.client.get("/api/hot-leads/export")).status).toBe(200);
});
