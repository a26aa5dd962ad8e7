import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#platform/database/sql.ts";
import { hashPassword } from "#platform/passwords.ts";
import { type MadeUser, makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { isAnsweredWithoutHashing } from "#testing/hashing-slots.ts";
import { signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const PROMISE = "Als er een account bestaat met dit emailadres, hebben we een wachtwoord reset link verstuurd.";
const NO_LINK = "De reset link is ongeldig of verlopen.";
const NEW_PASSWORD = "een-nieuw-wachtwoord";
const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: "https://app.voorbeeld.nl", TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => server.close());

type SessionKind = "main" | "admin";
const PREFIX: Record<SessionKind, string> = { main: "/api", admin: "/admin/api" };

const newUser = async (more?: Parameters<typeof makeUser>[2]) => {
  const { database } = server.platform;
  return makeUser(database, (await makeCompany(database)).id, more);
};
const newAdmin = () => newUser({ role: "super_admin" });

/** Each request comes from an address of its own, because an address has a limit. */
let lastAddress = 0;
const ask = (email: string, sessionKind: SessionKind = "main", headers: Record<string, string> = {}) =>
  server
    .client()
    .post(
      `${PREFIX[sessionKind]}/forgot-password`,
      { email },
      { "x-forwarded-for": `10.0.0.${++lastAddress}`, ...headers },
    );
const reset = (token: string, sessionKind: SessionKind = "main", password = NEW_PASSWORD) =>
  server.client().post(`${PREFIX[sessionKind]}/reset-password`, { token, password });

/** Waits until all jobs of this feature have run. */
const settle = async () => {
  for (;;) {
    const open = await server.query(
      "select 1 from pgboss.job where name like 'auth.%' and state in ('created', 'active', 'retry')",
    );
    if (open.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const linkIn = (text: string) => new URL(/https?:\/\/\S+reset-password\S+/.exec(text)?.[0] ?? "about:blank");
const askToken = async (user: MadeUser, sessionKind: SessionKind = "main") => {
  expect((await ask(user.email, sessionKind)).status).toBe(200);
  return linkIn((await server.nextMail(user.email)).text).searchParams.get("token") ?? "";
};

test("the response is the same for known and unknown addresses", async () => {
  const user = await newUser();
  const known = await ask(user.email);
  const unknown = await ask("niemand@voorbeeld.nl");
  expect(known.status).toBe(200);
  expect(known.body).toEqual({ message: PROMISE });
  expect(unknown.text).toBe(known.text);
  expect(unknown.status).toBe(known.status);
  expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
  await settle();
  expect(server.mails("niemand@voorbeeld.nl")).toHaveLength(0);
  expect(server.mails(user.email)).toHaveLength(1);
});

test("the link has the configured host, whatever the Host header says", async () => {
  const user = await newUser();
  const forged = { host: "kwaad.voorbeeld", "x-forwarded-host": "kwaad.voorbeeld", "x-forwarded-proto": "http" };
  expect((await ask(user.email, "main", forged)).status).toBe(200);
  const mail = await server.nextMail(user.email);
  expect(linkIn(mail.text).origin).toBe("https://app.voorbeeld.nl");
  expect(linkIn(mail.text).pathname).toBe("/reset-password");
  expect(mail.text + mail.html).not.toContain("kwaad");
});

test("the link sets a new password once, and ends every session", async () => {
  const user = await newUser();
  const session = await signInAs(server, user);
  const token = await askToken(user);
  const response = await reset(token);
  expect(response.status).toBe(200);
  expect(response.body["message"]).toBe("Je wachtwoord is gewijzigd.");
  expect((await session.get("/api/auth/user")).status).toBe(401);
  expect((await server.client().signIn(user.username, PASSWORD)).status).toBe(401);
  expect((await server.client().signIn(user.username, NEW_PASSWORD)).status).toBe(200);
  const again = await reset(token, "main", "nog-een-wachtwoord");
  expect(again.status).toBe(400);
  expect(again.body).toMatchObject({ code: "invalid", message: NO_LINK });
});

test("the user is informed by mail that the password was changed", async () => {
  const user = await newUser();
  await reset(await askToken(user));
  const mail = await server.nextMail(user.email);
  expect(mail.subject).toBe("Je wachtwoord is gewijzigd");
  expect(mail.text).toContain("https://app.voorbeeld.nl/forgot-password");
});

test("of two concurrent requests with the same link one succeeds", async () => {
  const user = await newUser();
  const token = await askToken(user);
  const responses = await Promise.all([
    reset(token, "main", "wachtwoord-een"),
    reset(token, "main", "wachtwoord-twee"),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
});

test("a link works for an hour", async () => {
  const [early, late] = [await newUser(), await newUser()];
  const tokens = [await askToken(early), await askToken(late)] as const;
  server.clock.advance(59 * MINUTE);
  expect((await reset(tokens[0])).status).toBe(200);
  server.clock.advance(2 * MINUTE);
  expect((await reset(tokens[1])).body["message"]).toBe(NO_LINK);
});

test("a new request invalidates the older link", async () => {
  const user = await newUser();
  const older = await askToken(user);
  const newer = await askToken(user);
  expect((await reset(older)).status).toBe(400);
  expect((await reset(newer)).status).toBe(200);
});

test("at most three emails an hour are sent, and the response stays the same", async () => {
  const user = await newUser();
  for (let nth = 0; nth < 5; nth++) expect((await ask(user.email)).body).toEqual({ message: PROMISE });
  await settle();
  expect(server.mails(user.email)).toHaveLength(3);
  server.clock.advance(61 * MINUTE);
  await ask(user.email);
  await settle();
  expect(server.mails(user.email)).toHaveLength(4);
});

test("a link for the workspace does not work for the admin panel, nor the reverse", async () => {
  const user = await newAdmin();
  const mainToken = await askToken(user);
  expect((await reset(mainToken, "admin")).status).toBe(400);
  const adminToken = await askToken(user, "admin");
  expect((await reset(adminToken, "main")).status).toBe(400);
  expect((await reset(adminToken, "admin")).status).toBe(200);
});

test("the admin panel mails platform admins only, with a link to the admin panel", async () => {
  const [user, admin] = [await newUser({ role: "company_admin" }), await newAdmin()];
  expect((await ask(user.email, "admin")).body).toEqual({ message: PROMISE });
  expect((await ask(admin.email, "admin")).body).toEqual({ message: PROMISE });
  const mail = await server.nextMail(admin.email);
  expect(linkIn(mail.text).pathname).toBe("/admin/reset-password");
  await settle();
  expect(server.mails(user.email)).toHaveLength(0);
});

test("an inactive user gets no mail, and an older link does not work", async () => {
  const user = await newUser();
  const token = await askToken(user);
  await server.query("update users set is_active = false where id = $1", [user.id]);
  expect((await reset(token)).status).toBe(400);
  await ask(user.email);
  await settle();
  expect(server.mails(user.email)).toHaveLength(1);
});

test("a username is not accepted as an e-mail address", async () => {
  const user = await newUser();
  await server.query("update users set username = $2, email = null where id = $1", [user.id, user.email]);
  await ask(user.email);
  await settle();
  expect(server.mails(user.email)).toHaveLength(0);
});

test.each([
  ["12345", "Het wachtwoord moet minimaal 6 karakters lang zijn."],
  ["x".repeat(257), "Het wachtwoord mag maximaal 256 karakters lang zijn."],
])("a password of the wrong length is refused and the link stays valid", async (password, text) => {
  const user = await newUser();
  const token = await askToken(user);
  const refused = await reset(token, "main", password);
  expect(refused.status).toBe(400);
  expect(refused.body["message"]).toBe(text);
  expect((await reset(token, "main", "h7xk2q")).status).toBe(200);
});

test("the database stores only the hash of a link's token", async () => {
  const user = await newAdmin();
  const token = await askToken(user);
  // With the wrong session kind it is a failed attempt, which is recorded as well.
  await reset(token, "admin");
  const rows = await server.query<{ row: string }>(`
    select t::text || encode(t.token_hash, 'escape') as row from password_resets t
    union all select t::text from sign_in_failures t union all select t::text from audit_log t
    union all select t::text from pgboss.job t`);
  for (const { row } of rows) expect(row).not.toContain(token.slice(0, 8));
});

test("changing the e-mail address invalidates open links", async () => {
  const user = await newUser();
  const token = await askToken(user);
  const client = await signInAs(server, user);
  const form = { firstName: "Anna", lastName: "Jansen", email: `nieuw-${user.email}`, currentPassword: PASSWORD };
  expect((await client.patch("/api/profile", form)).status).toBe(200);
  const link = /confirm-email\?token=([\w-]+)/.exec((await server.nextMail(form.email)).text)?.[1];
  expect((await server.client().post("/api/confirm-email", { token: link })).status).toBe(200);
  expect((await reset(token)).status).toBe(400);
});

test("a password that is easy to guess is refused with the reason, and the link stays valid", async () => {
  const user = await newUser();
  const token = await askToken(user);
  for (const password of ["wachtwoord", user.username]) {
    const refused = await reset(token, "main", password);
    expect([refused.status, refused.body["details"]]).toEqual([
      400,
      [{ path: "password", message: expect.any(String) }],
    ]);
  }
  expect((await reset(token)).status).toBe(200);
});

test("an address may ask for twenty links an hour, for known and unknown accounts alike", async () => {
  const user = await newUser();
  const statuses = async (email: string, network: string) => {
    const found: number[] = [];
    for (let nth = 1; nth <= 22; nth++)
      found.push((await ask(email, nth % 2 ? "main" : "admin", { "x-forwarded-for": `${network}:${nth}` })).status);
    return found;
  };
  const known = await statuses(user.email, "2001:db8:0:1:");
  expect(known).toEqual([...Array<number>(20).fill(200), 429, 429]);
  expect(await statuses("niemand@voorbeeld.nl", "2001:db8:0:2:")).toEqual(known);
  expect((await ask(user.email, "main", { "x-forwarded-for": "2001:db8:0:3::1" })).status).toBe(200);
  server.clock.advance(61 * MINUTE);
  expect((await ask(user.email, "main", { "x-forwarded-for": "2001:db8:0:1::99" })).status).toBe(200);
});

test("further requests of an address are refused without storing them or waiting for each other", async () => {
  const address = "198.51.100.7";
  const askFrom = async () => (await ask("niemand@voorbeeld.nl", "main", { "x-forwarded-for": address })).status;
  const statuses = await Promise.all(Array.from({ length: 25 }, askFrom));
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(await server.query("select from reset_requests where address = $1", [address])).toHaveLength(20);
  await server.platform.database.platform.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reset ${address}`}, 0))`);
    expect(await askFrom()).toBe(429);
  });
});

test("a guessed link is refused while every hashing slot is taken", async () => {
  const messages: unknown[] = [];
  const guess = async () => messages.push((await reset("geraden")).body["message"]);
  expect(await isAnsweredWithoutHashing(guess)).toBe(true);
  expect(messages).toEqual([NO_LINK]);
});

test("a company that uses only SSO: no link is mailed, and an earlier one no longer works, except a platform admin's", async () => {
  const { database } = server.platform;
  const company = await makeCompany(database);
  const user = await makeUser(database, company.id);
  const platformAdmin = await makeUser(database, company.id, { role: "super_admin" });
  const token = await askToken(user);
  await server.query(
    `insert into sso_connections (company_id, issuer, client_id, client_secret_encrypted, sso_only)
      values ($1, 'https://login.voorbeeld.nl', 'usa', '', true)`,
    [company.id],
  );
  const response = await reset(token);
  expect([response.status, response.body["error"]]).toEqual([400, NO_LINK]);
  expect((await ask(user.email)).body).toEqual({ message: PROMISE });
  await settle();
  expect(server.mails(user.email)).toHaveLength(1);
  expect((await reset(await askToken(platformAdmin))).status).toBe(200);
});

test("a user who becomes a platform admin with a short password is asked for a new one, by mail", async () => {
  const admin = await signedIn(server, { sessionKind: "admin" });
  const [short, long] = [await newUser(), await newUser({ passwordHash: await hashPassword(NEW_PASSWORD) })];
  for (const { id } of [short, long])
    expect((await admin.client.patch(`/admin/api/users/${id}`, { role: "super_admin" })).status).toBe(200);
  const statusWith = async ({ username }: MadeUser, password: string, sessionKind: SessionKind) =>
    (await server.client().signIn(username, password, sessionKind)).status;
  expect(await statusWith(long, NEW_PASSWORD, "admin")).toBe(200);
  expect(await statusWith(short, PASSWORD, "main")).toBe(403);
  expect(await statusWith(short, PASSWORD, "admin")).toBe(403);
  await settle();
  const newest = server.mails(short.email).at(-1)?.text ?? "";
  const kind = newest.includes("/admin/reset-password") ? "admin" : "main";
  expect((await reset(linkIn(newest).searchParams.get("token") ?? "", kind)).status).toBe(200);
  expect(await statusWith(short, NEW_PASSWORD, "admin")).toBe(200);
});
