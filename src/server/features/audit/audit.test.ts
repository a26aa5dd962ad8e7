import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { ROLES } from "#contract/roles.ts";
import { NO_COMPANY } from "#platform/database/scope.ts";
import { makeUser } from "#testing/account-factories.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import type { TestClient, TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const ACTOR = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const OTHER_ACTOR = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";

let server: TestServer;
let admin: SignedIn;
let me: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  admin = await signedIn(server, { sessionKind: "admin" });
  me = await signedIn(server, { role: "company_admin" });
  other = await signedIn(server, { role: "company_admin" });
  await server.query("delete from audit_log");
});
afterAll(() => server.close());

interface EntryFields {
  companyId?: string;
  at?: string;
  actorId?: string | null;
  actorName?: string;
  action?: string;
}
const write = (made: EntryFields) =>
  server.query(
    `insert into audit_log (company_id, at, actor_id, actor_name, action, subject_type, subject_id, subject_name, before, after)
     values ($1, $2, $3, $4, $5, 'thing', '1', 'Het ding', '{"a":1}', '{"a":2}')`,
    [
      made.companyId ?? me.company.id,
      made.at ?? "2026-03-02T12:00:00Z",
      made.actorId === undefined ? ACTOR : made.actorId,
      made.actorName ?? "Anna",
      made.action ?? "thing.done",
    ],
  );
const page = ({ body }: TestResponse) => body as unknown as { items: AuditEntry[]; nextCursor: string | null };
const ask = async (client: TestClient, path: string, query = "") => page(await client.get(`${path}?${query}`));
const moments = async (query: string) =>
  (await ask(me.client, "/api/audit", query)).items.map(({ at }) => at.slice(0, 16));

test("an entry contains time, company, actor, action, subject and the change", async () => {
  await write({});
  const expected = {
    id: expect.any(String),
    at: "2026-03-02T12:00:00.000000Z",
    companyId: me.company.id,
    companyName: me.company.name,
    actorId: ACTOR,
    actorName: "Anna",
    actorUsername: null,
    action: "thing.done",
    subjectType: "thing",
    subjectId: "1",
    subjectName: "Het ding",
    subjectUsername: null,
    before: { a: 1 },
    after: { a: 2 },
    address: null,
  };
  expect((await ask(me.client, "/api/audit")).items).toEqual([expected]);
  expect((await ask(admin.client, "/admin/api/audit")).items).toEqual([expected]);
});

test("the username tells people with the same name apart, as actor, subject and filter option", async () => {
  const namesake = await signedIn(server, { role: "company_admin", company: me.company });
  await server.query("update users set first_name = 'Jan', last_name = 'Jansen' where id = any ($1)", [
    [me.user.id, namesake.user.id],
  ]);
  expect((await namesake.client.patch(`/api/users/${me.user.id}`, { role: "user" })).status).toBe(200);
  await admin.client.patch(`/admin/api/users/${namesake.user.id}`, { lastName: "de Boer" });
  const usernames = async (client: TestClient, path: string) =>
    (await ask(client, path, `companyId=${me.company.id}`)).items
      .filter(({ action }) => action === "user.updated")
      .map(({ actorUsername, subjectName, subjectUsername }) => [actorUsername, subjectName, subjectUsername]);
  const { username } = namesake.user;
  const changed = [username, "Jan Jansen", me.user.username];
  expect(await usernames(admin.client, "/admin/api/audit")).toEqual([
    [admin.user.username, "Jan de Boer", username],
    changed,
  ]);
  // A user of another company is hidden.
  expect(await usernames(namesake.client, "/api/audit")).toEqual([[null, "Jan de Boer", username], changed]);
  const { actors } = (await namesake.client.get("/api/audit/filter-options")).body as { actors: object[] };
  expect(actors).toContainEqual({ id: namesake.user.id, name: "Jan Jansen", username });
  // A failed sign-in with an unknown name has no subject.
  await server.client().signIn("niemand", "een-wachtwoord");
  expect((await ask(admin.client, "/admin/api/audit")).items[0]).toMatchObject({
    action: "sign_in.failed",
    subjectUsername: null,
  });
});

test("a company sees only its own entries, whatever it requests; the platform sees all", async () => {
  await write({ companyId: me.company.id });
  await write({ companyId: other.company.id });
  await write({ companyId: NO_COMPANY });
  const companies = async (client: TestClient, path: string, query = "") =>
    (await ask(client, path, query)).items.map(({ companyId }) => String(companyId)).toSorted();
  expect(await companies(me.client, "/api/audit")).toEqual([me.company.id]);
  expect(await companies(me.client, "/api/audit", `companyId=${other.company.id}`)).toEqual([me.company.id]);
  const all = [me.company.id, other.company.id, "null"].toSorted();
  expect(await companies(admin.client, "/admin/api/audit")).toEqual(all);
  expect(await companies(admin.client, "/admin/api/audit", `companyId=${other.company.id}`)).toEqual([
    other.company.id,
  ]);
});

test("row-level security separates the companies' entries, also in a query without a condition", async () => {
  await write({ companyId: me.company.id });
  await write({ companyId: other.company.id });
  const tenant = server.platform.database.tenant(me.company.id);
  const all = { parts: ["select company_id from audit_log"], values: [] };
  expect(await tenant.rows(all)).toEqual([{ company_id: me.company.id }]);
  for (const text of ["update audit_log set action = 'x'", "delete from audit_log", "truncate audit_log"]) {
    await expect(tenant.run({ parts: [text], values: [] })).rejects.toThrow("permission denied");
    await expect(server.platform.database.platform.run({ parts: [text], values: [] })).rejects.toThrow(
      "permission denied",
    );
  }
});

test("a platform admin without a company sees no log in the workspace", async () => {
  await write({ companyId: NO_COMPANY });
  const client = await signInAs(server, await makeUser(server.platform.database, null, { role: "super_admin" }));
  expect(await ask(client, "/api/audit")).toEqual({ items: [], nextCursor: null });
  expect((await client.get("/api/audit/filter-options")).body).toEqual({ actions: [], actors: [] });
});

test.each(ROLES)("whether a %s may read the company's log", async (role) => {
  const { client } = await signedIn(server, { role, company: me.company });
  const status = role === "company_admin" || role === "super_admin" ? 200 : 403;
  expect((await client.get("/api/audit")).status).toBe(status);
  expect((await client.get("/api/audit/filter-options")).status).toBe(status);
  expect((await client.get("/admin/api/audit")).status).toBe(401);
});

test("filters on actor and action can be combined", async () => {
  await write({ action: "a.done" });
  await write({ action: "b.done" });
  await write({ action: "b.done", actorId: OTHER_ACTOR });
  const count = async (query: string) => (await ask(me.client, "/api/audit", query)).items.length;
  expect(await count("")).toBe(3);
  expect(await count("action=b.done")).toBe(2);
  expect(await count(`actorId=${ACTOR}`)).toBe(2);
  expect(await count(`actorId=${ACTOR}&action=b.done`)).toBe(1);
  expect(await count("action=c.done")).toBe(0);
});

test("a period consists of days in Amsterdam time, both included", async () => {
  for (const at of ["2026-03-01T22:59", "2026-03-01T23:00", "2026-03-02T22:59", "2026-03-02T23:00"]) {
    await write({ at: `${at}:00Z` });
  }
  expect(await moments("from=2026-03-02&until=2026-03-02")).toEqual(["2026-03-02T22:59", "2026-03-01T23:00"]);
  expect(await moments("from=2026-03-03")).toEqual(["2026-03-02T23:00"]);
  expect(await moments("until=2026-03-01")).toEqual(["2026-03-01T22:59"]);
  expect(await moments("from=2026-03-03&until=2026-03-02")).toEqual([]);
});

test("days with 23 or 25 hours are included completely", async () => {
  const spring = ["2026-03-28T23:00", "2026-03-29T21:59"];
  const autumn = ["2026-10-24T22:00", "2026-10-25T22:59"];
  const around = ["2026-03-28T22:59", "2026-03-29T22:00", "2026-10-24T21:59", "2026-10-25T23:00"];
  for (const at of [...spring, ...autumn, ...around]) await write({ at: `${at}:00Z` });
  expect(await moments("from=2026-03-29&until=2026-03-29")).toEqual(spring.toReversed());
  expect(await moments("from=2026-10-25&until=2026-10-25")).toEqual(autumn.toReversed());
});

test("the pages contain every entry once, newest first, also when many have the same time", async () => {
  for (let nth = 0; nth < 25; nth++)
    await write({ at: nth < 10 ? "2026-03-02T12:00:00.123456Z" : `2026-03-02T13:00:${nth}Z` });
  for (const [client, path] of [
    [me.client, "/api/audit"],
    [admin.client, "/admin/api/audit"],
  ] as const) {
    const whole = (await ask(client, path, "limit=200")).items.map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { items, nextCursor } = await ask(client, path, `limit=4${cursor && `&cursor=${cursor}`}`);
      paged.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect(paged).toHaveLength(25);
    expect(paged).toEqual(whole);
  }
});

test("entries that are added between two pages do not shift the pages", async () => {
  for (let nth = 10; nth < 16; nth++) await write({ at: `2026-03-02T12:00:${nth}Z` });
  const first = await ask(me.client, "/api/audit", "limit=3");
  await write({ at: "2026-03-02T13:00:00Z" });
  const second = await ask(me.client, "/api/audit", `limit=3&cursor=${first.nextCursor}`);
  expect(second.items.map(({ at }) => at.slice(17, 19))).toEqual(["12", "11", "10"]);
  expect(second.nextCursor).toBeNull();
});

const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString("base64url");

test.each([
  "limit=0",
  "limit=201",
  "limit=x",
  "from=gisteren",
  "from=2026-02-30",
  "until=0000-01-01",
  "actorId=iemand",
  "cursor=onzin",
  `cursor=${cursorOf(["2026-03-02T12:00:00Z", "x"])}`,
  `cursor=${cursorOf(["0000-03-02T12:00:00Z", ACTOR])}`,
  `cursor=${cursorOf(["infinity", ACTOR])}`,
  `cursor=${cursorOf([1, 2])}`,
  `action=${"x".repeat(101)}`,
  "action=a&action=b",
])("%s is refused with a reason", async (query) => {
  for (const response of [
    await me.client.get(`/api/audit?${query}`),
    await admin.client.get(`/admin/api/audit?${query}`),
  ]) {
    expect(response.status).toBe(400);
    expect(response.body["message"]).toBeTruthy();
  }
});

test("the filter values are the distinct actions and actors, actors with their latest name", async () => {
  await write({ action: "b.done" });
  await write({ action: "a.done", actorName: "Anna Bos", at: "2026-03-03T12:00:00Z" });
  await write({ action: "a.done", actorId: null, actorName: "Systeem" });
  await write({ action: "c.done", actorId: OTHER_ACTOR, actorName: "Bram", companyId: other.company.id });
  expect((await me.client.get("/api/audit/filter-options")).body).toEqual({
    actions: ["a.done", "b.done"],
    actors: [{ id: ACTOR, name: "Anna Bos", username: null }],
  });
  expect((await admin.client.get("/admin/api/audit/filter-options")).body).toEqual({
    actions: ["a.done", "b.done", "c.done"],
    actors: [
      { id: ACTOR, name: "Anna Bos", username: null },
      { id: OTHER_ACTOR, name: "Bram", username: null },
    ],
  });
});

test("an empty log has no entries and no filter values", async () => {
  expect(await ask(me.client, "/api/audit")).toEqual({ items: [], nextCursor: null });
  expect((await me.client.get("/api/audit/filter-options")).body).toEqual({ actions: [], actors: [] });
});

test("an action of a platform admin on a company is in that company's log", async () => {
  await admin.client.patch(`/admin/api/companies/${me.company.id}`, { city: "Hoorn" });
  await admin.client.patch(`/admin/api/users/${me.user.id}`, { firstName: "Bas" });
  const { items } = await ask(me.client, "/api/audit");
  expect(items.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["user.updated", admin.user.id],
    ["company.updated", admin.user.id],
  ]);
  expect((await ask(other.client, "/api/audit")).items).toEqual([]);
});
