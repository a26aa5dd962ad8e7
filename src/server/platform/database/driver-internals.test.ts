import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

/**
 * `PipelinedQuery` subclasses the driver's query and writes to its connection. These tests name every internal that it uses
 * (docs/database.md has the list), so that an upgrade of `pg` that changes one fails here, with its name, and not in a
 * query of one company that runs under another.
 */

let testDatabase: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await testDatabase.drop();
});

type Internals = Record<string, unknown>;
const connectionOf = (client: pg.Client): Internals => (client as unknown as { connection: Internals }).connection;

/** The messages that the driver sends, in their order, by the method of its connection that sends them. */
const recordSent = (connection: Internals): { sent: string[]; stop(): void } => {
  const sent: string[] = [];
  const names = ["parse", "bind", "describe", "execute", "flush", "sync", "query"];
  for (const name of names) {
    const method = connection[name] as (...args: unknown[]) => unknown;
    connection[name] = (...args: unknown[]) => {
      sent.push(name);
      return method.apply(connection, args);
    };
  }
  return {
    sent,
    stop: () => {
      for (const name of names) delete connection[name];
    },
  };
};

test("the driver is the version whose internals were read", () => {
  const file = createRequire(import.meta.url).resolve("pg/package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  // With another minor version: read lib/query.js, lib/client.js and lib/connection.js against docs/database.md first.
  expect(version).toMatch(/^8\.23\./);
});

test("a query has the methods that PipelinedQuery overrides, with as many parameters", () => {
  const methods = pg.Query.prototype as unknown as Record<string, { length: number }>;
  const lengths = ["submit", "handleDataRow", "handleCommandComplete", "handleError"].map((name) => [
    name,
    methods[name]?.length,
  ]);
  expect(lengths).toEqual([
    ["submit", 1],
    ["handleDataRow", 1],
    ["handleCommandComplete", 2],
    ["handleError", 2],
  ]);
});

test("the driver exports how it turns values into parameters", () => {
  const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;
  expect([prepareValue(true), prepareValue(null), prepareValue(["a", 1])]).toEqual(["true", null, '{"a","1"}']);
});

test("a connection has the methods that PipelinedQuery calls", () => {
  const { parse, bind, describe, execute, sync, stream } = connectionOf(client) as Record<string, unknown>;
  const { cork, uncork } = stream as Record<string, unknown>;
  const methods = [parse, bind, describe, execute, sync, cork, uncork];
  expect(methods.map((method) => typeof method)).toEqual(Array(methods.length).fill("function"));
});

test("in extended mode a query without values is sent as parse, bind, describe, execute and one sync", async () => {
  const { sent, stop } = recordSent(connectionOf(client));
  const query = new (pg.Query as unknown as new (config: object, done: () => void) => Internals)(
    { text: "select 1" },
    () => undefined,
  );
  query["queryMode"] = "extended";
  await new Promise<void>((resolve) => {
    (query as unknown as { on(event: string, done: () => void): void }).on("end", resolve);
    client.query(query as unknown as pg.Submittable);
  });
  stop();
  expect(sent).toEqual(["parse", "bind", "describe", "execute", "sync"]);
});

test("the connection remembers a prepared statement by its name, and does not parse it again", async () => {
  const { parsedStatements } = connectionOf(client) as { parsedStatements: Record<string, string> };
  const query = { name: "kept", text: "select $1::int as n", values: [1] };
  await client.query(query);
  expect(parsedStatements).toMatchObject({ kept: "select $1::int as n" });
  const { sent, stop } = recordSent(connectionOf(client));
  await client.query(query);
  stop();
  expect(sent).toEqual(["bind", "describe", "execute", "sync"]);
  // As PipelinedQuery writes it for the statements that it sends itself.
  await client.query("prepare written_by_us as select 2 as n");
  parsedStatements["written_by_us"] = "select 2 as n";
  expect((await client.query({ name: "written_by_us", text: "select 2 as n", values: [] })).rows).toEqual([{ n: 2 }]);
});

test("the driver hands every row and every completed command to the query that is active", async () => {
  const calls: string[] = [];
  const Recording = class extends (pg.Query as unknown as new (config: object, done: () => void) => Internals) {};
  const methods = pg.Query.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ["handleRowDescription", "handleDataRow", "handleCommandComplete", "handleReadyForQuery"])
    Recording.prototype[name] = function (this: unknown, ...args: unknown[]) {
      calls.push(name);
      return methods[name]?.apply(this, args);
    };
  await new Promise<void>((resolve) => {
    const query = new Recording({ text: "select generate_series(1, 2)", values: [] }, () => resolve());
    client.query(query as unknown as pg.Submittable);
  });
  expect(calls).toEqual([
    "handleRowDescription",
    "handleDataRow",
    "handleDataRow",
    "handleCommandComplete",
    "handleReadyForQuery",
  ]);
});

test("a query that receives several row descriptions gives its callback a result for each", async () => {
  const results = await new Promise((resolve) => {
    const query = new (
      pg.Query as unknown as new (
        config: object,
        done: (error: unknown, found: unknown) => void,
      ) => object
    )({ text: "select 1 as one; select 2 as two where false; select 3 as three" }, (_error, found) => resolve(found));
    client.query(query as unknown as pg.Submittable);
  });
  expect(results).toMatchObject([{ rows: [{ one: 1 }] }, { rows: [] }, { rows: [{ three: 3 }] }]);
});

test("an error goes to the query's handleError, and the connection stays usable", async () => {
  const error = await new Promise((resolve) => {
    const config = { text: "select 1 / 0", values: [] };
    const query = new (pg.Query as unknown as new (config: object, done: (error: unknown) => void) => object)(
      config,
      resolve,
    );
    client.query(query as unknown as pg.Submittable);
  });
  expect(error).toMatchObject({ code: "22012" });
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
