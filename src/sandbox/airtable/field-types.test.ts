import { afterAll, beforeAll, expect, test } from "vitest";
import { type AirtableFixture, type ApiResponse, startAirtableFixture, type TestBase } from "./airtable.fixture.ts";

let airtable: AirtableFixture;
let base: TestBase;

const add = (table: string, fields: Record<string, unknown>, typecast = false) =>
  airtable.call(base, "POST", `${base.baseId}/${table}`, { fields, typecast });
const errorOf = ({ status, body }: ApiResponse) => [status, (body["error"] as { type?: string } | undefined)?.type];
const read = async (table: string, id: string | undefined, query = "") =>
  (await airtable.call(base, "GET", `${base.baseId}/${table}/${id}${query}`)).body["fields"] as Record<string, unknown>;

beforeAll(async () => {
  airtable = await startAirtableFixture();
  base = await airtable.newBase();
  const tables = `airtable/bases/${base.baseId}/tables`;
  await airtable.control("POST", tables, {
    name: "Soorten",
    fields: [
      { name: "Naam", type: "singleLineText" },
      { name: "Nummer", type: "autoNumber" },
      { name: "Tekst", type: "richText" },
      { name: "Sterren", type: "rating", options: { max: 5 } },
      { name: "Bedrag", type: "currency", options: { precision: 2, symbol: "€" } },
      { name: "Deel", type: "percent" },
      { name: "Duur", type: "duration" },
      { name: "Eigenaar", type: "singleCollaborator" },
      { name: "Team", type: "multipleCollaborators" },
      { name: "Code", type: "barcode" },
      { name: "Knop", type: "button" },
      { name: "Moment", type: "dateTime" },
      { name: "Dubbel", type: "formula", options: { formula: "{Bedrag} * 2" } },
      { name: "Groet", type: "formula", options: { formula: 'IF({Naam}, "Dag " & {Naam})' } },
      { name: "Stuk", type: "formula", options: { formula: "ERROR()" } },
      { name: "Gemaakt door", type: "createdBy" },
    ],
  });
  await airtable.control("POST", tables, {
    name: "Posten",
    fields: [
      { name: "Post", type: "singleLineText" },
      { name: "Soort", type: "multipleRecordLinks", linkedTable: "Soorten" },
      { name: "Waarde", type: "number" },
    ],
  });
  const link = { recordLinkFieldId: "Posten" };
  for (const field of [
    { name: "Aantal", type: "count", options: link },
    { name: "Totaal", type: "rollup", options: { ...link, fieldIdInLinkedTable: "Waarde", formula: "SUM(values)" } },
  ]) {
    await airtable.control("POST", `${tables}/Soorten/fields`, field);
  }
});
afterAll(() => airtable.sandbox.stop());

const BAD = [422, "INVALID_VALUE_FOR_COLUMN"];
const SANNE = { id: "usrSandboxUser002", email: "sanne@sandbox.example", name: "Sanne de Wit" };

test.each([
  ["Tekst", "**vet**", "**vet**"],
  ["Sterren", 4, 4],
  ["Bedrag", 12.5, 12.5],
  ["Deel", 0.25, 0.25],
  ["Duur", 5400, 5400],
  ["Eigenaar", { email: SANNE.email }, SANNE],
  ["Team", [{ id: SANNE.id }], [SANNE]],
  ["Code", { text: "8710000000001" }, { text: "8710000000001" }],
])("%s accepts %j", async (field, value, shown) => {
  const { body } = await add("Soorten", { [field]: value });
  expect((body["fields"] as Record<string, unknown>)[field]).toEqual(shown);
});

test.each([
  ["Sterren", 6],
  ["Sterren", 0],
  ["Sterren", 2.5],
  ["Bedrag", "12,50"],
  ["Eigenaar", { email: "iemand@elders.example" }],
  ["Code", "871"],
  ...["Nummer", "Dubbel", "Knop", "Aantal", "Totaal", "Gemaakt door"].map((field): [string, number] => [field, 1]),
])("%s refuses %j", async (field, value) => {
  expect(errorOf(await add("Soorten", { [field]: value }))).toEqual(BAD);
});

test("computed fields follow their sources, in the records and not in the feed", async () => {
  const { body: hook } = await airtable.call(base, "POST", `bases/${base.baseId}/webhooks`, {
    specification: { options: { filters: { dataTypes: ["tableData"] } } },
  });
  const { body: soort } = await add("Soorten", { Naam: "Anna", Bedrag: 10 });
  await add("Posten", { Post: "a", Soort: [soort.id], Waarde: 3 });
  const { body: post } = await add("Posten", { Post: "b", Soort: [soort.id], Waarde: 4 });
  const before = await read("Soorten", soort.id);
  expect(before).toMatchObject({ Dubbel: 20, Groet: "Dag Anna", Aantal: 2, Totaal: 7, Stuk: { error: "#ERROR!" } });
  expect(before["Nummer"]).toEqual(expect.any(Number));
  const { body: feed } = await airtable.call(base, "GET", `bases/${base.baseId}/webhooks/${hook.id}/payloads`);
  await airtable.call(base, "PATCH", `${base.baseId}/Posten/${post.id}`, { fields: { Waarde: 40 } });
  expect((await read("Soorten", soort.id))["Totaal"]).toBe(43);
  const next = `bases/${base.baseId}/webhooks/${hook.id}/payloads?cursor=${String(feed["cursor"])}`;
  const { payloads } = (await airtable.call(base, "GET", next)).body as unknown as {
    payloads: { changedTablesById: Record<string, object> }[];
  };
  expect(payloads).toHaveLength(1);
  expect(Object.keys(payloads[0]?.changedTablesById ?? {})).toHaveLength(1);
  expect(
    await airtable.call(base, "GET", `${base.baseId}/Soorten?filterByFormula=${encodeURIComponent("{Totaal}=43")}`),
  ).toMatchObject({ body: { records: [{ id: soort.id }] } });
});

test("numbers of an autonumber field go up", async () => {
  const numbers: unknown[] = [];
  for (const name of ["een", "twee", "drie"]) {
    const { body } = await add("Soorten", { Naam: name });
    numbers.push((body["fields"] as Record<string, unknown>)["Nummer"]);
  }
  const [first = 0] = numbers as number[];
  expect(numbers).toEqual([first, first + 1, first + 2]);
});

test.each([
  ["Europe/Amsterdam", "2026-07-01T10:00:00.123", "2026-07-01T08:00:00.123Z"],
  ["Europe/Amsterdam", "2026-03-29T01:30:00", "2026-03-29T00:30:00.000Z"],
  ["America/Los_Angeles", "2020-09-05T07:00:00", "2020-09-05T14:00:00.000Z"],
  ["America/Los_Angeles", "2020-09-08", "2020-09-08T07:00:00.000Z"],
  ["America/Los_Angeles", "2020-09-05T07:00:00.000Z", "2020-09-05T07:00:00.000Z"],
  ["America/Los_Angeles", "2020-09-08T00:00:00-04:00", "2020-09-08T04:00:00.000Z"],
  ["utc", "2026-07-01T10:00:00", "2026-07-01T10:00:00.000Z"],
  ["client", "2026-07-01T10:00", "2026-07-01T10:00:00.000Z"],
])("a field with time zone %s reads %s as %s", async (timeZone, written, stored) => {
  const other = await airtable.newBase();
  const fields = `meta/bases/${other.baseId}/tables/Prompts/fields`;
  const options = { dateFormat: { name: "iso" }, timeFormat: { name: "24hour" }, timeZone };
  const { body: field } = await airtable.call(other, "POST", fields, { name: "Tijd", type: "dateTime", options });
  expect(field).toMatchObject({ options: { timeZone } });
  const { body } = await airtable.call(other, "POST", `${other.baseId}/Prompts`, { fields: { Tijd: written } });
  expect(body["fields"]).toMatchObject({ Tijd: stored });
  // A formula calculates in UTC, and a text is in the time zone that the request asks for.
  const query = new URLSearchParams({
    filterByFormula: `IS_SAME({Tijd}, "${stored}")`,
    cellFormat: "string",
    timeZone: "UTC",
    userLocale: "sv",
  });
  const { body: shown } = await airtable.call(other, "GET", `${other.baseId}/Prompts?${query.toString()}`);
  expect(shown.records).toMatchObject([{ fields: { Tijd: stored.slice(0, 16).replace("T", " ") } }]);
});

test("a time zone that does not exist is refused", async () => {
  const options = { dateFormat: { name: "iso" }, timeFormat: { name: "24hour" }, timeZone: "Europe/Groningen" };
  const field = { name: "Tijd", type: "dateTime", options };
  const refused = await airtable.call(base, "POST", `meta/bases/${base.baseId}/tables/Posten/fields`, field);
  expect(errorOf(refused)).toEqual([422, "INVALID_FIELD_TYPE_OPTIONS_FOR_CREATE"]);
});

test("cellFormat=string shows cells as in the grid, and needs a locale and a time zone", async () => {
  const { body: soort } = await add("Soorten", {
    Naam: "Anna",
    Bedrag: 12.5,
    Deel: 0.25,
    Duur: 5400,
    Eigenaar: { id: SANNE.id },
    Moment: "2026-07-01T08:00:00Z",
  });
  const { body: post } = await add("Posten", { Post: "a", Soort: [soort.id] });
  const query = "?cellFormat=string&timeZone=Europe/Amsterdam&userLocale=nl";
  expect(await read("Soorten", soort.id, query)).toMatchObject({
    Bedrag: "€12,50",
    Deel: "25%",
    Duur: "1:30",
    Eigenaar: "Sanne de Wit",
    Moment: "01-07-2026, 10:00",
    Posten: "a",
  });
  expect((await read("Posten", post.id, query))["Soort"]).toBe("Anna");
  const without = await airtable.call(base, "GET", `${base.baseId}/Soorten?cellFormat=string`);
  expect(errorOf(without)).toEqual([422, "INVALID_REQUEST_UNKNOWN"]);
});

test.each([
  ['REGEX_MATCH({Naam}, "^Regel [0-9]+$")', true],
  ['REGEX_MATCH({Naam}, "(?=x)")', false],
  ['REGEX_EXTRACT({Naam}, "[0-9]+") = "42"', true],
  ['REGEX_REPLACE({Naam}, "[0-9]", "x") = "Regel xx"', true],
])("%s is %j", async (formula, isFound) => {
  const { body } = await add("Soorten", { Naam: "Regel 42" });
  const search = new URLSearchParams({ filterByFormula: `AND(RECORD_ID()="${body.id}", ${formula})` });
  const found = await airtable.call(base, "GET", `${base.baseId}/Soorten?${search.toString()}`);
  expect(found.body.records?.length).toBe(isFound ? 1 : 0);
});

test("comments are counted, listed newest first, and changed by their author", async () => {
  const { body: soort } = await add("Soorten", { Naam: "Besproken" });
  const path = `${base.baseId}/Soorten/${soort.id}/comments`;
  const { body: first } = await airtable.call(base, "POST", path, { text: "Bellen" });
  await airtable.call(base, "POST", path, { text: "Gebeld" });
  await airtable.call(base, "PATCH", `${path}/${first.id}`, { text: "Morgen bellen" });
  const { body } = await airtable.call(base, "GET", `${path}?pageSize=1`);
  expect(body).toMatchObject({ comments: [{ text: "Gebeld", author: { name: "API" } }], offset: "1" });
  expect((await airtable.call(base, "GET", `${path}?offset=1`)).body).toMatchObject({
    comments: [{ text: "Morgen bellen", lastUpdatedTime: expect.any(String) }],
    offset: null,
  });
  const search = new URLSearchParams({
    "recordMetadata[]": "commentCount",
    filterByFormula: `RECORD_ID()="${soort.id}"`,
  });
  const listed = await airtable.call(base, "GET", `${base.baseId}/Soorten?${search.toString()}`);
  expect(listed.body.records?.[0]).toMatchObject({ commentCount: 2 });
  expect((await airtable.call(base, "DELETE", `${path}/${first.id}`)).body).toEqual({ id: first.id, deleted: true });
  expect(errorOf(await airtable.call(base, "POST", path, {}))).toEqual([422, "INVALID_REQUEST_UNKNOWN"]);
});

test("tables and fields can be created, but no computed ones", async () => {
  const meta = `meta/bases/${base.baseId}/tables`;
  const { status, body: table } = await airtable.call(base, "POST", meta, {
    name: "Nieuw",
    fields: [
      { name: "Naam", type: "singleLineText" },
      { name: "Klasse", type: "singleSelect", options: { choices: [{ name: "Warm" }] } },
    ],
  });
  expect([status, table["name"]]).toEqual([200, "Nieuw"]);
  const fields = `${meta}/${table.id}/fields`;
  const created = await airtable.call(base, "POST", fields, { name: "App ID", type: "singleLineText" });
  expect(created.body).toMatchObject({ id: expect.stringMatching(/^fld/), name: "App ID", type: "singleLineText" });
  const cases: [object, string][] = [
    [{ name: "Totaal", type: "formula", options: { formula: "1" } }, "UNSUPPORTED_FIELD_TYPE_FOR_CREATE"],
    [{ name: "Gewijzigd", type: "lastModifiedTime" }, "UNSUPPORTED_FIELD_TYPE_FOR_CREATE"],
    [{ name: "App ID", type: "singleLineText" }, "DUPLICATE_OR_EMPTY_FIELD_NAME"],
    [{ name: "Getal", type: "number" }, "INVALID_FIELD_TYPE_OPTIONS_FOR_CREATE"],
    [{ type: "number" }, "INVALID_REQUEST_UNKNOWN"],
  ];
  for (const [field, type] of cases)
    expect(errorOf(await airtable.call(base, "POST", fields, field))).toEqual([422, type]);
  const edit = await airtable.control("PATCH", `airtable/tokens/${base.token}`, { permissionLevel: "edit" });
  expect(edit.status).toBe(200);
  expect((await airtable.call(base, "POST", fields, { name: "X", type: "singleLineText" })).status).toBe(403);
  // Whoever can read a base may list its webhooks, but not create one.
  expect((await airtable.call(base, "GET", `bases/${base.baseId}/webhooks`)).status).toBe(200);
  const specification = { options: { filters: { dataTypes: ["tableData"] } } };
  const hook = await airtable.call(base, "POST", `bases/${base.baseId}/webhooks`, { specification });
  expect(hook.status).toBe(403);
  await airtable.control("PATCH", `airtable/tokens/${base.token}`, { permissionLevel: "create" });
});

test("a locked field is read-only for editors, a synced table for everybody", async () => {
  const other = await airtable.newBase();
  const path = `airtable/bases/${other.baseId}/tables/Prompts`;
  const write = (fields: object) => airtable.call(other, "POST", `${other.baseId}/Prompts`, { fields });
  await airtable.control("PATCH", `${path}/fields/Prompt`, { isLocked: true });
  expect((await write({ Name: "a", Prompt: "x" })).status).toBe(200);
  await airtable.control("PATCH", `airtable/tokens/${other.token}`, { permissionLevel: "edit" });
  expect((await write({ Name: "a", Prompt: "x" })).status).toBe(403);
  expect((await write({ Name: "a" })).status).toBe(200);
  await airtable.control("PATCH", path, { isSynced: true });
  await airtable.control("PATCH", `airtable/tokens/${other.token}`, { permissionLevel: "create" });
  expect((await write({ Name: "a" })).status).toBe(403);
  expect((await airtable.call(other, "GET", `${other.baseId}/Prompts`)).body.records).toHaveLength(2);
});

test("the bases of a token are listed in pages", async () => {
  const others = [await airtable.newBase(), await airtable.newBase()];
  const ids = [base.baseId, ...others.map(({ baseId }) => baseId)];
  const { body } = await airtable.control("POST", "airtable/tokens", { baseIds: ids });
  const token = { baseId: base.baseId, token: String(body["token"]) };
  await airtable.control("PATCH", "airtable/settings", { basesPerPage: 2 });
  const first = (await airtable.call(token, "GET", "meta/bases")).body;
  expect(first["bases"]).toHaveLength(2);
  const second = (await airtable.call(token, "GET", `meta/bases?offset=${first.offset}`)).body;
  expect(second["bases"]).toMatchObject([{ id: ids[2], name: "Proefbedrijf", permissionLevel: "create" }]);
  expect(second.offset).toBeUndefined();
  await airtable.control("PATCH", "airtable/settings", { basesPerPage: 1_000 });
});

test("reading the payloads extends a webhook's life, and a payload may be an error", async () => {
  const path = `bases/${base.baseId}/webhooks`;
  const { body: hook } = await airtable.call(base, "POST", path, {
    specification: { options: { filters: { dataTypes: ["tableData"] } } },
  });
  const control = `airtable/bases/${base.baseId}/webhooks/${hook.id}`;
  const { body: shortened } = await airtable.control("PATCH", control, {
    expiresInMs: 60_000,
    error: "INVALID_FILTERS",
  });
  const { body } = await airtable.call(base, "GET", `${path}/${hook.id}/payloads`);
  expect(body["payloads"]).toMatchObject([{ error: true, code: "INVALID_FILTERS" }]);
  const { webhooks } = (await airtable.call(base, "GET", path)).body as unknown as {
    webhooks: { id: string; expirationTime: string }[];
  };
  const extended = webhooks.find(({ id }) => id === hook.id)?.expirationTime ?? "";
  expect(Date.parse(extended)).toBeGreaterThan(Date.parse(String(shortened["expirationTime"])) + 86_400_000);
});
