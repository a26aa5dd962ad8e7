import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeLead } from "#testing/factories.ts";
import { SESSION_ENDING_CHANGES } from "#testing/session-ends.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { AppError } from "./app-error.ts";
import { openDatabase } from "./database/database.ts";
import type { SessionEntry } from "./database/entry.ts";
import { sql } from "./database/sql.ts";
import { entryOf, KnownSessions } from "./known-sessions.ts";
import { findSession, hashToken, type Session } from "./sessions.ts";

let server: TestServer;
let somebody: SignedIn;
let lead: string;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  somebody = await signedIn(server);
  lead = await makeLead(server, somebody.company.id);
  expect(await readList()).toBe(200);
});
afterAll(() => server.close());

const readList = async () => (await somebody.client.get("/api/all-leads")).status;
const classify = async () =>
  (await somebody.client.patch(`/api/leads/${lead}/classification`, { classification: "COLD" })).status;
const classOf = async () => {
  const [found] = await server.query<{ class: string | null }>(
    "select classification as class from leads where id = $1",
    [lead],
  );
  return found?.class;
};

type Asking = "usa_platform" | "usa_tenant";

/** When a connection of this role was last asked something. */
const lastAsked = async (role: Asking) => {
  const [found] = await server.query<{ at: string }>(
    "select max(query_start)::text as at from pg_stat_activity where application_name = $1 and datname = current_database()",
    [role],
  );
  return found?.at;
};

/** Which roles are asked something by what is done. */
const asked = async (work: () => Promise<unknown>): Promise<Asking[]> => {
  const before = { usa_platform: await lastAsked("usa_platform"), usa_tenant: await lastAsked("usa_tenant") };
  await work();
  const roles: Asking[] = ["usa_platform", "usa_tenant"];
  const isAsked = await Promise.all(roles.map(async (role) => (await lastAsked(role)) !== before[role]));
  return roles.filter((_role, nth) => isAsked[nth]);
};

test("who is known is not read again for a minute", async () => {
  expect(await asked(readList)).toEqual(["usa_tenant"]);
  expect(await asked(classify)).toEqual(["usa_tenant"]);
  server.clock.advance(61_000);
  expect(await asked(readList)).toEqual(["usa_platform", "usa_tenant"]);
  expect(await asked(readList)).toEqual(["usa_tenant"]);
});

test("who was refused is no longer known", async () => {
  await server.query("delete from sessions where user_id = $1", [somebody.user.id]);
  expect(await asked(readList)).toEqual(["usa_platform", "usa_tenant"]);
  expect(await asked(readList)).toEqual(["usa_platform"]);
});

test.each([
  ["signing out elsewhere", "delete from sessions where user_id = $1"],
  ...SESSION_ENDING_CHANGES,
  ["the end of its time", "update sessions set expires_at = now() where user_id = $1"],
  ["eight hours without use", "update sessions set last_seen_at = now() - interval '8 hours' where user_id = $1"],
])("%s ends a session that is known, at once", async (_what, change) => {
  await server.query(change, [somebody.user.id]);
  expect([await classify(), await readList()]).toEqual([401, 401]);
  expect(await classOf()).toBe(null);
});

test("a new role holds from the next request, whether it may more or less", async () => {
  const exportPerson = async () => (await somebody.client.get(`/api/leads/${lead}/export`)).status;
  expect(await exportPerson()).toBe(403);
  await server.query("update users set role = 'company_admin' where id = $1", [somebody.user.id]);
  expect(await exportPerson()).toBe(200);
  await server.query("update users set role = 'user' where id = $1", [somebody.user.id]);
  expect(await exportPerson()).toBe(403);
});

test("who goes to another company works there from the next request, and no longer here", async () => {
  const other = await signedIn(server);
  const theirLead = await makeLead(server, other.company.id);
  await server.query("update users set company_id = $1 where id = $2", [other.company.id, somebody.user.id]);
  expect(await classify()).toBe(404);
  expect((await somebody.client.get("/api/all-leads")).body["items"]).toMatchObject([{ id: theirLead }]);
});

test("a new name is in the log from the next change on", async () => {
  await server.query("update users set first_name = 'Nieuw', last_name = 'Naam' where id = $1", [somebody.user.id]);
  expect(await classify()).toBe(200);
  const [logged] = await server.query<{ name: string }>(
    "select actor_name as name from audit_log where subject_id = $1",
    [lead],
  );
  expect(logged?.name).toBe("Nieuw Naam");
});

test("what is wrong with a request is told to who is in only", async () => {
  const wrong = async () =>
    (await somebody.client.patch(`/api/leads/${lead}/classification`, { classification: "?" })).status;
  expect(await wrong()).toBe(400);
  await server.query("delete from sessions where user_id = $1", [somebody.user.id]);
  expect(await wrong()).toBe(401);
});

const enter = async (changes: Partial<Session> = {}) => {
  const token = /usa_session=([^;]+)/.exec(somebody.client.cookieHeader("/"))?.[1] ?? "";
  const scope = { db: server.platform.database.platform };
  const session = await findSession(scope, "main", token, server.clock.now());
  if (!session) throw new Error("nobody is in");
  const entry: SessionEntry = entryOf({ ...session, ...changes }, server.clock.now());
  return { session, entry, db: server.platform.database.tenant(somebody.company.id, entry) };
};

test("nothing more is asked for who was refused", async () => {
  const { db } = await enter({ version: "1" });
  const refused = () => expect(db.rows(sql`select id from leads`)).rejects.toThrow("Je bent niet (meer) ingelogd.");
  expect(await asked(refused)).toEqual(["usa_tenant"]);
  expect(await asked(refused)).toEqual([]);
});

test.each([
  ["by itself", "one"],
  ["in a transaction", "more"],
])("a change %s of who is refused is not made", async (_how, how) => {
  const { entry, db } = await enter({ version: "1" });
  const change = sql`update leads set classification = 'COLD' where id = ${lead}`;
  const made = how === "one" ? db.run(change) : db.transaction((db) => db.run(change));
  await expect(made).rejects.toEqual(new AppError("unauthenticated", "Je bent niet (meer) ingelogd."));
  expect(entry.state).toBe("refused");
  expect(await classOf()).toBe(null);
});

test("the first thing that succeeds says that somebody is in; what fails says nothing", async () => {
  const { entry, db } = await enter();
  expect(entry.state).toBe("unasked");
  await expect(db.run(sql`select 1 / 0`)).rejects.toThrow("division by zero");
  expect(entry.state).toBe("asked");
  expect(await db.rows(sql`select id from leads`)).toEqual([{ id: lead }]);
  expect(entry.state).toBe("held");
});

test("once somebody was in, a refusal of what they asked beside it does not undo that", async () => {
  const { entry } = await enter();
  const database = openDatabase({ url: server.databaseUrl, connections: 1, onError: () => undefined });
  const db = database.tenant(somebody.company.id, entry);
  const first = db.rows(sql`select pg_sleep(0.5)`);
  const second = expect(db.rows(sql`select id from leads`)).rejects.toThrow("Je bent niet (meer) ingelogd.");
  const sleeping = "select 1 from pg_stat_activity where query = 'select pg_sleep(0.5)' and wait_event = 'PgSleep'";
  await vi.waitFor(async () => expect(await server.query(sleeping)).toHaveLength(1));
  await server.query("delete from sessions where user_id = $1", [somebody.user.id]);
  await Promise.all([first, second]);
  expect(entry.state).toBe("held");
  await database.close();
});

test("no more than ten thousand are known, the last ones", async () => {
  const { session: read } = await enter();
  const known = new KnownSessions();
  for (let nth = 0; nth <= 10_000; nth++) known.keep({ ...read, tokenHash: hashToken(`token ${nth}`) });
  const find = (nth: number) => known.find(`token ${nth}`, server.clock.now());
  expect([find(0), find(1)?.person, find(10_000)?.person]).toEqual([undefined, read.person, read.person]);
});
