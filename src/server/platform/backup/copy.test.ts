import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "#testing/test-database.ts";
import { copyIn, copyOut } from "./copy.ts";

const MIB = 1024 * 1024;
const ROWS = 120_000;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table made (id integer primary key, name text)");
  await client.query(`insert into made select n, repeat('één	', 20) || n from generate_series(1, ${ROWS}) n`);
  await client.query("create table taken (like made including all)");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const countTaken = async () => Number((await client.query("select count(*) from taken")).rows[0]?.count);

test("a slow reader makes the server wait, and nothing is missing", async () => {
  const { content, rows } = copyOut(client, "copy made to stdout");
  let most = 0;
  let lines = 0;
  let chunks = 0;
  for await (const chunk of content) {
    most = Math.max(most, content.readableLength);
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
    if (chunks++ % 10_000 === 0) await sleep(20);
  }
  expect([rows(), lines]).toEqual([ROWS, ROWS]);
  expect(most).toBeLessThan(3 * MIB);
});

test("a table copied out and in again is the same to the byte", async () => {
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  const { content } = copyOut(reader, "copy made to stdout");
  expect(await copyIn(client, "copy taken from stdin", content)).toBe(ROWS);
  await reader.end();
  const { rows } = await client.query(
    "select from made full join taken using (id, name) where made is null or taken is null",
  );
  expect(rows).toEqual([]);
  await client.query("truncate taken");
});

test("after a reader stops, the connection still works", async () => {
  const { content } = copyOut(client, "copy made to stdout");
  for await (const _chunk of content) break;
  expect(await countTaken()).toBe(0);
});

test("a failed statement rejects with its error, out and in, and the connection still works", async () => {
  const read = async () => {
    for await (const _chunk of copyOut(client, "copy nothing to stdout").content);
  };
  await expect(read()).rejects.toThrow('relation "nothing" does not exist');
  const wrong = copyIn(client, "copy taken from stdin", [
    Buffer.from("geen getal\tx\n"),
  ] as unknown as AsyncIterable<Buffer>);
  await expect(wrong).rejects.toThrow("invalid input syntax");
  expect(await countTaken()).toBe(0);
});

test("a failing source inserts nothing", async () => {
  async function* breaking() {
    yield Buffer.from("1\thalf\n");
    throw new Error("the file is damaged");
  }
  await expect(copyIn(client, "copy taken from stdin", breaking())).rejects.toThrow("the file is damaged");
  expect(await countTaken()).toBe(0);
});
