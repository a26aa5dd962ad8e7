import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createClock } from "#sandbox/clock.ts";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "../airtable.fixture.ts";
import type { Base } from "../model/base.ts";
import type { Webhook } from "../model/webhook.ts";
import { createWebhookPinger } from "./ping.ts";

type Payload = {
  baseTransactionNumber: number;
  actionMetadata: { source: string };
  changedTablesById: Record<string, Record<string, Record<string, unknown>>>;
};
type Payloads = { payloads: Payload[]; cursor: number; mightHaveMore: boolean };

let airtable: AirtableFixture;
let base: TestBase;
let ids: Record<string, string>;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  await airtable.control("POST", "reset");
  base = await airtable.newBase();
  ids = await readIds();
});

async function readIds(): Promise<Record<string, string>> {
  const { body } = await airtable.call(base, "GET", `meta/bases/${base.baseId}/tables`);
  const tables = body["tables"] as { id: string; name: string; fields: { id: string; name: string }[] }[];
  return Object.fromEntries(
    tables.flatMap(({ id, name, fields }) => [
      [name, id],
      ...fields.map((field) => [`${name}.${field.name}`, field.id]),
    ]),
  );
}

const hooks = (method: string, path = "", body?: unknown) =>
  airtable.call(base, method, `bases/${base.baseId}/webhooks${path}`, body);
const ALL = { dataTypes: ["tableData", "tableFields", "tableMetadata"] };

async function watch(
  filters: object = ALL,
  includes: object = { includePreviousCellValues: true },
  notificationUrl?: string,
) {
  const url = notificationUrl === undefined ? {} : { notificationUrl };
  const { body } = await hooks("POST", "", { ...url, specification: { options: { filters, includes } } });
  return body as { id: string; macSecretBase64: string; expirationTime: string };
}

const read = async (id: string, query = "") => (await hooks("GET", `/${id}/payloads${query}`)).body as Payloads;

const create = async (table: string, fields: object) =>
  (await airtable.call(base, "POST", `${base.baseId}/${table}`, { fields })).body as { id: string };

test("a webhook without a URL has a log of payloads that can be read repeatedly", async () => {
  const { id, expirationTime } = await watch();
  expect(Date.parse(expirationTime) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  const lead = await create("Leads", { "Full Name": "Lotte Kok", "Lead Classification": "HOT | 80" });
  await airtable.call(base, "PATCH", `${base.baseId}/Leads/${lead.id}`, { fields: { Title: "CFO" } });
  await airtable.call(base, "DELETE", `${base.baseId}/Leads/${lead.id}`);

  const { payloads, cursor, mightHaveMore } = await read(id);
  expect([cursor, mightHaveMore]).toEqual([4, false]);
  expect(payloads.map(({ changedTablesById }) => changedTablesById[ids["Leads"] ?? ""])).toEqual([
    {
      createdRecordsById: {
        [lead.id]: {
          createdTime: expect.stringMatching(/\.000Z$/),
          cellValuesByFieldId: {
            [ids["Leads.Full Name"] ?? ""]: "Lotte Kok",
            [ids["Leads.Lead Classification"] ?? ""]: expect.objectContaining({ name: "HOT | 80" }),
          },
        },
      },
    },
    {
      changedRecordsById: {
        [lead.id]: {
          current: { cellValuesByFieldId: { [ids["Leads.Title"] ?? ""]: "CFO" } },
          previous: { cellValuesByFieldId: { [ids["Leads.Title"] ?? ""]: null } },
        },
      },
    },
    { destroyedRecordIds: [lead.id] },
  ]);
  const [first] = payloads;
  expect(first).toMatchObject({ payloadFormat: "v0", actionMetadata: { source: "publicApi" } });
  expect(payloads[1]?.baseTransactionNumber).toBe((first?.baseTransactionNumber ?? 0) + 1);
  expect((await read(id, "?cursor=3")).payloads).toEqual(payloads.slice(2));
  expect(await read(id, "?cursor=4")).toMatchObject({ payloads: [], cursor: 4, mightHaveMore: false });
});

test("at most fifty payloads are returned, with mightHaveMore when there are more", async () => {
  const { id } = await watch();
  for (let count = 0; count < 60; count++) await create("Leads", { "Full Name": `Lead ${count}` });
  const first = await read(id);
  expect([first.payloads.length, first.cursor, first.mightHaveMore]).toEqual([50, 51, true]);
  const second = await read(id, `?cursor=${first.cursor}`);
  expect([second.payloads.length, second.cursor, second.mightHaveMore]).toEqual([10, 61, false]);
  expect((await hooks("GET", `/${id}/payloads?cursor=0`)).status).toBe(422);
});

test("a changed link is reported for both tables, with names", async () => {
  const { id } = await watch();
  const lead = await create("Leads", { "Full Name": "Bram Mulder" });
  const row = await create("Queue", { Lead: [lead.id] });
  const change = (await read(id, "?cursor=2")).payloads[0]?.changedTablesById ?? {};
  expect(change[ids["Queue"] ?? ""]?.["createdRecordsById"]?.[row.id]).toMatchObject({
    cellValuesByFieldId: { [ids["Queue.Lead"] ?? ""]: [{ id: lead.id, name: "Bram Mulder" }] },
  });
  expect(change[ids["Leads"] ?? ""]?.["changedRecordsById"]).toHaveProperty(lead.id);
});

test("only changes that match the filters are reported", async () => {
  const leads = await watch({ dataTypes: ["tableData"], recordChangeScope: ids["Leads"], changeTypes: ["update"] });
  const titles = await watch({ dataTypes: ["tableData"], watchDataInFieldIds: [ids["Leads.Title"]] });
  const people = await watch({ dataTypes: ["tableData"], fromSources: ["client"] });
  const lead = await create("Leads", { "Full Name": "Saar Vis" });
  await create("Queue", { "Message Name": "x" });
  await airtable.call(base, "PATCH", `${base.baseId}/Leads/${lead.id}`, { fields: { Company: "Vis & Zn" } });
  await airtable.control("PATCH", `airtable/bases/${base.baseId}/tables/Leads/records`, {
    records: [{ id: lead.id, fields: { Title: "Eigenaar" } }],
  });
  expect((await read(leads.id)).payloads).toHaveLength(2);
  expect((await read(titles.id)).payloads).toHaveLength(3);
  expect((await read(people.id)).payloads).toMatchObject([{ actionMetadata: { source: "client" } }]);
});

test("requested cells that did not change are included", async () => {
  const { id } = await watch(ALL, { includeCellValuesInFieldIds: [ids["Leads.Full Name"]] });
  const lead = await create("Leads", { "Full Name": "Pim Post", Company: "Post BV" });
  await airtable.call(base, "PATCH", `${base.baseId}/Leads/${lead.id}`, { fields: { Title: "CTO" } });
  const change = (await read(id, "?cursor=2")).payloads[0]?.changedTablesById[ids["Leads"] ?? ""];
  expect(change?.["changedRecordsById"]?.[lead.id]).toEqual({
    current: { cellValuesByFieldId: { [ids["Leads.Title"] ?? ""]: "CTO" } },
    unchanged: { cellValuesByFieldId: { [ids["Leads.Full Name"] ?? ""]: "Pim Post" } },
  });
});

test("schema changes are reported", async () => {
  const { id } = await watch(ALL, { includePreviousFieldDefinitions: true });
  const fields = `airtable/bases/${base.baseId}/tables/Leads/fields`;
  await airtable.control("PATCH", `${fields}/Title`, { name: "Functie" });
  await airtable.control("DELETE", `${fields}/Company`);
  await airtable.control("PATCH", `airtable/bases/${base.baseId}/tables/Leads`, { name: "Contacten" });
  const table = ids["Leads"] ?? "";
  expect((await read(id)).payloads.map(({ changedTablesById }) => changedTablesById[table])).toEqual([
    {
      changedFieldsById: {
        [ids["Leads.Title"] ?? ""]: {
          current: { name: "Functie", type: "singleLineText" },
          previous: { name: "Title", type: "singleLineText" },
        },
      },
    },
    { destroyedFieldIds: [ids["Leads.Company"]] },
    { changedMetadata: { current: { name: "Contacten" }, previous: { name: "Leads" } } },
  ]);
});

test("a webhook expires after seven days, unless it is refreshed, and stays listed for seven more", async () => {
  const [refreshed, expired] = [await watch(), await watch()];
  await create("Leads", { "Full Name": "Oud" });
  await airtable.control("POST", "clock", { advanceMs: 6 * 86_400_000 });
  await create("Leads", { "Full Name": "Nieuw" });
  expect((await hooks("POST", `/${refreshed.id}/refresh`)).body).toEqual({ expirationTime: expect.any(String) });
  await airtable.control("POST", "clock", { advanceMs: 2 * 86_400_000 });
  expect((await hooks("GET")).body).toMatchObject({
    webhooks: [
      { id: refreshed.id, cursorForNextPayload: 3, isHookEnabled: true },
      { id: expired.id, isHookEnabled: false },
    ],
  });
  expect((await hooks("GET", `/${expired.id}/payloads`)).status).toBe(200);
  expect((await hooks("POST", `/${expired.id}/refresh`)).status).toBe(404);
  // Payloads expire after a week; the cursors of the others do not change.
  expect(await read(refreshed.id)).toMatchObject({ payloads: [{}], cursor: 3 });
});

test("webhooks are listed and deleted, ten at most", async () => {
  const { id } = await watch();
  expect((await hooks("GET")).body["webhooks"]).toMatchObject([
    { id, isHookEnabled: true, areNotificationsEnabled: true, notificationUrl: null, cursorForNextPayload: 1 },
  ]);
  for (let count = 1; count < 10; count++) await watch();
  expect((await hooks("POST", "", { specification: { options: { filters: ALL } } })).status).toBe(422);
  expect((await hooks("DELETE", `/${id}`)).status).toBe(200);
  expect((await hooks("GET")).body["webhooks"]).toHaveLength(9);
});

test.each([
  [
    "a URL outside this machine",
    { notificationUrl: "https://hooks.example/x", specification: { options: { filters: ALL } } },
  ],
  ["nothing to watch", { specification: { options: { filters: { dataTypes: [] } } } }],
  ["no specification", {}],
])("a webhook with %s is refused", async (_name, body) => {
  expect((await hooks("POST", "", body)).status).toBe(422);
});

/** A receiver of pings that answers the first ones with these statuses. */
async function receivePings(...statuses: number[]) {
  const pings: { mac: string; body: string }[] = [];
  const handlePing = async (request: IncomingMessage, response: ServerResponse) => {
    pings.push({ mac: String(request.headers["x-airtable-content-mac"]), body: await text(request) });
    response.writeHead(statuses.shift() ?? 204).end();
  };
  const listener = createServer((request, response) => void handlePing(request, response)).listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => void listener.close());
  return { pings, url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/ping` };
}

test("several changes in a row are one ping", async () => {
  const { pings, url } = await receivePings();
  const hook = { id: "ach1", secret: "c2VjcmV0", notificationUrl: url, areNotificationsEnabled: true } as Webhook;
  const pinger = createWebhookPinger(createClock());
  // Called directly: between two requests more time may pass than a ping waits for further changes.
  for (let change = 0; change < 3; change++) pinger.schedulePing({ id: "app1" } as Base, hook);
  await expect.poll(() => hook.lastNotificationResult).toMatchObject({ success: true });
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(pings).toHaveLength(1);
  pinger.stop();
});

test("the result of a ping has the time of the answer, the ping itself that of its start", async () => {
  const { pings, url } = await receivePings();
  const startedAt = Date.now();
  // Five seconds pass while the receiver answers.
  const clock = { ...createClock(), now: () => new Date(startedAt + pings.length * 5_000) };
  const hook = { id: "ach1", secret: "c2VjcmV0", notificationUrl: url, areNotificationsEnabled: true } as Webhook;
  const pinger = createWebhookPinger(clock);
  pinger.schedulePing({ id: "app1" } as Base, hook);
  const answeredAt = new Date(startedAt + 5_000).toISOString();
  await expect.poll(() => hook.lastNotificationResult).toMatchObject({ completionTimestamp: answeredAt });
  expect(hook.lastSuccessfulNotificationTime).toBe(answeredAt);
  expect(JSON.parse(pings[0]?.body ?? "")).toMatchObject({ timestamp: new Date(startedAt).toISOString() });
  pinger.stop();
});

test("a ping is signed, and retried after an error", async () => {
  const { pings, url } = await receivePings(500);
  const { id, macSecretBase64 } = await watch(ALL, {}, url);

  await create("Leads", { "Full Name": "Een" });
  await expect.poll(() => pings.length).toBe(2);
  const [{ mac, body } = { mac: "", body: "" }] = pings;
  expect(JSON.parse(body)).toEqual({ base: { id: base.baseId }, webhook: { id }, timestamp: expect.any(String) });
  const key = Buffer.from(macSecretBase64, "base64");
  expect(mac).toBe(`hmac-sha256=${createHmac("sha256", key).update(body).digest("hex")}`);
  await expect
    .poll(async () => (await hooks("GET")).body["webhooks"])
    .toMatchObject([{ lastNotificationResult: { success: true, retryNumber: 1, willBeRetried: false } }]);

  await hooks("POST", `/${id}/enableNotifications`, { enable: false });
  await create("Leads", { "Full Name": "Drie" });
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(pings).toHaveLength(2);
});
