import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ROLES } from "#contract/roles.ts";
import type { ChangeEvent } from "#contract/system.ts";
import type { CompanyUser } from "#contract/users.ts";
import { type MadeUser, makeUser } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { TEXTS } from "./users.policy.ts";

const UNKNOWN = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

let server: TestServer;
let me: SignedIn;
let colleague: MadeUser;
let otherCompanyUser: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server, { role: "company_admin" });
  colleague = await makeUser(server.platform.database, me.company.id);
  otherCompanyUser = await signedIn(server);
});
afterAll(() => server.close());

const people = ({ text }: TestResponse) => JSON.parse(text) as CompanyUser[];
const change = (who: SignedIn, id: string, body: unknown) => who.client.patch(`/api/users/${id}`, body);
const statusAndMessage = ({ status, body }: TestResponse) => [status, body["message"]];

test.each(ROLES)("a %s sees the users of their own company only", async (role) => {
  const who = await signedIn(server, { role, company: me.company });
  const own = await who.client.get(`/api/users?companyId=${me.company.id}`);
  expect(
    people(own)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([me.user.id, colleague.id, who.user.id].toSorted());
  expect((await who.client.get("/api/users")).text).toBe(own.text);
  expect(own.headers.get("x-total-count")).toBe("3");
  expect(people(own).find(({ id }) => id === colleague.id)).toEqual({
    id: colleague.id,
    email: colleague.email,
    username: colleague.username,
    firstName: "Anna",
    lastName: "Jansen",
    role: "user",
    isActive: true,
    profileImageUrl: null,
    companyId: me.company.id,
    invitedAt: null,
  });
});

test.each(ROLES)("users of another company are not found for a %s", async (role) => {
  const who = await signedIn(server, { role });
  const foreign = await who.client.get(`/api/users?companyId=${otherCompanyUser.company.id}`);
  expect(foreign.status).toBe(404);
  for (const id of [UNKNOWN, "geen-id", ""]) {
    expect((await who.client.get(`/api/users?companyId=${id}`)).text).toBe(foreign.text);
  }
});

test("a platform admin without a company has no colleagues", async () => {
  const client = await signInAs(server, await makeUser(server.platform.database, null, { role: "super_admin" }));
  expect(people(await client.get("/api/users"))).toEqual([]);
  expect((await client.get(`/api/users?companyId=${me.company.id}`)).status).toBe(404);
  expect((await client.patch(`/api/users/${colleague.id}`, { firstName: "A" })).status).toBe(409);
});

test.each(["company_admin", "super_admin"] as const)(
  "a %s changes a colleague, with a line in the log",
  async (role) => {
    const who = await signedIn(server, { role, company: me.company });
    const form = { firstName: "Bram", lastName: "Bos", role: "account_manager", isActive: false };
    const response = await change(who, colleague.id, form);
    expect([response.status, response.body]).toEqual([200, expect.objectContaining({ id: colleague.id, ...form })]);
    const [line] = await server.query("select * from audit_log where subject_id = $1", [colleague.id]);
    expect(line).toMatchObject({
      company_id: me.company.id,
      actor_id: who.user.id,
      action: "user.updated",
      subject_name: "Bram Bos",
      before: { firstName: "Anna", lastName: "Jansen", role: "user", isActive: true },
      after: form,
    });
  },
);

test("absent fields stay; a change without an effect records nothing", async () => {
  await change(me, colleague.id, { lastName: "" });
  const before = await fingerprint(server);
  const response = await change(me, colleague.id, { firstName: "Anna", role: "user", isActive: true });
  expect(response.body).toMatchObject({ firstName: "Anna", lastName: null, role: "user" });
  expect(await fingerprint(server)).toEqual(before);
});

test("a deactivation and a new role take effect at once", async () => {
  const somebody = await signedIn(server, { company: me.company });
  await change(me, somebody.user.id, { role: "company_admin" });
  expect((await change(somebody, colleague.id, { firstName: "A" })).status).toBe(200);
  await change(me, somebody.user.id, { isActive: false });
  expect((await somebody.client.get("/api/auth/user")).status).toBe(401);
  expect(await server.query("select 1 from sessions where user_id = $1", [somebody.user.id])).toEqual([]);
});

test.each(["user", "account_manager"] as const)("a %s cannot change users, not even themselves", async (role) => {
  const who = await signedIn(server, { role, company: me.company });
  const before = await fingerprint(server);
  for (const id of [colleague.id, who.user.id, otherCompanyUser.user.id, UNKNOWN]) {
    expect((await change(who, id, { firstName: "A" })).status).toBe(403);
  }
  expect(await fingerprint(server)).toEqual(before);
});

test("a user of another company cannot be changed: they are not found", async () => {
  const before = await fingerprint(server);
  const [foreign, unknown] = [
    await change(me, otherCompanyUser.user.id, { firstName: "A" }),
    await change(me, UNKNOWN, {}),
  ];
  expect(foreign.status).toBe(404);
  expect(foreign.text).toBe(unknown.text);
  expect(await fingerprint(server)).toEqual(before);
});

test("a platform admin of another company is not found either", async () => {
  const boss = await signedIn(server, { role: "super_admin" });
  expect((await change(me, boss.user.id, { firstName: "A" })).status).toBe(404);
});

test("a company_admin cannot change a platform admin of their company", async () => {
  const boss = await makeUser(server.platform.database, me.company.id, { role: "super_admin" });
  const before = await fingerprint(server);
  for (const body of [{ firstName: "A" }, { isActive: false }, { role: "user" }]) {
    expect(statusAndMessage(await change(me, boss.id, body))).toEqual([403, TEXTS.platformAdmin]);
  }
  expect(await fingerprint(server)).toEqual(before);
});

test("no role can create a platform admin here", async () => {
  const boss = await signedIn(server, { role: "super_admin", company: me.company });
  const before = await fingerprint(server);
  for (const who of [me, boss]) expect((await change(who, colleague.id, { role: "super_admin" })).status).toBe(400);
  expect(await fingerprint(server)).toEqual(before);
});

test.each([
  { email: "ander@voorbeeld.nl" },
  { username: "ander" },
  { password: "een-wachtwoord" },
  { companyId: UNKNOWN },
  { id: UNKNOWN },
  { role: "baas" },
  { isActive: "nee" },
  { firstName: "x".repeat(101) },
])("%j is refused, and nothing is written", async (body) => {
  const before = await fingerprint(server);
  expect((await change(me, colleague.id, { lastName: "Bos", ...body })).status).toBe(400);
  expect(await fingerprint(server)).toEqual(before);
});

test("users cannot demote or deactivate themselves", async () => {
  await makeUser(server.platform.database, me.company.id, { role: "company_admin" });
  const before = await fingerprint(server);
  expect(statusAndMessage(await change(me, me.user.id, { role: "user" }))).toEqual([409, TEXTS.changeOwnRole]);
  expect(statusAndMessage(await change(me, me.user.id, { isActive: false }))).toEqual([409, TEXTS.deactivateSelf]);
  expect(await fingerprint(server)).toEqual(before);
  expect((await change(me, me.user.id, { firstName: "Bas", role: "company_admin", isActive: true })).status).toBe(200);
});

test("the last active company_admin cannot be demoted, also by a platform admin", async () => {
  const boss = await signedIn(server, { role: "super_admin", company: me.company });
  const before = await fingerprint(server);
  expect(statusAndMessage(await change(boss, me.user.id, { role: "user" }))).toEqual([409, TEXTS.lastCompanyAdmin]);
  expect(statusAndMessage(await change(boss, me.user.id, { isActive: false }))).toEqual([409, TEXTS.lastCompanyAdmin]);
  expect(await fingerprint(server)).toEqual(before);
});

test("the tenant role cannot change users", async () => {
  const tenant = server.platform.database.tenant(me.company.id);
  for (const text of [
    "update users set role = 'super_admin'",
    "delete from users",
    "update companies set name = 'A'",
    "select password_hash from users",
  ]) {
    await expect(tenant.run({ parts: [text], values: [] })).rejects.toThrow("permission denied");
  }
});

test("a change is published to the screens of the company", async () => {
  const received: ChangeEvent[] = [];
  const end = server.platform.events.subscribe(me.company.id, (event) => received.push(event));
  await change(me, colleague.id, { firstName: "Bas" });
  await expect.poll(() => received).toEqual([{ topic: "users", id: colleague.id }, { topic: "audit" }]);
  end();
});
