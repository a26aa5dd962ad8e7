import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint, untilJobsEnded } from "#testing/database-contents.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const DAY = 86_400_000;

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: "http://app.voorbeeld.nl" } });
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const database = () => server.platform.database;
const invite = (id: string) => admin.client.post(`/admin/api/users/${id}/invitation`);
const linkIn = (text: string) => new URL(/http:\/\/app\.voorbeeld\.nl\S+/.exec(text)?.[0] ?? "http://no-link");
const setPassword = (link: URL, password: string) =>
  server.client().post(link.pathname.startsWith("/admin") ? "/admin/api/reset-password" : "/api/reset-password", {
    token: link.searchParams.get("token"),
    password,
  });
const readInvitation = async (link: URL) => {
  const token = link.searchParams.get("token");
  return (await server.client().post("/api/reset-password/invitation", { token })).body;
};

test("a new user is invited by mail and sets a password with the link", async () => {
  const email = `${randomBytes(5).toString("hex")}@voorbeeld.nl`;
  const username = email.replace("@", ".");
  const made = await admin.client.post("/admin/api/users", {
    username,
    email,
    password: "tijdelijk",
    firstName: "Lotte",
    lastName: "Smit",
    companyId: admin.company.id,
    sendInvitation: true,
  });
  expect(made.status).toBe(201);
  const mail = await server.nextMail(email);
  expect(mail.subject).toBe("Je account bij Ultimate Sales Agent");
  for (const part of ["Lotte", username, admin.company.name, "Anna Jansen"]) expect(mail.text).toContain(part);
  const link = linkIn(mail.text);
  expect(link.pathname).toBe("/reset-password");
  const inviter = { inviter: "Anna Jansen", companyName: admin.company.name, username };
  expect(await readInvitation(link)).toEqual({ invitation: inviter });
  expect((await setPassword(link, "zelf-gekozen")).status).toBe(200);
  expect(await readInvitation(link)).toEqual({ invitation: null });
  expect((await server.client().signIn(username, "tijdelijk")).status).toBe(401);
  expect((await server.client().signIn(username, "zelf-gekozen")).status).toBe(200);
  expect((await setPassword(link, "nog-een-keer")).status).toBe(400);
  const actions = await server.query(
    "select action from audit_log where subject_id = $1 and action like 'user.%' order by at",
    [made.body["id"]],
  );
  expect(actions).toEqual([{ action: "user.created" }, { action: "user.invited" }]);
});

test("the link works for a week, and a newer one invalidates it", async () => {
  const user = await makeUser(database(), admin.company.id);
  expect((await invite(user.id)).body).toEqual({ message: "De uitnodiging is verstuurd." });
  const first = linkIn((await server.nextMail(user.email)).text);
  await invite(user.id);
  const second = linkIn((await server.nextMail(user.email)).text);
  expect((await setPassword(first, "zelf-gekozen")).status).toBe(400);
  server.clock.advance(7 * DAY - 60_000);
  expect((await setPassword(second, "zelf-gekozen")).status).toBe(200);
  server.clock.advance(-(7 * DAY - 60_000));
});

test("after a week the link no longer works", async () => {
  const user = await makeUser(database(), admin.company.id);
  await invite(user.id);
  const link = linkIn((await server.nextMail(user.email)).text);
  server.clock.advance(7 * DAY + 1000);
  expect((await setPassword(link, "zelf-gekozen")).status).toBe(400);
  server.clock.advance(-(7 * DAY + 1000));
  expect((await server.client().signIn(user.username, PASSWORD)).status).toBe(200);
});

test("the link of a platform admin leads to the admin panel and works only there", async () => {
  const user = await makeUser(database(), null, { role: "super_admin" });
  await invite(user.id);
  const link = linkIn((await server.nextMail(user.email)).text);
  expect(link.pathname).toBe("/admin/reset-password");
  const token = link.searchParams.get("token");
  expect((await server.client().post("/api/reset-password", { token, password: "zelf-gekozen" })).status).toBe(400);
  expect((await setPassword(link, "zelf-gekozen")).status).toBe(200);
});

test("a link says nothing about an invitation when its owner asked for it, or when it is for the admin panel", async () => {
  const user = await makeUser(database(), admin.company.id);
  await server.client().post("/api/forgot-password", { email: user.email });
  expect(await readInvitation(linkIn((await server.nextMail(user.email)).text))).toEqual({ invitation: null });
  const platformAdmin = await makeUser(database(), null, { role: "super_admin" });
  await invite(platformAdmin.id);
  expect(await readInvitation(linkIn((await server.nextMail(platformAdmin.email)).text))).toEqual({ invitation: null });
});

test("a user who cannot sign in is not invited, with the reason", async () => {
  const [inactive, mute] = [
    await makeUser(database(), admin.company.id, { isActive: false }),
    await makeUser(database(), admin.company.id),
  ];
  const off = await makeUser(database(), (await makeCompany(database(), { isActive: false })).id);
  await server.query("update users set email = null where id = $1", [mute.id]);
  await untilJobsEnded(server);
  const before = await fingerprint(server);
  for (const [{ id }, text] of [
    [inactive, "Deze gebruiker is niet actief en kan niet worden uitgenodigd."],
    [mute, "Voor een uitnodiging is een e-mailadres nodig."],
    [off, "Het bedrijf van deze gebruiker is niet actief."],
  ] as const) {
    const response = await invite(id);
    expect([response.status, response.body["message"]]).toEqual([409, text]);
  }
  expect(await fingerprint(server)).toEqual(before);
});

test("a new e-mail address invalidates the links sent to the old one", async () => {
  const user = await makeUser(database(), admin.company.id);
  await invite(user.id);
  const link = linkIn((await server.nextMail(user.email)).text);
  await admin.client.patch(`/admin/api/users/${user.id}`, { email: `nieuw-${user.email}` });
  expect((await setPassword(link, "zelf-gekozen")).status).toBe(400);
});

test("a user whose password an admin changes is informed by mail", async () => {
  const user = await makeUser(database(), admin.company.id);
  await admin.client.patch(`/admin/api/users/${user.id}`, { password: "een-ander-wachtwoord" });
  expect((await server.nextMail(user.email)).subject).toBe("Je wachtwoord is gewijzigd");
});

test("the link of a company that uses only SSO leads to SSO, and sets no password", async () => {
  const company = await makeCompany(database());
  const user = await makeUser(database(), company.id);
  await server.query(
    `insert into sso_connections (company_id, issuer, client_id, client_secret_encrypted, sso_only)
      values ($1, 'https://login.voorbeeld.nl', 'usa', '', true)`,
    [company.id],
  );
  await invite(user.id);
  const link = linkIn((await server.nextMail(user.email)).text);
  expect([link.pathname, link.search]).toEqual(["/login/sso", ""]);
});
