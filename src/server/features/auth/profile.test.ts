import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeUser, PASSWORD } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

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
  expect(right.body["email"]).toBe(email);
  expect((await server.client().signIn(email, PASSWORD)).status).toBe(200);
  expect((await server.client().signIn(me.user.email, PASSWORD)).status).toBe(401);
});

test("the e-mail address of another user is refused, in upper and lower case", async () => {
  const other = await makeUser(server.platform.database, me.company.id);
  const email = other.email.toUpperCase();
  const response = await me.client.patch("/api/profile", form({ email, currentPassword: PASSWORD }));
  expect(response.status).toBe(409);
  expect(response.body).toMatchObject({ code: "conflict", message: "Dit e-mailadres is al in gebruik." });
  expect(await emailOf(me.user.id)).toBe(me.user.email);
});

test("a username that looks like an e-mail address cannot be used as e-mail address by others", async () => {
  const other = await makeUser(server.platform.database, me.company.id);
  await server.query("update users set username = 'iemand@voorbeeld.nl' where id = $1", [other.id]);
  const change = form({ email: "Iemand@voorbeeld.nl", currentPassword: PASSWORD });
  expect((await me.client.patch("/api/profile", change)).status).toBe(409);
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

test("wrong current passwords are limited as at sign-in", async () => {
  const change = { currentPassword: "fout", newPassword: "een-nieuw-wachtwoord" };
  for (let nth = 0; nth < 10; nth++) expect((await me.client.post("/api/profile/password", change)).status).toBe(400);
  const blocked = await me.client.post("/api/profile/password", { ...change, currentPassword: PASSWORD });
  expect(blocked.status).toBe(429);
  expect(blocked.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await server.client().signIn(me.user.username, PASSWORD)).status).toBe(429);
});
