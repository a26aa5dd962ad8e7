import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "#contract/errors.ts";
import { readConfig } from "#platform/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { sql } from "#platform/database/sql.ts";
import { createLog } from "#platform/log.ts";
import { PASSWORD } from "#testing/account-factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { openTestDatabase, startTestServer, type TestServer } from "#testing/test-server.ts";
import { startDatabase } from "./start-database.ts";

let dataDir: string;
let postgres: EmbeddedPostgres;
let server: TestServer;
let me: SignedIn;

const start = () => startEmbeddedPostgres({ dataDir, throwaway: true });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "usa-away-"));
  postgres = await start();
  await startDatabase(readConfig({ DATABASE_URL: postgres.connectionString() }), createLog("silent"));
  server = await startTestServer({ databaseUrl: postgres.connectionString(), env: { LOG_LEVEL: "silent" } });
  me = await signedIn(server);
});
afterAll(async () => {
  await server.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const endConnections = async (role: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgres.connectionString() });
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [role]);
  await client.end();
};

/** Repeats the check until it succeeds. */
const eventually = async (check: () => Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + 60_000; !(await check()); ) {
    if (Date.now() > deadline) throw new Error("it did not come back");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const signedInAgain = async () => (await me.client.get("/api/auth/user")).status === 200;

test("idle connections that are lost are replaced unnoticed", async () => {
  await endConnections("usa_platform");
  await eventually(signedInAgain);
});

test("the log reports a lost connection without its secrets", async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const env = { LOG_LEVEL: "warn" };
  const other = await startTestServer({ databaseUrl: postgres.connectionString(), env, log, worker: false });
  await other.client().get("/readyz");
  await endConnections("usa_platform");
  await expect.poll(() => lines.filter((line) => line.includes("a database connection was lost"))).not.toEqual([]);
  for (const line of lines) {
    expect(line).not.toMatch(/secretKey|connectionParameters/);
    expect(line.length).toBeLessThan(4_000);
  }
  await other.close();
});

test("a connection lost in a transaction fails that transaction only", async () => {
  const database = openTestDatabase(postgres.connectionString());
  const cut = database.platform.transaction(async (db) => {
    await db.run(sql`update companies set name = 'half' where id = ${me.company.id}`);
    await endConnections("usa_platform");
    // Idle in the transaction, as while a password is hashed: the connection is lost meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await db.run(sql`select 1`);
  });
  await expect(cut).rejects.toMatchObject({ code: "unavailable" });
  const [company] = await database.platform.rows(sql`select name from companies where id = ${me.company.id}`);
  expect(company).toEqual({ name: me.company.name });
  await database.close();
});

test("a query on a lost connection is a 503, not a 500", async () => {
  const database = openTestDatabase(postgres.connectionString());
  const cut = database.tenant(me.company.id).rows(sql`select pg_sleep(20)`);
  const refused = expect(cut).rejects.toMatchObject({ code: "unavailable" });
  const asleep = "select from pg_stat_activity where application_name = 'usa_tenant' and wait_event = 'PgSleep'";
  await expect.poll(() => server.query(asleep)).toHaveLength(1);
  await endConnections("usa_tenant");
  await refused;
  expect(await database.tenant(me.company.id).row(sql`select 1 as one`)).toEqual({ one: 1 });
  await database.close();
});

test("a database that refuses connections is unavailable too", async () => {
  const nowhere = new URL(postgres.connectionString());
  nowhere.pathname = "/onbekend";
  const database = openTestDatabase(nowhere.href);
  const responses = [
    database.platform.row(sql`select 1`),
    database.tenant(me.company.id).row(sql`select 1`),
    database.platform.transaction((db) => db.row(sql`select 1`)),
  ];
  await Promise.all(responses.map((response) => expect(response).rejects.toMatchObject({ code: "unavailable" })));
  await database.close();
});

test("while the database is unavailable every request is a 503, and afterwards everything works again", async () => {
  await postgres.stop();
  const { username, email } = me.user;
  const responses = await Promise.all([
    me.client.get("/api/auth/user"),
    server.client().signIn(username, PASSWORD),
    server.client().post("/api/forgot-password", { email }),
    server.client().post("/api/reset-password", { token: "x", password: PASSWORD }),
    me.client.patch("/api/profile", { firstName: "Anna", lastName: "Jansen", email }),
    server.client().get("/readyz"),
  ]);
  for (const response of responses) {
    expect(response.status).toBe(503);
    expect(errorBody.strict().parse(response.body).code).toBe("unavailable");
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect((await server.client().get("/healthz")).status).toBe(200);
  postgres = await start();
  await eventually(signedInAgain);
  expect((await server.client().get("/readyz")).status).toBe(200);
  expect((await server.client().signIn(username, PASSWORD)).status).toBe(200);
  await server.client().post("/api/forgot-password", { email });
  expect((await server.nextMail(email)).subject).toBe("Nieuw wachtwoord instellen");
});
