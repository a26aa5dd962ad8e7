import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const BASE = "appAbCdEfGhIjKlMn";
const TOKEN = "patEenToken.abc123";

let airtable: Server;
let respond: (response: ServerResponse) => void;
let requests: { url: string | undefined; authorization: string | undefined }[] = [];
let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  airtable = createServer((request, response) => {
    requests.push({ url: request.url, authorization: request.headers.authorization });
    respond(response);
  });
  await new Promise<void>((resolve) => airtable.listen(0, "127.0.0.1", resolve));
  const { port } = airtable.address() as AddressInfo;
  server = await startTestServer({ worker: false, env: { AIRTABLE_URL: `http://127.0.0.1:${port}` } });
  admin = await signedIn(server, { sessionKind: "admin" });
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  await server.close();
  airtable.closeAllConnections();
  await new Promise((resolve) => airtable.close(resolve));
});

const respondWith = (status: number, body: unknown) => {
  respond = (response) =>
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));
};
const testConnection = (body: object) => admin.client.post("/admin/api/companies/test-airtable", body);
const createCompany = async (fields: object) =>
  (await admin.client.post("/admin/api/companies", { name: "Verbonden B.V.", ...fields })).body["id"] as string;

const NO_TABLES =
  "In de base ontbreken de tabellen Leads, Messages, Adjustments, Queue, Meetings, Prompts en Invitations.";

test("the schema of the base is requested with the entered token", async () => {
  respondWith(200, { tables: [] });
  const result = await testConnection({ airtableBaseId: BASE, airtableApiKey: TOKEN });
  expect([result.status, result.body]).toEqual([
    200,
    {
      ok: false,
      message: `De verbinding werkt. Koppel nog 7 tabellen: sla op en kies daarna Velden koppelen. ${NO_TABLES}`,
      needsMapping: true,
      problems: [NO_TABLES],
    },
  ]);
  expect(requests).toEqual([
    { url: `/v0/meta/bases/${BASE}/tables`, authorization: `Bearer ${TOKEN}` },
    { url: "/v0/meta/bases", authorization: `Bearer ${TOKEN}` },
    { url: `/v0/bases/${BASE}/webhooks`, authorization: `Bearer ${TOKEN}` },
  ]);
});

// As at Airtable: everybody who can read a base may list its webhooks, and only a creator may create one.
test.each([
  ["create", [], []],
  ["edit", [], [/mist webhook:manage .* geen Creator van de base/]],
  ["comment", [/mist .*data\.records:write .*webhook:manage/], []],
  ["read", [/mist .*data\.records:write .*webhook:manage/], []],
  ["none", [/mist .*data\.records:write .*webhook:manage/], []],
  ["onbekend", [], []],
])(
  "an owner of the token with the permission level %s is told what that lacks",
  async (permissionLevel, problems, remarks) => {
    respond = (response) => {
      const isList = response.req.url === "/v0/meta/bases";
      const body = isList ? { bases: [{ id: BASE, name: "Verkoop", permissionLevel }] } : { tables: [], webhooks: [] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const { body } = await testConnection({ airtableBaseId: BASE, airtableApiKey: TOKEN });
    const textsOf = (name: string) => ((body[name] ?? []) as string[]).filter((text) => text !== NO_TABLES);
    expect(textsOf("problems")).toEqual(problems.map((text) => expect.stringMatching(text)));
    expect(textsOf("remarks")).toEqual(remarks.map((text) => expect.stringMatching(text)));
  },
);

test("the schema of a base may exceed the default limit of responses", async () => {
  const table = (nth: number) => ({
    id: `tbl${nth}`,
    name: `Tabel ${nth}`,
    description: "x".repeat(10_000),
    fields: [],
  });
  respondWith(200, { tables: Array.from({ length: 200 }, (_, nth) => table(nth)) });
  expect((await testConnection({ airtableBaseId: BASE, airtableApiKey: TOKEN })).body["message"]).toMatch(
    /^De verbinding werkt/,
  );
});

test.each([
  [
    401,
    { error: { type: "AUTHENTICATION_REQUIRED", message: "Authentication required" } },
    /weigert het toegangstoken/,
  ],
  [403, { error: { type: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND" } }, /kent deze base niet, of .* geen toegang/],
  [404, { error: "NOT_FOUND" }, /kent deze base niet/],
  [429, { errors: [{ error: "RATE_LIMIT_REACHED", message: "…" }] }, /te veel verzoeken/],
  [429, { errors: [{ error: "PUBLIC_API_BILLING_LIMIT_EXCEEDED", message: "…" }] }, /maandelijkse aantal/],
  [500, "stack trace with secrets", /onverwacht antwoord/],
  [503, "", /onverwacht antwoord/],
  [302, "", /onverwacht antwoord/],
  [200, "no json", /onverwacht antwoord/],
  [200, { bases: [] }, /onverwacht antwoord/],
])("response %i %j is explained to the user", async (status, body, text) => {
  respondWith(status, body);
  const result = await testConnection({ airtableBaseId: BASE, airtableApiKey: TOKEN });
  expect([result.status, result.body["ok"]]).toEqual([200, false]);
  expect(result.body["message"]).toMatch(text);
  expect(result.text).not.toContain("stack trace");
});

test("a closed connection is reported as unreachable", async () => {
  respond = (response) => response.destroy();
  expect((await testConnection({ airtableBaseId: BASE, airtableApiKey: TOKEN })).body).toEqual({
    ok: false,
    message: "Airtable is niet bereikbaar. Probeer het later opnieuw.",
  });
});

test.each([
  [{}, "Er is nog geen base-id ingevuld."],
  [{ airtableBaseId: " ", airtableApiKey: TOKEN }, "Er is nog geen base-id ingevuld."],
  [{ airtableBaseId: null, airtableApiKey: TOKEN }, "Er is nog geen base-id ingevuld."],
  [{ airtableBaseId: "appTeKort", airtableApiKey: TOKEN }, /De base-id klopt niet/],
  [{ airtableBaseId: "app/../../v0/abcd", airtableApiKey: TOKEN }, /De base-id klopt niet/],
  [{ airtableBaseId: BASE }, "Er is nog geen toegangstoken ingevuld."],
  [{ airtableBaseId: BASE, airtableApiKey: "key123" }, /begint met pat/],
  [{ airtableBaseId: BASE, airtableApiKey: "pat\r\nHost: elders" }, /begint met pat/],
])("%j is refused without a request to Airtable", async (body, text) => {
  const result = await testConnection(body);
  expect([result.status, result.body["ok"]]).toEqual([200, false]);
  expect(result.body["message"]).toMatch(text);
  expect(requests).toEqual([]);
});

test("blank fields are taken from the stored company", async () => {
  respondWith(200, { tables: [] });
  const companyId = await createCompany({ airtableBaseId: BASE, airtableApiKey: TOKEN });
  await testConnection({ companyId });
  await testConnection({ companyId, airtableBaseId: "", airtableApiKey: "" });
  await testConnection({ companyId, airtableBaseId: "appAnderEnBase123" });
  await testConnection({ companyId, airtableApiKey: "patEenAnder" });
  expect(requests.filter(({ url }) => url?.endsWith("/tables"))).toEqual([
    { url: `/v0/meta/bases/${BASE}/tables`, authorization: `Bearer ${TOKEN}` },
    { url: `/v0/meta/bases/${BASE}/tables`, authorization: `Bearer ${TOKEN}` },
    { url: "/v0/meta/bases/appAnderEnBase123/tables", authorization: `Bearer ${TOKEN}` },
    { url: `/v0/meta/bases/${BASE}/tables`, authorization: "Bearer patEenAnder" },
  ]);
});

test("a stored token that cannot be decrypted has to be entered again", async () => {
  const [companyId, other] = [
    await createCompany({ airtableBaseId: BASE }),
    await createCompany({ airtableApiKey: TOKEN }),
  ];
  await server.query(
    "update companies set airtable_token_encrypted = (select airtable_token_encrypted from companies where id = $2) where id = $1",
    [companyId, other],
  );
  expect((await testConnection({ companyId })).body["message"]).toMatch(/kan niet meer worden gelezen/);
  expect(requests).toEqual([]);
});

test("an unknown company is not found", async () => {
  expect((await testConnection({ companyId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" })).status).toBe(404);
});

test("testing a connection writes nothing", async () => {
  respondWith(200, { tables: [] });
  const companyId = await createCompany({ airtableBaseId: BASE, airtableApiKey: TOKEN });
  const before = await fingerprint(server);
  await testConnection({ companyId });
  expect(await fingerprint(server)).toEqual(before);
});

test("an unreachable Airtable is reported", async () => {
  const alone = await startTestServer({ worker: false, env: { AIRTABLE_URL: "http://127.0.0.1:9" } });
  const { client } = await signedIn(alone, { sessionKind: "admin" });
  const result = await client.post("/admin/api/companies/test-airtable", {
    airtableBaseId: BASE,
    airtableApiKey: TOKEN,
  });
  expect(result.body["message"]).toBe("Airtable is niet bereikbaar. Probeer het later opnieuw.");
  await alone.close();
});
