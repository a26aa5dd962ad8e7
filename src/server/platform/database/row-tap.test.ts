import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "./database.ts";
import { type RawRow, RowTap } from "./row-tap.ts";
import { prepared, sql } from "./sql.ts";

const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const row = (...fields: (string | null)[]): Buffer => {
  const parts = fields.map((field) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(field === null ? -1 : Buffer.byteLength(field));
    return Buffer.concat([length, Buffer.from(field ?? "")]);
  });
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  return message("D", Buffer.concat([count, ...parts]));
};
const done = message("C", Buffer.from("SELECT 1\0"));
const ready = message("Z", Buffer.from("I"));
const texts = (rows: readonly RawRow[]) => rows.map((found) => [0, 1].map((nth) => found.text(nth)));

const SETTING = row("setting", null);
const ROWS = [row("één", "1"), row(null, "–".repeat(40)), row("", "3")];
const EXPECTED = [
  ["één", "1"],
  [undefined, "–".repeat(40)],
  ["", "3"],
];
const STREAM = Buffer.concat([SETTING, done, message("T", Buffer.from("columns")), ...ROWS, done, ready]);

test("wherever the stream is cut, rows are taken whole and the driver gets the rest as it was", () => {
  const untouched = Buffer.concat([SETTING, done, message("T", Buffer.from("columns")), done, ready, SETTING]);
  for (let size = 1; size <= STREAM.length; size++) {
    const tap = new RowTap();
    const rows: RawRow[] = [];
    tap.open(rows, 1);
    const all = Buffer.concat([STREAM, SETTING]);
    const rest: Buffer[] = [];
    for (let at = 0; at < all.length; at += size) rest.push(...tap.sift(all.subarray(at, at + size)));
    expect({ size, rows: texts(rows) }).toEqual({ size, rows: EXPECTED });
    expect(Buffer.concat(rest).equals(untouched)).toBe(true);
  }
});

test("without anybody who takes them, rows go to the driver", () => {
  expect(Buffer.concat(new RowTap().sift(STREAM)).equals(STREAM)).toBe(true);
});

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, connections: 1, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const LONG = sql`select n::text, repeat('é–😀' || n, 3000) as long from generate_series(1, 40) n`;

test("rows as they are say what rows say, of any length", async () => {
  for (const db of [database.platform, database.tenant(crypto.randomUUID())]) {
    for (const query of [LONG, prepared(LONG)]) {
      const plain = (await db.rows<{ n: string; long: string }>(query)).map(({ n, long }) => [n, long]);
      expect(texts((await db.raw(query)).rows)).toEqual(plain);
    }
  }
});

test("in a transaction too, behind what was deferred; and what is asked after it is answered as ever", async () => {
  await database.platform.transaction(async (db) => {
    await db.defer(sql`insert into companies (name) values ('rauw')`);
    expect(texts((await db.raw(sql`select name, null from companies where name = 'rauw'`)).rows)).toEqual([
      ["rauw", undefined],
    ]);
    expect(await db.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect((await db.raw(sql`select 1 where false`)).rows).toEqual([]);
  });
});

test("one that fails half-way is an error, and leaves the connection as it was", async () => {
  const half = sql`select 1 / (20000 - n) as quotient from generate_series(1, 20000) n`;
  await expect(database.platform.raw(half)).rejects.toThrow("division by zero");
  expect(await database.platform.rows(sql`select 2 as two`)).toEqual([{ two: 2 }]);
});
