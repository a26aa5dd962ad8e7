import { createHook } from "node:async_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashOfUnknownPassword, hashPassword } from "#platform/passwords.ts";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const REFUSED = "Ongeldige gebruikersnaam of wachtwoord";
const INACTIVE = "Dit account is niet actief. Neem contact op met je beheerder.";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const database = () => server.platform.database;
const newUser = async (more?: Parameters<typeof makeUser>[2]) =>
  makeUser(database(), (await makeCompany(database())).id, more);

/** The parts of a response that an attacker can compare. */
const visible = ({ status, text, headers }: TestResponse) => {
  const { date, "x-request-id": id, ...rest } = Object.fromEntries(headers);
  return { status, text, rest, named: [date, id].every(Boolean) };
};

test("username and e-mail address both work, in upper and lower case", async () => {
  const user = await newUser();
  for (const name of [
    user.username,
    user.username.toUpperCase(),
    user.email,
    user.email.toUpperCase(),
    ` ${user.email} `,
  ]) {
    const response = await server.client().signIn(name, PASSWORD);
    expect(response.status, name).toBe(200);
    expect(response.body["id"]).toBe(user.id);
  }
});

test("the response of a sign-in is the user of the session", async () => {
  const user = await newUser({ role: "account_manager" });
  const client = server.client();
  const response = await client.signIn(user.username, PASSWORD);
  expect(response.body).toMatchObject({
    id: user.id,
    username: user.username,
    email: user.email,
    role: "account_manager",
  });
  expect((await client.get("/api/auth/user")).text).toBe(response.text);
});

test("an unknown name and a wrong password get exactly the same response", async () => {
  const user = await newUser();
  const wrong = await server.client().signIn(user.username, "niet-het-wachtwoord");
  const unknown = await server.client().signIn("niemand-met-deze-naam", "niet-het-wachtwoord");
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({ error: REFUSED, message: REFUSED, code: "invalid_credentials" });
  expect(visible(unknown)).toEqual(visible(wrong));
});

/** How many passwords are hashed during `work`. The native library starts each hash as a task that `async_hooks` calls "undefined". */
const countHashes = async (work: () => Promise<unknown>): Promise<number> => {
  let count = 0;
  const hook = createHook({ init: (_id, type) => void (type === "undefined" && count++) }).enable();
  await work();
  hook.disable();
  return count;
};

test("an unknown name takes as long as a wrong password", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const user = await newUser({ passwordHash });
  // Hashing is nearly all the time of a sign-in. Its cost is in the hash: the algorithm, the memory and the passes.
  const costOf = (hash: string) => hash.split("$").slice(1, 4);
  expect(costOf(await hashOfUnknownPassword())).toEqual(costOf(passwordHash));
  for (const name of [user.username, "niemand-met-deze-naam", "nog-een-onbekende-naam"]) {
    const signIn = () => server.client().signIn(name, "niet-het-wachtwoord");
    expect(await countHashes(signIn), name).toBe(1);
  }
});

test("an inactive user is told so, but only with the right password", async () => {
  const user = await newUser({ isActive: false });
  const right = await server.client().signIn(user.username, PASSWORD);
  expect(right.status).toBe(403);
  expect(right.body).toEqual({ error: INACTIVE, message: INACTIVE, code: "inactive_account" });
  expect((await server.client().signIn(user.username, "niet-het-wachtwoord")).status).toBe(401);
});

test("nobody of an inactive company signs in", async () => {
  const company = await makeCompany(database(), { isActive: false });
  const user = await makeUser(database(), company.id);
  const response = await server.client().signIn(user.username, PASSWORD);
  expect(response.status).toBe(403);
  expect(response.body["message"]).toBe(INACTIVE);
});

test("users of a deleted company are refused like unknown users", async () => {
  const company = await makeCompany(database(), { deletedAt: new Date() });
  const user = await makeUser(database(), company.id);
  const response = await server.client().signIn(user.username, PASSWORD);
  const unknownUser = await server.client().signIn("niemand-met-deze-naam", PASSWORD);
  expect(visible(response)).toEqual(visible(unknownUser));
});

test.each(["user", "account_manager", "company_admin"] as const)(
  "a %s cannot sign in to the admin panel",
  async (role) => {
    const user = await newUser({ role });
    const response = await server.client().signIn(user.username, PASSWORD, "admin");
    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      error: "Invalid username or password",
      message: "Invalid username or password",
      code: "invalid_credentials",
    });
    expect(visible(response)).toEqual(
      visible(await server.client().signIn("niemand-met-deze-naam", PASSWORD, "admin")),
    );
  },
);

test("a super_admin has separate sessions for workspace and admin panel", async () => {
  const user = await newUser({ role: "super_admin" });
  const client = server.client();
  expect((await client.signIn(user.username, PASSWORD, "admin")).status).toBe(200);
  expect((await client.get("/api/auth/user")).status).toBe(401);
  expect((await client.signIn(user.username, PASSWORD)).status).toBe(200);
  expect((await client.get("/admin/api/user")).body["id"]).toBe(user.id);
});

test("a super_admin without a company has an empty workspace", async () => {
  const user = await makeUser(database(), null, { role: "super_admin" });
  const client = server.client();
  expect((await client.signIn(user.username, PASSWORD)).body["companyId"]).toBeNull();
  expect((await client.get("/api/auth/company")).body).toEqual({
    name: null,
    logoUrl: null,
    syncsWithAirtable: false,
  });
});

test("a platform admin of an inactive company keeps the admin panel, where it is made active again", async () => {
  const company = await makeCompany(database(), { isActive: false });
  const user = await makeUser(database(), company.id, { role: "super_admin" });
  const client = server.client();
  expect((await client.signIn(user.username, PASSWORD, "admin")).status).toBe(200);
  expect((await client.get("/admin/api/user")).status).toBe(200);
  expect((await client.signIn(user.username, PASSWORD)).status).toBe(403);
});

test.each([{}, { username: "x" }, { password: "y" }, { username: "", password: "" }, { username: 1, password: {} }])(
  "a form without a name and a password is no attempt: %j",
  async (form) => {
    const response = await server.client().post("/api/login", form);
    expect(response.status).toBe(400);
    expect(response.body["code"]).toBe("invalid");
  },
);

test("the case of non-ASCII letters in names is ignored", async () => {
  const user = await newUser();
  await server.query("update users set username = 'Élodie-Ünal' where id = $1", [user.id]);
  expect((await server.client().signIn("Élodie-Ünal", PASSWORD)).status).toBe(200);
  expect((await server.client().signIn("élodie-ünal", PASSWORD)).status).toBe(200);
});
