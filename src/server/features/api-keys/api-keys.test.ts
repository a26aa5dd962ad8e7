import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendTwoAtOnce } from "#testing/concurrent-requests.ts";
import { makeLead } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const DAY = 86_400_000;

let server: TestServer;
let admin: SignedIn;
let logLines: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    worker: false,
    env: { LOG_LEVEL: "trace" },
    log: { write: (line) => void logLines.push(line) },
  });
});
beforeEach(async () => {
  admin = await signedIn(server, { role: "company_admin" });
  logLines = [];
});
afterAll(() => server.close());

const create = async (more: object = {}) => {
  const form = { name: "n8n", scope: "write", expiresInDays: "30", ...more };
  const { status, body } = await admin.client.post("/api/api-keys", form);
  expect(status).toBe(201);
  return body as { token: string; key: { id: string } };
};
const withKey = (token: string) => ({ authorization: `Bearer ${token}` });
const readLeads = async (token: string) => (await server.client().get("/api/all-leads", withKey(token))).status;
const list = async () => (await admin.client.get("/api/api-keys")).body as unknown as Record<string, unknown>[];

test("a key is shown once, and stored as a hash", async () => {
  const { token, key } = await create();
  expect(token).toMatch(/^usa_[\w-]{43}$/);
  expect(await readLeads(token)).toBe(200);
  expect(await list()).toMatchObject([
    { id: key.id, name: "n8n", tokenEnding: token.slice(-4), status: "active", lastUsedAt: expect.any(String) },
  ]);
  expect(JSON.stringify(await list())).not.toContain(token);
  const [stored] = await server.query<{ text: string }>("select t::text as text from api_keys t where id = $1", [
    key.id,
  ]);
  expect(stored?.text).not.toContain(token.slice(4, -4));
  expect(logLines.join("\n")).not.toContain(token.slice(4, -4));
});

test("the audit log records who created and revoked a key, and what was done with it", async () => {
  const { token, key } = await create();
  const lead = await makeLead(server, admin.company.id);
  const body = { classification: "HOT" };
  const changed = await server.client().request("PATCH", `/api/leads/${lead}/classification`, body, withKey(token));
  expect(changed.status).toBe(200);
  await admin.client.delete(`/api/api-keys/${key.id}`);
  await admin.client.delete(`/api/api-keys/${key.id}`);
  const logged = await server.query(
    "select action, actor_name, actor_id from audit_log where company_id = $1 and action <> 'session.opened' order by at",
    [admin.company.id],
  );
  expect(logged).toEqual([
    { action: "api_key.created", actor_name: "Anna Jansen", actor_id: admin.user.id },
    { action: "lead.classified", actor_name: "API-sleutel n8n", actor_id: key.id },
    { action: "api_key.revoked", actor_name: "Anna Jansen", actor_id: admin.user.id },
  ]);
});

test.each<[string, (key: string) => Promise<unknown>]>([
  ["that is revoked", (id) => admin.client.delete(`/api/api-keys/${id}`)],
  ["that has expired", (id) => server.query("update api_keys set expires_at = now() where id = $1", [id])],
  [
    "of an inactive company",
    () => server.query("update companies set is_active = false where id = $1", [admin.company.id]),
  ],
  [
    "of a deleted company",
    () => server.query("update companies set deleted_at = now() where id = $1", [admin.company.id]),
  ],
])("a key %s stops working at once", async (_what, end) => {
  const { token, key } = await create();
  expect(await readLeads(token)).toBe(200);
  await end(key.id);
  expect(await readLeads(token)).toBe(401);
});

test("a key expires on its day", async () => {
  const { token } = await create();
  server.clock.advance(29.9 * DAY);
  expect(await readLeads(token)).toBe(200);
  server.clock.advance(0.2 * DAY);
  expect(await readLeads(token)).toBe(401);
});

test("a wrong key is refused, also with a valid session", async () => {
  const response = await admin.client.get("/api/all-leads", withKey("usa_onbekend"));
  expect([response.status, response.body["message"]]).toEqual([
    401,
    "Deze API-sleutel is onbekend, verlopen of ingetrokken.",
  ]);
});

test("a key sees its own company only", async () => {
  const { token } = await create();
  const mine = await makeLead(server, admin.company.id);
  const other = await signedIn(server);
  await makeLead(server, other.company.id);
  const { body } = await server.client().get("/api/all-leads", withKey(token));
  expect(body["items"]).toMatchObject([{ id: mine }]);
});

test("a company has twenty valid keys at most", async () => {
  await server.query(
    `insert into api_keys (company_id, name, scope, token_hash, token_ending, created_by, created_at, expires_at)
      select $1, 'n8n', 'read', 'x', 'abcd', 'Anna', now(), now() + interval '1 year' from generate_series(1, 20)`,
    [admin.company.id],
  );
  const form = { name: "n8n", scope: "read", expiresInDays: "30" };
  expect((await admin.client.post("/api/api-keys", form)).status).toBe(409);
  await server.query("update api_keys set revoked_at = now() where company_id = $1", [admin.company.id]);
  expect((await admin.client.post("/api/api-keys", form)).status).toBe(201);
});

test("of keys that are created at the same moment, only as many as fit are created", async () => {
  await server.query(
    `insert into api_keys (company_id, name, scope, token_hash, token_ending, created_by, created_at, expires_at)
      select $1, 'n8n', 'read', 'x', 'abcd', 'Anna', now(), now() + interval '1 year' from generate_series(1, 19)`,
    [admin.company.id],
  );
  const form = { name: "n8n", scope: "read", expiresInDays: "30" };
  const created = await sendTwoAtOnce(server, "api_keys", () => admin.client.post("/api/api-keys", form));
  expect(created.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("a key outlives its creator, and the list says that they have left", async () => {
  const colleague = await signedIn(server, { role: "company_admin", company: admin.company });
  const form = { name: "Make", scope: "read", expiresInDays: "30" };
  const { body } = await colleague.client.post("/api/api-keys", form);
  expect(await list()).toMatchObject([{ creatorHasLeft: false }]);
  await server.query("delete from users where id = $1", [colleague.user.id]);
  expect((await colleague.client.get("/api/api-keys")).status).toBe(401);
  expect(await readLeads(String(body["token"]))).toBe(200);
  expect(await list()).toMatchObject([{ creatorHasLeft: true, createdBy: "Anna Jansen" }]);
});
