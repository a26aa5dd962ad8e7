import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AdminCompany } from "#contract/companies.ts";
import type { NewCompany } from "#contract/company-forms.ts";
import type { ChangeEvent } from "#contract/system.ts";
import { makeCompany, makeUser } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const UNKNOWN = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const company = ({ body }: TestResponse) => body as unknown as AdminCompany;
const create = async (more: Partial<NewCompany> = {}) =>
  company(await admin.client.post("/admin/api/companies", { name: "Noorderzon B.V.", ...more }));
const change = (id: string, body: unknown) => admin.client.patch(`/admin/api/companies/${id}`, body);
const listCompanies = async () => JSON.parse((await admin.client.get("/admin/api/companies")).text) as AdminCompany[];

interface Line {
  action: string;
  actor_id: string;
  subject_name: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
const lines = (id: string) => server.query<Line>("select * from audit_log where company_id = $1 order by at, id", [id]);

test("a company with only a name gets the defaults", async () => {
  const response = await admin.client.post("/admin/api/companies", { name: "  Noorderzon B.V. " });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Noorderzon B.V.",
    address: null,
    zipCode: null,
    city: null,
    vatNumber: null,
    adminEmail: null,
    logoUrl: null,
    subscriptionTier: "basic",
    isActive: true,
    airtableBaseId: null,
    hasAirtableApiKey: false,
    airtableFormUrl: null,
    hubspotPortalUrl: null,
    statisticsPerson: null,
    syncIntervalMinutes: 5,
    cadenceDays: [0, 3, 7, 14],
    workflowUrls: {},
    deliveryChannel: "airtable",
    deliveryWebhookUrl: null,
    hasDeliverySecret: false,
    aiBaseUrl: null,
    aiModel: null,
    writer: "airtable",
    aiDailyDrafts: 0,
    aiDailyTokens: 300_000,
    hasAiApiKey: false,
    unipileUrl: null,
    hasUnipileApiKey: false,
    withdrawInvitationsAfter: 21,
    userCount: 0,
    createdAt: expect.any(String),
  });
});

const EVERYTHING: NewCompany = {
  name: "Westerlicht B.V.",
  address: "Kerkstraat 123",
  zipCode: "1234 AB",
  city: "Amsterdam",
  vatNumber: "NL123456789B01",
  adminEmail: "administratie@westerlicht.nl",
  logoUrl: "https://westerlicht.nl/logo.png",
  subscriptionTier: "enterprise",
  isActive: false,
  airtableBaseId: "appAbCdEfGhIjKlMn",
  airtableFormUrl: "https://airtable.com/embed/appAbCdEfGhIjKlMn/form",
  hubspotPortalUrl: "https://app.hubspot.com/contacts/1",
  statisticsPerson: "Lotte",
  syncIntervalMinutes: 15,
  cadenceDays: [1, 4, 4, 21],
  workflowUrls: { "allocate-leads": "https://n8n.westerlicht.nl/webhook/1" },
  deliveryChannel: "webhook",
  deliveryWebhookUrl: "https://n8n.westerlicht.nl/webhook/2",
  aiBaseUrl: "https://ai.westerlicht.nl/v1",
  aiModel: "groot",
};

test("all fields are stored, and companies are listed by name with their users", async () => {
  const made = await create(EVERYTHING);
  expect(made).toMatchObject(EVERYTHING);
  await makeUser(server.platform.database, made.id);
  await makeUser(server.platform.database, made.id, { isActive: false });
  const all = await listCompanies();
  expect(all.find(({ id }) => id === made.id)).toEqual({ ...made, userCount: 2 });
  const names = all.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, "nl")));
});

test("creating and changing a company is recorded with the changed fields only", async () => {
  const made = await create({ city: "Hoorn" });
  await change(made.id, { city: "Hoorn", zipCode: "1621 LE", isActive: false });
  expect(await lines(made.id)).toMatchObject([
    {
      action: "company.created",
      actor_id: admin.user.id,
      subject_name: made.name,
      before: null,
      after: { name: made.name, city: "Hoorn", isActive: true },
    },
    {
      action: "company.updated",
      actor_id: admin.user.id,
      before: { zipCode: null, isActive: true },
      after: { zipCode: "1621 LE", isActive: false },
    },
  ]);
});

test("a change without an effect records nothing", async () => {
  const made = await create({ city: "Hoorn", workflowUrls: { "allocate-leads": "https://n8n.nl/1" } });
  const before = await fingerprint(server);
  const response = await change(made.id, { city: "Hoorn", name: made.name, airtableApiKey: "", workflowUrls: {} });
  expect(response.body).toEqual(made);
  expect(await fingerprint(server)).toEqual(before);
});

test("absent fields stay; blank and null clear an optional field", async () => {
  const made = await create(EVERYTHING);
  const changed = company(await change(made.id, { city: "", vatNumber: null, statisticsPerson: "", aiModel: " " }));
  expect(changed).toEqual({ ...made, city: null, vatNumber: null, statisticsPerson: null, aiModel: null });
});

test("workflow URLs are set and removed one by one", async () => {
  const made = await create({
    workflowUrls: { "allocate-leads": "https://n8n.nl/1", "move-from-on-hold": "https://n8n.nl/2" },
  });
  const set = await change(made.id, { workflowUrls: { "add-to-search-queue": "https://n8n.nl/3" } });
  expect(company(set).workflowUrls).toEqual({
    "allocate-leads": "https://n8n.nl/1",
    "move-from-on-hold": "https://n8n.nl/2",
    "add-to-search-queue": "https://n8n.nl/3",
  });
  const removed = await change(made.id, { workflowUrls: { "allocate-leads": null, "move-from-on-hold": "" } });
  expect(company(removed).workflowUrls).toEqual({ "add-to-search-queue": "https://n8n.nl/3" });
});

test("concurrent changes of different fields are both kept", async () => {
  const made = await create();
  const responses = await Promise.all([
    change(made.id, { city: "Hoorn" }),
    change(made.id, { zipCode: "1621 LE" }),
    change(made.id, { workflowUrls: { "allocate-leads": "https://n8n.nl/1" } }),
    change(made.id, { workflowUrls: { "move-from-on-hold": "https://n8n.nl/2" } }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await listCompanies()).find(({ id }) => id === made.id)).toMatchObject({
    city: "Hoorn",
    zipCode: "1621 LE",
    workflowUrls: { "allocate-leads": "https://n8n.nl/1", "move-from-on-hold": "https://n8n.nl/2" },
  });
});

test.each([
  [{}, "name", "Vul de bedrijfsnaam in."],
  [{ name: "  " }, "name", "Vul de bedrijfsnaam in."],
  [{ name: "A", adminEmail: "geen adres" }, "adminEmail", "Vul een geldig e-mailadres in."],
  [{ name: "A", logoUrl: "javascript:alert(1)" }, "logoUrl", "Vul een adres in dat begint met http:// of https://."],
  [{ name: "A", logoUrl: "/objects/../etc" }, "logoUrl", "Vul een adres in dat begint met http:// of https://."],
  [
    { name: "A", hubspotPortalUrl: "ftp://x.nl" },
    "hubspotPortalUrl",
    "Vul een adres in dat begint met http:// of https://.",
  ],
  [{ name: "A", airtableApiKey: "key123" }, "airtableApiKey", "Een toegangstoken van Airtable begint met pat."],
  [{ name: "A", cadenceDays: [0, 7, 3, 14] }, "cadenceDays.2", "Niet eerder dan het deel ervoor."],
  [{ name: "A", cadenceDays: [0, 3, 7, 366] }, "cadenceDays.3", "Maximaal 365 dagen."],
  [{ name: "A", syncIntervalMinutes: 0 }, "syncIntervalMinutes", "Minimaal 1 minuut."],
  [{ name: "A", subscriptionTier: "gold" }, "subscriptionTier", expect.any(String)],
  [{ name: "A", workflowUrls: { "allocate-leads": "x" } }, "workflowUrls.allocate-leads", expect.any(String)],
  [{ name: "A", workflowUrls: { elders: "https://x.nl" } }, "workflowUrls", expect.any(String)],
  [{ name: "A", id: UNKNOWN }, "", expect.any(String)],
  [{ name: "A", deletedAt: null }, "", expect.any(String)],
  [{ name: "A", userCount: 3 }, "", expect.any(String)],
])("%j is refused with a reason and changes nothing", async (body, path, message) => {
  const before = await fingerprint(server);
  const response = await admin.client.post("/admin/api/companies", body);
  expect(response.status).toBe(400);
  expect(response.body["details"]).toContainEqual({ path, message });
  expect(await fingerprint(server)).toEqual(before);
});

test.each([
  ["https://169.254.169.254/latest", "Dit adres is niet toegestaan."],
  ["https://10.0.0.8/webhook", "Dit adres is niet toegestaan."],
  ["https://gebruiker:geheim@n8n.nl/webhook", "Dit is geen geldig https-adres."],
])("%s is refused when it is saved, as it would be when it is called", async (url, message) => {
  const made = await create();
  const before = await fingerprint(server);
  const forms: [string, object][] = [
    ["deliveryWebhookUrl", { deliveryWebhookUrl: url }],
    ["aiBaseUrl", { aiBaseUrl: url }],
    ["workflowUrls.allocate-leads", { workflowUrls: { "allocate-leads": url } }],
  ];
  for (const [path, form] of forms) {
    for (const response of [
      await change(made.id, form),
      await admin.client.post("/admin/api/companies", { name: "A", ...form }),
    ])
      expect([response.status, response.body["details"]]).toEqual([400, [{ path, message }]]);
  }
  expect(await fingerprint(server)).toEqual(before);
});

test("a company does not send through a webhook without an address", async () => {
  const made = await create({ deliveryChannel: "airtable", deliveryWebhookUrl: null });
  const before = await fingerprint(server);
  const message = "Vul het adres van de webhook in. Zonder adres gaat er niets uit.";
  for (const response of [
    await change(made.id, { deliveryChannel: "webhook" }),
    await admin.client.post("/admin/api/companies", { name: "A", deliveryChannel: "webhook" }),
  ])
    expect([response.status, response.body["details"]]).toEqual([400, [{ path: "deliveryWebhookUrl", message }]]);
  expect(await fingerprint(server)).toEqual(before);

  const url = "https://n8n.westerlicht.nl/webhook/2";
  expect((await change(made.id, { deliveryChannel: "webhook", deliveryWebhookUrl: url })).status).toBe(200);
  expect((await change(made.id, { deliveryWebhookUrl: "" })).status).toBe(400);
  expect((await change(made.id, { name: "Westerlicht" })).status).toBe(200);
});

test("an unknown company cannot be changed, deleted or restored", async () => {
  const deleted = await makeCompany(server.platform.database, { deletedAt: new Date(0) });
  const before = await fingerprint(server);
  for (const id of [UNKNOWN, deleted.id, "geen-id"]) {
    expect((await change(id, { name: "B" })).status).toBe(404);
    expect((await admin.client.delete(`/admin/api/companies/${id}`)).status).toBe(404);
    expect((await admin.client.post(`/admin/api/companies/${id}/restore`)).status).toBe(404);
  }
  expect(await fingerprint(server)).toEqual(before);
});

test("a workspace session gives no access to the admin panel", async () => {
  const { client } = await signedIn(server, { role: "super_admin" });
  const made = await create();
  const before = await fingerprint(server);
  expect((await client.get("/admin/api/companies")).status).toBe(401);
  expect((await client.get("/admin/api/stats")).status).toBe(401);
  expect((await client.post("/admin/api/companies", { name: "A" })).status).toBe(401);
  expect((await client.patch(`/admin/api/companies/${made.id}`, { name: "A" })).status).toBe(401);
  expect((await client.delete(`/admin/api/companies/${made.id}`)).status).toBe(401);
  expect(await fingerprint(server)).toEqual(before);
});

test("a change is published to the screens of the company only", async () => {
  const { database } = server.platform;
  const [changedCompany, other] = [await makeCompany(database), await makeCompany(database)];
  const received: [string, ChangeEvent][] = [];
  const ends = [changedCompany, other].map(({ id }) =>
    server.platform.events.subscribe(id, (event) => received.push([id, event])),
  );
  await change(changedCompany.id, { city: "Hoorn" });
  await expect.poll(() => received.length).toBe(2);
  expect(received).toEqual([
    [changedCompany.id, { topic: "company", id: changedCompany.id }],
    [changedCompany.id, { topic: "audit" }],
  ]);
  for (const end of ends) end();
});
