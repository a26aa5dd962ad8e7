import Airtable, { type FieldSet, type RecordData } from "airtable";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "./airtable.fixture.ts";

let airtable: AirtableFixture;
let base: TestBase;
let client: ReturnType<Airtable["base"]>;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  base = await airtable.newBase();
  client = connect(base.token);
});

function connect(apiKey: string) {
  const library = new Airtable({ apiKey, endpointUrl: airtable.sandbox.url, noRetryIfRateLimited: true });
  return library.base(base.baseId);
}

async function addLeads(count: number): Promise<void> {
  await airtable.control("POST", `airtable/bases/${base.baseId}/tables/Leads/bulk`, { count });
}

test("all() reads every page and returns each record once", async () => {
  await addLeads(250);
  const records = await client("Leads").select().all();
  expect(records).toHaveLength(250);
  expect(new Set(records.map(({ id }) => id)).size).toBe(250);
});

test("eachPage() uses the page size", async () => {
  await addLeads(30);
  const sizes: number[] = [];
  await client("Leads")
    .select({ pageSize: 8 })
    .eachPage((records, next) => {
      sizes.push(records.length);
      next();
    });
  expect(sizes).toEqual([8, 8, 8, 6]);
});

test("select filters, sorts, limits, and returns only the requested fields", async () => {
  await addLeads(30);
  const records = await client("Leads")
    .select({
      filterByFormula: "{Lead Rating} >= 9",
      sort: [
        { field: "Lead Rating", direction: "desc" },
        { field: "Full Name", direction: "asc" },
      ],
      fields: ["Full Name", "Lead Rating"],
      maxRecords: 4,
    })
    .firstPage();
  expect(records.map(({ fields }) => fields)).toEqual([
    { "Full Name": "Full Name 19", "Lead Rating": 10 },
    { "Full Name": "Full Name 29", "Lead Rating": 10 },
    { "Full Name": "Full Name 9", "Lead Rating": 10 },
    { "Full Name": "Full Name 18", "Lead Rating": 9 },
  ]);
});

test("cells can be read as texts, and filtered by a regular expression", async () => {
  await addLeads(3);
  const [found, ...others] = await client("Leads")
    .select({
      cellFormat: "string",
      timeZone: "Europe/Amsterdam",
      userLocale: "nl",
      fields: ["Full Name", "Lead Rating"],
      filterByFormula: 'REGEX_MATCH({Full Name}, "2$")',
    })
    .all();
  expect([found?.fields, others.length]).toEqual([{ "Full Name": "Full Name 2", "Lead Rating": "3" }, 0]);
});

test("a formula that is too long for a URL is sent by POST", async () => {
  await addLeads(3);
  const records = await client("Leads")
    .select({ filterByFormula: `{Full Name} != '${"x".repeat(17_000)}'` })
    .all();
  expect(records).toHaveLength(3);
});

test("single records are created, updated, replaced, read and deleted", async () => {
  const made = await client("Leads").create({ "Full Name": "Fenna de Wit", Title: "Directeur", "Lead Rating": 8 });
  expect(made.fields).toMatchObject({ "Full Name": "Fenna de Wit", Title: "Directeur", "Lead Rating": 8 });

  const changed = await client("Leads").update(made.id, { Title: "Eigenaar" });
  expect(changed.fields).toMatchObject({ "Full Name": "Fenna de Wit", Title: "Eigenaar", "Lead Rating": 8 });

  const replaced = await client("Leads").replace(made.id, { "Full Name": "Fenna de Wit" });
  expect(replaced.fields).toEqual({ "Full Name": "Fenna de Wit", "Last Modified": expect.any(String) });

  expect((await client("Leads").find(made.id)).fields).toEqual(replaced.fields);
  await client("Leads").destroy(made.id);
  await expect(client("Leads").find(made.id)).rejects.toMatchObject({ error: "NOT_FOUND", statusCode: 404 });
});

test("ten records are created, updated, replaced and deleted in one request", async () => {
  const made = await client("Leads").create(
    Array.from({ length: 10 }, (_, index) => ({ fields: { "Full Name": `Lead ${index}`, Title: "CFO" } })),
  );
  const ids = made.map(({ id }) => id);
  const changed = await client("Leads").update(ids.map((id) => ({ id, fields: { Company: "Bakkerij Zon" } })));
  expect(changed.every(({ fields }) => fields["Title"] === "CFO" && fields["Company"] === "Bakkerij Zon")).toBe(true);
  const replaced = await client("Leads").replace(ids.map((id) => ({ id, fields: { Company: "Bakkerij Maan" } })));
  expect(replaced.every(({ fields }) => !("Title" in fields) && fields["Company"] === "Bakkerij Maan")).toBe(true);
  const deleted = await client("Leads").destroy(ids);
  expect(deleted.map(({ id }) => id)).toEqual(ids);
  expect(await client("Leads").select().all()).toEqual([]);
});

test("an upsert updates existing records and creates the others", async () => {
  const [known] = await client("Queue").create([{ fields: { "App ID": "q1", "Message Name": "Bericht 1" } }]);
  const records = [
    { fields: { "App ID": "q1", Text: "Goedemorgen" } },
    { fields: { "App ID": "q2", Text: "Goedemiddag" } },
  ];
  // Supported by the client, but missing from its types.
  const options = { typecast: false, performUpsert: { fieldsToMergeOn: ["App ID"] } };
  const updated = await client("Queue").update(records as unknown as RecordData<FieldSet>[], options);
  expect(updated.map(({ id, fields }) => [id === known?.id, fields["App ID"], fields["Message Name"]])).toEqual([
    [true, "q1", "Bericht 1"],
    [false, "q2", undefined],
  ]);
});

test("an unknown choice is refused, and added with typecast", async () => {
  await expect(client("Messages").create({ Status: "verzonnen" })).rejects.toMatchObject({
    error: "INVALID_MULTIPLE_CHOICE_OPTIONS",
    statusCode: 422,
  });
  const made = await client("Messages").create({ Status: "verzonnen" }, { typecast: true });
  expect(made.fields["Status"]).toBe("verzonnen");
});

test.each([
  ["an unknown field", () => client("Leads").create({ Naam: "x" }), "UNKNOWN_FIELD_NAME", 422],
  ["a value of another type", () => client("Leads").create({ "Lead Rating": "acht" }), "INVALID_VALUE_FOR_COLUMN", 422],
  ["a computed field", () => client("Leads").create({ "Last Modified": "x" }), "INVALID_VALUE_FOR_COLUMN", 422],
  [
    "a bad formula",
    () => client("Leads").select({ filterByFormula: "{Title" }).all(),
    "INVALID_FILTER_BY_FORMULA",
    422,
  ],
  ["an unknown view", () => client("Leads").select({ view: "Mijn lijst" }).all(), "VIEW_NAME_NOT_FOUND", 422],
  ["an unknown table", () => client("Klanten").select().all(), "NOT_AUTHORIZED", 403],
  ["an unknown token", () => connect("patOnbekend")("Leads").select().all(), "AUTHENTICATION_REQUIRED", 401],
])("%s is an error that the client recognises", async (_name, attempt, error, statusCode) => {
  await expect(attempt()).rejects.toMatchObject({ error, statusCode });
});

test("too many requests at once are refused", async () => {
  await airtable.control("PATCH", `airtable/bases/${base.baseId}/limits`, { requestsPerSecond: 5, penaltyMs: 1 });
  const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => client("Leads").select().firstPage()));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(attempts.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { error: "TOO_MANY_REQUESTS", statusCode: 429 },
  });
});
