import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { sql } from "#platform/database/sql.ts";
import { PASSWORD } from "#testing/account-factories.ts";
import { png } from "#testing/images.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { requestChallenge, turnOnTwoStep } from "#testing/two-step.ts";

const NEW_PASSWORD = "een-nieuw-wachtwoord";
const AGENT = { "user-agent": "een browser" };

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: "silent" } });
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

interface Entry {
  action: string;
  company_id: string;
  actor_id: string;
  actor_name: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string;
}
const readEntries = () =>
  server.query<Entry>("select * from audit_log where actor_id = $1 order by at, id", [me.user.id]);
const lastEntry = async () => (await readEntries()).at(-1);

test("signing in is recorded with user, IP address and company", async () => {
  expect(await readEntries()).toMatchObject([
    {
      action: "session.opened",
      company_id: me.company.id,
      actor_name: "Anna Jansen",
      subject_id: me.user.id,
      address: "127.0.0.1",
    },
  ]);
});

const failures = () =>
  server.query(
    "select action, company_id, actor_id, address from audit_log where subject_id = $1 and actor_id is null order by at, id",
    [me.user.id],
  );

test("failed and refused sign-ins are recorded, a block once", async () => {
  const line = { company_id: me.company.id, actor_id: null, address: "127.0.0.1" };
  for (let nth = 0; nth < 14; nth++) await server.client().signIn(me.user.username, "fout");
  expect(await failures()).toEqual([
    ...Array.from({ length: 10 }, () => ({ action: "sign_in.failed", ...line })),
    { action: "sign_in.refused", ...line },
  ]);
  await server.query("delete from sign_in_failures");
});

test("the refused sign-in of an inactive user is recorded", async () => {
  await server.query("update users set is_active = false where id = $1", [me.user.id]);
  await server.client().signIn(me.user.username, PASSWORD);
  expect(await failures()).toMatchObject([{ action: "sign_in.refused" }]);
});

test("a wrong code is recorded", async () => {
  await turnOnTwoStep(server, me.user);
  const challenge = await requestChallenge(server, me.user);
  await server.client().post("/api/login/code", { challenge, code: "000000" });
  expect(await failures()).toMatchObject([{ action: "two_step.failed" }]);
});

test("an unknown name, which may be a password in the wrong field, is not in the log", async () => {
  const typed = "mijn-geheime-wachtwoord";
  await server.client().signIn(typed, "fout");
  const [found] = await server.query<{ row: string }>(
    "select t::text as row from audit_log t where action = 'sign_in.failed' order by at desc limit 1",
  );
  expect(found?.row).toContain("127.0.0.1");
  const rows = await server.query("select 1 from audit_log t where t::text like '%' || $1 || '%'", [typed]);
  expect(rows).toEqual([]);
});

test("a change of the profile is recorded with before and after, without the password", async () => {
  const email = `nieuw-${me.user.email}`;
  const form = { firstName: "José", lastName: "Jansen", email, currentPassword: PASSWORD };
  expect((await me.client.patch("/api/profile", form)).status).toBe(200);
  // Both have the same time.
  const entries = (await readEntries()).slice(1).toSorted((a, b) => b.action.localeCompare(a.action));
  expect(entries).toMatchObject([
    {
      action: "profile.updated",
      before: { firstName: "Anna", lastName: "Jansen" },
      after: { firstName: "José", lastName: "Jansen" },
    },
    { action: "email.change_requested", before: null, after: { email } },
  ]);
});

test("changes of password, picture and sessions are recorded", async () => {
  await me.client.put("/api/profile/picture", png(8, 8), { "content-type": "image/png", ...AGENT });
  await me.client.delete("/api/profile/picture");
  await me.client.post("/api/profile/password", { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  await me.client.delete("/api/profile/sessions");
  const actions = (await readEntries()).map(({ action }) => action);
  const expected = ["session.opened", "picture.replaced", "picture.removed", "password.changed", "sessions.ended"];
  expect(actions).toEqual(expected);
});

test("signing out and a requested link are recorded", async () => {
  await server.client().post("/api/forgot-password", { email: me.user.email });
  await server.nextMail(me.user.email);
  expect(await failures()).toEqual([
    { action: "password.reset_requested", company_id: me.company.id, actor_id: null, address: "127.0.0.1" },
  ]);
  for (let nth = 0; nth < 2; nth++) expect((await me.client.post("/api/logout")).status).toBe(200);
  expect((await readEntries()).map(({ action }) => action)).toEqual(["session.opened", "session.closed"]);
});

test("a requested link is recorded once, although its mail is refused at first and sent again", async () => {
  const { mailer } = server.platform;
  let attempts = 0;
  server.platform.mailer = {
    ...mailer,
    send: async (mail) => {
      // Mails of earlier tests may still be on their way.
      if (mail.to === me.user.email && ++attempts === 1) throw new Error("the mail server is away");
      await mailer.send(mail);
    },
  };
  onTestFinished(() => {
    server.platform.mailer = mailer;
  });
  await server.client().post("/api/forgot-password", { email: me.user.email });
  await server.nextMail(me.user.email);
  expect([attempts, await failures()]).toMatchObject([2, [{ action: "password.reset_requested" }]]);
});

test("a password set by a link is recorded", async () => {
  await server.client().post("/api/forgot-password", { email: me.user.email });
  const { text } = await server.nextMail(me.user.email);
  const token = /token=([\w-]+)/.exec(text)?.[1];
  await server.client().post("/api/reset-password", { token, password: NEW_PASSWORD });
  expect(await lastEntry()).toMatchObject({ action: "password.reset", subject_id: me.user.id });
});

test("a change that cannot be recorded does not happen", async () => {
  await server.query("alter table audit_log add constraint full_up check (action <> 'profile.updated') not valid");
  const form = { firstName: "Ander", lastName: "Jansen", email: me.user.email };
  const response = await me.client.patch("/api/profile", form);
  await server.query("alter table audit_log drop constraint full_up");
  expect(response.status).toBe(500);
  expect((await me.client.get("/api/auth/user")).body["firstName"]).toBe("Anna");
});

test("a change that does not happen is not recorded", async () => {
  const form = { firstName: "Anna", lastName: "Jansen", email: `x-${me.user.email}`, currentPassword: "fout" };
  expect((await me.client.patch("/api/profile", form)).status).toBe(400);
  expect(await readEntries()).toHaveLength(1);
});

test("the log holds no password, hash or token", async () => {
  await me.client.post("/api/profile/password", { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  const rows = await server.query<{ row: string }>("select t::text as row from audit_log t");
  for (const { row } of rows) expect(row).not.toMatch(/geheim-123|een-nieuw-wachtwoord|argon2|token/);
});

test("neither a company nor the platform can change or delete an entry", async () => {
  const { database } = server.platform;
  for (const db of [database.platform, database.tenant(me.company.id)]) {
    await expect(db.run(sql`update audit_log set action = 'niets'`)).rejects.toThrow("permission denied");
    await expect(db.run(sql`delete from audit_log`)).rejects.toThrow("permission denied");
    await expect(db.run(sql`truncate audit_log`)).rejects.toThrow("permission denied");
  }
});
