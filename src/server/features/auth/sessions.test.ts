import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeUser, PASSWORD } from "#testing/account-factories.ts";
import { SESSION_ENDING_CHANGES, type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deleteExpiredSignInData } from "./sign-in.queries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;
let somebody: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  somebody = await signedIn(server);
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const mainStatus = async (client: TestClient = somebody.client) => (await client.get("/api/auth/user")).status;
const adminStatus = async () => (await admin.client.get("/admin/api/user")).status;

test("a main session ends after eight hours without use", async () => {
  server.clock.advance(8 * HOUR - MINUTE);
  expect(await mainStatus()).toBe(200);
  server.clock.advance(8 * HOUR - MINUTE);
  expect(await mainStatus()).toBe(200);
  server.clock.advance(8 * HOUR + MINUTE);
  expect(await mainStatus()).toBe(401);
});

test("a main session in constant use ends after seven days", async () => {
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    server.clock.advance(6 * HOUR);
    expect(await mainStatus()).toBe(200);
  }
  server.clock.advance(6 * HOUR);
  expect(await mainStatus()).toBe(401);
});

test("an admin session ends after half an hour without use", async () => {
  server.clock.advance(29 * MINUTE);
  expect(await adminStatus()).toBe(200);
  server.clock.advance(29 * MINUTE);
  expect(await adminStatus()).toBe(200);
  server.clock.advance(31 * MINUTE);
  expect(await adminStatus()).toBe(401);
});

test("an admin session in constant use ends after eight hours", async () => {
  for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
    server.clock.advance(20 * MINUTE);
    expect(await adminStatus()).toBe(200);
  }
  server.clock.advance(20 * MINUTE);
  expect(await adminStatus()).toBe(401);
});

test.each(SESSION_ENDING_CHANGES)("%s ends the session at once", async (_what, change) => {
  expect(await mainStatus()).toBe(200);
  await server.query(change, [somebody.user.id]);
  expect(await mainStatus()).toBe(401);
});

test("a new role applies from the next request", async () => {
  await server.query("update users set role = 'company_admin' where id = $1", [somebody.user.id]);
  expect((await somebody.client.get("/api/auth/user")).body["role"]).toBe("company_admin");
});

test("a user who is no longer super_admin loses the admin panel at once", async () => {
  expect(await adminStatus()).toBe(200);
  await server.query("update users set role = 'company_admin' where id = $1", [admin.user.id]);
  expect(await adminStatus()).toBe(401);
});

test("a changed password ends every other session of the user at once, main and admin", async () => {
  const main = await signInAs(server, admin.user);
  const otherSession = await signInAs(server, admin.user);
  const form = { currentPassword: PASSWORD, newPassword: "een-nieuw-wachtwoord" };
  expect((await main.post("/api/profile/password", form)).status).toBe(200);
  expect(await mainStatus(main)).toBe(200);
  expect(await mainStatus(otherSession)).toBe(401);
  expect(await adminStatus()).toBe(401);
});

test("the database stores only the hash of a token", async () => {
  const user = await makeUser(server.platform.database, somebody.company.id);
  const [cookie = ""] = (await server.client().signIn(user.username, PASSWORD)).headers.getSetCookie();
  const token = /=([^;]+)/.exec(cookie)?.[1] ?? "";
  expect(token).toHaveLength(43);
  const rows = await server.query<{ row: string }>(
    "select s::text || encode(s.token_hash, 'escape') as row from sessions s",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(Buffer.from(token).toString("hex"));
    expect(row).not.toContain(Buffer.from(token, "base64url").toString("hex"));
  }
});

test.each(["", "x", "A".repeat(43), "%00", "é"])("a token that is none, %j, is no session", async (token) => {
  const response = await server.client().get("/api/auth/user", { cookie: `usa_session=${encodeURIComponent(token)}` });
  expect(response.status).toBe(401);
  expect(response.body["code"]).toBe("unauthenticated");
});

test("expired sessions are deleted", async () => {
  await server.query("update sessions set expires_at = now() - interval '1 minute' where user_id = $1", [
    somebody.user.id,
  ]);
  await deleteExpiredSignInData({ db: server.platform.database.platform }, new Date(), new Date());
  expect(await server.query("select 1 from sessions where user_id = $1", [somebody.user.id])).toHaveLength(0);
});

const sessionIds = async ({ client }: SignedIn) =>
  ((await client.get("/api/profile/sessions")).body as unknown as { id: string; current: boolean }[]).map(
    ({ id, current }) => ({ id, current }),
  );

test("users end one of their own sessions, and the others stay", async () => {
  const elsewhere = await signInAs(server, somebody.user);
  const other = (await sessionIds(somebody)).find(({ current }) => !current);
  expect((await somebody.client.delete(`/api/profile/sessions/${other?.id}`)).status).toBe(200);
  expect([await mainStatus(elsewhere), await mainStatus()]).toEqual([401, 200]);
  const [own] = await sessionIds(somebody);
  expect((await somebody.client.delete(`/api/profile/sessions/${own?.id}`)).status).toBe(200);
  expect(somebody.client.cookieNames()).toEqual(["usa_device"]);
  expect(await mainStatus()).toBe(401);
});

test("a user has fifty sessions at most: a new one ends the one that was not used for longest, which is recorded", async () => {
  const oldest = await signInAs(server, somebody.user);
  await server.query(
    "update sessions set last_seen_at = last_seen_at - interval '2 hours' where user_id = $1 and id <> $2",
    [somebody.user.id, (await sessionIds(somebody)).find(({ current }) => current)?.id],
  );
  const open = (count: number, userId: string, sessionKind: string) =>
    server.query(
      `insert into sessions (token_hash, session_kind, user_id, created_at, last_seen_at, expires_at)
        select sha256(gen_random_uuid()::text::bytea), $3, $1, $4, $4::timestamptz - interval '1 minute', $4::timestamptz + interval '1 hour'
        from generate_series(1, $2::int)`,
      [userId, count, sessionKind, server.clock.now()],
    );
  await open(48, somebody.user.id, "main");
  await open(60, admin.user.id, "admin");
  const limitsReached = () =>
    server.query("select 1 from audit_log where action = 'session.limit_reached' and subject_id = $1", [
      somebody.user.id,
    ]);
  const newest = [await signInAs(server, somebody.user), await signInAs(server, somebody.user)];
  expect(await limitsReached()).toHaveLength(2);
  expect(await Promise.all([oldest, somebody.client, ...newest].map(mainStatus))).toEqual([401, 200, 200, 200]);
  expect(await sessionIds(somebody)).toHaveLength(50);
  await signInAs(server, admin.user);
  expect(await adminStatus()).toBe(200);
});

test("the session of somebody else does not exist", async () => {
  const colleague = await signedIn(server, { company: somebody.company });
  const [theirs] = await sessionIds(colleague);
  expect((await somebody.client.delete(`/api/profile/sessions/${theirs?.id}`)).status).toBe(404);
  expect(await mainStatus(colleague.client)).toBe(200);
});

test("admins end all sessions of a user, which is recorded", async () => {
  const companyAdmin = await signedIn(server, { role: "company_admin", company: somebody.company });
  expect((await companyAdmin.client.delete(`/api/users/${somebody.user.id}/sessions`)).status).toBe(200);
  expect([await mainStatus(), await mainStatus(companyAdmin.client)]).toEqual([401, 200]);
  const again = await signInAs(server, somebody.user);
  expect((await admin.client.delete(`/admin/api/users/${somebody.user.id}/sessions`)).status).toBe(200);
  expect(await mainStatus(again)).toBe(401);
  const lines = await server.query(
    "select actor_id from audit_log where action = 'user.sessions_ended' and subject_id = $1 order by at",
    [somebody.user.id],
  );
  expect(lines).toEqual([{ actor_id: companyAdmin.user.id }, { actor_id: admin.user.id }]);
});

test("a company admin cannot end the sessions of a platform admin", async () => {
  const company = admin.company;
  const companyAdmin = await signedIn(server, { role: "company_admin", company });
  expect((await companyAdmin.client.delete(`/api/users/${admin.user.id}/sessions`)).status).toBe(403);
  expect(await adminStatus()).toBe(200);
});
