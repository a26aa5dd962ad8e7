import { afterAll, beforeAll, expect, test } from "vitest";
import type { DeletedCompany } from "#contract/companies.ts";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const DAY = 86_400_000;
const LAST = "De laatste actieve platformbeheerder hoort bij dit bedrijf. Het kan daarom niet worden verwijderd.";
const OWN = "Je hoort zelf bij dit bedrijf. Een andere platformbeheerder kan het verwijderen.";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const database = () => server.platform.database;
const remove = (id: string) => admin.client.delete(`/admin/api/companies/${id}`);
const restore = (id: string) => admin.client.post(`/admin/api/companies/${id}/restore`);
const actions = async (id: string) =>
  (await server.query<{ action: string }>("select action from audit_log where company_id = $1 order by at, id", [id]))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("company."));
const listDeleted = async () =>
  JSON.parse((await admin.client.get("/admin/api/companies/deleted")).text) as DeletedCompany[];

test("a deleted company is hidden, and its sessions end at once", async () => {
  const somebody = await signedIn(server);
  const boss = await signedIn(server, { role: "super_admin", sessionKind: "admin", company: somebody.company });
  expect((await remove(somebody.company.id)).status).toBe(200);

  expect((await somebody.client.get("/api/auth/user")).status).toBe(401);
  expect((await boss.client.get("/admin/api/user")).status).toBe(401);
  expect((await server.client().signIn(somebody.user.username, PASSWORD)).status).toBe(401);
  expect((await server.client().signIn(boss.user.username, PASSWORD, "admin")).status).toBe(401);
  expect(
    await server.query("select 1 from sessions where user_id = any($1)", [[somebody.user.id, boss.user.id]]),
  ).toEqual([]);
  const all = await Promise.all(["companies", "users"].map((list) => admin.client.get(`/admin/api/${list}`)));
  for (const { text } of all) expect(text).not.toContain(somebody.company.id);
  expect(await actions(somebody.company.id)).toEqual(["company.deleted"]);
});

test("a deleted company is listed until it is purged and can be restored completely", async () => {
  const somebody = await signedIn(server, { role: "company_admin" });
  const { id, name } = somebody.company;
  await remove(id);
  const found = (await listDeleted()).find((one) => one.id === id);
  expect(found).toMatchObject({ id, name, userCount: 1 });
  const kept = Date.parse(found?.purgeAt ?? "") - Date.parse(found?.deletedAt ?? "");
  expect(kept).toBe(30 * DAY);

  const response = await restore(id);
  expect(response.body).toMatchObject({ id, name, userCount: 1, isActive: true });
  expect((await listDeleted()).some((one) => one.id === id)).toBe(false);
  expect((await somebody.client.get("/api/auth/user")).status).toBe(401);
  await signInAs(server, somebody.user);
  expect(await actions(id)).toEqual(["company.deleted", "company.restored"]);
});

test("of two concurrent deletions or restores one succeeds", async () => {
  const { id } = await makeCompany(database());
  const statuses = async (work: () => Promise<{ status: number }>) =>
    (await Promise.all([work(), work(), work()])).map(({ status }) => status).toSorted((left, right) => left - right);
  expect(await statuses(() => remove(id))).toEqual([200, 404, 404]);
  expect(await statuses(() => restore(id))).toEqual([200, 409, 409]);
  expect(await actions(id)).toEqual(["company.deleted", "company.restored"]);
});

test("a company that is not deleted cannot be restored", async () => {
  const { id } = await makeCompany(database());
  const before = await fingerprint(server);
  const response = await restore(id);
  expect([response.status, response.body["message"]]).toEqual([409, "Dit bedrijf is niet verwijderd."]);
  expect(await fingerprint(server)).toEqual(before);
});

test("after thirty days it cannot be restored", async () => {
  const company = await makeCompany(database(), { deletedAt: new Date(Date.now() - 30 * DAY - 1000) });
  const before = await fingerprint(server);
  expect((await restore(company.id)).status).toBe(404);
  expect((await listDeleted()).some(({ id }) => id === company.id)).toBe(false);
  expect(await fingerprint(server)).toEqual(before);
});

test("admins cannot delete their own company", async () => {
  await signedIn(server, { sessionKind: "admin" });
  const before = await fingerprint(server);
  const response = await remove(admin.company.id);
  expect([response.status, response.body["message"]]).toEqual([409, OWN]);
  expect(await fingerprint(server)).toEqual(before);
});

test("the company of the last active platform admin cannot be deleted", async () => {
  const alone = await startTestServer({ worker: false });
  const { client, company } = await signedIn(alone, { sessionKind: "admin" });
  await makeUser(alone.platform.database, company.id, { role: "super_admin", isActive: false });
  const gone = await makeCompany(alone.platform.database, { deletedAt: new Date() });
  await makeUser(alone.platform.database, gone.id, { role: "super_admin" });
  const before = await fingerprint(alone);
  const response = await client.delete(`/admin/api/companies/${company.id}`);
  expect([response.status, response.body["message"]]).toEqual([409, LAST]);
  expect(await fingerprint(alone)).toEqual(before);
  await alone.close();
});

test("of two platform admins who delete each other's company concurrently one succeeds", async () => {
  const alone = await startTestServer({ worker: false });
  const [first, second] = await Promise.all([1, 2].map(() => signedIn(alone, { sessionKind: "admin" })));
  if (!first || !second) throw new Error("nobody is signed in");
  const responses = await Promise.all([
    first.client.delete(`/admin/api/companies/${second.company.id}`),
    second.client.delete(`/admin/api/companies/${first.company.id}`),
  ]);
  // The second request is refused, or its session has ended by then.
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = await alone.query("select 1 from companies where deleted_at is null");
  expect(left).toHaveLength(1);
  await alone.close();
});
