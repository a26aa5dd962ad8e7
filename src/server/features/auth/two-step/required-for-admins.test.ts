import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { appCode, moveToStartOfStep, turnOnTwoStep } from "#testing/two-step.ts";

const SETTINGS = "/admin/api/settings";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  admin = await signedIn(server, { sessionKind: "admin" });
  moveToStartOfStep(server);
});
afterEach(() => server.query("update platform_settings set admin_two_step_required = false"));
afterAll(() => server.close());

const requireOfAdmins = async () => {
  await turnOnTwoStep(server, admin.user);
  const response = await admin.client.patch(SETTINGS, { adminTwoStepRequired: true });
  expect([response.status, response.body]).toEqual([200, { adminTwoStepRequired: true }]);
};
const newAdmin = () => makeUser(server.platform.database, null, { role: "super_admin" });

test("the requirement is off by default, and a change is recorded", async () => {
  expect((await admin.client.get(SETTINGS)).body).toEqual({ adminTwoStepRequired: false });
  await requireOfAdmins();
  expect((await admin.client.get(SETTINGS)).body).toEqual({ adminTwoStepRequired: true });
  const lines = await server.query("select before, after from audit_log where actor_id = $1 and action = $2", [
    admin.user.id,
    "settings.updated",
  ]);
  expect(lines).toEqual([{ before: { adminTwoStepRequired: false }, after: { adminTwoStepRequired: true } }]);
});

test.each([{}, { adminTwoStepRequired: false }])("%j changes nothing and records nothing", async (change) => {
  const before = await fingerprint(server);
  expect((await admin.client.patch(SETTINGS, change)).body).toEqual({ adminTwoStepRequired: false });
  expect(await fingerprint(server)).toEqual(before);
});

test("an admin without two-step sign-in cannot make it required", async () => {
  const before = await fingerprint(server);
  const response = await admin.client.patch(SETTINGS, { adminTwoStepRequired: true });
  expect([response.status, response.body["message"]]).toEqual([409, "Zet eerst zelf inloggen in twee stappen aan."]);
  expect(await fingerprint(server)).toEqual(before);
});

test("admin sessions without it end at once, workspace sessions continue", async () => {
  const other = await newAdmin();
  const [panel, workspace] = [await signInAs(server, other, "admin"), await signInAs(server, other)];
  await requireOfAdmins();
  expect((await panel.get("/admin/api/user")).status).toBe(401);
  expect((await workspace.get("/api/auth/user")).status).toBe(200);
  expect((await server.client().signIn(other.username, PASSWORD)).body["id"]).toBe(other.id);
  expect((await admin.client.get("/admin/api/user")).status).toBe(200);
});

test("an admin without it sets it up during sign-in", async () => {
  await requireOfAdmins();
  const other = await newAdmin();
  const client = server.client();
  const firstStep = await client.signIn(other.username, PASSWORD, "admin");
  const { secret } = firstStep.body["setUp"] as { secret: string };
  expect(firstStep.body).toEqual({
    twoStep: true,
    challenge: expect.any(String),
    setUp: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), otpauthUri: expect.stringContaining(secret) },
  });
  expect(client.cookieNames()).toEqual([]);

  const { challenge } = firstStep.body;
  const wrong = await client.post("/admin/api/login/code", { challenge, code: "000000" });
  expect([wrong.status, wrong.body["code"]]).toEqual([401, "invalid_credentials"]);
  const done = await client.post("/admin/api/login/code", { challenge, code: appCode(server, secret) });
  expect(done.body).toMatchObject({ id: other.id, username: other.username });
  const codes = done.body["recoveryCodes"] as string[];
  expect(codes).toHaveLength(10);
  expect((await client.get("/admin/api/user")).body["id"]).toBe(other.id);
  const actions = await server.query("select action from audit_log where actor_id = $1 order by at, action desc", [
    other.id,
  ]);
  expect(actions).toEqual([{ action: "two_step.enabled" }, { action: "admin_session.opened" }]);

  const again = await server.client().signIn(other.username, PASSWORD, "admin");
  expect(Object.keys(again.body)).toEqual(["twoStep", "challenge"]);
  const next = { challenge: again.body["challenge"], code: appCode(server, secret) };
  expect((await server.client().post("/admin/api/login/code", next)).status).toBe(401);
  expect((await server.client().post("/admin/api/login/code", { ...next, code: codes[0] })).status).toBe(200);
});

test("wrong first codes are limited too", async () => {
  await requireOfAdmins();
  const other = await newAdmin();
  const { body } = await server.client().signIn(other.username, PASSWORD, "admin");
  const { secret } = body["setUp"] as { secret: string };
  const attempt = (code: string) =>
    server.client().post("/admin/api/login/code", { challenge: body["challenge"], code });
  for (let nth = 0; nth < 5; nth++) expect((await attempt("000000")).status).toBe(401);
  expect((await attempt(appCode(server, secret))).status).toBe(403);
});

test("a secret issued at an earlier attempt is no longer valid", async () => {
  await requireOfAdmins();
  const other = await newAdmin();
  const ask = async () => (await server.client().signIn(other.username, PASSWORD, "admin")).body;
  const [first, second] = [await ask(), await ask()];
  const code = appCode(server, (first["setUp"] as { secret: string }).secret);
  for (const { challenge } of [first, second]) {
    expect((await server.client().post("/admin/api/login/code", { challenge, code })).status).toBe(401);
  }
});

test("while it is required, admins cannot turn it off, others can", async () => {
  await requireOfAdmins();
  const secret = await turnOnTwoStep(server, admin.user);
  const withCode = (of: string) => ({ currentPassword: PASSWORD, code: appCode(server, of) });
  const panel = await admin.client.request("DELETE", "/admin/api/two-step", withCode(secret));
  expect([panel.status, panel.body["code"]]).toEqual([409, "conflict"]);
  expect((await admin.client.get("/admin/api/two-step")).body).toMatchObject({ enabled: true, required: true });

  const user = await signedIn(server);
  const body = withCode(await turnOnTwoStep(server, user.user));
  expect((await user.client.get("/api/profile/two-step")).body["required"]).toBe(false);
  expect((await user.client.request("DELETE", "/api/profile/two-step", body)).status).toBe(200);
});

test("an admin whose second step was reset sets it up again at the next sign-in", async () => {
  await requireOfAdmins();
  const other = await newAdmin();
  await turnOnTwoStep(server, other);
  expect((await admin.client.delete(`/admin/api/users/${other.id}/two-step`)).status).toBe(200);
  const firstStep = await server.client().signIn(other.username, PASSWORD, "admin");
  expect(firstStep.body["setUp"]).toBeDefined();
});

test("a platform admin is asked for the second factor a week after becoming one, in the admin panel only", async () => {
  const promoted = await makeUser(server.platform.database, admin.company.id);
  await server.query("update users set role = 'super_admin' where id = $1", [promoted.id]);
  const [stored] = await server.query<{ days: number }>(
    "select round(extract(epoch from two_step_due_at - now()) / 86400)::int as days from users where id = $1",
    [promoted.id],
  );
  expect(stored?.days).toBe(7);
  const signIn = (kind: "main" | "admin") => server.client().signIn(promoted.username, PASSWORD, kind);
  expect((await signIn("admin")).body["twoStep"]).toBeUndefined();
  await server.query("update users set two_step_due_at = $2 where id = $1", [promoted.id, server.clock.now()]);
  const asked = await signIn("admin");
  expect(asked.body).toMatchObject({ twoStep: true, setUp: { secret: expect.any(String) } });
  const code = appCode(server, (asked.body["setUp"] as { secret: string }).secret);
  const client = server.client();
  const finished = await client.post("/admin/api/login/code", { challenge: asked.body["challenge"], code });
  expect(finished.status).toBe(200);
  expect((await client.get("/admin/api/two-step")).body["required"]).toBe(true);
  await server.query("update users set role = 'user' where id = $1", [promoted.id]);
  expect((await signIn("main")).body["twoStep"]).toBe(true);
});
