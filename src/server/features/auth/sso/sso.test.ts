import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "#platform/database/sql.ts";
import { makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { CLIENT, type Issuer, startIssuer } from "#testing/issuer.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let issuer: Issuer;
let otherIssuer: Issuer;
let admin: SignedIn;
let domain: string;
const log: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    worker: false,
    env: { LOG_LEVEL: "trace" },
    log: { write: (line) => void log.push(line) },
  });
  [issuer, otherIssuer] = await Promise.all([startIssuer(), startIssuer()]);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await Promise.all([server.close(), issuer.close(), otherIssuer.close()]);
});

const settings = (more: object = {}) => ({
  ...CLIENT,
  issuer: issuer.url,
  domains: [domain],
  ssoOnly: false,
  createsUsers: true,
  ...more,
});
const save = (more: object = {}, { client } = admin) => client.put("/api/sso", settings(more));
const emailOf = (name: string) => `${name}@${domain}`;

beforeEach(async () => {
  log.length = 0;
  await server.query("delete from sign_in_failures");
  await server.query("delete from sso_sign_ins");
  admin = await signedIn(server, { role: "company_admin" });
  domain = `${admin.company.id}.nl`;
  Object.assign(issuer, { forgedClaims: undefined, hasForeignKey: false });
  issuer.person = { email: emailOf("anna"), given_name: "Anna", family_name: "Bakker" };
  expect((await save()).status).toBe(200);
});

const start = async (email = issuer.person.email, client: TestClient = server.client()) => {
  const { status, body } = await client.post("/api/sso/start", { email });
  expect(status).toBe(200);
  return { client, url: String(body["url"]), browserToken: String(body["browserToken"]) };
};
type Started = Awaited<ReturnType<typeof start>>;
const finish = async ({ client, browserToken }: Started, query: string) => {
  const { status, body } = await client.post("/api/sso/finish", { browserToken, query });
  return { status, code: body["code"], role: body["role"], firstName: body["firstName"], id: body["id"] };
};
const signInWithSso = async (at: Issuer = issuer) => {
  const started = await start(at.person.email);
  return { ...(await finish(started, await at.signIn(started.url))), client: started.client };
};

test("the first sign-in creates a user, and the next one opens the same account", async () => {
  const first = await signInWithSso();
  expect(first).toMatchObject({ status: 200, role: "user", firstName: "Anna" });
  expect((await first.client.get("/api/auth/user")).body).toMatchObject({
    email: emailOf("anna"),
    companyId: admin.company.id,
  });
  expect((await signInWithSso()).id).toBe(first.id);
  const logged = await server.query(
    "select action, actor_name from audit_log where subject_id = $1 order by action desc",
    [first.id],
  );
  expect(logged).toMatchObject([
    { action: "user.created", actor_name: "SSO" },
    { action: "session.opened", actor_name: "Anna Bakker" },
    { action: "session.opened", actor_name: "Anna Bakker" },
  ]);
});

test("a known colleague signs in to their own account and keeps their role", async () => {
  await server.query("update users set email = $2 where id = $1", [admin.user.id, emailOf("baas")]);
  await save({ createsUsers: false });
  issuer.person = { email: emailOf("Baas") };
  expect(await signInWithSso()).toMatchObject({ status: 200, id: admin.user.id, role: "company_admin" });
});

describe("a sign-in is refused and creates nobody", () => {
  const people = () => server.query("select id from users");
  const expectRefused = async (outcome: Promise<{ status: number }>, status: number) => {
    const before = (await people()).length;
    const { status: actualStatus } = await outcome;
    expect([actualStatus, (await people()).length]).toEqual([status, before]);
  };

  test("when the code or the response is used again", async () => {
    const started = await start();
    const query = await issuer.signIn(started.url);
    expect((await finish(started, query)).status).toBe(200);
    await expectRefused(finish(started, query), 403);
    const again = await start();
    const state = new URL(again.url).searchParams.get("state") ?? "";
    const replayed = new URLSearchParams(query);
    replayed.set("state", state);
    await expectRefused(finish(again, replayed.toString()), 401);
  });

  test("when it comes back after ten minutes", async () => {
    const started = await start();
    const query = await issuer.signIn(started.url);
    await server.query("update sso_sign_ins set expires_at = now()");
    await expectRefused(finish(started, query), 403);
  });

  test("when the issuer's code has expired", async () => {
    const finishLater = async (seconds: number) => {
      const started = await start();
      const query = await issuer.signIn(started.url);
      vi.useFakeTimers({ now: Date.now() + seconds * 1_000, toFake: ["Date"] });
      const outcome = await finish(started, query);
      vi.useRealTimers();
      return outcome;
    };
    expect((await finishLater(50)).status).toBe(200);
    await expectRefused(finishLater(70), 401);
  });

  test("in another browser than the one that started it", async () => {
    const [mine, theirs] = [await start(), await start()];
    await expectRefused(finish(mine, await issuer.signIn(theirs.url)), 403);
  });

  const HOUR_AGO = () => Math.floor(Date.now() / 1000) - 3_600;

  test.each<[string, () => Partial<Issuer>]>([
    ["issuer", () => ({ forgedClaims: { iss: otherIssuer.url } })],
    ["client (audience)", () => ({ forgedClaims: { aud: "another-client" } })],
    ["authorised party", () => ({ forgedClaims: { aud: [CLIENT.clientId, "another"], azp: "another" } })],
    ["nonce", () => ({ forgedClaims: { nonce: "another" } })],
    ["missing nonce", () => ({ forgedClaims: { nonce: undefined } })],
    ["time: expired", () => ({ forgedClaims: { iat: HOUR_AGO() - 60, exp: HOUR_AGO() } })],
    ["signature", () => ({ hasForeignKey: true })],
  ])("when the ID token has another %s", async (_what, forge) => {
    Object.assign(issuer, forge());
    await expectRefused(signInWithSso(), 401);
    expect(log.join("")).toContain("a sign-in through the issuer of a company was refused");
    // "eyJ" starts every token in JSON.
    expect(log.join("")).not.toMatch(/eyJ|anna@|Bakker|een-geheim/);
    // Without the forged part the same sign-in succeeds.
    Object.assign(issuer, { forgedClaims: {}, hasForeignKey: false });
    expect((await signInWithSso()).status).toBe(200);
  });

  test("when the code verifier is not the one that was sent", async () => {
    const started = await start();
    const query = await issuer.signIn(started.url);
    await server.query(`update sso_sign_ins set code_verifier = '${"x".repeat(43)}'`);
    await expectRefused(finish(started, query), 401);
  });

  test("when another issuer answers", async () => {
    const started = await start();
    const query = await issuer.signIn(started.url);
    await server.query("update sso_connections set issuer = $1 where company_id = $2", [
      otherIssuer.url,
      admin.company.id,
    ]);
    await expectRefused(finish(started, query), 401);
    const moved = await start();
    const forged = new URLSearchParams(await otherIssuer.signIn(moved.url));
    forged.set("iss", issuer.url);
    await expectRefused(finish(moved, forged.toString()), 401);
  });

  test("when the code is for another client", async () => {
    const started = await start();
    const query = await issuer.signIn(started.url);
    await server.query("update sso_connections set client_id = 'another' where company_id = $1", [admin.company.id]);
    await expectRefused(finish(started, query), 401);
  });

  test("when the e-mail address is not verified, or not in a domain of the company", async () => {
    issuer.person = { email: emailOf("anna"), email_verified: false };
    await expectRefused(signInWithSso(), 403);
    const started = await start(emailOf("anna"));
    issuer.person = { email: "anna@ergens-anders.nl" };
    await expectRefused(finish(started, await issuer.signIn(started.url)), 401);
  });

  test("when the address has passed to another person, until an admin activates the account again", async () => {
    const { id } = await signInWithSso();
    issuer.person = { ...issuer.person, sub: "de-opvolger" };
    await expectRefused(signInWithSso(), 403);
    for (const isActive of [false, true]) await admin.client.patch(`/api/users/${String(id)}`, { isActive });
    expect((await signInWithSso()).id).toBe(id);
    issuer.person = { ...issuer.person, email: emailOf("nieuwe-naam") };
    expect((await signInWithSso()).id).toBe(id);
  });

  test("when an address has started too many, and others are not affected", async () => {
    await server.query(
      `insert into sso_sign_ins (state_hash, browser_hash, company_id, address, nonce, code_verifier, expires_at)
        select n::text::bytea, '', $1, '127.0.0.1', '', '', now() + interval '10 minutes' from generate_series(1, 99) n`,
      [admin.company.id],
    );
    const { client } = await start();
    const refused = await client.post("/api/sso/start", { email: issuer.person.email });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "600"]);
    await server.query("update sso_sign_ins set address = '10.0.0.1'");
    await start();
  });

  test("when the address belongs to a user of another company, or to a platform admin", async () => {
    const stranger = await signedIn(server);
    await server.query("update users set email = $2 where id = $1", [stranger.user.id, emailOf("anna")]);
    await expectRefused(signInWithSso(), 401);
    const platformAdmin = await makeUser(server.platform.database, admin.company.id, { role: "super_admin" });
    await server.query("update users set email = $2 where id = $1", [platformAdmin.id, emailOf("platform")]);
    issuer.person = { email: emailOf("platform") };
    await expectRefused(signInWithSso(), 403);
  });

  test("when the user is inactive, or unknown and the company creates no users", async () => {
    const { id } = await signInWithSso();
    await server.query("update users set is_active = false where id = $1", [id]);
    await expectRefused(signInWithSso(), 403);
    await save({ createsUsers: false });
    issuer.person = { email: emailOf("nieuw") };
    await expectRefused(signInWithSso(), 403);
  });
});

test("a sign-in reaches the issuer of its own company only", async () => {
  const other = await signedIn(server, { role: "company_admin" });
  const otherDomain = `${other.company.id}.nl`;
  expect((await save({ issuer: otherIssuer.url, domains: [otherDomain] }, other)).status).toBe(200);
  Object.assign(otherIssuer, { requests: [], person: { email: `anna@${otherDomain}` } });
  expect((await signInWithSso()).status).toBe(200);
  expect(otherIssuer.requests).toEqual([]);
  issuer.requests = [];
  expect((await signInWithSso(otherIssuer)).status).toBe(200);
  expect(otherIssuer.requests).toContain("/token");
  expect(issuer.requests).toEqual([]);
});

test("a company cannot use the domain of another, of its users, or of a public mail service", async () => {
  const other = await signedIn(server, { role: "company_admin" });
  const before = await fingerprint(server);
  const statusFor = async (taken: string) => (await save({ domains: [taken] }, other)).status;
  expect([await statusFor(domain), await statusFor("voorbeeld.nl"), await statusFor("gmail.com")]).toEqual([
    409, 409, 400,
  ]);
  expect(await fingerprint(server)).toEqual(before);
});

test("a domain that is typed twice is stored once", async () => {
  const { status, body } = await save({ domains: [domain, domain.toUpperCase(), ` ${domain} `] });
  expect(status).toBe(200);
  expect(body).toMatchObject({ connection: { domains: [domain] } });
});

test("a domain that another company stores at the same moment is refused", async () => {
  const other = await signedIn(server, { role: "company_admin" });
  expect((await save({ domains: [`${other.company.id}.nl`] }, other)).status).toBe(200);
  const wanted = `samen-${domain}`;
  let saved: ReturnType<typeof save> | undefined;
  await server.platform.database.platform.transaction(async (db) => {
    await db.run(sql`insert into sso_domains (domain, company_id) values (${wanted}, ${other.company.id})`);
    saved = save({ domains: [wanted] });
    await expect
      .poll(() =>
        server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      )
      .not.toEqual([]);
  });
  const response = await saved;
  expect(response?.status).toBe(409);
  expect(response?.body["message"]).toBe(`${wanted} is bij een ander bedrijf in gebruik.`);
});

test("no other company has an account in the domain, so that it cannot keep its owner from signing in", async () => {
  const platformAdmin = await signedIn(server, { sessionKind: "admin" });
  const stranger = await signedIn(server, { role: "company_admin" });
  const form = {
    username: `anna-${domain}`,
    email: issuer.person.email,
    password: "Een-lang-wachtwoord-7",
    role: "user",
  };
  const person = { ...form, firstName: "Anna", lastName: "Bakker", isActive: true };
  const before = await fingerprint(server);
  const addTo = (companyId: string) => platformAdmin.client.post("/admin/api/users", { ...person, companyId });
  const added = await addTo(stranger.company.id);
  expect([added.status, added.body["details"]]).toMatchObject([409, [{ path: "email" }]]);
  const colleague = { firstName: "Anna", lastName: "Bakker", role: "user", email: issuer.person.email };
  const invited = await stranger.client.post("/api/users/invitations", colleague);
  expect([invited.status, invited.body["details"]]).toMatchObject([409, [{ path: "email" }]]);
  const change = { email: `bea@${domain}` };
  const changed = await platformAdmin.client.patch(`/admin/api/users/${stranger.user.id}`, change);
  expect([changed.status, changed.body["details"]]).toMatchObject([409, [{ path: "email" }]]);
  expect(await fingerprint(server)).toEqual(before);
  expect((await addTo(admin.company.id)).status).toBe(201);
});

test("an address of a company without single sign-on, or of an inactive company, starts nothing", async () => {
  const statusOf = async (email: string) => (await server.client().post("/api/sso/start", { email })).status;
  expect(await statusOf("anna@onbekend.nl")).toBe(404);
  await server.query("update companies set is_active = false where id = $1", [admin.company.id]);
  expect(await statusOf(emailOf("anna"))).toBe(404);
});

test("a refusal is in the company's audit log, with the reason", async () => {
  issuer.person = { email: emailOf("anna"), email_verified: false };
  await signInWithSso();
  const logged = await admin.client.get("/api/audit?limit=10");
  expect(logged.body["items"]).toContainEqual(
    expect.objectContaining({
      action: "sso.refused",
      after: { reason: "Je organisatie heeft je e-mailadres niet bevestigd. Vraag je beheerder om hulp." },
    }),
  );
});

test("a username has no characters that its form refuses, and is nobody else's address", async () => {
  const colleague = await makeUser(server.platform.database, admin.company.id);
  await server.query("update users set email = $2 where id = $1", [colleague.id, `o-neil-sales@${domain}`]);
  issuer.person = { email: `o'neil+sales@${domain}` };
  const { client, status } = await signInWithSso();
  expect(status).toBe(200);
  const { body } = await client.get("/api/auth/user");
  expect(body).toMatchObject({ email: issuer.person.email });
  expect(body["username"]).toMatch(new RegExp(`^o-neil-sales@${domain}-[0-9a-f]{8}$`));
});

test("only SSO: after a first SSO sign-in passwords are refused, except a platform admin's", async () => {
  expect((await save({ ssoOnly: true })).status).toBe(409);
  const colleague = await signedIn(server, { company: admin.company });
  await signInWithSso();
  expect((await save({ ssoOnly: true, clientSecret: "" })).status).toBe(200);
  const passwordStatus = async (username: string) => (await server.client().signIn(username, PASSWORD)).status;
  expect(await passwordStatus(admin.user.username)).toBe(403);
  expect((await colleague.client.get("/api/auth/user")).status).toBe(401);
  expect((await admin.client.get("/api/auth/user")).status).toBe(200);
  const platformAdmin = await makeUser(server.platform.database, admin.company.id, { role: "super_admin" });
  expect(await passwordStatus(platformAdmin.username)).toBe(200);
  const stranger = await signedIn(server);
  expect(await passwordStatus(stranger.user.username)).toBe(200);
  expect((await admin.client.delete("/api/sso")).body["connection"]).toBeNull();
  expect(await passwordStatus(admin.user.username)).toBe(200);
});

test("the client's secret is write-only and encrypted, and an address in a private network is refused", async () => {
  expect((await admin.client.get("/api/sso")).text).not.toContain(CLIENT.clientSecret);
  const [stored] = await server.query<{ text: string }>(
    "select s::text as text from sso_connections s where company_id = $1",
    [admin.company.id],
  );
  expect(stored?.text).not.toContain(CLIENT.clientSecret);
  const logged = await server.query("select after from audit_log where action = 'sso.updated'");
  expect(JSON.stringify(logged)).not.toContain(CLIENT.clientSecret);
  expect((await save({ issuer: "https://10.0.0.1" })).status).toBe(400);
  const otherAddress = await save({ issuer: otherIssuer.url, clientSecret: "" });
  expect([otherAddress.status, otherAddress.body["details"]]).toMatchObject([400, [{ path: "clientSecret" }]]);
  const noIssuer = await save({ issuer: server.url });
  expect([noIssuer.status, noIssuer.body["details"]]).toMatchObject([400, [{ path: "issuer" }]]);
});
