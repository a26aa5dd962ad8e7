import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableBench, startAirtableBench, type TestBase } from "../airtable.fixture.ts";

let bench: AirtableBench;
let base: TestBase;

beforeAll(async () => {
  bench = await startAirtableBench();
});
afterAll(() => bench.sandbox.stop());
beforeEach(async () => {
  await bench.control("POST", "reset");
  base = await bench.newBase();
});

const list = (query = "", table = "Leads") => bench.call(base, "GET", `${base.baseId}/${table}${query}`);
const bulk = (count: number) => bench.control("POST", `airtable/bases/${base.baseId}/tables/Leads/bulk`, { count });
const create = (table: string, ...records: object[]) =>
  bench.call(base, "POST", `${base.baseId}/${table}`, { records: records.map((fields) => ({ fields })) });
const names = (body: { records?: { fields: Record<string, unknown> }[] }) =>
  body.records?.map(({ fields }) => fields["Full Name"]);

test("a record has its id, its time in whole seconds, and the cells that are not empty", async () => {
  await create("Leads", { "Full Name": "Sjoerd Bakker", Title: "", "Lead Rating": 0, Email: null });
  const { body } = await list();
  expect(body).toEqual({
    records: [
      {
        id: expect.stringMatching(/^rec[0-9A-Za-z]{14}$/),
        createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        fields: { "Full Name": "Sjoerd Bakker", "Lead Rating": 0, "Last Modified": expect.stringMatching(/\.000Z$/) },
      },
    ],
  });
});

test("without a wish the order is always the same, but not that of creation", async () => {
  await bulk(60);
  const made = names((await list("?view=Grid%20view")).body);
  const first = names((await list()).body);
  expect(made?.slice(0, 3)).toEqual(["Full Name 1", "Full Name 2", "Full Name 3"]);
  expect(first).not.toEqual(made);
  expect(names((await list()).body)).toEqual(first);
});

test("pages hold as many as was asked, and the last has no offset", async () => {
  await bulk(25);
  const first = await list("?pageSize=10");
  expect(first.body.offset).toMatch(/^itr[0-9A-Za-z]{14}\/rec[0-9A-Za-z]{14}$/);
  const second = await list(`?pageSize=10&offset=${first.body.offset}`);
  const third = await list(`?pageSize=10&offset=${second.body.offset}`);
  expect([first, second, third].map(({ body }) => body.records?.length)).toEqual([10, 10, 5]);
  expect(third.body).not.toHaveProperty("offset");
  // An answer that was lost can be asked for again.
  expect((await list(`?pageSize=10&offset=${first.body.offset}`)).body.records).toEqual(second.body.records);
});

test("a list under way neither repeats nor loses records when the table changes", async () => {
  await bulk(20);
  const first = await list("?pageSize=10");
  const seen = first.body.records?.map(({ id }) => id) ?? [];
  await bench.call(base, "DELETE", `${base.baseId}/Leads?records[]=${seen[0]}`);
  await bulk(30);
  const second = await list(`?pageSize=10&offset=${first.body.offset}`);
  const later = second.body.records?.map(({ id }) => id) ?? [];
  expect(new Set([...seen, ...later]).size).toBe(20);
});

test.each([
  ["by hand", () => bench.control("POST", "airtable/iterators/expire")],
  ["by time", () => bench.control("POST", "clock", { advanceMs: 11 * 60_000 })],
])("an iterator that expired %s has to be started over", async (_name, expire) => {
  await bulk(20);
  const { body } = await list("?pageSize=10");
  await expire();
  expect(await list(`?pageSize=10&offset=${body.offset}`)).toMatchObject({
    status: 422,
    body: { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE" } },
  });
});

test.each(["geheim", "itrAAAAAAAAAAAAAA/recAAAAAAAAAAAAAA"])(
  "an offset that is none (%s) is no iterator",
  async (offset) => {
    expect((await list(`?offset=${offset}`)).body).toMatchObject({
      error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE" },
    });
  },
);

test("an offset of one table does not work on another", async () => {
  await bulk(20);
  const { body } = await list("?pageSize=10");
  expect((await list(`?offset=${body.offset}`, "Queue")).status).toBe(422);
});

test("fields can be named or given by id, and answered by id", async () => {
  await create("Leads", { "Full Name": "Anouk Peters", Title: "CEO" });
  const { body: schema } = await bench.call(base, "GET", `meta/bases/${base.baseId}/tables`);
  const [leads] = schema["tables"] as { id: string; fields: { id: string; name: string }[] }[];
  const title = leads?.fields.find(({ name }) => name === "Title")?.id ?? "";
  const byName = await list("?fields[]=Title");
  const byId = await list(`?fields[]=${title}&returnFieldsByFieldId=true`, leads?.id);
  expect(byName.body.records?.[0]?.fields).toEqual({ Title: "CEO" });
  expect(byId.body.records?.[0]?.fields).toEqual({ [title]: "CEO" });
});

test("sorting puts empty cells first, choices in their own order, and several fields in turn", async () => {
  await create(
    "Leads",
    { "Full Name": "C", "Lead Rating": 5, "Lead Classification": "COLD | 10" },
    { "Full Name": "B", "Lead Rating": 5, "Lead Classification": "HOT | 80" },
    { "Full Name": "A" },
  );
  const sorted = async (...orders: string[]) => names((await list(`?${orders.join("&")}`)).body);
  expect(await sorted("sort[0][field]=Lead Rating", "sort[1][field]=Full Name")).toEqual(["A", "B", "C"]);
  expect(await sorted("sort[0][field]=Lead Rating&sort[0][direction]=desc", "sort[1][field]=Full Name")).toEqual([
    "B",
    "C",
    "A",
  ]);
  expect(await sorted("sort[0][field]=Lead Classification")).toEqual(["A", "C", "B"]);
});

test.each([
  ["a page size over 100", "?pageSize=101", "INVALID_REQUEST_UNKNOWN"],
  ["a page size of nothing", "?pageSize=0", "INVALID_REQUEST_UNKNOWN"],
  ["a direction that is none", "?sort[0][field]=Title&sort[0][direction]=up", "INVALID_REQUEST_UNKNOWN"],
  ["texts for people", "?cellFormat=string&timeZone=utc&userLocale=nl", "INVALID_REQUEST_UNKNOWN"],
  ["an unknown field", "?fields[]=Naam", "UNKNOWN_FIELD_NAME"],
  ["a sort by an unknown field", "?sort[0][field]=Naam", "UNKNOWN_FIELD_NAME"],
  ["an address of more than 16,000 characters", `?filterByFormula=${"x".repeat(16_000)}`, "INVALID_REQUEST_UNKNOWN"],
])("%s is refused", async (_name, query, type) => {
  expect(await list(query)).toMatchObject({ status: 422, body: { error: { type, message: expect.any(String) } } });
});

test("the list by POST takes the same wishes", async () => {
  await bulk(20);
  const ask = (body: object) => bench.call(base, "POST", `${base.baseId}/Leads/listRecords`, body);
  const first = await ask({ pageSize: 15, sort: [{ field: "Lead Rating" }], fields: ["Lead Rating"] });
  const second = await ask({ pageSize: 15, offset: first.body.offset, returnFieldsByFieldId: true });
  expect(first.body.records?.[0]?.fields).toEqual({ "Lead Rating": 1 });
  expect(second.body.records).toHaveLength(5);
  expect((await ask({ pageSize: 101 })).status).toBe(422);
});

test("one record by its id, and nothing by an id that is not there", async () => {
  const { body } = await create("Leads", { "Full Name": "Eén" });
  const id = body.records?.[0]?.id;
  expect((await bench.call(base, "GET", `${base.baseId}/Leads/${id}`)).body).toMatchObject({ id });
  expect(await bench.call(base, "GET", `${base.baseId}/Leads/recAAAAAAAAAAAAAA`)).toEqual({
    status: 404,
    body: { error: "NOT_FOUND" },
  });
});

test("50,000 records are listed at a steady pace", async () => {
  await bulk(50_000);
  let offset: string | undefined;
  const times: number[] = [];
  for (let page = 0; page < 40; page++) {
    const before = performance.now();
    const { body } = await list(offset === undefined ? "" : `?offset=${offset}`);
    times.push(performance.now() - before);
    offset = body.offset;
  }
  // Only the first page looks at the whole table.
  const [first = 0, ...later] = times;
  expect(later.toSorted((one, other) => one - other)[20]).toBeLessThan(first);
  const filtered = await list(
    `?filterByFormula=${encodeURIComponent('AND({Lead Rating} = 8, FIND("7777", {Full Name}))')}`,
  );
  expect(filtered.body.records?.length).toBeGreaterThan(0);
});
