import { expect, test } from "vitest";
import { setUpTestDatabase } from "#testing/use-test-database.ts";
import { type Sql, sql } from "./database/sql.ts";
import { JsonText, jsonArray, jsonPage, readJsonList, readJsonPage, sanitizeReports } from "./json-list.ts";
import { textCursorKey } from "./paging.ts";

const database = setUpTestDatabase();

const ITEMS = ["Jan", "Daniëlle – Brugge", "王芳", '😀 "aanhaling" \\ '].map((name) => JSON.stringify({ name }));
const parseAll = (items: readonly string[]) => items.map((item) => JSON.parse(item) as unknown);

test.each([0, 1, 4])("an array of %i items contains their JSON unchanged", (length) => {
  const items = ITEMS.slice(0, length);
  expect(jsonArray(items).bytes.toString()).toBe(`[${items.join(",")}]`);
});

test("a page names the cursor of the next one", () => {
  expect(jsonPage(ITEMS, "één").parse()).toEqual({ items: parseAll(ITEMS), nextCursor: "één" });
  expect(jsonPage([], null).parse()).toEqual({ items: [], nextCursor: null });
});

test("JSON text is sent as it is", () => {
  expect(new JsonText('{"naam": "Daniëlle"}').bytes.toString()).toBe('{"naam": "Daniëlle"}');
});

const numbers = (limit: number, after = 0): Sql => sql`
  select series.n as sort_key, md5(series.n::text)::uuid as id, row_to_json(shown) as item
  from generate_series(${after}::int + 1, 5) series (n)
  cross join lateral (select series.n, 'é–😀 "' || series.n as text, null as none, series.n % 2 = 0 as "even", array[series.n] as list) shown
  order by series.n limit ${limit}`;
const list = (after?: number) => ({
  rows: (limit: number) => numbers(limit, after),
  total: sql`select 5`,
  keyOf: textCursorKey,
});
const item = (n: number) => ({ n, text: `é–😀 "${n}`, none: null, even: n % 2 === 0, list: [n] });

test("a list has its items as PostgreSQL built them, its total, and a cursor while there is more", async () => {
  const first = await readJsonList(database.platform, { limit: 2 }, list());
  expect(parseAll(first.items)).toEqual([item(1), item(2)]);
  expect([first.total, typeof first.nextCursor]).toEqual([5, "string"]);
  const last = await readJsonList(database.platform, { limit: 2 }, list(3));
  expect(parseAll(last.items)).toEqual([item(4), item(5)]);
  expect([last.total, last.nextCursor]).toEqual([5, null]);
});

test("a list without rows has its total all the same", async () => {
  expect(await readJsonList(database.platform, { limit: 2 }, list(5))).toEqual({
    items: [],
    nextCursor: null,
    total: 5,
  });
});

test("a page is its items and the cursor", async () => {
  const page = await readJsonPage(database.platform, { limit: 10 }, list());
  expect(page.parse()).toEqual({ items: [1, 2, 3, 4, 5].map(item), nextCursor: null });
});

test("reports of a list are sanitized, and everything else stays as it is", async () => {
  const items = ['{"id": 1, "report": "<p onclick=\\"x()\\">Bel</p>"}', '{"id": 2,   "report": null}'];
  const sanitized = await sanitizeReports({ items, total: 2 }, "report");
  expect(sanitized).toEqual({ items: ['{"id":1,"report":"<p>Bel</p>"}', items[1]], total: 2 });
});
