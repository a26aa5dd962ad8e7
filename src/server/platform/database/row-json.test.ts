import { expect, test } from "vitest";
import { setUpTestDatabase } from "#testing/use-test-database.ts";
import { JsonText } from "../json-text.ts";
import { RowItems } from "./row-json.ts";
import { type Sql, sql } from "./sql.ts";

const database = setUpTestDatabase();

const written = async (query: Sql, first?: number): Promise<string[]> =>
  Array.from(new RowItems(await database.platform.raw(query), first).each(), String);

const ROWS = sql`
  select n, n::int2 as small, n::bigint * 1000000000000 as large, n % 2 = 0 as "even", null as none,
    gen_random_uuid() as id, json_build_object('a', n, 'b', array[1, 2]) as json, jsonb_build_array(n, null, 'é"') as jsonb,
    ''::varchar as empty, 'é–😀 ' || chr(127) || chr(128) as wide, '"}],\\' as "na ""me"
  from generate_series(1, 20) n`;

test("a row is written as PostgreSQL itself would write it", async () => {
  const found = await database.platform.transaction(async (db) => {
    await db.run(sql`create temp table shown on commit drop as ${ROWS}`);
    const theirs = await db.rows<{ json: string }>(sql`select row_to_json(shown)::text as json from shown order by n`);
    const ours = JsonText.list(new RowItems(await db.raw(sql`select * from shown order by n`)));
    return { ours: ours.bytes.toString(), theirs: theirs.map(({ json }) => json) };
  });
  expect(found.ours).toBe(`[${found.theirs.join(",")}]`);
  expect(found.theirs).toHaveLength(20);
});

test("every character of a text comes over", async () => {
  const texts = Array.from({ length: 0x250 }, (_, code) => `a${String.fromCharCode(code + 1)}b`);
  const all = sql`select text from unnest(${texts}::text[]) text`;
  expect((await written(all)).map((row) => JSON.parse(row))).toEqual(texts.map((text) => ({ text })));
});

test("the first columns can be left out", async () => {
  expect(await written(sql`select 1 as one, null as none, 'x' as "x", 2 as two`, 2)).toEqual(['{"x":"x","two":2}']);
});

test("no rows are no items", async () => {
  expect(await written(sql`select 1 as one where false`)).toEqual([]);
});

test("rows of any length, and each by itself", async () => {
  const long = sql`select n, repeat('"\\é', n * 20000) as text from generate_series(0, 12) n`;
  const rows = await written(long);
  expect(rows.map((row) => JSON.parse(row))).toEqual(
    Array.from({ length: 13 }, (_, n) => ({ n, text: '"\\é'.repeat(n * 20000) })),
  );
  expect(await written(sql`select 1 as one`)).toEqual(['{"one":1}']);
});

test("what JSON has no word for must be written by the query, and spoils nothing", async () => {
  for (const value of [sql`now()`, sql`array[1]`, sql`1.5`, sql`current_date`])
    await expect(written(sql`select 'half' as half, ${value} as given`)).rejects.toThrow("Column given");
  expect(await written(sql`select 1 as one`)).toEqual(['{"one":1}']);
});
