import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeUser, PASSWORD } from "#testing/account-factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { appCode, turnOnTwoStep } from "#testing/two-step.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

const form = (changes: Record<string, unknown> = {}) => ({
  firstName: "Anna",
  lastName: "Jansen",
  email: me.user.email,
  ...changes,
});
const emailOf = async (id: string) =>
  (await server.query<{ email: string }>("select email from users where id = $1", [id]))[0]?.email;

test("users can change their own name", async () => {
  const response = await me.client.patch("/api/profile", form({ firstName: "  José ", lastName: "de Vries" }));
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    id: me.user.id,
    firstName: "José",
    lastName: "de Vries",
    email: me.user.email,
  });
  expect((await me.client.get("/api/auth/user")).text).toBe(response.text);
});

test.each([
  ["a line break", "Bram\nBcc: x"],
  ["a bidirectional mark", "Bram\u202egnp.exe"],
  ["a zero-width space", "Frank\u200b"],
  ["an address", "Log in op https://evil.example/login"],
  ["an address without a scheme", "www.evil.example"],
])("a name with %s is refused for users, colleagues and companies", async (_, name) => {
  const admin = await signedIn(server, { role: "company_admin" });
  const email = `nieuw-${admin.user.email}`;
  const responses = [
    await me.client.patch("/api/profile", form({ firstName: name })),
    await admin.client.post("/api/users/invitations", { email, firstName: "Jan", lastName: name, role: "user" }),
    await admin.client.patch(`/api/users/${admin.user.id}`, { lastName: name }),
    await admin.client.patch(`/api/companies/${admin.company.id}`, { name }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(responses[0]?.body["details"]).toMatchObject([{ path: "firstName" }]);
});

test("letters of every script, joiners and emoji are fine in a name", async () => {
  for (const firstName of ["Łukasz", "می\u200cخواهم", "Ann 👩\u200d💻", "O'Neil-d'Or"])
    expect((await me.client.patch("/api/profile", form({ firstName }))).body["firstName"]).toBe(firstName);
});

test("the owner is mailed when two-step sign-in is turned off, also by a platform admin", async () => {
  const admin = await signedIn(server, { sessionKind: "admin" });
  const turnOff = [
    (code: string) => me.client.request("DELETE", "/api/profile/two-step", { currentPassword: PASSWORD, code }),
    () => admin.client.delete(`/admin/api/users/${me.user.id}/two-step`),
  ];
  for (const act of turnOff) {
    const secret = await turnOnTwoStep(server, me.user);
    expect((await act(appCode(server, secret))).status).toBe(200);
    expect((await server.nextMail(me.user.email)).subject).toBe("Inloggen in twee stappen is uitgezet");
  }
});

test("a new e-mail address requires the current password", async () => {
  const email = `nieuw-${me.user.email}`;
  const without = await me.client.patch("/api/profile", form({ email }));
  expect(without.status).toBe(400);
  expect(without.body["details"]).toEqual([
    { path: "currentPassword", message: "Vul je huidige wachtwoord in om je e-mailadres te wijzigen." },
  ]);
  const wrong = await me.client.patch("/api/profile", form({ email, currentPassword: "fout" }));
  expect(wrong.body["message"]).toBe("Je huidige wachtwoord klopt niet.");
  expect(await emailOf(me.user.id)).toBe(me.user.email);
  const right = await me.client.patch("/api/profile", form({ email, currentPassword: PASSWORD }));
  expect([right.status, right.body["email"]]).toEqual([200, me.user.email]);
});

const request = (email: string, { client } = me) =>
  client.patch("/api/profile", form({ email, currentPassword: PASSWORD }));
const tokenMailedTo = async (email: string) => {
  const { subject, text } = await server.nextMail(email);
  expect(subject).toBe("Bevestig je nieuwe e-mailadres");
  const link = new URL(/https?:\/\/\S+confirm-email\S+/.exec(text)?.[0] ?? "about:blank");
  expect(link.pathname).toBe("/confirm-email");
  return link.searchParams.get("token") ?? "";
};
const confirm = (token: string) => server.client().post("/api/confirm-email", { token });
const INVALID_LINK = [400, "De link is ongeldig of verlopen."];

test("a new e-mail address takes effect when the link mailed to it is opened, and the old address is notified", async () => {
  const email = `nieuw-${me.user.email}`;
  await request(email);
  const notice = await server.nextMail(me.user.email);
  expect([notice.subject, notice.text.includes(email)]).toEqual(["Je e-mailadres wordt gewijzigd", true]);
  const token = await tokenMailedTo(email);
  expect(await emailOf(me.user.id)).toBe(me.user.email);
  expect((await server.client().signIn(email, PASSWORD)).status).toBe(401);

  expect((await confirm(token)).status).toBe(200);
  expect(await emailOf(me.user.id)).toBe(email);
  expect((await server.client().signIn(email, PASSWORD)).status).toBe(200);
  expect((await server.client().signIn(me.user.email, PASSWORD)).status).toBe(401);
  const again = await confirm(token);
  expect([again.status, again.body["message"]]).toEqual(INVALID_LINK);
});

test("an address that somebody else has gets the same response and no link", async () => {
  const other = await makeUser(server.platform.database, me.company.id);
  const [taken, capitals] = [await request(other.email), await request(other.email.toUpperCase())];
  const free = await request(`vrij-${me.user.email}`);
  for (const { status, text } of [taken, capitals]) expect([status, text]).toEqual([free.status, free.text]);
  // Requests are handled in order: once the link of the last one has arrived, the others send none.
  await tokenMailedTo(`vrij-${me.user.email}`);
  expect(server.mails(other.email)).toEqual([]);
});

test("a link for a new e-mail address expires, and a newer link or password invalidates it", async () => {
  const links: string[] = [];
  for (const name of ["a", "b"]) {
    await request(`${name}-${me.user.email}`);
    links.push(await tokenMailedTo(`${name}-${me.user.email}`));
  }
  const [first = "", second = ""] = links;
  expect((await confirm(first)).status).toBe(400);
  await me.client.post("/api/profile/password", { currentPassword: PASSWORD, newPassword: "een-nieuw-wachtwoord" });
  expect((await confirm(second)).status).toBe(400);
  expect(await emailOf(me.user.id)).toBe(me.user.email);
});

test("an address that was taken after the link was sent is refused, and nothing changes", async () => {
  const email = `nieuw-${me.user.email}`;
  await request(email);
  const token = await tokenMailedTo(email);
  const other = await makeUser(server.platform.database, me.company.id);
  await server.query("update users set email = $2 where id = $1", [other.id, email]);
  const response = await confirm(token);
  expect([response.status, response.body["message"]]).toEqual(INVALID_LINK);
  expect(await emailOf(me.user.id)).toBe(me.user.email);
});

test("the e-mail address of a user cannot become the username of another", async () => {
  const other = await makeUser(server.platform.database, me.company.id);
  const rename = server.query("update users set username = $2 where id = $1", [other.id, me.user.email.toUpperCase()]);
  await expect(rename).rejects.toThrow("sign_in_names_pkey");
});

test.each([
  { role: "super_admin" },
  { companyId: "00000000-0000-4000-8000-000000000000" },
  { isActive: false },
  { username: "ander" },
])("what is not of the form, %j, is refused and nothing changes", async (extra) => {
  const response = await me.client.patch("/api/profile", form({ firstName: "Ander", ...extra }));
  expect(response.status).toBe(400);
  expect((await me.client.get("/api/auth/user")).body["firstName"]).toBe("Anna");
});

test("after fifty wrong passwords from many addresses the current password is checked after a delay too", async () => {
  await server.query(
    "insert into sign_in_failures (account, address, failed_at) select $1, '203.0.113.' || n, $2 from generate_series(1, 50) n",
    [me.user.username.toLowerCase(), server.clock.now()],
  );
  const session = me.client
    .cookieHeader("/")
    .split("; ")
    .find((cookie) => cookie.startsWith("usa_session="));
  const change = { currentPassword: PASSWORD, newPassword: "een-nieuw-wachtwoord" };
  const waiting = server.client().post("/api/profile/password", change, { cookie: session ?? "" });
  await expect.poll(() => server.clock.sleeping()).toBe(1);
  server.clock.advance(1_000);
  expect((await waiting).status).toBe(200);
});

test("wrong current passwords are limited as at sign-in", async () => {
  const change = { currentPassword: "fout", newPassword: "een-nieuw-wachtwoord" };
  for (let nth = 0; nth < 10; nth++) expect((await me.client.post("/api/profile/password", change)).status).toBe(400);
  const blocked = await me.client.post("/api/profile/password", { ...change, currentPassword: PASSWORD });
  expect(blocked.status).toBe(429);
  expect(blocked.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await server.client().signIn(me.user.username, PASSWORD)).status).toBe(429);
});
