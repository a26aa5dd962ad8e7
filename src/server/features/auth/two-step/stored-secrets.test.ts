import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import { signedIn } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { appCode, requestChallenge } from "#testing/two-step.ts";

const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const log = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  server = await startTestServer({ worker: false, env: { LOG_LEVEL: "trace" }, log });
});
afterAll(() => server.close());

test("the secret is in no later response, log, audit entry or database column", async () => {
  const admin = await signedIn(server, { sessionKind: "admin" });
  const { client, user } = await signedIn(server, { role: "company_admin" });
  const base = "/api/profile/two-step";
  const started = await client.post(base, { currentPassword: PASSWORD });
  const secret = String(started.body["secret"]);
  const confirmed = await client.post(`${base}/confirm`, { code: appCode(server, secret) });
  const [code = ""] = confirmed.body["recoveryCodes"] as string[];
  const challenge = await requestChallenge(server, user);

  const later: TestResponse[] = [
    confirmed,
    await server.client().post("/api/login/code", { challenge, code }),
    await server.client().signIn(user.username, PASSWORD),
    await client.get(base),
    await client.get("/api/auth/user"),
    await client.get("/api/users"),
    await client.get("/api/profile/sessions"),
    await client.get("/api/audit"),
    await admin.client.get("/admin/api/users"),
    await admin.client.get("/admin/api/audit"),
  ];
  for (const { status } of later) expect(status).toBe(200);
  const audit = await server.query<{ line: string }>("select a::text as line from audit_log a");
  const stored = await server.query<{ line: string }>(
    `select u::text as line from users u union all select r::text from recovery_codes r
      union all select c::text from sign_in_challenges c`,
  );
  const responsesLogAndAudit = [...later.map(({ text }) => text), ...lines, ...audit.map(({ line }) => line)].join(
    "\n",
  );
  const kept = stored.map(({ line }) => line).join("\n");
  expect(lines.join("")).toContain("/api/login/code");
  expect(kept).toContain(user.id);
  for (const hidden of [secret, "encrypted", "otpauth"]) expect(responsesLogAndAudit).not.toContain(hidden);
  expect(lines.join("")).not.toContain(code);
  expect(audit.map(({ line }) => line).join("")).not.toContain(code);
  for (const hidden of [secret, code, code.replace("-", ""), challenge]) expect(kept).not.toContain(hidden);
});

test("a secret of one account cannot be decrypted for another", async () => {
  const [one, other] = [await signedIn(server), await signedIn(server)];
  await one.client.post("/api/profile/two-step", { currentPassword: PASSWORD });
  await server.query(
    `update users set two_step_secret_encrypted = (select two_step_secret_encrypted from users where id = $1)
      where id = $2`,
    [one.user.id, other.user.id],
  );
  expect((await other.client.post("/api/profile/two-step/confirm", { code: "123456" })).status).toBe(500);
});
