import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewUser } from "#contract/forms.ts";
import type { UserInAdminPanel } from "#contract/users.ts";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const UNKNOWN = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const database = () => server.platform.database;
const form = (more: Partial<NewUser> = {}): NewUser => ({
  username: `nieuw-${randomBytes(5).toString("hex")}`,
  password: "welkom-hierzo",
  firstName: "Sanne",
  lastName: "de Vries",
  companyId: admin.company.id,
  ...more,
});
const post = (body: unknown) => admin.client.post("/admin/api/users", body);
const change = (id: string, body: unknown) => admin.client.patch(`/admin/api/users/${id}`, body);
const remove = (id: string) => admin.client.delete(`/admin/api/users/${id}`);
const create = async (more?: Partial<NewUser>) => (await post(form(more))).body as unknown as UserInAdminPanel;
const listUsers = async () => JSON.parse((await admin.client.get("/admin/api/users")).text) as UserInAdminPanel[];
const statusAndMessage = ({ status, body }: TestResponse) => [status, body["message"]];

interface LogEntry {
  company_id: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
const logEntriesOf = (id: string) =>
  server.query<LogEntry>(
    `select company_id, actor_id, action, subject_name, before, after from audit_log
     where subject_id = $1 and action like 'user.%' order by at, id`,
    [id],
  );

test("a new user gets the defaults, can sign in, and is listed with company and last sign-in", async () => {
  const body = form({ email: "Sanne@Voorbeeld.nl" });
  const response = await post(body);
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    id: expect.any(String),
    username: body.username,
    email: "Sanne@Voorbeeld.nl",
    firstName: "Sanne",
    lastName: "de Vries",
    companyId: admin.company.id,
    companyName: admin.company.name,
    role: "user",
    isActive: true,
    twoStepEnabled: false,
    lastSignInAt: null,
    createdAt: expect.any(String),
  });
  expect((await server.client().signIn("sanne@voorbeeld.nl", "welkom-hierzo")).status).toBe(200);
  const found = (await listUsers()).find(({ id }) => id === response.body["id"]);
  expect(found).toEqual({ ...response.body, lastSignInAt: expect.stringMatching(/Z$/) });
});

test("the list is sorted by name, whole or in pages", async () => {
  const names = (users: UserInAdminPanel[]) =>
    users.map(({ firstName, lastName }) => `${firstName} ${lastName}`.toLowerCase());
  for (const firstName of ["Zoë", "anna", "Émile", "Bram"]) await create({ firstName });
  const whole = await listUsers();
  expect(names(whole)).toEqual(names(whole).toSorted((left, right) => left.localeCompare(right, "nl")));
  const paged: string[] = [];
  let path: string | undefined = "/admin/api/users?limit=2";
  while (path) {
    const response = await admin.client.get(path);
    expect(response.headers.get("x-total-count")).toBe(String(whole.length));
    paged.push(...(JSON.parse(response.text) as UserInAdminPanel[]).map(({ id }) => id));
    path = /^<(.+)>/.exec(response.headers.get("link") ?? "")?.[1];
  }
  expect(paged).toEqual(whole.map(({ id }) => id));
});

test("only a platform admin may have no company", async () => {
  expect((await create({ role: "super_admin", companyId: null })).companyId).toBeNull();
  expect((await create({ role: "super_admin", companyId: "" })).companyName).toBeNull();
  for (const role of ["user", "account_manager", "company_admin"] as const) {
    const response = await post(form({ role, companyId: null }));
    expect(response.body["details"]).toContainEqual({ path: "companyId", message: "Kies een bedrijf." });
  }
});

test.each([
  [{ username: "" }, "username"],
  [{ username: "twee woorden" }, "username"],
  [{ username: "<b>anna</b>" }, "username"],
  [{ username: "anna\u200b" }, "username"],
  [{ firstName: " " }, "firstName"],
  [{ lastName: undefined }, "lastName"],
  [{ password: "12345" }, "password"],
  [{ password: "" }, "password"],
  [{ email: "geen adres" }, "email"],
  [{ companyId: "geen id" }, "companyId"],
  [{ role: "baas" }, "role"],
  [{ isActive: "ja" }, "isActive"],
  [{ sendInvitation: true }, "sendInvitation"],
  [{ sendInvitation: true, email: "wie@voorbeeld.nl", isActive: false }, "sendInvitation"],
  [{ companyId: UNKNOWN }, "companyId"],
  [{ passwordHash: "x" }, ""],
  [{ id: UNKNOWN }, ""],
])("a new user with %j is refused, and nothing is written", async (more, path) => {
  const before = await fingerprint(server);
  const response = await post({ ...form(), ...more });
  expect(response.status).toBe(400);
  expect((response.body["details"] as { path: string }[]).map((problem) => problem.path)).toContain(path);
  expect(await fingerprint(server)).toEqual(before);
});

test("users cannot be added to a deleted company", async () => {
  const deleted = await makeCompany(database(), { deletedAt: new Date() });
  const user = await create();
  const before = await fingerprint(server);
  expect(statusAndMessage(await post(form({ companyId: deleted.id })))).toEqual([400, "Dit bedrijf bestaat niet."]);
  expect(statusAndMessage(await change(user.id, { companyId: deleted.id }))).toEqual([
    400,
    "Dit bedrijf bestaat niet.",
  ]);
  expect(await fingerprint(server)).toEqual(before);
});

const NAME_TAKEN = [409, "Deze gebruikersnaam is al in gebruik."];
const EMAIL_TAKEN = [409, "Dit e-mailadres is al in gebruik."];

test("a username or address that another user has as either of the two is refused", async () => {
  const taken = await create({ email: `${randomBytes(5).toString("hex")}@voorbeeld.nl` });
  const user = await create({ email: `${randomBytes(5).toString("hex")}@voorbeeld.nl` });
  const email = taken.email ?? "";
  const before = await fingerprint(server);
  expect(statusAndMessage(await post(form({ username: taken.username.toUpperCase() })))).toEqual(NAME_TAKEN);
  expect(statusAndMessage(await post(form({ username: email })))).toEqual(NAME_TAKEN);
  expect(statusAndMessage(await post(form({ email: email.toUpperCase() })))).toEqual(EMAIL_TAKEN);
  expect(statusAndMessage(await change(user.id, { username: taken.username }))).toEqual(NAME_TAKEN);
  expect(statusAndMessage(await change(user.id, { username: email }))).toEqual(NAME_TAKEN);
  expect(statusAndMessage(await change(user.id, { email }))).toEqual(EMAIL_TAKEN);
  expect(await fingerprint(server)).toEqual(before);
});

test("a username in full-width letters is the same name: refused for a new user, accepted at sign-in", async () => {
  const { user } = await signedIn(server);
  const fullWidth = user.username.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  expect(fullWidth).not.toBe(user.username);
  expect(statusAndMessage(await post(form({ username: fullWidth })))).toEqual(NAME_TAKEN);
  expect((await server.client().signIn(fullWidth, PASSWORD)).status).toBe(200);
});

test("a username that looks like an e-mail address reserves that address", async () => {
  const name = `${randomBytes(5).toString("hex")}@voorbeeld.nl`;
  await create({ username: name });
  expect(statusAndMessage(await post(form({ email: name })))).toEqual(EMAIL_TAKEN);
  const same = await post(form({ username: `x${name}`, email: `x${name}` }));
  expect(same.status).toBe(201);
});

test("of three concurrent requests for a user with the same username one creates it", async () => {
  const body = form();
  const responses = await Promise.all([post(body), post(body), post(body)]);
  expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([201, 409, 409]);
  expect(responses.filter(({ status }) => status === 409).map(statusAndMessage)).toEqual([NAME_TAKEN, NAME_TAKEN]);
});

test("absent fields and a blank password stay unchanged", async () => {
  const user = await create({ email: `${randomBytes(5).toString("hex")}@voorbeeld.nl` });
  const response = await change(user.id, { lastName: "Bos", password: "" });
  expect(response.body).toEqual({ ...user, lastName: "Bos" });
  expect((await server.client().signIn(user.username, "welkom-hierzo")).status).toBe(200);
  expect((await change(user.id, { email: "" })).body).toMatchObject({ email: null });
});

test("concurrent changes of different fields are all kept", async () => {
  const user = await create();
  await Promise.all([
    change(user.id, { firstName: "Daan" }),
    change(user.id, { lastName: "Visser" }),
    change(user.id, { role: "account_manager" }),
  ]);
  expect((await listUsers()).find(({ id }) => id === user.id)).toMatchObject({
    firstName: "Daan",
    lastName: "Visser",
    role: "account_manager",
  });
});

test("a new password and a deactivation end the sessions", async () => {
  const [first, second] = [await signedIn(server), await signedIn(server)];
  await change(first.user.id, { password: "een-ander-wachtwoord" });
  expect((await first.client.get("/api/auth/user")).status).toBe(401);
  expect((await server.client().signIn(first.user.username, PASSWORD)).status).toBe(401);
  expect((await server.client().signIn(first.user.username, "een-ander-wachtwoord")).status).toBe(200);

  await change(second.user.id, { isActive: false });
  expect((await second.client.get("/api/auth/user")).status).toBe(401);
  await change(second.user.id, { isActive: true });
  expect((await second.client.get("/api/auth/user")).status).toBe(401);
});

test("users who change their own password keep only the current session", async () => {
  const otherSession = await signInAs(server, admin.user, "admin");
  expect((await change(admin.user.id, { password: "een-ander-wachtwoord" })).status).toBe(200);
  expect((await admin.client.get("/admin/api/user")).status).toBe(200);
  expect((await otherSession.get("/admin/api/user")).status).toBe(401);
});

test("moving to another company ends the sessions", async () => {
  const mover = await signedIn(server);
  const target = await makeCompany(database());
  const response = await change(mover.user.id, { companyId: target.id });
  expect(response.body).toMatchObject({ companyId: target.id, companyName: target.name });
  expect((await mover.client.get("/api/auth/user")).status).toBe(401);
  const client = await signInAs(server, mover.user);
  expect((await client.get("/api/auth/company")).body["name"]).toBe(target.name);
});

test("each change is recorded with actor, user and changed fields", async () => {
  const user = await create({ email: `${randomBytes(5).toString("hex")}@voorbeeld.nl` });
  await change(user.id, { lastName: "Bos", role: "company_admin", password: "een-ander-wachtwoord" });
  await makeUser(database(), admin.company.id, { role: "company_admin" });
  await change(user.id, { role: "user" });
  expect((await remove(user.id)).status).toBe(200);
  expect(await logEntriesOf(user.id)).toMatchObject([
    {
      action: "user.created",
      company_id: admin.company.id,
      before: null,
      after: { username: user.username, role: "user" },
    },
    {
      action: "user.updated",
      subject_name: "Sanne Bos",
      before: { lastName: "de Vries", role: "user" },
      after: { lastName: "Bos", role: "company_admin", password: "gewijzigd" },
    },
    { action: "user.updated", before: { role: "company_admin" }, after: { role: "user" } },
    { action: "user.deleted", subject_name: "Sanne Bos", before: { username: user.username }, after: null },
  ]);
});

test("a move is recorded in both companies' logs without naming the other company", async () => {
  const mover = await makeUser(database(), admin.company.id);
  const target = await makeCompany(database());
  await change(mover.id, { companyId: target.id, firstName: "Bas" });
  const found = await logEntriesOf(mover.id);
  const of = (companyId: string) => found.filter(({ company_id }) => company_id === companyId);
  expect(of(admin.company.id)).toMatchObject([{ action: "user.left", before: null, after: null }]);
  expect(of(target.id)).toMatchObject([{ action: "user.joined", before: null, after: null }]);
  const platform = found.find(({ action }) => action === "user.updated");
  expect(platform).toMatchObject({
    before: { company: admin.company.name, firstName: "Anna" },
    after: { company: target.name, firstName: "Bas" },
  });
});

test("a deleted user loses sessions and names at once; log entries keep their name", async () => {
  const somebody = await signedIn(server);
  expect((await remove(somebody.user.id)).body).toEqual({ message: "De gebruiker is verwijderd." });
  expect((await somebody.client.get("/api/auth/user")).status).toBe(401);
  expect((await remove(somebody.user.id)).status).toBe(404);
  const log = await server.query("select actor_name from audit_log where actor_id = $1", [somebody.user.id]);
  expect(log).toEqual([{ actor_name: "Anna Jansen" }]);
  expect((await post(form({ username: somebody.user.username, email: somebody.user.email }))).status).toBe(201);
});

test("the picture of a deleted user is deleted", async () => {
  const user = await makeUser(database(), admin.company.id);
  const key = `pictures/${user.id}`;
  await server.platform.storage.put(key, Buffer.from("x"), { contentType: "image/png" });
  await server.query("update users set profile_image_url = $2 where id = $1", [user.id, `/objects/${key}`]);
  await remove(user.id);
  expect(await server.platform.storage.head(key)).toBeNull();
});

test("of two concurrent deletions of a user one succeeds", async () => {
  const user = await create();
  const responses = await Promise.all([remove(user.id), remove(user.id)]);
  expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 404]);
});

test("an unknown user or one of a deleted company is not found", async () => {
  const deleted = await makeCompany(database(), { deletedAt: new Date() });
  const hidden = await makeUser(database(), deleted.id);
  expect((await listUsers()).some(({ id }) => id === hidden.id)).toBe(false);
  const before = await fingerprint(server);
  for (const id of [UNKNOWN, hidden.id, "geen-id"]) {
    expect((await change(id, { firstName: "A" })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await admin.client.post(`/admin/api/users/${id}/invitation`)).status).toBe(404);
  }
  expect(await fingerprint(server)).toEqual(before);
});

test("a workspace session gives no access to the admin panel", async () => {
  const { client, user } = await signedIn(server, { role: "super_admin" });
  const before = await fingerprint(server);
  expect((await client.get("/admin/api/users")).status).toBe(401);
  expect((await client.post("/admin/api/users", form())).status).toBe(401);
  expect((await client.patch(`/admin/api/users/${user.id}`, { firstName: "A" })).status).toBe(401);
  expect((await client.delete(`/admin/api/users/${admin.user.id}`)).status).toBe(401);
  expect(await fingerprint(server)).toEqual(before);
});
