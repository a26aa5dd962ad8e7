import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { appCode, requestChallenge, turnOnTwoStep } from "#testing/two-step.ts";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const reset = (id: string) => admin.client.delete(`/admin/api/users/${id}/two-step`);
const isTwoStepEnabled = async (id: string) => {
  const { text } = await admin.client.get("/admin/api/users");
  return (JSON.parse(text) as { id: string; twoStepEnabled: boolean }[]).find((user) => user.id === id)?.twoStepEnabled;
};

test.each(["user", "super_admin"] as const)("an admin can reset two-step sign-in for a %s", async (role) => {
  const lost = await signedIn(server, { role });
  const secret = await turnOnTwoStep(server, lost.user);
  const challenge = await requestChallenge(server, lost.user);
  expect(await isTwoStepEnabled(lost.user.id)).toBe(true);

  const response = await reset(lost.user.id);
  expect([response.status, response.body]).toEqual([200, { message: "Inloggen in twee stappen is gereset." }]);
  expect(await isTwoStepEnabled(lost.user.id)).toBe(false);
  expect((await lost.client.get("/api/auth/user")).status).toBe(401);
  const late = await server.client().post("/api/login/code", { challenge, code: appCode(server, secret) });
  expect(late.status).toBe(403);
  expect((await server.client().signIn(lost.user.username, PASSWORD)).body["id"]).toBe(lost.user.id);

  const [line] = await server.query("select * from audit_log where action = 'two_step.reset' and subject_id = $1", [
    lost.user.id,
  ]);
  expect(line).toMatchObject({
    company_id: lost.company.id,
    actor_id: admin.user.id,
    subject_name: "Anna Jansen",
    before: null,
    after: null,
  });
});

test("admins cannot reset their own two-step sign-in", async () => {
  await turnOnTwoStep(server, admin.user);
  const before = await fingerprint(server);
  expect((await reset(admin.user.id)).status).toBe(409);
  expect(await fingerprint(server)).toEqual(before);
});

test("resetting two-step sign-in where it is off is a conflict", async () => {
  const { user } = await signedIn(server);
  const before = await fingerprint(server);
  expect((await reset(user.id)).status).toBe(409);
  expect(await fingerprint(server)).toEqual(before);
});

test("users of a deleted company are not found", async () => {
  const { database } = server.platform;
  const gone = await makeUser(database, (await makeCompany(database, { deletedAt: new Date() })).id);
  await turnOnTwoStep(server, gone);
  const before = await fingerprint(server);
  const response = await reset(gone.id);
  expect(response.status).toBe(404);
  expect(response.text).toBe((await reset(randomUUID())).text);
  expect(await fingerprint(server)).toEqual(before);
});
