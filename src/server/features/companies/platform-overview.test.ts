import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SyncHealth } from "#contract/airtable.ts";
import type { PlatformOverview } from "#contract/companies.ts";
import { sql } from "#platform/database/sql.ts";
import { makeCompany, makeUser } from "#testing/account-factories.ts";
import { type SignedIn, signedIn, signInAs } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  await server.query("truncate companies, users, audit_log cascade");
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const database = () => server.platform.database;
const stats = async () => (await admin.client.get("/admin/api/stats")).body;
const overview = async () => (await admin.client.get("/admin/api/overview")).body as unknown as PlatformOverview;
const connect = (id: string, base: string | null, token: string | null) =>
  database().platform.run(sql`
    update companies set airtable_base_id = ${base}, airtable_token_encrypted = ${token} where id = ${id}`);

test("the counters exclude deleted companies", async () => {
  const [active, inactive] = [await makeCompany(database()), await makeCompany(database(), { isActive: false })];
  const deleted = await makeCompany(database(), { deletedAt: new Date() });
  await makeUser(database(), active.id);
  await makeUser(database(), inactive.id, { isActive: false });
  await makeUser(database(), deleted.id);
  await makeUser(database(), null, { role: "super_admin" });
  expect(await stats()).toEqual({ totalCompanies: 3, activeCompanies: 2, totalUsers: 4, activeUsers: 3 });
});

test("an invited user counts as active from the first sign-in on", async () => {
  const [invited, signedInBefore] = [
    await makeUser(database(), admin.company.id),
    await makeUser(database(), admin.company.id),
  ];
  await server.query("update users set invitation_sent_at = now() where id = any ($1)", [
    [invited.id, signedInBefore.id],
  ]);
  await server.query("update users set last_sign_in_at = now() where id = $1", [signedInBefore.id]);
  expect(await stats()).toMatchObject({ totalUsers: 3, activeUsers: 2 });
});

test("a company with a paused synchronisation is listed", async () => {
  await connect(admin.company.id, "appAbCdEfGhIjKlMn", "v1");
  await server.query(
    "insert into sync_states (company_id, paused_at, paused_by, pause_reason) values ($1, now(), 'Anna Bakker', 'Verhuizing')",
    [admin.company.id],
  );
  const { id, name } = admin.company;
  const reason = "De synchronisatie met Airtable is gepauzeerd.";
  expect((await overview()).troubled).toEqual([{ id, name, reason }]);
  expect((await admin.client.get("/admin/api/sync")).body).toMatchObject([
    { companyId: id, paused: { by: "Anna Bakker", since: expect.any(String) } },
  ]);
});

test("a company with a problem is listed with the reason", async () => {
  await connect(admin.company.id, "appAbCdEfGhIjKlMn", "v1");
  const [none, noToken, noBase, off, offAlone, fine] = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((nth) => makeCompany(database(), { isActive: nth < 4 || nth === 6 })),
  );
  if (!none || !noToken || !noBase || !off || !offAlone || !fine) throw new Error("a company is missing");
  await connect(noToken.id, "appAbCdEfGhIjKlMn", null);
  await connect(noBase.id, null, "v1");
  await connect(fine.id, "appAbCdEfGhIjKlMn", "v1");
  await makeUser(database(), off.id);
  await makeUser(database(), off.id);
  await makeUser(database(), offAlone.id, { isActive: false });
  const deleted = await makeCompany(database(), { deletedAt: new Date() });

  const reasons = Object.fromEntries((await overview()).troubled.map(({ id, reason }) => [id, reason]));
  expect(reasons).toEqual({
    [none.id]: "Airtable is nog niet ingesteld.",
    [noToken.id]: "Airtable is nog niet ingesteld: het toegangstoken ontbreekt.",
    [noBase.id]: "Airtable is nog niet ingesteld: de base-id ontbreekt.",
    [off.id]: "Het bedrijf is inactief, maar heeft nog 2 actieve gebruikers.",
  });
  expect(reasons).not.toHaveProperty(deleted.id);
});

test("companies with a failing synchronisation are listed first, with Airtable's error", async () => {
  const setFailures = (id: string, failures: number) =>
    server.query("insert into sync_states (company_id, failures, last_problem) values ($1, $2, $3)", [
      id,
      failures,
      failures > 0 ? "Airtable weigert het toegangstoken." : null,
    ]);
  const [failing, recovered, off, deleted] = [
    admin.company,
    await makeCompany(database()),
    await makeCompany(database(), { isActive: false }),
    await makeCompany(database(), { deletedAt: new Date() }),
  ];
  await makeCompany(database());
  for (const { id } of [failing, recovered, off, deleted]) {
    await connect(id, "appAbCdEfGhIjKlMn", "v1");
    await setFailures(id, id === recovered.id ? 0 : 3);
  }
  const { troubled } = await overview();
  expect(troubled.map(({ reason }) => reason)).toEqual([
    "De synchronisatie met Airtable mislukt: Airtable weigert het toegangstoken.",
    "Airtable is nog niet ingesteld.",
  ]);
  expect(troubled[0]).toMatchObject({ id: failing.id, name: failing.name });
});

test("a base that was never mapped is a next step and not a failure, here and in the company's own overview", async () => {
  const member = await signedIn(server, { role: "company_admin" });
  const { id, name } = member.company;
  await connect(admin.company.id, "appAbCdEfGhIjKlMn", "v1");
  await connect(id, "appOpQrStUvWxYz12", "v1");
  await server.query(
    "insert into sync_states (company_id, failures, last_problem) values ($1, 2, 'Deze base heeft andere tabellen.')",
    [id],
  );
  await server.query(
    "insert into sync_runs (company_id, status, tables, started_at, problem_kind) values ($1, 'failed', '{leads}', now(), 'not_mapped')",
    [id],
  );
  const awaitsMapping = async () => {
    const health = (await admin.client.get("/admin/api/sync")).body as unknown as SyncHealth[];
    return health.map(({ companyId, awaitsMapping }) => [companyId, awaitsMapping]);
  };
  const ofCompany = async () => (await member.client.get("/api/overview")).body["problems"];
  const reason = "Airtable is nog niet ingesteld: de velden zijn nog niet gekoppeld.";
  expect((await overview()).troubled).toEqual([{ id, name, reason }]);
  expect(await ofCompany()).toEqual([{ kind: "sync", text: reason }]);
  expect(await awaitsMapping()).toContainEqual([id, true]);
  expect(await awaitsMapping()).toContainEqual([admin.company.id, false]);

  // Once records were read, missing tables are a failure.
  await server.query("update sync_states set first_sync_ended_at = now() where company_id = $1", [id]);
  expect(await awaitsMapping()).toContainEqual([id, false]);
  const failed = "Deze base heeft andere tabellen.";
  expect((await overview()).troubled).toEqual([
    { id, name, reason: `De synchronisatie met Airtable mislukt: ${failed}` },
  ]);
  expect(await ofCompany()).toEqual([{ kind: "sync", text: `De synchronisatie met Airtable lukt niet: ${failed}` }]);
});

test("the ten latest sign-ins of workspace and admin panel are listed, newest first", async () => {
  const user = await makeUser(database(), admin.company.id, { role: "super_admin" });
  for (let nth = 0; nth < 10; nth++) {
    server.clock.advance(1000);
    await signInAs(server, user, nth % 2 ? "admin" : "main");
  }
  const { recentSignIns } = await overview();
  expect(recentSignIns).toHaveLength(10);
  expect(recentSignIns.map(({ sessionKind }) => sessionKind).slice(0, 3)).toEqual(["admin", "main", "admin"]);
  expect(recentSignIns[0]).toEqual({
    userId: user.id,
    name: "Anna Jansen",
    companyName: admin.company.name,
    at: expect.any(String),
    sessionKind: "admin",
  });
});

test("recently deleted companies are listed too", async () => {
  const deleted = await makeCompany(database(), { deletedAt: new Date() });
  await makeCompany(database(), { deletedAt: new Date(0) });
  expect((await overview()).deleted).toMatchObject([{ id: deleted.id, name: deleted.name, userCount: 0 }]);
});
