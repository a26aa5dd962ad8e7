import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeUser } from "#testing/account-factories.ts";
import { makeLead, makeMessage, makePrompt } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server, { role: "company_admin" });
  await server.query("update companies set onboarding_ended_at = null, statistics_person = null where id = $1", [
    me.company.id,
  ]);
});
afterAll(() => server.close());

const done = async () => (await me.client.get("/api/overview/checklist")).body["done"];
const isNew = async (who: SignedIn) => (await who.client.get("/api/overview/counts")).body["isNewCompany"];

test("the counts say that the first sync with Airtable is running, until it ends or is paused", async () => {
  const isFirstSync = async () => (await me.client.get("/api/overview/counts")).body["isFirstSync"];
  const change = (set: string) => server.query(`update sync_states set ${set} where company_id = $1`, [me.company.id]);
  expect(await isFirstSync()).toBe(false);
  await server.query(
    "insert into sync_states (company_id, base_id) values ($1, 'app1') on conflict (company_id) do update set base_id = 'app1'",
    [me.company.id],
  );
  expect(await isFirstSync()).toBe(true);
  await change("paused_at = now()");
  expect(await isFirstSync()).toBe(false);
  // A run that could not read the messages has ended, but the base was not read.
  await change("paused_at = null, last_run_ended_at = now()");
  expect(await isFirstSync()).toBe(false);
  await change("last_run_ended_at = null, first_sync_ended_at = now()");
  expect(await isFirstSync()).toBe(false);
});

test("each step is done by what it asks for", async () => {
  const { id } = me.company;
  expect(await done()).toEqual([]);
  await server.query("update companies set logo_url = '/objects/logo.png' where id = $1", [id]);
  expect(await done()).toEqual(["logo"]);
  await makeUser(server.platform.database, id);
  expect(await done()).toEqual(["logo", "colleagues"]);
  await makeLead(server, id);
  expect(await done()).toEqual(["logo", "colleagues", "leads"]);
  await makePrompt(server, id, { account_manager: "Bea Smit", prompt: "Schrijf kort." });
  expect(await done()).toEqual(["logo", "colleagues", "leads", "prompt"]);
  await server.query("update senders set user_id = $2 where company_id = $1", [id, me.user.id]);
  expect(await done()).toEqual(["logo", "colleagues", "leads", "prompt", "sender"]);
  await makeMessage(server, id);
  expect(await done()).not.toContain("approval");
  // As it comes from Airtable.
  await makeMessage(server, id, { status: "approved" });
  expect(await done()).not.toContain("approval");
  const { id: draft } = await makeMessage(server, id);
  expect((await me.client.post(`/api/send-icebreaker/${draft}`)).status).toBe(200);
  expect(await done()).toEqual(["logo", "colleagues", "leads", "prompt", "sender", "approval"]);
});

test("with the LinkedIn channel, a sender is connected by an account", async () => {
  const { id } = me.company;
  await makePrompt(server, id, { account_manager: "Bea Smit" });
  await server.query("update senders set user_id = $2 where company_id = $1", [id, me.user.id]);
  await server.query("update companies set delivery_channel = 'linkedin' where id = $1", [id]);
  expect(await done()).not.toContain("sender");
});

test("a base without leads, or one that was not read yet, is not enough for the step of the leads", async () => {
  await server.query("update companies set airtable_base_id = 'app1' where id = $1", [me.company.id]);
  expect(await done()).not.toContain("leads");
  await makeLead(server, me.company.id);
  expect(await done()).toContain("leads");
});

test("a company admin hides the list for the whole company, once", async () => {
  const colleague = await signedIn(server, { company: me.company });
  expect(await isNew(colleague)).toBe(true);
  expect((await colleague.client.post("/api/overview/checklist/hide")).status).toBe(403);
  for (const _ of [1, 2]) expect((await me.client.post("/api/overview/checklist/hide")).status).toBe(200);
  expect(await isNew(colleague)).toBe(false);
  const logged = await server.query(
    "select 1 from audit_log where company_id = $1 and action = 'company.checklist_hidden'",
    [me.company.id],
  );
  expect(logged).toHaveLength(1);
});

test("the statistics show the first sender of a company that has set no name", async () => {
  const read = async () => Object.keys((await me.client.get("/api/message-stats")).body);
  expect(await read()).toContain("icebreakersToApproveFrank");
  await makePrompt(server, me.company.id, { account_manager: "Bea Smit" });
  await makePrompt(server, me.company.id, { account_manager: "Anna Bos" });
  expect(await read()).toContain("icebreakersToApproveBea Smit");
});
