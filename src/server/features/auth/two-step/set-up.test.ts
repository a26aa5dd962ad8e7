import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import {
  appCode,
  requestChallenge,
  SESSION_KINDS,
  startTwoStep,
  TWO_STEP_PATHS,
  turnOnTwoStep,
} from "#testing/two-step.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const OFF = { enabled: false, enabledAt: null, recoveryCodesLeft: 0, required: false };
const withPassword = { currentPassword: PASSWORD };
const actionsOf = async (userId: string) => {
  const lines = await server.query<{ action: string }>(
    "select action from audit_log where actor_id = $1 and action like 'two_step.%' order by at",
    [userId],
  );
  return lines.map(({ action }) => action);
};

test.each(SESSION_KINDS)("two-step sign-in can be set up, read and turned off (%s)", async (sessionKind) => {
  const { base } = TWO_STEP_PATHS[sessionKind];
  const { client, user } = await signedIn(server, { sessionKind, role: "super_admin" });
  expect((await client.get(base)).body).toEqual(OFF);

  const started = await client.post(base, withPassword);
  const secret = String(started.body["secret"]);
  expect(started.body).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    otpauthUri: expect.stringContaining(`Sales%20Agent:${user.username}?secret=${secret}&`),
  });
  expect((await client.get(base)).body).toEqual(OFF);
  expect((await server.client().signIn(user.username, PASSWORD)).body["id"]).toBe(user.id);

  const confirmed = await client.post(`${base}/confirm`, { code: appCode(server, secret) });
  const codes = confirmed.body["recoveryCodes"] as string[];
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect((await client.get(base)).body).toEqual({
    enabled: true,
    enabledAt: expect.stringMatching(/^\d{4}-.*Z$/),
    recoveryCodesLeft: 10,
    required: false,
  });

  expect((await client.request("DELETE", base, { ...withPassword, code: codes[0] })).status).toBe(200);
  expect((await client.get(base)).body).toEqual(OFF);
  expect((await server.client().signIn(user.username, PASSWORD)).body["id"]).toBe(user.id);
  expect(await actionsOf(user.id)).toEqual(["two_step.enabled", "two_step.disabled"]);
  expect(await server.query("select 1 from recovery_codes where user_id = $1", [user.id])).toEqual([]);
});

test("workspace and admin panel share the setting", async () => {
  const { client, user } = await signedIn(server, { role: "super_admin" });
  const panel = await signInAs(server, user, "admin");
  await turnOnTwoStep(server, user);
  for (const [who, sessionKind] of [
    [client, "main"],
    [panel, "admin"],
  ] as const) {
    expect((await who.get(TWO_STEP_PATHS[sessionKind].base)).body["enabled"]).toBe(true);
  }
});

test.each(SESSION_KINDS)("turning it on or off ends all other sessions (%s)", async (sessionKind) => {
  const { base, user: path } = TWO_STEP_PATHS[sessionKind];
  const { client, user } = await signedIn(server, { sessionKind, role: "super_admin" });
  const others = async () => [await signInAs(server, user), await signInAs(server, user, "admin")] as const;
  const expectOnlyThis = async ([main, admin]: Awaited<ReturnType<typeof others>>) => {
    expect((await main.get("/api/auth/user")).status).toBe(401);
    expect((await admin.get("/admin/api/user")).status).toBe(401);
    expect((await client.get(path)).status).toBe(200);
  };
  const before = await others();
  const code = appCode(server, await startTwoStep(server, user));
  expect((await client.post(`${base}/confirm`, { code })).status).toBe(200);
  await expectOnlyThis(before);

  // As somebody who was signed in with a code.
  await server.query("update users set two_step_enabled_at = null where id = $1", [user.id]);
  const meanwhile = await others();
  const bothFactors = { ...withPassword, code: appCode(server, await turnOnTwoStep(server, user)) };
  expect((await client.request("DELETE", base, bothFactors)).status).toBe(200);
  await expectOnlyThis(meanwhile);
});

test("each change requires the password, and wrong passwords are limited", async () => {
  const { base } = TWO_STEP_PATHS.main;
  const { client, user } = await signedIn(server);
  const code = appCode(server, await turnOnTwoStep(server, user));
  const calls = [
    ["POST", base, {}],
    ["POST", `${base}/recovery-codes`, { code }],
    ["DELETE", base, { code }],
  ] as const;
  for (const [method, path, rest] of calls) {
    expect((await client.request(method, path, rest)).status).toBe(400);
    const wrong = await client.request(method, path, { ...rest, currentPassword: "fout" });
    expect([wrong.status, wrong.body["details"]]).toEqual([
      400,
      [{ path: "currentPassword", message: "Je huidige wachtwoord klopt niet." }],
    ]);
  }
  for (let nth = 0; nth < 7; nth++) await client.post(base, { currentPassword: "fout" });
  for (const [method, path, rest] of calls)
    expect((await client.request(method, path, { ...rest, ...withPassword })).status).toBe(429);
  expect((await client.get(base)).body["enabled"]).toBe(true);
});

test.each(SESSION_KINDS)(
  "turning it off and new recovery codes require a code besides the password (%s)",
  async (kind) => {
    const { base } = TWO_STEP_PATHS[kind];
    const { client, user } = await signedIn(server, { sessionKind: kind, role: "super_admin" });
    const secret = await turnOnTwoStep(server, user);
    const calls = [
      ["POST", `${base}/recovery-codes`],
      ["DELETE", base],
    ] as const;
    const message = "Deze code klopt niet of is al gebruikt.";
    for (const [method, path] of calls) {
      expect((await client.request(method, path, withPassword)).status).toBe(400);
      for (const code of [appCode(server, secret, -5), "0000-0000"]) {
        const wrong = await client.request(method, path, { ...withPassword, code });
        expect([wrong.status, wrong.body["details"]]).toEqual([400, [{ path: "code", message }]]);
      }
    }
    const failures = await server.query("select 1 from audit_log where subject_id = $1 and action = $2", [
      user.id,
      "two_step.failed",
    ]);
    expect(failures).toHaveLength(4);

    const code = appCode(server, secret);
    const renewed = await client.post(`${base}/recovery-codes`, { ...withPassword, code });
    const [recoveryCode] = renewed.body["recoveryCodes"] as string[];
    const again = await client.request("DELETE", base, { ...withPassword, code });
    expect([again.status, again.body["message"]]).toEqual([400, message]);
    expect((await client.get(base)).body["enabled"]).toBe(true);
    expect((await client.request("DELETE", base, { ...withPassword, code: recoveryCode })).status).toBe(200);
    expect((await client.get(base)).body).toEqual(OFF);
  },
);

test("wrong codes when turning it off are limited as at sign-in, and count there too", async () => {
  const { base } = TWO_STEP_PATHS.main;
  const { client, user } = await signedIn(server);
  const secret = await turnOnTwoStep(server, user);
  const turnOff = (code: string) => client.request("DELETE", base, { ...withPassword, code });
  const challenge = await requestChallenge(server, user);
  for (let nth = 0; nth < 10; nth++) expect((await turnOff("000000")).status).toBe(400);
  expect((await turnOff(appCode(server, secret))).status).toBe(429);
  const signIn = await server.client().post("/api/login/code", { challenge, code: appCode(server, secret) });
  expect(signIn.status).toBe(429);

  server.clock.advance(16 * 60_000);
  await server.query(
    "insert into sign_in_failures (account, address, failed_at) select $1, '198.51.100.' || n, $2 from generate_series(1, 10) n",
    [user.id, server.clock.now()],
  );
  expect((await turnOff(appCode(server, secret))).status).toBe(429);
  expect((await client.get(base)).body["enabled"]).toBe(true);
});

test("a wrong first code changes nothing, and wrong codes are limited", async () => {
  const { base } = TWO_STEP_PATHS.main;
  const { client, user } = await signedIn(server);
  const secret = await startTwoStep(server, user);
  const confirm = (code: string) => client.post(`${base}/confirm`, { code });
  const wrong = await confirm(appCode(server, secret, -5));
  expect([wrong.status, wrong.body["details"]]).toEqual([400, [{ path: "code", message: wrong.body["message"] }]]);
  for (let nth = 0; nth < 9; nth++) expect((await confirm("geen code")).status).toBe(400);
  expect((await confirm(appCode(server, secret))).status).toBe(429);
  expect((await client.get(base)).body).toEqual(OFF);
});

test("only the newest secret is valid", async () => {
  const { base } = TWO_STEP_PATHS.main;
  const { client } = await signedIn(server);
  const ask = async () => String((await client.post(base, withPassword)).body["secret"]);
  const [first, second] = [await ask(), await ask()];
  expect((await client.post(`${base}/confirm`, { code: appCode(server, first) })).status).toBe(400);
  expect((await client.post(`${base}/confirm`, { code: ` ${appCode(server, second)} ` })).status).toBe(200);
});

test("an action that does not fit the state is a conflict and changes nothing", async () => {
  const { base } = TWO_STEP_PATHS.main;
  const off = await signedIn(server);
  const on = await signedIn(server);
  const secret = await turnOnTwoStep(server, on.user);
  const before = await fingerprint(server);
  const responses = [
    await off.client.post(`${base}/confirm`, { code: "123456" }),
    await off.client.post(`${base}/recovery-codes`, { ...withPassword, code: "123456" }),
    await off.client.request("DELETE", base, { ...withPassword, code: "123456" }),
    await on.client.post(base, withPassword),
    await on.client.post(`${base}/confirm`, { code: appCode(server, secret) }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
  expect(await fingerprint(server)).toEqual(before);
});

test("of two concurrent confirmations one returns recovery codes", async () => {
  const { client, user } = await signedIn(server);
  const code = appCode(server, await startTwoStep(server, user));
  const confirm = () => client.post(`${TWO_STEP_PATHS.main.base}/confirm`, { code });
  const statuses = (await Promise.all([confirm(), confirm()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [{ count } = { count: 0 }] = await server.query<{ count: number }>(
    "select count(*)::int as count from recovery_codes where user_id = $1",
    [user.id],
  );
  expect(count).toBe(10);
});
