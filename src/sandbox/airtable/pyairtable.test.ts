import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "./airtable.fixture.ts";

/**
 * The requests that pyairtable's documented methods send, with the parts of the responses that it reads: a second client, which
 * was not written by Airtable and is used for other things than ours.
 */
type Params = readonly (readonly [string, string | number])[];
type Answer = { status: number; body: Record<string, unknown> };
type Listed = { id: string; createdTime: string; fields: Record<string, unknown>; commentCount?: number };

let airtable: AirtableFixture;
let base: TestBase;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  base = await airtable.newBase();
});

const LONGEST_URL = 16_000;
const HEADERS = { "user-agent": "python-requests/2.32.3", accept: "*/*", "accept-encoding": "gzip, deflate" };

/** As Python's `requests` does it: spaces are pluses, brackets are escaped, and without a body there is no content type. */
async function send(method: string, path: string, params: Params = [], json?: unknown): Promise<Answer> {
  const search = new URLSearchParams(params.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const response = await fetch(`${airtable.sandbox.url}/v0/${path}${search && `?${search}`}`, {
    method,
    headers: {
      ...HEADERS,
      authorization: `Bearer ${base.token}`,
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const pathOf = (table: string, ...rest: string[]) => [base.baseId, encodeURIComponent(table), ...rest].join("/");

/** Follows `offset`, or for payloads `cursor`, as long as the response has one. */
async function iterate(path: string, params: Params = [], next = "offset"): Promise<Record<string, unknown>[]> {
  const pages: Record<string, unknown>[] = [];
  let position: string | number | null | undefined;
  do {
    const { status, body } = await send("GET", path, position ? [...params, [next, String(position)]] : params);
    if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
    pages.push(body);
    const hasMore = next === "offset" || body["mightHaveMore"] === true;
    position = hasMore ? (body[next] as typeof position) : undefined;
  } while (position);
  return pages;
}

const recordsOf = (answer: Record<string, unknown>) => answer["records"] as Listed[];
const all = async (table: string, params: Params = []) => (await iterate(pathOf(table), params)).flatMap(recordsOf);
const options = { typecast: false, returnFieldsByFieldId: false };

async function batchCreate(table: string, fields: Record<string, unknown>[]): Promise<Listed[]> {
  const created: Listed[] = [];
  for (let start = 0; start < fields.length; start += 10) {
    const records = fields.slice(start, start + 10).map((each) => ({ fields: each }));
    created.push(...recordsOf((await send("POST", pathOf(table), [], { records, ...options })).body));
  }
  return created;
}

const leads = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ "Full Name": `Lead ${String(nth).padStart(2, "0")}` }));

test("Table.iterate pages by pageSize and offset, and max_records ends it", async () => {
  await batchCreate("Leads", leads(25));
  const sizes = async (params: Params) =>
    (await iterate(pathOf("Leads"), params)).map((page) => recordsOf(page).length);
  expect(await sizes([["pageSize", 10]])).toEqual([10, 10, 5]);
  expect(
    await sizes([
      ["pageSize", 10],
      ["maxRecords", 12],
    ]),
  ).toEqual([10, 2]);
  expect(await all("Leads")).toHaveLength(25);
});

test("Table.all and Table.first select fields, sort, filter and read by view", async () => {
  await batchCreate("Leads", leads(12));
  const found = await all("Leads", [
    ["fields[]", "Full Name"],
    ["fields[]", "Title"],
    ["filterByFormula", "NOT({Full Name} = 'Lead 11')"],
    ["maxRecords", 2],
    ["sort[0][direction]", "desc"],
    ["sort[0][field]", "Full Name"],
    ["view", "Grid view"],
  ]);
  expect(found.map(({ fields }) => fields)).toEqual([{ "Full Name": "Lead 10" }, { "Full Name": "Lead 09" }]);
  const first = await all("Leads", [
    ["maxRecords", 1],
    ["pageSize", 1],
  ]);
  expect(first).toEqual([
    {
      id: expect.stringMatching(/^rec\w{14}$/),
      createdTime: expect.stringMatching(/\.000Z$/),
      fields: expect.anything(),
    },
  ]);
});

test("use_field_ids and count_comments change what a record shows", async () => {
  const [lead] = await batchCreate("Leads", leads(1));
  await send("POST", pathOf("Leads", lead?.id ?? "", "comments"), [], { text: "Bellen" });
  const [shown] = await all("Leads", [
    ["returnFieldsByFieldId", 1],
    ["recordMetadata[]", "commentCount"],
  ]);
  expect(Object.keys(shown?.fields ?? {}).every((key) => /^fld\w{14}$/.test(key))).toBe(true);
  expect(shown?.commentCount).toBe(1);
  const { body } = await send("GET", pathOf("Leads", lead?.id ?? ""), [["returnFieldsByFieldId", 0]]);
  expect(body).toMatchObject({ id: lead?.id, fields: { "Full Name": "Lead 00" } });
});

test("cell_format=string goes with time_zone and user_locale, which stay in the URL of a long query", async () => {
  await batchCreate("Leads", [{ "Full Name": "Anna", "Date Added": "2026-07-01T08:00:00.000Z" }]);
  const place: Params = [
    ["timeZone", "America/New_York"],
    ["userLocale", "nl"],
  ];
  const shown = { fields: { "Date Added": "01-07-2026, 04:00" } };
  expect(await all("Leads", [["cellFormat", "string"], ...place])).toMatchObject([shown]);
  const filterByFormula = `{Full Name} != '${"x".repeat(LONGEST_URL)}'`;
  const tooLong = await send("GET", pathOf("Leads"), [["filterByFormula", filterByFormula]]);
  expect(tooLong.status).not.toBe(200);
  const body = { cellFormat: "string", filterByFormula, sort: [{ field: "Full Name", direction: "asc" }] };
  expect((await send("POST", pathOf("Leads", "listRecords"), place, body)).body).toMatchObject({ records: [shown] });
});

test("Table.create, update, replace, get and delete", async () => {
  const { body: made } = await send("POST", pathOf("Leads"), [], {
    fields: { "Full Name": "Anna", Title: "CEO" },
    ...options,
  });
  const path = pathOf("Leads", String(made["id"]));
  const changed = await send("PATCH", path, [], { fields: { Title: "CFO" }, ...options });
  expect(changed.body).toMatchObject({ id: made["id"], fields: { "Full Name": "Anna", Title: "CFO" } });
  const replaced = await send("PUT", path, [], { fields: { "Full Name": "Anna" }, ...options });
  expect(replaced.body["fields"]).not.toHaveProperty("Title");
  expect((await send("GET", path)).body).toEqual(replaced.body);
  expect((await send("DELETE", path)).body).toEqual({ id: made["id"], deleted: true });
  expect(await send("GET", path)).toEqual({ status: 404, body: { error: "NOT_FOUND" } });
});

test("Table.batch_create, batch_update and batch_delete send ten records at a time", async () => {
  const made = await batchCreate("Leads", leads(12));
  expect(made.map(({ fields }) => fields["Full Name"])).toEqual(leads(12).map((each) => each["Full Name"]));
  const records = made.slice(0, 10).map(({ id }) => ({ id, fields: { Company: "Bakkerij Zon" } }));
  const updated = recordsOf((await send("PATCH", pathOf("Leads"), [], { records, ...options })).body);
  expect(updated.map(({ id, fields }) => [id, fields["Company"]])).toEqual(
    records.map(({ id }) => [id, "Bakkerij Zon"]),
  );
  const ids = made.map(({ id }) => id);
  const remove = (some: string[]) =>
    send(
      "DELETE",
      pathOf("Leads"),
      some.map((id) => ["records[]", id] as const),
    );
  expect((await remove(ids)).status).toBe(422);
  expect((await remove(ids.slice(0, 10))).body).toEqual({
    records: ids.slice(0, 10).map((id) => ({ id, deleted: true })),
  });
  expect((await remove(ids.slice(10))).status).toBe(200);
  expect(await all("Leads")).toEqual([]);
});

test("Table.batch_upsert tells created from updated records, by key fields or by id", async () => {
  const [known, named] = await batchCreate("Queue", [{ "App ID": "q1", Text: "Oud" }, { "App ID": "q2" }]);
  const { body } = await send("PATCH", pathOf("Queue"), [], {
    records: [
      { fields: { "App ID": "q1", Text: "Nieuw" } },
      { id: named?.id, fields: { "App ID": "q9" } },
      { fields: { "App ID": "q3" } },
    ],
    ...options,
    performUpsert: { fieldsToMergeOn: ["App ID"] },
  });
  const records = recordsOf(body);
  expect(records.map(({ fields }) => [fields["App ID"], fields["Text"]])).toEqual([
    ["q1", "Nieuw"],
    ["q9", undefined],
    ["q3", undefined],
  ]);
  expect(body["updatedRecords"]).toEqual([known?.id, named?.id]);
  expect(body["createdRecords"]).toEqual([records[2]?.id]);
});

test("Table.comments, add_comment, save and delete", async () => {
  const [lead] = await batchCreate("Leads", leads(1));
  const path = pathOf("Leads", lead?.id ?? "", "comments");
  const { body: made } = await send("POST", path, [], { text: "Bellen" });
  expect(made).toEqual({
    id: expect.stringMatching(/^com/),
    text: "Bellen",
    createdTime: expect.any(String),
    lastUpdatedTime: null,
    author: { id: expect.stringMatching(/^usr/), email: expect.any(String), name: expect.any(String) },
  });
  const saved = await send("PATCH", `${path}/${String(made["id"])}`, [], { text: "Gebeld" });
  expect(saved.body).toMatchObject({ text: "Gebeld", lastUpdatedTime: expect.any(String) });
  expect((await iterate(path)).flatMap(({ comments }) => comments)).toEqual([saved.body]);
  expect((await send("DELETE", `${path}/${String(made["id"])}`)).body).toEqual({ id: made["id"], deleted: true });
  expect((await iterate(path)).flatMap(({ comments }) => comments)).toEqual([]);
});

test("Api.whoami, Api.bases and Base.schema", async () => {
  expect((await send("GET", "meta/whoami")).body).toEqual({ id: expect.stringMatching(/^usr/) });
  const bases = (await iterate("meta/bases")).flatMap((page) => page["bases"]);
  expect(bases).toEqual([{ id: base.baseId, name: "Proefbedrijf", permissionLevel: "create" }]);
  const { body } = await send("GET", `meta/bases/${base.baseId}/tables`, [["include", "visibleFieldIds"]]);
  const [table] = body["tables"] as { fields: { id: string }[]; primaryFieldId: string }[];
  const fieldIds = table?.fields.map(({ id }) => id);
  expect(table).toMatchObject({
    id: expect.stringMatching(/^tbl/),
    name: "Leads",
    primaryFieldId: fieldIds?.[0],
    views: [{ id: expect.stringMatching(/^viw/), name: "Grid view", type: "grid", visibleFieldIds: fieldIds }],
  });
});

test("Base.create_table, Table.create_field and saving a field's name", async () => {
  const tables = `meta/bases/${base.baseId}/tables`;
  const { body: table } = await send("POST", tables, [], {
    name: "Orders",
    fields: [{ name: "Nr", type: "singleLineText" }],
  });
  expect(table).toMatchObject({ name: "Orders", fields: [{ name: "Nr", type: "singleLineText" }] });
  const fields = `${tables}/${String(table["id"])}/fields`;
  const choices = [{ name: "Open" }];
  const { body: field } = await send("POST", fields, [], { name: "Stand", type: "singleSelect", options: { choices } });
  expect(field).toMatchObject({ options: { choices: [{ id: expect.stringMatching(/^sel/), name: "Open" }] } });
  const renamed = await send("PATCH", `${fields}/${String(field["id"])}`, [], { name: "Status", description: null });
  expect(renamed.body).toMatchObject({ id: field["id"], name: "Status", type: "singleSelect" });
});

test("Base.add_webhook, its payloads, extend_expiration, disable_notifications and delete", async () => {
  const path = `bases/${base.baseId}/webhooks`;
  const specification = { options: { filters: { dataTypes: ["tableData"] } } };
  const { body: made } = await send("POST", path, [], { notificationUrl: null, specification });
  expect(made).toEqual({
    id: expect.stringMatching(/^ach/),
    macSecretBase64: expect.stringMatching(/=$/),
    expirationTime: expect.stringMatching(/Z$/),
  });
  const [lead] = await batchCreate("Leads", leads(1));
  await send("PATCH", pathOf("Leads", lead?.id ?? ""), [], { fields: { Title: "CEO" }, ...options });
  const hook = `${path}/${String(made["id"])}`;
  const pages = await iterate(`${hook}/payloads`, [["cursor", 1]], "cursor");
  expect(pages.flatMap(({ payloads }) => payloads)).toMatchObject([
    {
      payloadFormat: "v0",
      baseTransactionNumber: 1,
      actionMetadata: { source: "publicApi" },
      timestamp: expect.any(String),
    },
    { baseTransactionNumber: 2 },
  ]);
  expect((await send("POST", `${hook}/refresh`)).body).toEqual({ expirationTime: expect.stringMatching(/Z$/) });
  expect((await send("POST", `${hook}/enableNotifications`, [], { enable: false })).status).toBe(200);
  expect((await send("GET", path)).body["webhooks"]).toMatchObject([
    {
      id: made["id"],
      areNotificationsEnabled: false,
      isHookEnabled: true,
      cursorForNextPayload: 3,
      lastNotificationResult: null,
      specification,
    },
  ]);
  expect((await send("DELETE", hook)).status).toBe(200);
  expect((await send("GET", path)).body).toEqual({ webhooks: [] });
});

test("a 429 has the status that is retried, and the retry after the pause succeeds", async () => {
  await airtable.control("PATCH", `airtable/bases/${base.baseId}/limits`, { requestsPerSecond: 5 });
  const attempts: Answer[] = [];
  for (let nth = 0; nth < 6; nth++) attempts.push(await send("GET", pathOf("Leads")));
  const refused = attempts.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ errors: [{ error: "RATE_LIMIT_REACHED", message: expect.any(String) }] });
  await airtable.control("POST", "clock", { advanceMs: 30_000 });
  expect((await send("GET", pathOf("Leads"))).status).toBe(200);
});

test.each([
  ["an unknown field", "POST", () => pathOf("Leads"), { fields: { Naam: "x" } }, 422, "UNKNOWN_FIELD_NAME"],
  ["an unknown table", "GET", () => pathOf("Klanten"), undefined, 403, "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND"],
])("%s has the error that HTTPError shows", async (_name, method, path, json, status, type) => {
  expect(await send(method, path(), [], json)).toMatchObject({
    status,
    body: { error: { type, message: expect.any(String) } },
  });
});
