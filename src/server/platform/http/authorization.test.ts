import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeLead } from "#testing/factories.ts";
import { SESSION_ENDING_CHANGES, type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let somebody: SignedIn;
let lead: string;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  somebody = await signedIn(server);
  lead = await makeLead(server, somebody.company.id);
  expect(await readList()).toBe(200);
});
afterAll(() => server.close());

const readList = async () => (await somebody.client.get("/api/all-leads")).status;
const classify = async () =>
  (await somebody.client.patch(`/api/leads/${lead}/classification`, { classification: "COLD" })).status;
const readClassification = async () => {
  const [found] = await server.query<{ class: string | null }>(
    "select classification as class from leads where id = $1",
    [lead],
  );
  return found?.class;
};

/** When a connection of the workspace last ran a query. */
const lastTenantQuery = async () => {
  const [found] = await server.query<{ at: string }>(
    `select max(query_start)::text as at from pg_stat_activity
      where application_name = 'usa_tenant' and datname = current_database()`,
  );
  return found?.at;
};

test("without a valid session no query of the workspace is sent", async () => {
  await server.query("delete from sessions where user_id = $1", [somebody.user.id]);
  const before = await lastTenantQuery();
  expect([await readList(), await classify()]).toEqual([401, 401]);
  expect(await lastTenantQuery()).toBe(before);
});

test.each([
  ["signing out elsewhere", "delete from sessions where user_id = $1"],
  ...SESSION_ENDING_CHANGES,
  ["the end of its lifetime", "update sessions set expires_at = now() - interval '1 minute' where user_id = $1"],
  [
    "eight hours without use",
    "update sessions set last_seen_at = now() - interval '8 hours 1 minute' where user_id = $1",
  ],
])("%s ends a session at once", async (_what, change) => {
  await server.query(change, [somebody.user.id]);
  expect([await classify(), await readList()]).toEqual([401, 401]);
  expect(await readClassification()).toBe(null);
});

test("a new role holds from the next request, whether it allows more or less", async () => {
  const exportPerson = async () => (await somebody.client.get(`/api/leads/${lead}/export`)).status;
  expect(await exportPerson()).toBe(403);
  await server.query("update users set role = 'company_admin' where id = $1", [somebody.user.id]);
  expect(await exportPerson()).toBe(200);
  await server.query("update users set role = 'user' where id = $1", [somebody.user.id]);
  expect(await exportPerson()).toBe(403);
});

test("a person who moves to another company works there from the next request, and no longer here", async () => {
  const other = await signedIn(server);
  const theirLead = await makeLead(server, other.company.id);
  await server.query("update users set company_id = $1 where id = $2", [other.company.id, somebody.user.id]);
  expect(await classify()).toBe(404);
  expect((await somebody.client.get("/api/all-leads")).body["items"]).toMatchObject([{ id: theirLead }]);
});

test("a new name is in the audit log from the next change on", async () => {
  await server.query("update users set first_name = 'Nieuw', last_name = 'Naam' where id = $1", [somebody.user.id]);
  expect(await classify()).toBe(200);
  const [logged] = await server.query<{ name: string }>(
    "select actor_name as name from audit_log where subject_id = $1",
    [lead],
  );
  expect(logged?.name).toBe("Nieuw Naam");
});

test("only a person with a session learns what is wrong with a request", async () => {
  const sendInvalid = async () =>
    (await somebody.client.patch(`/api/leads/${lead}/classification`, { classification: "?" })).status;
  expect(await sendInvalid()).toBe(400);
  await server.query("delete from sessions where user_id = $1", [somebody.user.id]);
  expect(await sendInvalid()).toBe(401);
});
