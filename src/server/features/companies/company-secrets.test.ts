import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { decryptSecret, type SecretName } from "./connections.service.ts";

const FIRST = {
  airtableApiKey: "patEersteGeheim.1",
  deliverySecret: "eerste-geheim-van-16",
  aiApiKey: "sk-eerste",
  unipileApiKey: "uni-eerste",
};
const SECOND = {
  airtableApiKey: "patTweedeGeheim.2",
  deliverySecret: "tweede-geheim-van-16",
  aiApiKey: "sk-tweede",
  unipileApiKey: "uni-tweede",
};

let server: TestServer;
let admin: SignedIn;
const log: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    worker: false,
    env: { LOG_LEVEL: "trace" },
    log: { write: (line) => void log.push(line) },
  });
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

interface Encrypted {
  airtable_token_encrypted: string;
  delivery_secret_encrypted: string;
  ai_key_encrypted: string;
  unipile_key_encrypted: string;
}
const encrypted = async (id: string): Promise<Record<SecretName, string>> => {
  const [row] = await server.query<Encrypted>("select * from companies where id = $1", [id]);
  return {
    airtableApiKey: row?.airtable_token_encrypted ?? "",
    deliverySecret: row?.delivery_secret_encrypted ?? "",
    aiApiKey: row?.ai_key_encrypted ?? "",
    unipileApiKey: row?.unipile_key_encrypted ?? "",
  };
};
const decryptAll = async (id: string) => {
  const { secrets } = server.platform;
  const entries = Object.entries(await encrypted(id)) as [SecretName, string][];
  return Object.fromEntries(entries.map(([name, text]) => [name, decryptSecret(secrets, id, name, text)]));
};

const create = async (values: object = FIRST) =>
  (await admin.client.post("/admin/api/companies", { name: "Geheim B.V.", ...values })).body["id"] as string;
const change = (id: string, body: unknown) => admin.client.patch(`/admin/api/companies/${id}`, body);

test("secrets are encrypted for this company and this purpose", async () => {
  const id = await create();
  expect(await decryptAll(id)).toEqual(FIRST);
  const stored = await encrypted(id);
  for (const text of Object.values(stored)) expect(text).toMatch(/^v1\.[\da-f]{12}\./);
  const other = await create({});
  const { secrets } = server.platform;
  expect(() => decryptSecret(secrets, other, "airtableApiKey", stored.airtableApiKey)).toThrow();
  expect(() => decryptSecret(secrets, id, "aiApiKey", stored.airtableApiKey)).toThrow();
});

test("a blank secret keeps the stored one, another replaces it", async () => {
  const id = await create();
  const kept = await change(id, {
    airtableApiKey: "",
    deliverySecret: "",
    aiApiKey: "",
    unipileApiKey: "",
    city: "Hoorn",
  });
  expect(kept.body).toMatchObject({ hasAirtableApiKey: true, hasDeliverySecret: true, hasAiApiKey: true });
  expect(await decryptAll(id)).toEqual(FIRST);
  await change(id, { airtableApiKey: SECOND.airtableApiKey });
  expect(await decryptAll(id)).toEqual({ ...FIRST, airtableApiKey: SECOND.airtableApiKey });
});

test("an id in capitals is the same company, also for decrypting its secrets", async () => {
  const id = await create({});
  await change(id.toUpperCase(), FIRST);
  expect(await decryptAll(id)).toEqual(FIRST);
});

test("the log records that a secret was changed, never its value", async () => {
  const id = await create();
  await change(id, SECOND);
  const lines = await server.query(
    "select action, before, after from audit_log where company_id = $1 order by at, id",
    [id],
  );
  const marks = {
    airtableApiKey: "gewijzigd",
    deliverySecret: "gewijzigd",
    aiApiKey: "gewijzigd",
    unipileApiKey: "gewijzigd",
  };
  expect(lines).toMatchObject([
    { action: "company.created", after: marks },
    { action: "company.updated", before: {}, after: marks },
  ]);
});

test("the log has the hosts of webhooks and workflows, whose paths are secrets of the receiving program", async () => {
  const id = await create({
    deliveryWebhookUrl: "http://127.0.0.1:1/geheim-1",
    workflowUrls: { "allocate-leads": "http://127.0.0.1:1/geheim-2" },
  });
  const paths = {
    deliveryWebhookUrl: "http://127.0.0.1:1/geheim-3",
    workflowUrls: { "allocate-leads": "http://127.0.0.1:2/geheim-4" },
  };
  expect((await change(id, paths)).body).toMatchObject(paths);
  const lines = await server.query("select before, after from audit_log where company_id = $1 order by at, id", [id]);
  const hosts = { deliveryWebhookUrl: "127.0.0.1:1", workflowUrls: { "allocate-leads": "127.0.0.1:1" } };
  expect(lines).toMatchObject([
    { before: null, after: hosts },
    {
      before: hosts,
      after: { deliveryWebhookUrl: "127.0.0.1:1 (gewijzigd)", workflowUrls: { "allocate-leads": "127.0.0.1:2" } },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain("geheim-");
});

test("no secret is in a response, the audit log or the server's log", async () => {
  const id = await create();
  const responses = [
    await change(id, SECOND),
    await change(id, { ...SECOND, airtableApiKey: "geen-pat-maar-geheim" }),
    await admin.client.get("/admin/api/companies"),
    await admin.client.get("/admin/api/overview"),
    await admin.client.get("/admin/api/audit"),
    await admin.client.get("/admin/api/audit/filter-options"),
    await admin.client.post("/admin/api/companies/test-airtable", {
      companyId: id,
      airtableBaseId: "appAbCdEfGhIjKlMn",
    }),
  ];
  const audit = await server.query("select * from audit_log");
  const everything = [...responses.map(({ text }) => text), JSON.stringify(audit), ...log].join("\n");
  const stored = Object.values(await encrypted(id));
  for (const secret of [...Object.values(FIRST), ...Object.values(SECOND), ...stored, "geen-pat-maar-geheim"]) {
    expect(everything).not.toContain(secret);
  }
  expect(log.length).toBeGreaterThan(5);
});

test("the tenant role cannot read the encrypted secrets", async () => {
  const id = await create();
  const tenant = server.platform.database.tenant(id);
  const ask = (column: string) => tenant.rows({ parts: [`select ${column} from companies`], values: [] });
  expect(await ask("name")).toEqual([{ name: "Geheim B.V." }]);
  for (const column of ["airtable_token_encrypted", "delivery_secret_encrypted", "ai_key_encrypted", "*"]) {
    await expect(ask(column)).rejects.toThrow("permission denied");
  }
});

test("a key is dropped when the origin of its address changes, and kept when only the path does", async () => {
  const addresses = { aiBaseUrl: "http://127.0.0.1:9/v1", unipileUrl: "http://127.0.0.1:9" };
  const id = await create({ ...FIRST, ...addresses });
  const keys = async () => {
    const { aiApiKey, unipileApiKey } = await encrypted(id);
    return [Boolean(aiApiKey), Boolean(unipileApiKey)];
  };
  expect((await change(id, { ...addresses, aiBaseUrl: "http://127.0.0.1:9/v2" })).status).toBe(200);
  expect(await keys()).toEqual([true, true]);
  await change(id, { aiBaseUrl: "http://127.0.0.1:10/v1" });
  expect(await keys()).toEqual([false, true]);
  await change(id, { unipileUrl: "" });
  expect(await keys()).toEqual([false, false]);
  await change(id, { unipileUrl: "http://127.0.0.1:10", unipileApiKey: "uni-derde" });
  expect(await keys()).toEqual([false, true]);
});
