import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "../airtable.fixture.ts";

let airtable: AirtableFixture;
let base: TestBase;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  await airtable.control("POST", "reset");
  base = await airtable.newBase();
});

const list = (query = "", table = "Leads") => airtable.call(base, "GET", `${base.baseId}/${table}${query}`);
const bulk = (count: number) => airtable.control("POST", `airtable/bases/${base.baseId}/tables/Leads/bulk`, { count });
const create = (table: string, ...records: object[]) =>
  airtable.call(base, "POST", `${base.baseId}/${table}`, { records: records.map((fields) => ({ fields })) });
const names = (body: { records?: { fields: Record<string, unknown> }[] }) =>
  body.records?.map(({ fields }) => fields["Full Name"]);

test("a record has its id, its creation time in whole seconds, and its non-empty cells", async () => {
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

test("the default order is stable, but not the order of creation", async () => {
  await bulk(60);
  const made = names((await list("?view=Grid%20view")).body);
  const first = names((await list()).body);
  expect(made?.slice(0, 3)).toEqual(["Full Name 1", "Full Name 2", "Full Name 3"]);
  expect(first).not.toEqual(made);
  expect(names((await list()).body)).toEqual(first);
});

test("pages have the requested size, and the last has no offset", async () => {
  await bulk(25);
  const first = await list("?pageSize=10");
  expect(first.body.offset).toMatch(/^itr[0-9A-Za-z]{14}\/rec[0-9A-Za-z]{14}$/);
  const second = await list(`?pageSize=10&offset=${first.body.offset}`);
  const third = await list(`?pageSize=10&offset=${second.body.offset}`);
  expect([first, second, third].map(({ body }) => body.records?.length)).toEqual([10, 10, 5]);
  expect(third.body).not.toHaveProperty("offset");
  // The same page can be requested again.
  expect((await list(`?pageSize=10&offset=${first.body.offset}`)).body.records).toEqual(second.body.records);
});

test("pages of one list neither repeat nor miss records when the table changes", async () => {
  await bulk(20);
  const first = await list("?pageSize=10");
  const seen = first.body.records?.map(({ id }) => id) ?? [];
  await airtable.call(base, "DELETE", `${base.baseId}/Leads?records[]=${seen[0]}`);
  await bulk(30);
  const second = await list(`?pageSize=10&offset=${first.body.offset}`);
  const next = second.body.records?.map(({ id }) => id) ?? [];
  expect(new Set([...seen, ...next]).size).toBe(20);
});

test.each([
  ["through the control API", () => airtable.control("POST", "airtable/iterators/expire")],
  ["after ten minutes", () => airtable.control("POST", "clock", { advanceMs: 11 * 60_000 })],
])("an iterator that expired %s is refused", async (_name, expire) => {
  await bulk(20);
  const { body } = await list("?pageSize=10");
  await expire();
  expect(await list(`?pageSize=10&offset=${body.offset}`)).toMatchObject({
    status: 422,
    body: { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE" } },
  });
});

test.each(["geheim", "itrAAAAAAAAAAAAAA/recAAAAAAAAAAAAAA"])("an invalid offset (%s) is refused", async (offset) => {
  expect((await list(`?offset=${offset}`)).body).toMatchObject({
    error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE" },
  });
});

test("an offset of one table does not work on another", async () => {
  await bulk(20);
  const { body } = await list("?pageSize=10");
  expect((await list(`?offset=${body.offset}`, "Queue")).status).toBe(422);
});

test("fields can be selected by name or id, and returned by id", async () => {
  await create("Leads", { "Full Name": "Anouk Peters", Title: "CEO" });
  const { body: schema } = await airtable.call(base, "GET", `meta/bases/${base.baseId}/tables`);
  const [leads] = schema["tables"] as { id: string; fields: { id: string; name: string }[] }[];
  const title = leads?.fields.find(({ name }) => name === "Title")?.id ?? "";
  const byName = await list("?fields[]=Title");
  const byId = await list(`?fields[]=${title}&returnFieldsByFieldId=true`, leads?.id);
  expect(byName.body.records?.[0]?.fields).toEqual({ Title: "CEO" });
  expect(byId.body.records?.[0]?.fields).toEqual({ [title]: "CEO" });
});

test("sorting puts empty cells first, uses the order of choices, and supports several fields", async () => {
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
  ["a page size of 0", "?pageSize=0", "INVALID_REQUEST_UNKNOWN"],
  ["an invalid direction", "?sort[0][field]=Title&sort[0][direction]=up", "INVALID_REQUEST_UNKNOWN"],
  ["the cell format string", "?cellFormat=string&userLocale=nl", "INVALID_REQUEST_UNKNOWN"],
  ["an unknown field", "?fields[]=Naam", "UNKNOWN_FIELD_NAME"],
  ["a sort by an unknown field", "?sort[0][field]=Naam", "UNKNOWN_FIELD_NAME"],
  ["a URL of more than 16,000 characters", `?filterByFormula=${"x".repeat(16_000)}`, "INVALID_REQUEST_UNKNOWN"],
])("%s is refused", async (_name, query, type) => {
  expect(await list(query)).toMatchObject({ status: 422, body: { error: { type, message: expect.any(String) } } });
});

test("listing by POST takes the same parameters", async () => {
  await bulk(20);
  const listByPost = (body: object) => airtable.call(base, "POST", `${base.baseId}/Leads/listRecords`, body);
  const first = await listByPost({ pageSize: 15, sort: [{ field: "Lead Rating" }], fields: ["Lead Rating"] });
  const second = await listByPost({ pageSize: 15, offset: first.body.offset, returnFieldsByFieldId: true });
  expect(first.body.records?.[0]?.fields).toEqual({ "Lead Rating": 1 });
  expect(second.body.records).toHaveLength(5);
  expect((await listByPost({ pageSize: 101 })).status).toBe(422);
});

test("a record is read by its id; an unknown id is a 404", async () => {
  const { body } = await create("Leads", { "Full Name": "Eén" });
  const id = body.records?.[0]?.id;
  expect((await airtable.call(base, "GET", `${base.baseId}/Leads/${id}`)).body).toMatchObject({ id });
  expect(await airtable.call(base, "GET", `${base.baseId}/Leads/recAAAAAAAAAAAAAA`)).toEqual({
    status: 404,
    body: { error: "NOT_FOUND" },
  });
});

test("forty pages of 8,000 records have no record in common", async () => {
  await bulk(8_000);
  let offset: string | undefined;
  const seen = new Set<string>();
  for (let page = 0; page < 40; page++) {
    const { body } = await list(offset === undefined ? "" : `?offset=${offset}`);
    for (const { id } of body.records ?? []) seen.add(id);
    offset = body.offset;
  }
  expect(seen.size).toBe(4_000);
  const filtered = await list(
    `?filterByFormula=${encodeURIComponent('AND({Lead Rating} = 8, FIND("7777", {Full Name}))')}`,
  );
  expect(filtered.body.records?.length).toBeGreaterThan(0);
});
