import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  me = await signedIn(server, { role: "super_admin" });
});
afterAll(() => server.close());

const change = (newPassword: string, currentPassword = PASSWORD) =>
  me.client.post("/api/profile/password", { currentPassword, newPassword });

test("the new password replaces the old one, and the user is informed by mail", async () => {
  const response = await change("een-nieuw-wachtwoord");
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ message: "Je wachtwoord is gewijzigd." });
  expect((await server.client().signIn(me.user.username, PASSWORD)).status).toBe(401);
  expect((await server.client().signIn(me.user.username, "een-nieuw-wachtwoord")).status).toBe(200);
  expect((await server.nextMail(me.user.email)).subject).toBe("Je wachtwoord is gewijzigd");
});

test("the wrong current password changes nothing", async () => {
  const response = await change("een-nieuw-wachtwoord", "fout");
  expect(response.status).toBe(400);
  expect(response.body["details"]).toEqual([{ path: "currentPassword", message: "Je huidige wachtwoord klopt niet." }]);
  expect((await server.client().signIn(me.user.username, PASSWORD)).status).toBe(200);
});

test.each([5, 257])("a password of %i characters is refused", async (length) => {
  const response = await change("x".repeat(length));
  expect(response.status).toBe(400);
  expect(response.body["details"]).toMatchObject([{ path: "newPassword" }]);
});

test.each([6, 256])("a password of %i characters is accepted, and every character counts", async (length) => {
  await server.query("update users set role = 'user' where id = $1", [me.user.id]);
  expect((await change("x".repeat(length))).status).toBe(200);
  expect((await server.client().signIn(me.user.username, "x".repeat(length - 1))).status).toBe(401);
  expect((await server.client().signIn(me.user.username, "x".repeat(length))).status).toBe(200);
});

test("what is stored is an argon2id hash of 19 MiB and two passes at least", async () => {
  await change("een-nieuw-wachtwoord");
  const [stored] = await server.query<{ hash: string }>("select password_hash as hash from users where id = $1", [
    me.user.id,
  ]);
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored?.hash ?? "") ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
});

test("users see their own sessions of workspace and admin panel, with the current one marked", async () => {
  const admin = await signInAs(server, me.user, "admin");
  await signedIn(server, { company: me.company });
  const { text } = await me.client.get("/api/profile/sessions", { "user-agent": "wordt niet bewaard" });
  const sessions = JSON.parse(text) as { sessionKind: string; current: boolean; address: string }[];
  expect(sessions).toHaveLength(2);
  expect(sessions).toContainEqual(
    expect.objectContaining({ sessionKind: "main", current: true, address: "127.0.0.1" }),
  );
  expect(sessions).toContainEqual(expect.objectContaining({ sessionKind: "admin", current: false }));
  expect(text).not.toMatch(/hash|token/i);
  expect((await admin.get("/admin/api/user")).status).toBe(200);
});

test("signing out everywhere ends the main and admin sessions of the user, and of nobody else", async () => {
  const admin = await signInAs(server, me.user, "admin");
  const otherSession = await signInAs(server, me.user);
  const colleague = await signedIn(server, { company: me.company });
  const response = await me.client.delete("/api/profile/sessions");
  expect(response.status).toBe(200);
  expect(me.client.cookieNames()).toEqual(["usa_device"]);
  expect((await otherSession.get("/api/auth/user")).status).toBe(401);
  expect((await admin.get("/admin/api/user")).status).toBe(401);
  expect((await colleague.client.get("/api/auth/user")).status).toBe(200);
});

test.each([
  [
    "a common password",
    () => "Password1",
    "Dit wachtwoord wordt veel gebruikt en is makkelijk te raden. Kies een ander wachtwoord.",
  ],
  ["the username", () => me.user.username.toUpperCase(), "Het wachtwoord mag niet de gebruikersnaam zijn."],
  ["the name of the company", () => `${me.company.name}!`, "Het wachtwoord mag niet de naam van het bedrijf zijn."],
  ["the name of the product", () => "UltimateSalesAgent2026!", "Het wachtwoord mag niet de naam van dit product zijn."],
])("%s is refused as a new password, with the reason", async (_what, newPassword, message) => {
  await server.query("update users set role = 'user' where id = $1", [me.user.id]);
  const response = await change(newPassword());
  expect([response.status, response.body["details"]]).toEqual([400, [{ path: "newPassword", message }]]);
  expect((await server.client().signIn(me.user.username, PASSWORD)).status).toBe(200);
});

test("a company name of digits or signs forbids only itself as a password", async () => {
  await server.query("update users set role = 'user' where id = $1", [me.user.id]);
  const rename = (name: string) => server.query("update companies set name = $2 where id = $1", [me.company.id, name]);
  await rename("40700");
  expect((await change("40700!!")).body["message"]).toBe("Het wachtwoord mag niet de naam van het bedrijf zijn.");
  expect((await change("83-62-19-40")).status).toBe(200);
  await rename("***");
  expect((await change("#!?#!?#!?", "83-62-19-40")).status).toBe(200);
});

test("a platform admin needs twelve characters", async () => {
  const short = await change("elf-tekens.");
  expect([short.status, short.body["message"]]).toEqual([
    400,
    "Het wachtwoord van een platformbeheerder moet minimaal 12 karakters lang zijn.",
  ]);
  expect((await change("twaalf-teken")).status).toBe(200);
});

test("a password is the same in every Unicode notation", async () => {
  expect((await change("caf\u0065\u0301-geheim")).status).toBe(200);
  expect((await server.client().signIn(me.user.username, "caf\u00e9-geheim")).status).toBe(200);
  expect((await server.client().signIn(me.user.username, "caf\u0065\u0301-geheim")).status).toBe(200);
});
