import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { hashToken, type SessionKind } from "#platform/sessions.ts";
import { type MadeUser, makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import {
  appCode,
  moveToStartOfStep,
  requestChallenge,
  SESSION_KINDS,
  TWO_STEP_PATHS,
  turnOnTwoStep,
} from "#testing/two-step.ts";

const MINUTE = 60_000;
const EXPIRED: Record<SessionKind, string> = {
  main: "Deze aanmelding is verlopen. Log opnieuw in.",
  admin: "This sign-in has expired. Please sign in again.",
};
const WRONG: Record<SessionKind, string> = {
  main: "Deze code klopt niet of is al gebruikt.",
  admin: "This code is not correct or has already been used.",
};

let server: TestServer;
let user: MadeUser;
let secret: string;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  const { database } = server.platform;
  user = await makeUser(database, (await makeCompany(database)).id, { role: "super_admin" });
  secret = await turnOnTwoStep(server, user);
  moveToStartOfStep(server);
});
afterAll(() => server.close());

const finish = (challenge: string, code: string, sessionKind: SessionKind = "main") =>
  server.client().post(TWO_STEP_PATHS[sessionKind].code, { challenge, code });
const statusOf = async (code: string) => (await finish(await requestChallenge(server, user), code)).status;

test.each(SESSION_KINDS)("the password alone opens no session, the code does (%s)", async (sessionKind) => {
  const { code: path, user: who } = TWO_STEP_PATHS[sessionKind];
  const client = server.client();
  const firstStep = await client.signIn(user.username, PASSWORD, sessionKind);
  expect(firstStep.status).toBe(200);
  expect(firstStep.body).toEqual({ twoStep: true, challenge: expect.stringMatching(/^[\w-]{43}$/) });
  expect(client.cookieNames()).toEqual([]);
  expect(await server.query("select 1 from sessions where user_id = $1", [user.id])).toEqual([]);

  const response = await client.post(path, { challenge: firstStep.body["challenge"], code: appCode(server, secret) });
  expect(response.status).toBe(200);
  expect(response.text).toBe((await client.get(who)).text);
  const lines = await server.query("select action, after from audit_log where actor_id = $1", [user.id]);
  const action = sessionKind === "main" ? "session.opened" : "admin_session.opened";
  expect(lines).toEqual([{ action, after: { signInMethod: "code" } }]);
});

test("the previous session of the browser is replaced", async () => {
  const client = server.client();
  const signIn = async () => {
    const { body } = await client.signIn(user.username, PASSWORD);
    return client.post("/api/login/code", { challenge: body["challenge"], code: appCode(server, secret) });
  };
  expect((await signIn()).status).toBe(200);
  moveToStartOfStep(server);
  expect((await signIn()).status).toBe(200);
  expect(await server.query("select 1 from sessions where user_id = $1", [user.id])).toHaveLength(1);
});

test.each([-1, 0])("a code %i time steps away is accepted", async (steps) => {
  expect(await statusOf(appCode(server, secret, steps))).toBe(200);
});

test.each([-2, 1, 2])("a code %i time steps away is refused", async (steps) => {
  expect(await statusOf(appCode(server, secret, steps))).toBe(401);
});

test("a space in the code is ignored", async () => {
  const code = appCode(server, secret);
  expect(await statusOf(`${code.slice(0, 3)} ${code.slice(3)} `)).toBe(200);
});

test("a code works once, and earlier codes no longer work", async () => {
  const [earlier, code] = [-1, 0].map((steps) => appCode(server, secret, steps));
  expect(await statusOf(code ?? "")).toBe(200);
  expect(await statusOf(code ?? "")).toBe(401);
  expect(await statusOf(earlier ?? "")).toBe(401);
  moveToStartOfStep(server);
  expect(await statusOf(appCode(server, secret))).toBe(200);
});

test("of two concurrent sign-ins with the same code one succeeds", async () => {
  const code = appCode(server, secret);
  const challenges = [await requestChallenge(server, user), await requestChallenge(server, user)];
  const responses = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test.each(SESSION_KINDS)("a wrong code is refused and opens no session (%s)", async (sessionKind) => {
  const challenge = await requestChallenge(server, user, sessionKind);
  for (const code of ["000000", "abc", "ABCD-EFGH", "１２３４５６"]) {
    const response = await finish(challenge, code, sessionKind);
    expect([response.status, response.body["code"], response.body["message"]]).toEqual([
      401,
      "invalid_credentials",
      WRONG[sessionKind],
    ]);
  }
  expect(await server.query("select 1 from sessions where user_id = $1", [user.id])).toEqual([]);
  expect((await finish(challenge, appCode(server, secret), sessionKind)).status).toBe(200);
});

test.each(SESSION_KINDS)("after five wrong codes a challenge is invalid (%s)", async (sessionKind) => {
  const challenge = await requestChallenge(server, user, sessionKind);
  for (let nth = 0; nth < 5; nth++) expect((await finish(challenge, "000000", sessionKind)).status).toBe(401);
  const response = await finish(challenge, appCode(server, secret), sessionKind);
  expect([response.status, response.body["message"]]).toEqual([403, EXPIRED[sessionKind]]);
  expect(await server.query("select 1 from sessions where user_id = $1", [user.id])).toEqual([]);
  expect(await statusOf(appCode(server, secret))).toBe(200);
});

test("after twenty wrong codes in an hour, from any address, an account accepts none", async () => {
  const failEarlier = (minutes: number, count: number) =>
    server.query(
      "insert into sign_in_failures (account, address, failed_at) select $1, '198.51.100.' || n, $2 from generate_series(1, $3) n",
      [user.id, new Date(server.clock.now().getTime() - minutes * MINUTE), count],
    );
  await failEarlier(61, 20);
  await failEarlier(40, 18);
  const challenge = await requestChallenge(server, user);
  expect((await finish(challenge, "000000")).status).toBe(401);
  const spare = await requestChallenge(server, user);
  expect((await finish(challenge, "000000")).status).toBe(401);
  const response = await finish(spare, appCode(server, secret));
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(19 * 60);
  expect(await server.query("select 1 from sign_in_challenges where user_id = $1", [user.id])).toEqual([]);
  server.clock.advance(21 * MINUTE);
  moveToStartOfStep(server);
  expect(await statusOf(appCode(server, secret))).toBe(200);
});

test("ten wrong codes block workspace, admin panel and password check alike", async () => {
  const challenges = {
    main: await requestChallenge(server, user),
    admin: await requestChallenge(server, user, "admin"),
  };
  const spare = {
    main: await requestChallenge(server, user),
    admin: await requestChallenge(server, user, "admin"),
  };
  for (let nth = 0; nth < 5; nth++) {
    for (const sessionKind of SESSION_KINDS)
      expect((await finish(challenges[sessionKind], "000000", sessionKind)).status).toBe(401);
  }
  for (const sessionKind of SESSION_KINDS) {
    const response = await finish(spare[sessionKind], appCode(server, secret), sessionKind);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(14 * 60);
    expect((await server.client().signIn(user.username, PASSWORD, sessionKind)).status).toBe(429);
  }
});

test("the right password does not reset the count of wrong codes", async () => {
  for (let nth = 0; nth < 10; nth++) expect(await statusOf("000000")).toBe(401);
  expect((await server.client().signIn(user.username, PASSWORD)).status).toBe(429);
});

test("a successful sign-in resets the count of failures", async () => {
  for (let nth = 0; nth < 9; nth++) expect(await statusOf("000000")).toBe(401);
  expect(await statusOf(appCode(server, secret))).toBe(200);
  expect(await statusOf("000000")).toBe(401);
  moveToStartOfStep(server);
  expect(await statusOf(appCode(server, secret))).toBe(200);
});

test.each(SESSION_KINDS)("a challenge is valid once and for five minutes (%s)", async (sessionKind) => {
  const late = await requestChallenge(server, user, sessionKind);
  server.clock.advance(5 * MINUTE);
  const before = await fingerprint(server);
  const response = await finish(late, appCode(server, secret), sessionKind);
  expect([response.status, response.body["code"], response.body["message"]]).toEqual([
    403,
    "expired",
    EXPIRED[sessionKind],
  ]);
  expect(await fingerprint(server)).toEqual(before);

  // What the requests take must not count.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const challenge = await requestChallenge(server, user, sessionKind);
  server.clock.advance(5 * MINUTE - 1000);
  expect((await finish(challenge, appCode(server, secret), sessionKind)).status).toBe(200);
  expect((await finish(challenge, appCode(server, secret, 1), sessionKind)).text).toBe(response.text);
});

test("of two concurrent codes for one challenge one succeeds", async () => {
  const challenge = await requestChallenge(server, user);
  const codes = [appCode(server, secret), appCode(server, secret, -1)];
  const responses = await Promise.all(codes.map((code) => finish(challenge, code)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  expect(await server.query("select 1 from sessions where user_id = $1", [user.id])).toHaveLength(1);
});

test("a challenge is valid for one session kind, and not as a session", async () => {
  const [main, admin] = [await requestChallenge(server, user), await requestChallenge(server, user, "admin")];
  expect((await finish(main, appCode(server, secret), "admin")).status).toBe(403);
  expect((await finish(admin, appCode(server, secret), "main")).status).toBe(403);
  expect((await server.client().get("/api/auth/user", { cookie: `usa_session=${main}` })).status).toBe(401);
  expect((await server.client().get("/admin/api/user", { cookie: `usa_admin=${admin}` })).status).toBe(401);
});

test("the stored hash of a challenge cannot be used to sign in", async () => {
  const challenge = await requestChallenge(server, user);
  const [kept] = await server.query<{ text: string }>("select c::text as text from sign_in_challenges c");
  expect(kept?.text).not.toContain(challenge);
});

const NEW_PASSWORD = "een-nieuw-wachtwoord";
const resetByLink = async () => {
  const lifetime = "now(), now() + interval '1 hour'";
  await server.query(`insert into password_resets values ($1, 'main', $2, ${lifetime})`, [hashToken(user.id), user.id]);
  const response = await server.client().post("/api/reset-password", { token: user.id, password: NEW_PASSWORD });
  expect(response.status).toBe(200);
};
const change = (what: string) => () => server.query(`update users set ${what} where id = $1`, [user.id]);

test.each([
  ["a new password", resetByLink],
  ["being deactivated", change("is_active = false")],
  ["losing the role", change("role = 'user'")],
])("%s invalidates an open challenge", async (_what, happen) => {
  const challenge = await requestChallenge(server, user, "admin");
  await happen();
  expect((await finish(challenge, appCode(server, secret), "admin")).status).toBe(403);
  expect(await server.query("select 1 from sessions where user_id = $1", [user.id])).toEqual([]);
});

test("a password set by a link leaves two-step sign-in on", async () => {
  await resetByLink();
  const firstStep = await server.client().signIn(user.username, NEW_PASSWORD);
  expect(firstStep.body["twoStep"]).toBe(true);
  expect((await finish(String(firstStep.body["challenge"]), appCode(server, secret))).status).toBe(200);
});

test.each([{}, { challenge: "x" }, { code: "123456" }, { challenge: "", code: "" }, { challenge: 1, code: {} }])(
  "a form without a challenge and a code is no attempt: %j",
  async (form) => {
    expect((await server.client().post("/api/login/code", form)).status).toBe(400);
  },
);
