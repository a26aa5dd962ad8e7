import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "../airtable.fixture.ts";

let airtable: AirtableFixture;
let base: TestBase;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  base = await airtable.newBase();
});

const control = (method: string, path: string, body?: unknown) =>
  airtable.control(method, `airtable/bases/${base.baseId}/${path}`, body);
const addLead = async (fields: object, more: object = {}) =>
  (await control("POST", "tables/Leads/records", { records: [{ fields, ...more }] })).body.records?.[0];
const product = (method: string, path: string, body?: unknown) =>
  airtable.call(base, method, `${base.baseId}/${path}`, body);

test("a new base has the tables of a company and its own tokens", async () => {
  const { status, body } = await airtable.control("POST", "airtable/bases", {
    company: "Twee BV",
    tokens: 2,
    classes: "plain",
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ company: "Twee BV", tokens: [body["token"], expect.any(String)] });
  const made = body as unknown as TestBase;
  const { body: schema } = await airtable.call(made, "GET", `meta/bases/${made.baseId}/tables`);
  const tables = schema["tables"] as {
    name: string;
    fields: { name: string; options?: { choices?: { name: string }[] } }[];
  }[];
  expect(tables.map(({ name }) => name)).toEqual([
    "Leads",
    "Messages",
    "Adjustments",
    "Queue",
    "Meetings",
    "Prompts",
    "Invitations",
  ]);
  for (const { fields } of tables)
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(["App ID", "Last Modified"]));
  const classes = tables[0]?.fields.find(({ name }) => name === "Lead Classification");
  expect(classes?.options?.choices?.map(({ name }) => name)).toContain("HOT");
});

test("records that a user adds, changes or deletes are visible through the API", async () => {
  const lead = await addLead(
    { "Full Name": "Hilde Zwart", "Lead Rating": "9" },
    { id: "recHilde000000001", createdTime: "2026-01-02T03:04:05Z" },
  );
  expect(lead).toMatchObject({ id: "recHilde000000001", createdTime: "2026-01-02T03:04:05.000Z" });
  await control("PATCH", "tables/Leads/records", { records: [{ id: lead?.id, fields: { Title: "COO" } }] });
  expect((await product("GET", `Leads/${lead?.id}`)).body).toMatchObject({
    fields: { "Full Name": "Hilde Zwart", "Lead Rating": 9, Title: "COO" },
  });
  expect((await control("GET", `tables/Leads/records/${lead?.id}`)).body).toMatchObject({
    lastModifiedTime: expect.any(String),
  });
  expect((await control("DELETE", `tables/Leads/records/${lead?.id}`)).status).toBe(204);
  expect((await product("GET", "Leads")).body.records).toEqual([]);
});

test("reads, writes and edits of a record are listed in their order", async () => {
  const lead = await addLead({ "Full Name": "Hilde Zwart" });
  await control("PATCH", "tables/Leads/records", { records: [{ id: lead?.id, fields: { Title: "COO" } }] });
  await product("GET", "Leads");
  await product("PATCH", "Leads", { records: [{ id: lead?.id, fields: { Company: "Zwart BV" } }] });
  expect((await control("GET", `tables/Leads/records/${lead?.id}/accesses`)).body).toEqual([
    { kind: "edited", fields: ["Title"] },
    { kind: "read", fields: [] },
    { kind: "written", fields: ["Company"] },
  ]);
});

test("records can be filtered by a formula", async () => {
  await addLead({ "Full Name": "Een" });
  await addLead({ "Full Name": "Twee" });
  const { body } = await control("GET", `tables/Leads/records?where=${encodeURIComponent("{Full Name} = 'Twee'")}`);
  expect(body.records).toMatchObject([{ fields: { "Full Name": "Twee" } }]);
});

test("a renamed field is known by its new name only", async () => {
  await addLead({ "Full Name": "Een", Title: "CEO" });
  await control("PATCH", "tables/Leads/fields/Title", { name: "Functie" });
  expect((await product("GET", "Leads")).body.records?.[0]?.fields).toMatchObject({ Functie: "CEO" });
  expect((await product("GET", "Leads?fields[]=Title")).body).toMatchObject({ error: { type: "UNKNOWN_FIELD_NAME" } });
});

test("a deleted field is unknown, and so is the inverse of a deleted link", async () => {
  await control("DELETE", "tables/Messages/fields/Lead");
  expect((await product("POST", "Messages", { fields: { Lead: [] } })).status).toBe(422);
  expect((await product("POST", "Leads", { fields: { Messages: [] } })).status).toBe(422);
  expect((await control("DELETE", "tables/Leads/fields/Full Name")).status).toBe(422);
});

test("a field of a new type keeps the values that fit the type", async () => {
  await addLead({ "Full Name": "Een", Employees: "120" });
  await addLead({ "Full Name": "Twee", Employees: "veel" });
  await control("PATCH", "tables/Leads/fields/Employees", { type: "number" });
  const { body } = await product("GET", "Leads?sort[0][field]=Full Name");
  expect(body.records?.map(({ fields }) => fields["Employees"])).toEqual([120, undefined]);
  expect((await product("POST", "Leads", { fields: { Employees: "12" } })).status).toBe(422);
  await control("PATCH", "tables/Leads/fields/Employees", { type: "singleSelect" });
  expect((await product("POST", "Leads", { fields: { Employees: "120" } })).status).toBe(200);
});

test("a renamed table is found by its new name and its id", async () => {
  const { body } = await control("PATCH", "tables/Queue", { name: "Wachtrij" });
  expect((await product("GET", "Wachtrij")).status).toBe(200);
  expect((await product("GET", String(body["id"]))).status).toBe(200);
  expect((await product("GET", "Queue")).status).toBe(403);
});

test("a bulk request adds thousands of records", async () => {
  expect((await control("POST", "tables/Leads/bulk", { count: 1_234 })).body).toEqual({ created: 1_234, size: 1_234 });
  expect((await airtable.control("GET", `airtable/bases/${base.baseId}`)).body).toMatchObject({
    baseId: base.baseId,
    records: { Leads: 1_234, Messages: 0 },
    transactionNumber: 3,
  });
});

test("responses take as long as was set", async () => {
  await control("PATCH", "latency", { setting: 40 });
  expect((await product("GET", "Leads")).status).toBe(200);
  const setting = 30_000;
  await control("PATCH", "latency", { setting });
  const leaving = new AbortController();
  let isAnswered = false;
  const delayed = fetch(`${airtable.sandbox.url}/v0/${base.baseId}/Leads`, {
    headers: { authorization: `Bearer ${base.token}` },
    signal: leaving.signal,
  }).then(
    () => {
      isAnswered = true;
    },
    () => undefined,
  );
  const takenMs = async () => (await airtable.control("GET", `airtable/bases/${base.baseId}`)).body["latency"];
  await expect.poll(takenMs).toMatchObject({ lastMs: setting });
  expect(isAnswered).toBe(false);
  leaving.abort();
  await delayed;
});

test("as in Airtable, a response takes longer the more it holds, and the larger the table whose list it opens", async () => {
  const lastMs = async () =>
    (await airtable.control("GET", `airtable/bases/${base.baseId}`)).body["latency"] as { lastMs: number };
  const after = async (method: string, path: string, body?: unknown) => {
    const response = await product(method, path, body);
    return { ...response, ms: (await lastMs()).lastMs };
  };
  await control("POST", "tables/Leads/bulk", { count: 3_000 });
  expect((await after("GET", "Leads?pageSize=10")).ms).toBe(0);
  await control("PATCH", "latency", { setting: "faithful" });
  const first = await after("GET", "Leads");
  expect(first.ms).toBe(290);
  expect((await after("GET", `Leads?pageSize=10&offset=${first.body.offset}`)).ms).toBe(110);
  expect((await after("POST", "Leads/listRecords", { pageSize: 10 })).ms).toBe(200);
  expect((await after("GET", "Prompts")).ms).toBe(100);
  const records = Array.from({ length: 10 }, () => ({ fields: {} }));
  expect((await after("POST", "Leads", { records })).ms).toBe(110);
  expect((await after("GET", `Leads/${first.body.records?.[0]?.id}`)).ms).toBe(101);
});

test.each([
  ["GET", "tables/Klanten/records"],
  ["GET", "tables/Leads/records/recAAAAAAAAAAAAAA"],
])("%s %s returns 404", async (method, path) => {
  expect((await control(method, path)).status).toBe(404);
});

test("an invalid request returns the reason", async () => {
  expect(await control("POST", "tables/Leads/records", { records: [{ fields: { Naam: "x" } }] })).toEqual({
    status: 422,
    body: { error: 'Unknown field name: "Naam"' },
  });
  expect((await control("PATCH", "limits", { requestsPerSecond: 0 })).status).toBe(400);
  expect((await control("PATCH", "latency", { setting: "slow" })).status).toBe(400);
});
