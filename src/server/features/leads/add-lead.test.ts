import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeLead } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const DAY = 86_400_000;
const SANDBOX = "http://127.0.0.1:4999";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { SANDBOX_URL: SANDBOX } });
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

const add = (lead: Record<string, unknown>) => me.client.post("/api/leads", lead);
const count = async (): Promise<number> => {
  const rows = await server.query<{ count: number }>("select count(*)::int from leads where company_id = $1", [
    me.company.id,
  ]);
  return rows[0]?.count ?? 0;
};

test("an added lead is listed, found, recorded and sent to Airtable", async () => {
  const { status, body } = await add({
    fullName: " Chloë Brandsma ",
    linkedInUrl: "https://www.linkedin.com/in/chloe",
    email: "chloe@zon.nl",
    phone: " 050 2345678 ",
    title: "",
    company: "Zon & Zn",
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    fullName: "Chloë Brandsma",
    phone: "050 2345678",
    title: null,
    company: "Zon & Zn",
    sync: "pending",
  });
  const listed = await me.client.get("/api/all-leads");
  expect(listed.body["items"]).toMatchObject([{ id: body["id"] }]);
  expect((await me.client.get("/api/leads/search?q=chloe")).body).toMatchObject([{ id: body["id"] }]);
  const logged = await server.query("select action, after from audit_log where subject_id = $1", [body["id"]]);
  expect(logged).toMatchObject([{ action: "lead.created", after: { fullName: "Chloë Brandsma" } }]);
  const noted = await server.query("select table_name, state from airtable_records where local_id = $1", [body["id"]]);
  expect(noted).toEqual([{ table_name: "leads", state: "pending" }]);
});

test.each([
  [{}, "fullName", "Vul de naam van de lead in."],
  [{ fullName: "  " }, "fullName", "Vul de naam van de lead in."],
  [{ fullName: "X", email: "x" }, "email", "Vul een geldig e-mailadres in."],
  [
    { fullName: "X", website: "javascript:alert(1)" },
    "website",
    "Vul een adres in dat begint met http:// of https://.",
  ],
  [{ fullName: "x".repeat(201) }, "fullName", "Maximaal 200 tekens."],
])("%j is refused with the reason beside its field", async (lead, path, message) => {
  const { status, body } = await add(lead);
  expect([status, body["details"]]).toEqual([400, [{ path, message }]]);
  expect(await count()).toBe(0);
});

test.each(["companyId", "leadRating", "leadClassification", "id"])(
  "%s is not for whoever adds a lead",
  async (field) => {
    expect((await add({ fullName: "X", [field]: me.company.id })).status).toBe(400);
    expect(await count()).toBe(0);
  },
);

test.each([
  ["e-mail address", { email: "ANNA@zon.nl" }],
  ["profile", { linkedInUrl: "http://nl.linkedin.com/in/Anna/" }],
])("a person with a known %s is not added again", async (_name, known) => {
  await makeLead(server, me.company.id, {
    full_name: "Anna",
    email: "anna@zon.nl",
    linkedin_url: "https://www.linkedin.com/in/anna",
  });
  const response = await add({ fullName: "A. de Vries", ...known });
  expect([response.status, response.body["message"]]).toEqual([409, "Deze lead staat al in de lijst: Anna."]);
  expect(await count()).toBe(1);
});

test("a person whose e-mail address has spaces around it in Airtable is not added again", async () => {
  await makeLead(server, me.company.id, { full_name: "Jan", email: " Jan@zon.nl " });
  const response = await add({ fullName: "Jan Bos", email: "jan@zon.nl" });
  expect([response.status, response.body["message"]]).toEqual([409, "Deze lead staat al in de lijst: Jan."]);
  // A lead without an address is nobody in particular.
  await makeLead(server, me.company.id, { full_name: "Zonder", email: " " });
  expect((await add({ fullName: "Nieuw", email: "" })).status).toBe(201);
});

test("of two concurrent additions of a person one succeeds", async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => add({ fullName: "Anna", email: "anna@zon.nl" })));
  expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409", "409", "409", "409"]);
  expect(await count()).toBe(1);
});

test("the same person in another company can be added", async () => {
  const other = await signedIn(server);
  await makeLead(server, other.company.id, { email: "anna@zon.nl" });
  expect((await add({ fullName: "Anna", email: "anna@zon.nl" })).status).toBe(201);
});

test("a deleted lead cannot be added again until it can no longer be restored", async () => {
  const { clock } = server;
  const deleted = { full_name: "Anna", email: "anna@zon.nl", classification: "DELETED" };
  await makeLead(server, me.company.id, { ...deleted, deleted_at: new Date(clock.now().getTime() - 29 * DAY) });
  const response = await add({ fullName: "Anna", email: "anna@zon.nl" });
  expect([response.status, response.body["message"]]).toEqual([409, "Deze lead is verwijderd: Anna."]);
  await server.query("update leads set deleted_at = $2 where company_id = $1", [
    me.company.id,
    new Date(clock.now().getTime() - 31 * DAY),
  ]);
  expect((await add({ fullName: "Anna", email: "anna@zon.nl" })).status).toBe(201);
});

test("the settings contain the company's form with its embed URL", async () => {
  const settings = async () => (await me.client.get("/api/leads/settings")).body;
  expect(await settings()).toEqual({ formUrl: null, formFrame: null, hubspotPortalUrl: null, readOnlyFields: [] });
  const setForm = (url: string) =>
    server.query("update companies set airtable_form_url = $2 where id = $1", [me.company.id, url]);
  await setForm("https://airtable.com/appA1/pagB2/form");
  expect(await settings()).toMatchObject({ formFrame: "https://airtable.com/embed/appA1/pagB2/form" });
  await setForm(`${SANDBOX}/airtable-form/appA1`);
  expect(await settings()).toMatchObject({ formFrame: `${SANDBOX}/airtable-form/appA1` });
  await setForm("https://forms.example.nl/");
  expect(await settings()).toMatchObject({ formUrl: "https://forms.example.nl/", formFrame: null });
});
