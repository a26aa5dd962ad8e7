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

const call = (method: string, path: string, body?: unknown) =>
  airtable.call(base, method, `${base.baseId}/${path}`, body);
const create = async (table: string, fields: object) => (await call("POST", table, { fields })).body as { id: string };
const fieldsOf = async (table: string, id: string) =>
  (await call("GET", `${table}/${id}`)).body["fields"] as Record<string, unknown>;
const upsert = (records: object[], fieldsToMergeOn: string[], method = "PATCH") =>
  call(method, "Queue", { performUpsert: { fieldsToMergeOn }, records: records.map((fields) => ({ fields })) });

test("a batch is written completely or not at all", async () => {
  const response = await call("POST", "Leads", {
    records: [{ fields: { "Full Name": "Goed" } }, { fields: { "Full Name": "Fout", "Lead Rating": "tien" } }],
  });
  expect(response.status).toBe(422);
  expect((await call("GET", "Leads")).body.records).toEqual([]);
});

test("PATCH keeps other fields, PUT clears them, and null empties a field", async () => {
  const { id } = await create("Leads", { "Full Name": "Joris Smit", Title: "CFO", Company: "Zonnehof" });
  await call("PATCH", "Leads", { records: [{ id, fields: { Title: null } }] });
  expect(await fieldsOf("Leads", id)).toMatchObject({ "Full Name": "Joris Smit", Company: "Zonnehof" });
  await call("PUT", `Leads/${id}`, { fields: { Title: "CEO" } });
  expect(await fieldsOf("Leads", id)).toEqual({ Title: "CEO", "Last Modified": expect.any(String) });
});

test.each([
  ["creating eleven records", "POST", { records: Array(11).fill({ fields: {} }) }, "INVALID_RECORDS"],
  ["no records", "POST", { records: [] }, "INVALID_RECORDS"],
  ["an update without an id", "PATCH", { records: [{ fields: {} }] }, "INVALID_RECORDS"],
  ["an id of another table", "PATCH", { records: [{ id: "recAAAAAAAAAAAAAA", fields: {} }] }, "ROW_DOES_NOT_EXIST"],
  ["no fields", "POST", {}, "INVALID_REQUEST_MISSING_FIELDS"],
  ["a misspelt option", "POST", { fields: {}, typeCast: true }, "INVALID_REQUEST_UNKNOWN"],
  [
    "four fields to merge on",
    "PATCH",
    { records: [{ fields: {} }], performUpsert: { fieldsToMergeOn: ["a", "b", "c", "d"] } },
    "INVALID_REQUEST_UNKNOWN",
  ],
])("%s is refused", async (_name, method, body, type) => {
  expect(await call(method, "Leads", body)).toMatchObject({ status: 422, body: { error: { type } } });
});

test("an invalid JSON body is refused", async () => {
  const response = await fetch(`${airtable.sandbox.url}/v0/${base.baseId}/Leads`, {
    method: "POST",
    headers: { authorization: `Bearer ${base.token}`, "content-type": "application/json" },
    body: "{",
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: { type: "INVALID_REQUEST_BODY", message: "Could not parse request body" } },
  ]);
});

test("an upsert returns the created and the updated ids", async () => {
  const known = await create("Queue", { "App ID": "a", "Message Name": "Bericht 1" });
  const { body } = await upsert(
    [
      { "App ID": "a", Text: "1" },
      { "App ID": "b", Text: "2" },
    ],
    ["App ID"],
  );
  const [first, second] = body.records ?? [];
  expect(body).toMatchObject({ updatedRecords: [known.id], createdRecords: [second?.id] });
  expect(first).toMatchObject({ id: known.id, fields: { "Message Name": "Bericht 1", Text: "1" } });
});

test("an upsert that matches two records fails and changes nothing", async () => {
  const [one, other] = [await create("Queue", { "App ID": "a" }), await create("Queue", { "App ID": "a" })];
  const response = await upsert([{ "App ID": "nieuw" }, { "App ID": "a", Text: "x" }], ["App ID"]);
  expect(response.status).toBe(422);
  expect((await call("GET", "Queue")).body.records).toHaveLength(2);
  expect(await fieldsOf("Queue", one.id)).not.toHaveProperty("Text");
  expect(await fieldsOf("Queue", other.id)).not.toHaveProperty("Text");
});

test("two records with the same key in one upsert are one record", async () => {
  const { body } = await upsert(
    [
      { "App ID": "a", Text: "1" },
      { "App ID": "a", "Message Name": "B" },
    ],
    ["App ID"],
  );
  expect(body["createdRecords"]).toHaveLength(1);
  expect((await call("GET", "Queue")).body.records).toMatchObject([{ fields: { Text: "1", "Message Name": "B" } }]);
});

test("an upsert by PUT clears other fields, and an empty key matches nothing", async () => {
  const known = await create("Queue", { "App ID": "a", Text: "weg" });
  await create("Queue", { Text: "zonder sleutel" });
  await upsert([{ "App ID": "a" }, { "App ID": null, Flow: "nieuw" }], ["App ID"], "PUT");
  expect(await fieldsOf("Queue", known.id)).toEqual({ "App ID": "a", "Last Modified": expect.any(String) });
  expect((await call("GET", "Queue")).body.records).toHaveLength(3);
});

test("an upsert can merge on several fields, but not on a link or an unknown field", async () => {
  await create("Queue", { "App ID": "a", Flow: "x" });
  expect((await upsert([{ "App ID": "a", Flow: "y" }], ["App ID", "Flow"])).body["createdRecords"]).toHaveLength(1);
  expect((await upsert([{ Lead: [] }], ["Lead"])).status).toBe(422);
  expect((await upsert([{ Naam: "x" }], ["Naam"])).body).toMatchObject({ error: { type: "UNKNOWN_FIELD_NAME" } });
});

test("writing the same value does not change the modification time", async () => {
  const { id } = await create("Leads", { "Full Name": "Gelijk" });
  const before = await fieldsOf("Leads", id);
  await airtable.control("POST", "clock", { advanceMs: 60_000 });
  await call("PATCH", `Leads/${id}`, { fields: { "Full Name": "Gelijk" } });
  expect(await fieldsOf("Leads", id)).toEqual(before);
  await call("PATCH", `Leads/${id}`, { fields: { "Full Name": "Anders" } });
  expect((await fieldsOf("Leads", id))["Last Modified"]).not.toBe(before["Last Modified"]);
});

test("up to ten records are deleted at once, all or none", async () => {
  const { id } = await create("Leads", { "Full Name": "Blijft" });
  expect((await call("DELETE", `Leads?records[]=${id}&records[]=recAAAAAAAAAAAAAA`)).status).toBe(422);
  expect((await call("DELETE", "Leads")).body).toMatchObject({ error: { type: "INVALID_RECORDS" } });
  expect((await call("DELETE", `Leads?records[]=${id}`)).body).toEqual({ records: [{ id, deleted: true }] });
  expect(await call("DELETE", `Leads/${id}`)).toMatchObject({
    status: 404,
    body: { error: { type: "MODEL_ID_NOT_FOUND" } },
  });
});

test("a link is visible on both sides and removed from either", async () => {
  const lead = await create("Leads", { "Full Name": "Noor Hendriks" });
  const message = await create("Messages", { Lead: [lead.id] });
  expect(await fieldsOf("Leads", lead.id)).toMatchObject({ Messages: [message.id] });
  expect(await fieldsOf("Messages", message.id)).toMatchObject({
    Lead: [lead.id],
    "Full Name (from Lead)": ["Noor Hendriks"],
  });
  await call("PATCH", `Leads/${lead.id}`, { fields: { Messages: [] } });
  expect(await fieldsOf("Messages", message.id)).not.toHaveProperty("Lead");
  await call("PATCH", `Messages/${message.id}`, { fields: { Lead: [lead.id] } });
  await call("DELETE", `Messages/${message.id}`);
  expect(await fieldsOf("Leads", lead.id)).not.toHaveProperty("Messages");
});
