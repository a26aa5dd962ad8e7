import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLead, makeMessage } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  me = await signedIn(server);
});
afterAll(() => server.close());

const edit = (id: string, body: unknown) => me.client.patch(`/api/leads/${id}`, body);
const outbox = (id: string) =>
  server.query("select field, value, based_on from airtable_outbox where local_id = $1 order by field", [id]);

test("an edit changes the lead, its messages and Airtable, and is in the audit log", async () => {
  const { id, leadId } = await makeMessage(server, me.company.id, {}, { full_name: "Jan", email: "jan@oud.nl" });
  const response = await edit(leadId, { fullName: " José Jansen ", email: "", title: "Directeur" });
  expect(response.body).toMatchObject({ fullName: "José Jansen", email: null, title: "Directeur", sync: "pending" });
  expect(await outbox(leadId)).toEqual([
    { field: "email", value: null, based_on: "jan@oud.nl" },
    { field: "full_name", value: "José Jansen", based_on: "Jan" },
    { field: "title", value: "Directeur", based_on: null },
  ]);
  expect(await server.query("select contact_name from messages where id = $1", [id])).toEqual([
    { contact_name: "jose jansen" },
  ]);
  expect((await me.client.get("/api/leads/search?q=jose%20jansen")).body).toMatchObject([{ id: leadId }]);
  const logged = await server.query("select before, after from audit_log where subject_id = $1", [leadId]);
  expect(logged).toEqual([
    {
      before: { fullName: "Jan", email: "jan@oud.nl", title: null },
      after: { fullName: "José Jansen", email: null, title: "Directeur" },
    },
  ]);
});

test("an edit without an effect records nothing", async () => {
  const id = await makeLead(server, me.company.id, { title: "Directeur" });
  const { status, body } = await edit(id, { title: "Directeur" });
  expect([status, "undo" in body]).toEqual([200, false]);
  expect(await outbox(id)).toEqual([]);
});

test("an undo restores the details, unless they were changed again", async () => {
  const id = await makeLead(server, me.company.id, { title: "Oud", company: "Zon" });
  const undo = async (response: { body: Record<string, unknown> }) =>
    (await me.client.post(`/api/undo/${(response.body["undo"] as { token: string }).token}`)).status;
  expect(await undo(await edit(id, { title: "Nieuw", company: null }))).toBe(200);
  expect((await me.client.get(`/api/leads/${id}`)).body).toMatchObject({ title: "Oud", company: "Zon" });
  const first = await edit(id, { title: "Nieuw" });
  await edit(id, { title: "Nog nieuwer" });
  expect(await undo(first)).toBe(409);
});

test.each([
  { fullName: "" },
  { fullName: null },
  { email: "geen adres" },
  { website: "javascript:alert(1)" },
  { title: "x".repeat(501) },
  { leadRating: 10 },
  { providerId: "x" },
])("%j is refused", async (body) => {
  const id = await makeLead(server, me.company.id);
  expect((await edit(id, body)).status).toBe(400);
});

test("a deleted lead has no details to change", async () => {
  const id = await makeLead(server, me.company.id, { classification: "DELETED" });
  expect((await edit(id, { title: "X" })).status).toBe(404);
});

test("a lead does not get the address of an erased person, with whom it would be erased", async () => {
  const admin = await signedIn(server, { company: me.company, role: "company_admin" });
  const erased = await makeLead(server, me.company.id, { email: "weg@zon.nl" });
  await admin.client.post(`/api/leads/${erased}/erase`);
  const id = await makeLead(server, me.company.id, { full_name: "Blijft" });
  expect((await edit(id, { email: "weg@zon.nl" })).status).toBe(409);
  expect((await me.client.get(`/api/leads/${id}`)).body).toMatchObject({ fullName: "Blijft", email: null });
});
