import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { sql } from "#platform/database/sql.ts";
import { hashToken } from "#platform/sessions.ts";
import { makeUser, PASSWORD } from "#testing/account-factories.ts";
import { sendTwoAtOnce } from "#testing/concurrent-requests.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { CLIENT, type Issuer, redirectPathOf, startIssuer } from "#testing/issuer.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { DOMAIN_CHANGES_PER_DAY } from "./sso.policy.ts";

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

/** A domain in which the company has a confirmed address. */
const domainOf = async ({ company }: SignedIn, name = company.id): Promise<string> => {
  await makeUser(server.platform.database, company.id, { email: `eerste-${randomUUID()}@${name}.nl` });
  return `${name}.nl`;
};

beforeEach(async () => {
  log.length = 0;
  await server.query("delete from sign_in_failures");
  await server.query("delete from sso_sign_ins");
  admin = await signedIn(server, { role: "company_admin" });
  domain = await domainOf(admin);
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
const finish = async ({ client, browserToken, url }: Started, query: string, path = redirectPathOf(url)) => {
  const { status, body } = await client.post("/api/sso/finish", { browserToken, query, path });
  return { status, code: body["code"], role: body["role"], firstName: body["firstName"], id: body["id"] };
};
const signInWithSso = async (at: Issuer = issuer) => {
  const started = await start(at.person.email);
  return { ...(await finish(started, await at.signIn(started.url))), client: started.client };
};

/** Changes what the server asks of issuers and what they respond, until the test ends. */
const interceptIssuers = (changeUrl: (url: string) => string, changeResponse: (text: string) => string) => {
  const { outbound } = server.platform;
  server.platform.outbound = {
    ...outbound,
    request: async (request) => {
      const response = await outbound.request({ ...request, url: changeUrl(request.url) });
      return { ...response, text: changeResponse(response.text) };
    },
  };
  onTestFinished(() => {
    server.platform.outbound = outbound;
  });
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

const inviteAs = ({ client }: SignedIn, email: string, more: object = {}) =>
  client.post("/api/users/invitations", { firstName: "Anna", lastName: "Bakker", role: "user", email, ...more });

test("an invited colleague signs in to the account of the invitation, and gets no second one", async () => {
  const invited = await inviteAs(admin, emailOf("anna"), { role: "account_manager" });
  expect(await signInWithSso()).toMatchObject({ status: 200, id: invited.body["id"], role: "account_manager" });
  expect((await signInWithSso()).id).toBe(invited.body["id"]);
});

/** The link of an open invitation, as if it was mailed. */
const storeLinkOf = async (email: string) => {
  const token = `link-voor-${email}`;
  await server.query(
    `insert into password_resets (token_hash, session_kind, user_id, created_at, expires_at, invited_by)
      select $1, 'main', id, now(), now() + interval '1 day', 'Bea' from users where email = $2`,
    [hashToken(token), email],
  );
  return token;
};
const acceptWith = (token: string) => server.client().post("/api/reset-password", { token, password: "zelf-gekozen" });

test("of an accepted invitation and a company that stores its domain at the same moment, one succeeds", async () => {
  const [wanted, stranger] = [`samen-${domain}`, await signedIn(server, { role: "company_admin" })];
  await server.query("update users set email = $2 where id = $1", [admin.user.id, `baas@${wanted}`]);
  expect((await inviteAs(stranger, `anna@${wanted}`)).status).toBe(201);
  const token = await storeLinkOf(`anna@${wanted}`);
  const responses = await sendTwoAtOnce(
    server,
    // Both write their entry after their checks.
    "audit_log",
    () => acceptWith(token),
    () => save({ domains: [domain, wanted] }),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("an open invitation of another company does not keep a company from using its domain", async () => {
  const [wanted, stranger] = [`nieuw-${domain}`, await signedIn(server, { role: "company_admin" })];
  await server.query("update users set email = $2 where id = $1", [admin.user.id, `baas@${wanted}`]);
  expect((await inviteAs(stranger, `verzonnen@${wanted}`)).status).toBe(201);
  expect((await save({ domains: [domain, wanted] })).status).toBe(200);
  // The invitation was sent before, and can no longer be accepted.
  const token = await storeLinkOf(`verzonnen@${wanted}`);
  const accepted = await acceptWith(token);
  expect([accepted.status, accepted.body["message"]]).toEqual([
    409,
    `Adressen op ${wanted} zijn van een ander bedrijf, dat via SSO inlogt.`,
  ]);
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

  test("when the issuer of another company has sent the browser to this one (mix-up), and that issuer gets no code", async () => {
    const [declared, missing] = [true, false].map(
      (sends) => `"authorization_response_iss_parameter_supported":${sends}`,
    );
    interceptIssuers(
      (url) => url,
      (text) => text.replace(declared ?? "", missing ?? ""),
    );
    const attacker = await signedIn(server, { role: "company_admin" });
    const itsDomain = await domainOf(attacker);
    expect((await save({ issuer: otherIssuer.url, domains: [itsDomain] }, attacker)).status).toBe(200);
    const [wanted, victims] = [await start(), await start(`lokaas@${itsDomain}`)];
    const detour = new URL(wanted.url);
    detour.searchParams.set("state", new URL(victims.url).searchParams.get("state") ?? "");
    const response = new URLSearchParams(await issuer.signIn(detour.href));
    response.delete("iss");
    otherIssuer.requests = [];
    await expectRefused(finish(victims, response.toString(), redirectPathOf(wanted.url)), 401);
    expect(otherIssuer.requests).toEqual([]);
    // Without the detour, an issuer that does not name itself can be used.
    const direct = await start();
    const own = new URLSearchParams(await issuer.signIn(direct.url));
    own.delete("iss");
    expect((await finish(direct, own.toString())).status).toBe(200);
  });

  test("when the account is a private one at Google, although its address is verified", async () => {
    const google = "https://accounts.google.com";
    interceptIssuers(
      (url) => url.replace(google, issuer.url),
      (text) => text.replaceAll(issuer.url, google),
    );
    await server.query("update sso_connections set issuer = $1 where company_id = $2", [google, admin.company.id]);
    const signInAtGoogle = async (hd?: string) => {
      issuer.forgedClaims = { iss: google, hd };
      const started = await start();
      const response = new URLSearchParams(await issuer.signIn(started.url.replace(google, issuer.url)));
      response.set("iss", google);
      return finish(started, response.toString());
    };
    await expectRefused(signInAtGoogle(), 403);
    expect((await signInAtGoogle(domain)).status).toBe(200);
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

  test("when an address starts many at the same moment", async () => {
    await server.query(
      `insert into sso_sign_ins (state_hash, browser_hash, company_id, address, nonce, code_verifier, expires_at)
        select n::text::bytea, '', $1, '127.0.0.1', '', '', now() + interval '10 minutes' from generate_series(1, 98) n`,
      [admin.company.id],
    );
    // Every start counts before the first one is stored, unless it waits for it.
    await server.query(
      `create function store_slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$;
       create trigger store_slowly before insert on sso_sign_ins for each row execute function store_slowly()`,
    );
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => server.client().post("/api/sso/start", { email: issuer.person.email })),
    );
    await server.query("drop function store_slowly cascade");
    expect(starts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
  });

  test("when an address has started too many at an issuer that does not answer", async () => {
    await server.query("update sso_connections set issuer = 'http://127.0.0.1:1' where company_id = $1", [
      admin.company.id,
    ]);
    const statusOfStart = async () =>
      (await server.client().post("/api/sso/start", { email: issuer.person.email })).status;
    expect(await statusOfStart()).toBe(502);
    await server.query(
      `insert into sso_sign_ins (state_hash, browser_hash, company_id, address, nonce, code_verifier, expires_at)
        select n::text::bytea, '', $1, '127.0.0.1', '', '', now() + interval '10 minutes' from generate_series(1, 99) n`,
      [admin.company.id],
    );
    expect(await statusOfStart()).toBe(429);
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
  const otherDomain = await domainOf(other);
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
  const stored = () => server.query("select * from sso_domains order by domain");
  const before = await stored();
  const statusFor = async (taken: string) => (await save({ domains: [taken] }, other)).status;
  expect([await statusFor(domain), await statusFor("voorbeeld.nl"), await statusFor("gmail.com")]).toEqual([
    409, 409, 400,
  ]);
  expect(await stored()).toEqual(before);
  const { body } = await other.client.get("/api/audit?limit=10");
  expect(body["items"]).toContainEqual(
    expect.objectContaining({
      action: "sso.domain_refused",
      subjectName: "voorbeeld.nl",
      after: { reason: "voorbeeld.nl is bij een ander bedrijf in gebruik." },
    }),
  );
});

test("a company signs in with a domain in which it has a confirmed address, and otherwise reads how to get one", async () => {
  const wanted = `bewezen-${domain}`;
  const refusalOf = async (name: string) => {
    const { status, body } = await save({ domains: [domain, name] });
    return [status, body["details"]];
  };
  const message = (name: string) =>
    expect.stringContaining(`Niemand in je bedrijf heeft een bevestigd e-mailadres op ${name}.`);
  expect(await refusalOf(wanted)).toEqual([409, [{ path: "domains", message: message(wanted) }]]);
  // The same for a domain that is in use elsewhere: the response does not tell which domains are customers.
  const elsewhere = await domainOf(await signedIn(server));
  expect(await refusalOf(elsewhere)).toEqual([409, [{ path: "domains", message: message(elsewhere) }]]);
  // Neither an open invitation nor an address in a domain above or below it proves anything.
  expect((await inviteAs(admin, `verzonnen@${wanted}`)).status).toBe(201);
  await domainOf(admin, `mail.bewezen-${admin.company.id}`);
  expect((await refusalOf(wanted))[0]).toBe(409);
  await server.query("update users set awaits_acceptance = false where email = $1", [`verzonnen@${wanted}`]);
  expect((await save({ domains: [domain, wanted] })).status).toBe(200);
  // A domain that the company has stays when the account goes.
  await server.query("delete from users where email = $1", [`verzonnen@${wanted}`]);
  expect((await save({ domains: [domain, wanted], createsUsers: false })).status).toBe(200);
});

test("a company with a confirmed address in the domain of the product's own mails can use that domain for SSO", async () => {
  const { mailFrom } = server.platform.config;
  const name = mailFrom.slice(mailFrom.lastIndexOf("@") + 1).replace(">", "");
  const { status, body } = await save({ domains: [name] });
  const message = expect.stringContaining(`Niemand in je bedrijf heeft een bevestigd e-mailadres op ${name}.`);
  expect([status, body["details"]]).toEqual([409, [{ path: "domains", message }]]);
  await makeUser(server.platform.database, admin.company.id, { email: `beheer@${name}` });
  expect((await save({ domains: [name] })).status).toBe(200);
});

test("a domain that the company has is not checked again, so that its other settings can be saved", async () => {
  // Such as a mail service that was added to the list later, and a user of another company who was accepted at the same moment.
  await server.query("insert into sso_domains (domain, company_id) values ('zonnet.nl', $1)", [admin.company.id]);
  await makeUser(server.platform.database, (await signedIn(server)).company.id, { email: emailOf("elders") });
  expect((await save({ domains: [domain, "zonnet.nl"], createsUsers: false })).status).toBe(200);
  expect((await save({ domains: [domain] })).status).toBe(200);
  expect((await save({ domains: [domain, "zonnet.nl"] })).status).toBe(400);
});

test("an issuer that the company has is not checked again, so that passwords can be allowed when it moves to a private address", async () => {
  await server.query(
    "update sso_connections set issuer = 'https://10.0.0.1', sso_only = true, last_sign_in_at = now() where company_id = $1",
    [admin.company.id],
  );
  const saved = await save({ issuer: "https://10.0.0.1", ssoOnly: false, clientSecret: "" });
  expect([saved.status, saved.body["connection"]]).toMatchObject([200, { ssoOnly: false }]);
});

test.each(["home.nl", "onmicrosoft.com", "web.de"])(
  "%s is refused to every company, also to one with an address there",
  async (name) => {
    await domainOf(admin, name.replace(/\.nl$/, ""));
    await makeUser(server.platform.database, admin.company.id, { email: `${randomUUID()}@${name}` });
    const { status, body } = await save({ domains: [name] });
    expect([status, body["details"]]).toMatchObject([400, [{ path: "domains" }]]);
  },
);

test("a company tries a limited number of domains in 24 hours, and can change the rest of its settings meanwhile", async () => {
  await server.query(
    `insert into audit_log (company_id, at, actor_name, action, subject_type)
      select $1, now() - interval '23 hours', 'Anna', 'sso.domain_refused', 'sso' from generate_series(3, $2::int)`,
    [admin.company.id, DOMAIN_CHANGES_PER_DAY],
  );
  const statusFor = async (name: string) => (await save({ domains: [domain, name] })).status;
  expect([await statusFor("een-klant.nl"), await statusFor("nog-een-klant.nl")]).toEqual([409, 429]);
  expect((await save({ createsUsers: false })).status).toBe(200);
  await server.query("update audit_log set at = at - interval '2 hours' where company_id = $1", [admin.company.id]);
  expect(await statusFor("nog-een-klant.nl")).toBe(409);
});

/** Starts an issuer with this metadata, stops it after the test, and returns its URL. */
const serveMetadata = async (metadata: (url: string) => object): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const provider = createServer((_request, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(metadata(url))),
  ).listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => void provider.close());
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  return url;
};

test.each([["javascript:alert(1)"], ["data:text/html,x"], [5], [null]])(
  "an issuer whose sign-in page is %s is refused, and later reported as out of order",
  async (authorization_endpoint) => {
    const url = await serveMetadata((issuer) => ({
      issuer,
      authorization_endpoint,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }));
    const refused = await save({ issuer: url });
    expect([refused.status, refused.body["details"]]).toMatchObject([400, [{ path: "issuer" }]]);
    await server.query("update sso_connections set issuer = $2 where company_id = $1", [admin.company.id, url]);
    expect((await server.client().post("/api/sso/start", { email: issuer.person.email })).status).toBe(502);
    expect(log.join("")).not.toContain('"level":50');
  },
);

test.each<[string, unknown, unknown, string | null]>([
  ["too long", "a".repeat(150), "b".repeat(150), "a".repeat(100)],
  ["not a text", 5, { name: "Bakker" }, null],
  ["with control characters", "An\u0000na\u202E", "Bakker\n", "Anna"],
])("a name of the issuer that is %s does not keep its owner out", async (_how, given_name, family_name, firstName) => {
  issuer.forgedClaims = { given_name, family_name };
  const first = await signInWithSso();
  expect(first).toMatchObject({ status: 200, firstName });
  expect(await signInWithSso()).toMatchObject({ status: 200, id: first.id });
});

test.each([
  ["every organisation at Microsoft", "https://login.microsoftonline.com/{tenantid}/v2.0"],
  ["all private accounts of Microsoft", "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"],
])("an issuer of %s is refused, with the reason", async (_whose, named) => {
  const metadata = JSON.stringify({
    issuer: named,
    authorization_endpoint: `${issuer.url}/auth`,
    token_endpoint: `${issuer.url}/token`,
    jwks_uri: `${issuer.url}/jwks`,
  });
  const microsoft = createServer((_request, response) =>
    response.setHeader("content-type", "application/json").end(metadata),
  );
  await new Promise<void>((resolve) => microsoft.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(microsoft.address() as AddressInfo).port}/.well-known/openid-configuration`;
  const before = await fingerprint(server);
  const refused = await save({ issuer: url });
  expect([refused.status, refused.body["details"]]).toMatchObject([
    400,
    [{ path: "issuer", message: expect.stringContaining("tenant-id") }],
  ]);
  expect(await fingerprint(server)).toEqual(before);
  await server.query("update sso_connections set issuer = $2 where company_id = $1", [admin.company.id, url]);
  expect((await server.client().post("/api/sso/start", { email: issuer.person.email })).status).toBe(502);
  microsoft.close();
});

test("when two admins set it up at the same moment, the stored secret can be used", async () => {
  expect((await admin.client.delete("/api/sso")).status).toBe(200);
  await server.query(`
    create function wait_for_test() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(4711); return new; end $$;
    create trigger wait_for_test before insert on audit_log for each row execute function wait_for_test()`);
  let saves: ReturnType<typeof save>[] = [];
  await server.platform.database.platform.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(4711)`);
    saves = [save(), save()];
    await expect
      .poll(() =>
        server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      )
      .toHaveLength(2);
  });
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200]);
  await server.query("drop function wait_for_test cascade");
  expect((await signInWithSso()).status).toBe(200);
});

test("a domain that is typed twice is stored once", async () => {
  const { status, body } = await save({ domains: [domain, domain.toUpperCase(), ` ${domain} `] });
  expect(status).toBe(200);
  expect(body).toMatchObject({ connection: { domains: [domain] } });
});

test("a domain that another company stores at the same moment is refused", async () => {
  const other = await signedIn(server, { role: "company_admin" });
  expect((await save({ domains: [await domainOf(other)] }, other)).status).toBe(200);
  const wanted = await domainOf(admin, `samen-${admin.company.id}`);
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
  const own = { firstName: "Anna", lastName: "Bakker", email: `bea@${domain}`, currentPassword: PASSWORD };
  const ownChange = await stranger.client.patch("/api/profile", own);
  expect([ownChange.status, ownChange.body["details"]]).toMatchObject([409, [{ path: "email" }]]);
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
