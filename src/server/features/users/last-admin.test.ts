import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { type MadeCompany, makeCompany, makeUser } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { TEXTS } from "./users.policy.ts";

let server: TestServer;
let admin: SignedIn;
let company: MadeCompany;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  await server.query("truncate companies, users cascade");
  admin = await signedIn(server, { sessionKind: "admin" });
  company = await makeCompany(server.platform.database);
});
afterAll(() => server.close());

const make = (role: Role, companyId: string | null = company.id, isActive = true) =>
  makeUser(server.platform.database, companyId, { role, isActive });
const statusAndMessage = ({ status, body }: TestResponse) => [status, body["message"]];
const expectRefused = async (work: () => Promise<TestResponse>, text: string) => {
  const before = await fingerprint(server);
  expect(statusAndMessage(await work())).toEqual([409, text]);
  expect(await fingerprint(server)).toEqual(before);
};
const panel = (id: string) => `/admin/api/users/${id}`;

test("the last active company_admin cannot be demoted, deactivated, moved or deleted", async () => {
  const last = await make("company_admin");
  await make("company_admin", company.id, false);
  await make("company_admin", admin.company.id);
  await make("super_admin");
  await expectRefused(() => admin.client.patch(panel(last.id), { role: "user" }), TEXTS.lastCompanyAdmin);
  await expectRefused(() => admin.client.patch(panel(last.id), { role: "super_admin" }), TEXTS.lastCompanyAdmin);
  await expectRefused(() => admin.client.patch(panel(last.id), { isActive: false }), TEXTS.lastCompanyAdmin);
  await expectRefused(
    () => admin.client.patch(panel(last.id), { companyId: admin.company.id }),
    TEXTS.lastCompanyAdmin,
  );
  await expectRefused(() => admin.client.delete(panel(last.id)), TEXTS.lastCompanyAdmin);
  expect((await admin.client.patch(panel(last.id), { firstName: "Bas" })).status).toBe(200);
});

test("with a second company_admin, the first can be changed", async () => {
  const [first, second] = [await make("company_admin"), await make("company_admin")];
  expect((await admin.client.patch(panel(first.id), { role: "user" })).status).toBe(200);
  await expectRefused(() => admin.client.delete(panel(second.id)), TEXTS.lastCompanyAdmin);
});

test("a company_admin who has not accepted the invitation is not another admin, and can lose the role", async () => {
  const last = await signedIn(server, { role: "company_admin", company });
  const form = { email: "bea@voorbeeld.nl", firstName: "Bea", lastName: "Smit", role: "company_admin" };
  const { status, body } = await last.client.post("/api/users/invitations", form);
  expect(status).toBe(201);
  for (const change of [{ role: "user" }, { isActive: false }, { companyId: admin.company.id }])
    await expectRefused(() => admin.client.patch(panel(last.user.id), change), TEXTS.lastCompanyAdmin);
  await expectRefused(() => admin.client.delete(panel(last.user.id)), TEXTS.lastCompanyAdmin);

  await server.query("delete from users where id = $1", [last.user.id]);
  expect((await admin.client.patch(panel(String(body["id"])), { role: "user" })).status).toBe(200);
});

test("a super_admin who has not accepted the invitation does not keep the platform reachable", async () => {
  const invited = await make("super_admin");
  await server.query("update users set awaits_acceptance = true where id = $1", [invited.id]);
  const remove = () => admin.client.delete(`/admin/api/companies/${admin.company.id}`);
  await expectRefused(
    remove,
    "De laatste actieve platformbeheerder hoort bij dit bedrijf. Het kan daarom niet worden verwijderd.",
  );
});

test("the last active super_admin cannot lose their rights", async () => {
  const second = await make("super_admin", null);
  const gone = await makeCompany(server.platform.database, { deletedAt: new Date() });
  await make("super_admin", gone.id);
  await make("super_admin", company.id, false);
  expect((await admin.client.patch(panel(second.id), { isActive: false })).status).toBe(200);
  await expectRefused(() => admin.client.delete(panel(admin.user.id)), TEXTS.deleteSelf);
});

test("admins cannot demote, deactivate or delete themselves in the admin panel", async () => {
  await make("super_admin");
  await expectRefused(() => admin.client.patch(panel(admin.user.id), { role: "company_admin" }), TEXTS.changeOwnRole);
  await expectRefused(() => admin.client.patch(panel(admin.user.id), { isActive: false }), TEXTS.deactivateSelf);
  await expectRefused(() => admin.client.delete(panel(admin.user.id)), TEXTS.deleteSelf);
  expect((await admin.client.patch(panel(admin.user.id), { lastName: "Bos", companyId: null })).status).toBe(200);
});

const active = (role: Role) =>
  server.query("select 1 from users where role = $1 and is_active and (role = 'super_admin' or company_id = $2)", [
    role,
    company.id,
  ]);

test.each([1, 2, 3, 4, 5])("of two platform admins who demote each other concurrently one remains (%i)", async () => {
  const other = await signedIn(server, { sessionKind: "admin" });
  const responses = await Promise.all([
    admin.client.patch(panel(other.user.id), { role: "user" }),
    other.client.patch(panel(admin.user.id), { isActive: false }),
  ]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await active("super_admin")).toHaveLength(1);
});

test.each([1, 2, 3, 4, 5])("of two company_admins who demote each other concurrently one remains (%i)", async () => {
  const [first, second] = await Promise.all([1, 2].map(() => signedIn(server, { role: "company_admin", company })));
  if (!first || !second) throw new Error("nobody is signed in");
  const responses = await Promise.all([
    first.client.patch(`/api/users/${second.user.id}`, { role: "user" }),
    second.client.patch(`/api/users/${first.user.id}`, { isActive: false }),
  ]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await active("company_admin")).toHaveLength(1);
});

test("one admin remains whatever concurrent changes are made", async () => {
  const many = await Promise.all([1, 2, 3, 4, 5, 6].map(() => make("company_admin")));
  const away = [{ role: "user" }, { isActive: false }, { companyId: admin.company.id }, { role: "account_manager" }];
  const responses = await Promise.all(
    many.map(({ id }, nth) => {
      const change = away[nth];
      return change ? admin.client.patch(panel(id), change) : admin.client.delete(panel(id));
    }),
  );
  expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
    200, 200, 200, 200, 200, 409,
  ]);
  expect(await active("company_admin")).toHaveLength(1);
});
