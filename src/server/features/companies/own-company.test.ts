import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ROLES } from "#contract/roles.ts";
import { makeUser } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const UNKNOWN = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

let server: TestServer;
let me: SignedIn;
let otherAdmin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server, { role: "company_admin" });
  otherAdmin = await signedIn(server, { role: "company_admin" });
});
afterAll(() => server.close());

const read = (who: SignedIn, id: string) => who.client.get(`/api/companies/${id}`);
const change = (who: SignedIn, id: string, body: unknown) => who.client.patch(`/api/companies/${id}`, body);

test.each(ROLES)("a %s reads their own company, without its connection settings", async (role) => {
  const who = await signedIn(server, { role });
  const response = await read(who, who.company.id);
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    id: who.company.id,
    name: who.company.name,
    address: null,
    zipCode: null,
    city: null,
    vatNumber: null,
    adminEmail: null,
    logoUrl: null,
    subscriptionTier: "basic",
    isActive: true,
  });
});

test.each(ROLES)("another company is not found for a %s", async (role) => {
  const who = await signedIn(server, { role });
  const [foreign, unknown] = [await read(who, otherAdmin.company.id), await read(who, UNKNOWN)];
  expect(foreign.status).toBe(404);
  expect(foreign.text).toBe(unknown.text);
});

test("a platform admin without a company cannot read or change one", async () => {
  const user = await makeUser(server.platform.database, null, { role: "super_admin" });
  const client = await signInAs(server, user);
  expect((await client.get(`/api/companies/${otherAdmin.company.id}`)).status).toBe(404);
  const before = await fingerprint(server);
  expect((await client.patch(`/api/companies/${otherAdmin.company.id}`, { name: "A" })).status).toBe(409);
  expect(await fingerprint(server)).toEqual(before);
});

test.each(["company_admin", "super_admin"] as const)(
  "a %s changes the details, with a line in the log",
  async (role) => {
    const who = await signedIn(server, { role });
    const form = {
      name: "Nieuwe naam B.V.",
      address: "Kerkstraat 123",
      zipCode: "1234 AB",
      city: "Amsterdam",
      vatNumber: "NL123456789B01",
      adminEmail: "administratie@nieuw.nl",
      logoUrl: `/objects/companies/${who.company.id}/logo/a1`,
    };
    const response = await change(who, who.company.id, form);
    expect([response.status, response.body]).toEqual([
      200,
      { id: who.company.id, ...form, subscriptionTier: "basic", isActive: true },
    ]);
    const [line] = await server.query(
      "select actor_id, before, after from audit_log where company_id = $1 and action = 'company.updated'",
      [who.company.id],
    );
    expect(line).toMatchObject({ actor_id: who.user.id, before: { name: who.company.name }, after: form });
  },
);

test.each([
  ["an object of another company", (other: string) => `/objects/companies/${other}/logo/a1`],
  ["the same with our own host", (other: string) => `http://127.0.0.1:3999/objects/companies/${other}/logo/a1`],
  ["the same by another protocol", (other: string) => `https://127.0.0.1:3999/objects/companies/${other}/logo/a1`],
  ["the same in another notation", (other: string) => `http://127.0.0.1:3999/%6fbjects/companies/${other}/logo/a1`],
  ["the same with two slashes", (other: string) => `http://127.0.0.1:3999//objects/companies/${other}/logo/a1`],
  ["a picture of a user", () => "/objects/pictures/a1.png"],
])("%s is refused as the logo", async (_what, logoOf) => {
  const before = await fingerprint(server);
  const response = await change(me, me.company.id, { logoUrl: logoOf(otherAdmin.company.id) });
  expect([response.status, response.body["details"]]).toEqual([
    400,
    [{ path: "logoUrl", message: "Dit bestand is geen logo van dit bedrijf." }],
  ]);
  expect(await fingerprint(server)).toEqual(before);
});

test("fields that the change does not name stay", async () => {
  await change(me, me.company.id, { city: "Hoorn", zipCode: "1621 LE" });
  const response = await change(me, me.company.id, { city: "" });
  expect(response.body).toMatchObject({ city: null, zipCode: "1621 LE", name: me.company.name });
});

test.each(["user", "account_manager"] as const)("a %s may not change it", async (role) => {
  const who = await signedIn(server, { role });
  const before = await fingerprint(server);
  expect((await change(who, who.company.id, { name: "A" })).status).toBe(403);
  expect(await fingerprint(server)).toEqual(before);
});

test("another company cannot be changed: it is not found", async () => {
  const before = await fingerprint(server);
  const [foreign, unknown] = [
    await change(me, otherAdmin.company.id, { name: "A" }),
    await change(me, UNKNOWN, { name: "A" }),
  ];
  expect(foreign.status).toBe(404);
  expect(foreign.text).toBe(unknown.text);
  expect(await fingerprint(server)).toEqual(before);
});

test.each([
  { name: "" },
  { adminEmail: "geen adres" },
  { logoUrl: "javascript:alert(1)" },
  { subscriptionTier: "enterprise" },
  { isActive: false },
  { airtableApiKey: "patX" },
  { airtableBaseId: "appAbCdEfGhIjKlMn" },
  { workflowUrls: {} },
  { id: UNKNOWN },
  { companyId: UNKNOWN },
])("%j cannot be changed by the company", async (body) => {
  const before = await fingerprint(server);
  expect((await change(me, me.company.id, { city: "Hoorn", ...body })).status).toBe(400);
  expect(await fingerprint(server)).toEqual(before);
});

test("a change of the details keeps settings and secrets", async () => {
  const columns = "airtable_token_encrypted, workflow_urls, subscription_tier, sync_interval_minutes";
  await server.query(
    `update companies set airtable_token_encrypted = 'v1', workflow_urls = '{"allocate-leads":"https://n8n.nl/1"}',
      subscription_tier = 'enterprise', sync_interval_minutes = 9 where id = $1`,
    [me.company.id],
  );
  const settings = () => server.query(`select ${columns} from companies where id = $1`, [me.company.id]);
  const before = await settings();
  await change(me, me.company.id, { city: "Hoorn" });
  expect(await settings()).toEqual(before);
});

test("a company that was deleted meanwhile is not found", async () => {
  await server.query("update companies set deleted_at = now() where id = $1", [me.company.id]);
  const before = await fingerprint(server);
  expect((await change(me, me.company.id, { city: "Hoorn" })).status).toBe(401);
  expect(await fingerprint(server)).toEqual(before);
});
