import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openTestDatabase } from "#testing/test-server.ts";
import { type Database, openDatabase } from "./database.ts";
import { PipelinedQuery, type QueryResults } from "./pipelined-query.ts";
import { startSession } from "./session-settings.ts";
import { prepared, type Sql, sql } from "./sql.ts";

const companyId = randomUUID();

let testDatabase: TestDatabase;
let database: Database;
let connection: pg.Client;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openTestDatabase(testDatabase.url);
  connection = new pg.Client({ connectionString: testDatabase.url });
  await connection.connect();
  await startSession("usa_tenant")(connection);
});
afterAll(async () => {
  await connection.end();
  await database.close();
  await testDatabase.drop();
});

const ask = (text: string, values: unknown[] = []) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    const setting = { text: "select set_config('app.company_id', $1, true)", values: [companyId] };
    const done = (error: Error | null, [result]: QueryResults) => (error ? reject(error) : resolve(result));
    const query = new PipelinedQuery([setting], [{ text, values }], done, () => undefined);
    connection.query(query as unknown as pg.Submittable);
  });
const settingNow = async () =>
  (await connection.query<{ now: string | null }>("select current_setting('app.company_id', true) as now")).rows[0]
    ?.now;

test("the company is set for its query and reset for the next user of the connection", async () => {
  expect((await ask("select current_company() as company")).rows).toEqual([{ company: companyId }]);
  expect(await settingNow()).toBe("");
  expect((await connection.query("select current_company() as company")).rows).toEqual([{ company: null }]);
});

test.each([
  ["fails while it runs", "select 1 / 0"],
  ["has a syntax error", "select van alles"],
  ["gets an invalid value", "select $1::uuid", "geen id"],
])("the company is reset after a query that %s, and the connection still works", async (_what, text, ...values) => {
  await expect(ask(text, values)).rejects.toThrow();
  expect(await settingNow()).toBe("");
  expect((await ask("select current_company() as company")).rows).toEqual([{ company: companyId }]);
});

test("queries sent together each have their company", async () => {
  const others = Array.from({ length: 20 }, () => randomUUID());
  const found = await Promise.all(
    others.map((id) => database.tenant(id).row<{ company: string }>(sql`select current_company() as company`)),
  );
  expect(found.map((row) => row?.company)).toEqual(others);
});

test("a result equals that of the driver without setup statements", async () => {
  const text =
    "select n, n * 1.5 as half, date '2026-11-15' as at, null as none, 'x' || n as label from generate_series(1, $1) n";
  const scoped = await ask(text, [3]);
  const plain = await connection.query(text, [3]);
  expect(scoped.rows).toEqual(plain.rows);
  expect(scoped.rows[0].at).toBeInstanceOf(Date);
  expect(scoped.fields.map(({ name }) => name)).toEqual(["n", "half", "at", "none", "label"]);
  expect([scoped.rowCount, scoped.command]).toEqual([3, "SELECT"]);
});

test("a query without rows has an empty result", async () => {
  expect(await ask("select 1 where false")).toMatchObject({ rows: [], rowCount: 0 });
});

describe("several queries in one round trip", () => {
  const number = (n: number) => prepared(sql`select ${n}::int as n, current_company() as company`);

  test("have their own rows each, in their order, for the company", async () => {
    const db = database.tenant(companyId);
    for (let nth = 0; nth < 2; nth++) {
      const found = await db.rowsOfEach<[{ n: number }, { word: string }, object, { n: number }]>([
        number(1),
        sql`select ${"een"}::text as word union all select 'twee'`,
        sql`select 1 as n where false`,
        number(2),
      ]);
      expect(found).toEqual([
        [{ n: 1, company: companyId }],
        [{ word: "een" }, { word: "twee" }],
        [],
        [{ n: 2, company: companyId }],
      ]);
    }
  });

  test("fail together, and the connection still works", async () => {
    const single = openDatabase({ url: testDatabase.url, connections: 1, onError: () => undefined });
    const db = single.tenant(companyId);
    await expect(db.rowsOfEach([number(1), prepared(sql`select 1 / ${0}::int`), number(2)])).rejects.toThrow(
      "division",
    );
    expect(await db.rowsOfEach([number(1), number(2)])).toMatchObject([[{ n: 1 }], [{ n: 2 }]]);
    await single.close();
  });
});

test("in a transaction the company is reset at its end, after a commit and after a rollback", async () => {
  const db = database.tenant(companyId);
  const left = sql`select current_setting('app.company_id', true) as now`;
  const committed = db.transaction(async (db) => {
    expect(await db.row(left)).toEqual({ now: companyId });
    await db.run(sql`commit`);
    return db.row(left);
  });
  expect(await committed).toEqual({ now: "" });
  const failed = db.transaction(async (db) => {
    await db.run(sql`select 1 / 0`).catch(() => undefined);
    await db.run(sql`rollback`);
    return db.row(left);
  });
  expect(await failed).toEqual({ now: "" });
});

test("only prepared statements use a generic plan", async () => {
  const db = database.tenant(companyId);
  const planning = (ask: (query: Sql) => Sql) => db.row(ask(sql`select current_setting('plan_cache_mode') as mode`));
  expect(await planning(prepared)).toEqual({ mode: "force_generic_plan" });
  expect(await planning((query) => query)).toEqual({ mode: "auto" });
});

test("a prepared statement runs for each company and value, also after an error", async () => {
  const divide = (divisor: number) =>
    prepared(sql`select 10 / ${divisor}::int as quotient, current_company() as company`);
  for (const [id, divisor] of [
    [companyId, 2],
    [randomUUID(), 5],
  ] as const) {
    const db = database.tenant(id);
    await expect(db.row(divide(0))).rejects.toThrow("division by zero");
    expect(await db.row(divide(divisor))).toEqual({ quotient: 10 / divisor, company: id });
  }
});

test("a connection without its prepared statements is not used again", async () => {
  const single = openDatabase({ url: testDatabase.url, connections: 1, onError: () => undefined });
  const db = single.tenant(companyId);
  const statement = prepared(sql`select ${"kept"}::text as word`);
  expect(await db.row(statement)).toEqual({ word: "kept" });
  await db.run(sql`deallocate all`);
  await expect(db.row(statement)).rejects.toThrow("does not exist");
  expect(await db.row(statement)).toEqual({ word: "kept" });
  await single.close();
});

test("a statement that was skipped after an error does not count as prepared", async () => {
  const single = openDatabase({ url: testDatabase.url, connections: 1, onError: () => undefined });
  await single.platform.transaction((db) => db.run(sql`select 1`));
  const statement = prepared(sql`select ${"later"}::text as word`);
  const failed = single.platform.transaction(async (db) => {
    await db.pipeline(sql`select 1 / 0`);
    return db.row(statement);
  });
  await expect(failed).rejects.toThrow("division by zero");
  expect(await single.platform.row(statement)).toEqual({ word: "later" });
  await single.close();
});
