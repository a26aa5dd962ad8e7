import { createHash } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { appCode, requestChallenge, SESSION_KINDS, startTwoStep, TWO_STEP_PATHS } from "#testing/two-step.ts";

let server: TestServer;
let me: SignedIn;
let codes: string[];
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server, { role: "super_admin" });
  const code = appCode(server, await startTwoStep(server, me.user));
  const { body } = await me.client.post("/api/profile/two-step/confirm", { code });
  codes = body["recoveryCodes"] as string[];
});
afterAll(() => server.close());

const recover = async (code: string, sessionKind: (typeof SESSION_KINDS)[number] = "main") => {
  const challenge = await requestChallenge(server, me.user, sessionKind);
  return server.client().post(TWO_STEP_PATHS[sessionKind].code, { challenge, code });
};

test.each(SESSION_KINDS)(
  "each recovery code works once, and the response tells how many are left (%s)",
  async (sessionKind) => {
    for (const [nth, code] of codes.entries()) {
      const response = await recover(code, sessionKind);
      expect([response.status, response.body["id"], response.body["recoveryCodesLeft"]]).toEqual([
        200,
        me.user.id,
        9 - nth,
      ]);
    }
    for (const code of codes.slice(0, 2)) expect((await recover(code, sessionKind)).status).toBe(401);
    expect((await me.client.get("/api/profile/two-step")).body["recoveryCodesLeft"]).toBe(0);
  },
);

test("after a code of the app the response does not mention recovery codes", async () => {
  server.clock.advance(60_000);
  const secret = await startTwoStep(server, me.user);
  await server.query("update users set two_step_enabled_at = now() where id = $1", [me.user.id]);
  const response = await recover(appCode(server, secret));
  expect(response.status).toBe(200);
  expect(Object.keys(response.body)).not.toContain("recoveryCodesLeft");
});

test("lower case, a missing hyphen and look-alike letters are accepted", async () => {
  const [first = "", second = "", third = ""] = codes;
  expect((await recover(first.toLowerCase())).status).toBe(200);
  expect((await recover(` ${second.replace("-", " ")} `)).status).toBe(200);
  expect((await recover(third.replace("-", "").replaceAll("0", "O").replaceAll("1", "l"))).status).toBe(200);
});

test("of two concurrent sign-ins with the same recovery code one succeeds", async () => {
  const [code = ""] = codes;
  const responses = await Promise.all([recover(code), recover(code)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test("a recovery code of another user is refused", async () => {
  const [code = ""] = codes;
  const owner = me;
  me = await signedIn(server);
  const secret = await startTwoStep(server, me.user);
  await me.client.post("/api/profile/two-step/confirm", { code: appCode(server, secret) });
  expect((await recover(code)).status).toBe(401);
  me = owner;
  expect((await recover(code)).status).toBe(200);
});

test("wrong recovery codes are limited like wrong codes", async () => {
  for (let nth = 0; nth < 10; nth++) expect((await recover("0000-0000")).status).toBe(401);
  expect((await server.client().signIn(me.user.username, PASSWORD)).status).toBe(429);
});

test("the use of a code is recorded with the number left, without the code", async () => {
  const [code = ""] = codes;
  await recover(code);
  const lines = await server.query<{ line: string; after: unknown }>(
    "select a::text as line, after from audit_log a where action = 'two_step.recovery_code_used' and actor_id = $1",
    [me.user.id],
  );
  expect(lines).toEqual([{ line: expect.not.stringContaining(code), after: { recoveryCodesLeft: 9 } }]);
});

test.each(SESSION_KINDS)("new recovery codes replace the old ones (%s)", async (sessionKind) => {
  const client = sessionKind === "main" ? me.client : await enterPanel();
  const response = await client.post(`${TWO_STEP_PATHS[sessionKind].base}/recovery-codes`, {
    currentPassword: PASSWORD,
    code: codes[2],
  });
  const renewed = response.body["recoveryCodes"] as string[];
  expect(renewed).toHaveLength(10);
  expect((await recover(codes[1] ?? "")).status).toBe(401);
  expect((await recover(renewed[1] ?? "")).body["recoveryCodesLeft"]).toBe(9);
  expect((await client.get(TWO_STEP_PATHS[sessionKind].user)).status).toBe(200);
  const [line] = await server.query<{ action: string }>(
    "select action from audit_log where actor_id = $1 and action like '%renewed'",
    [me.user.id],
  );
  expect(line).toEqual({ action: "two_step.recovery_codes_renewed" });
});

const enterPanel = async () => {
  const client = server.client();
  const challenge = await requestChallenge(server, me.user, "admin");
  await client.post("/admin/api/login/code", { challenge, code: codes[0] });
  return client;
};

test("codes are stored as slow hashes that differ per user", async () => {
  const rows = await server.query<{ hash: Buffer }>("select code_hash as hash from recovery_codes where user_id = $1", [
    me.user.id,
  ]);
  expect(rows).toHaveLength(10);
  const salt = createHash("sha256").update(`recovery code ${me.user.id}`).digest().subarray(0, 16);
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt };
  const expected = await hashRaw(codes[0]?.replace("-", "") ?? "", options);
  expect(rows.some(({ hash }) => hash.equals(expected))).toBe(true);
});
