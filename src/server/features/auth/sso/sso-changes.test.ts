import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#platform/database/sql.ts";
import { makeUser } from "#testing/account-factories.ts";
import { CLIENT, type Issuer, redirectPathOf, startIssuer } from "#testing/issuer.ts";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let issuer: Issuer;
let otherIssuer: Issuer;
beforeAll(async () => {
  [server, issuer, otherIssuer] = await Promise.all([startTestServer(), startIssuer(), startIssuer()]);
});
afterAll(() => Promise.all([server.close(), issuer.close(), otherIssuer.close()]));

/** A company admin, a colleague with the same role, and the settings of SSO for the domain of that colleague. */
const setUp = async () => {
  const admin = await signedIn(server, { role: "company_admin" });
  const domain = `${admin.company.id}.nl`;
  const { database } = server.platform;
  const email = `tweede@${domain}`;
  const colleague = await makeUser(database, admin.company.id, { role: "company_admin", email });
  const settings = { ...CLIENT, issuer: issuer.url, domains: [domain], ssoOnly: false, createsUsers: true };
  return { admin, colleague, settings };
};

test("every company admin is mailed who changed or removed single sign-on, and nobody for what stays the same", async () => {
  const { admin, colleague, settings } = await setUp();
  const host = new URL(issuer.url).host;
  expect((await admin.client.put("/api/sso", settings)).status).toBe(200);
  for (const { email } of [admin.user, colleague]) {
    const { subject, text } = await server.nextMail(email);
    expect(subject).toBe("Inloggen via SSO is gewijzigd");
    for (const part of ["Anna Jansen", host]) expect(text).toContain(part);
  }
  const unchanged = { ...settings, clientSecret: "" };
  expect((await admin.client.put("/api/sso", unchanged)).status).toBe(200);
  expect((await admin.client.put("/api/sso", { ...settings, issuer: otherIssuer.url })).status).toBe(200);
  const otherHost = new URL(otherIssuer.url).host;
  const moved = (await server.nextMail(colleague.email)).text.replaceAll(/\s+/g, " ");
  expect(moved).toContain(`De inlogdienst is ${otherHost}, in plaats van ${host}.`);
  expect(moved).toContain("de instellingen en het Wijzigingslog");
  expect((await admin.client.delete("/api/sso")).status).toBe(200);
  const { subject, text } = await server.nextMail(colleague.email);
  expect([subject, text]).toEqual(["Inloggen via SSO is verwijderd", expect.stringContaining(otherHost)]);
});

test("saving what is stored already is not in the log, also with its domains in another order", async () => {
  const { admin, settings } = await setUp();
  const otherDomain = `a.${settings.domains[0]}`;
  await makeUser(server.platform.database, admin.company.id, { email: `baas@${otherDomain}` });
  const domains = [...settings.domains, otherDomain];
  expect((await admin.client.put("/api/sso", { ...settings, domains })).status).toBe(200);
  const unchanged = { ...settings, clientSecret: "" };
  for (const sameDomains of [domains, domains.toReversed()])
    expect((await admin.client.put("/api/sso", { ...unchanged, domains: sameDomains })).status).toBe(200);
  const { body: log } = await admin.client.get("/api/audit?action=sso.updated&limit=10");
  expect(log["items"]).toHaveLength(1);
});

test("of two admins who remove single sign-on at the same moment, one does, with one entry in the log and one mail", async () => {
  const { admin, colleague, settings } = await setUp();
  expect((await admin.client.put("/api/sso", settings)).status).toBe(200);
  await server.nextMail(colleague.email);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const removals = await server.platform.database.platform.transaction(async (db) => {
    await db.run(sql`select from sso_connections where company_id = ${admin.company.id} for update`);
    const requests = [admin.client.delete("/api/sso"), admin.client.delete("/api/sso")];
    await expect.poll(() => server.query(waiting)).toHaveLength(2);
    return { requests };
  });
  const responses = await Promise.all(removals.requests);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const { body: log } = await admin.client.get("/api/audit?action=sso.deleted&limit=10");
  expect(log["items"]).toHaveLength(1);
  expect((await server.nextMail(colleague.email)).subject).toBe("Inloggen via SSO is verwijderd");
  const jobs =
    "select from pgboss.job where name = 'auth.sso-changed' and data ->> 'email' = $1 and data ->> 'isRemoved' = 'true'";
  expect(await server.query(jobs, [colleague.email])).toHaveLength(1);
});

test("the log tells a sign-in by SSO, with the issuer, from one by password", async () => {
  const { admin, colleague, settings } = await setUp();
  expect((await admin.client.put("/api/sso", settings)).status).toBe(200);
  const client = server.client();
  const { body } = await client.post("/api/sso/start", { email: colleague.email });
  const [url, browserToken] = [String(body["url"]), body["browserToken"]];
  issuer.person = { email: colleague.email };
  const query = await issuer.signIn(url);
  expect((await client.post("/api/sso/finish", { browserToken, path: redirectPathOf(url), query })).status).toBe(200);
  const { body: log } = await admin.client.get("/api/audit?action=session.opened&limit=10");
  const opened = (log["items"] as { actorId: string; after: unknown }[]).map(({ actorId, after }) => [actorId, after]);
  expect(opened).toEqual([
    [colleague.id, { signInMethod: "sso", issuer: new URL(issuer.url).host }],
    [admin.user.id, { signInMethod: "password" }],
  ]);
});
