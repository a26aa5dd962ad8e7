import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCompany, makeUser } from "#testing/account-factories.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openTestDatabase } from "#testing/test-server.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

let testDatabase: TestDatabase;
let database: Database;
let companyId: string;
let otherCompanyId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.query(`
    create table notes (company_id uuid not null references companies (id), id uuid default gen_random_uuid(), text text,
      primary key (company_id, id));
    call protect_tenant_table('notes')`);
  database = openTestDatabase(testDatabase.url);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const insertNote = (ownerId: string, text: string, tenantId = ownerId) =>
  database.tenant(tenantId).run(sql`insert into notes (company_id, text) values (${ownerId}, ${text})`);
const textsOf = async (tenantId: string) =>
  (await database.tenant(tenantId).rows<{ text: string }>(sql`select text from notes order by text`)).map(
    ({ text }) => text,
  );

beforeEach(async () => {
  companyId = (await makeCompany(database)).id;
  otherCompanyId = (await makeCompany(database)).id;
  await insertNote(companyId, "van ons");
  await insertNote(otherCompanyId, "van hen");
});

test("a company sees its own rows, whatever the query says", async () => {
  expect(await textsOf(companyId)).toEqual(["van ons"]);
  const found = await database
    .tenant(companyId)
    .rows(sql`select text from notes where company_id = ${otherCompanyId} or true`);
  expect(found).toEqual([{ text: "van ons" }]);
  expect(await database.tenant(companyId).row(sql`select count(*)::int as count from notes`)).toEqual({ count: 1 });
});

test("a company cannot change or remove another's rows", async () => {
  expect(await database.tenant(companyId).run(sql`update notes set text = 'gekaapt'`)).toBe(1);
  expect(await database.tenant(companyId).run(sql`delete from notes where company_id = ${otherCompanyId}`)).toBe(0);
  expect(await textsOf(otherCompanyId)).toEqual(["van hen"]);
});

test("a company cannot write a row into another", async () => {
  await expect(insertNote(otherCompanyId, "ondergeschoven", companyId)).rejects.toThrow("row-level security");
  const moved = database.tenant(companyId).run(sql`update notes set company_id = ${otherCompanyId}`);
  await expect(moved).rejects.toThrow("row-level security");
  expect(await textsOf(otherCompanyId)).toEqual(["van hen"]);
});

test.each([
  ["no company", ""],
  ["a company that does not exist", randomUUID()],
])("%s sees nothing", async (_what, tenantId) => {
  expect(await textsOf(tenantId)).toEqual([]);
  expect(await database.tenant(tenantId).rows(sql`select id from companies`)).toEqual([]);
  expect(await database.tenant(tenantId).rows(sql`select id from users`)).toEqual([]);
  await expect(insertNote(companyId, "ondergeschoven", tenantId)).rejects.toThrow("row-level security");
});

test("concurrent queries of many companies on a few connections do not mix", async () => {
  const companies = await Promise.all(Array.from({ length: 6 }, () => makeCompany(database)));
  await Promise.all(companies.map(({ id }) => insertNote(id, id)));
  const requestedIds = Array.from({ length: 60 }, (_, nth) => companies[nth % companies.length]?.id ?? "");
  const found = await Promise.all(
    requestedIds.map((id, nth) =>
      nth % 2
        ? textsOf(id)
        : database.tenant(id).transaction((db) => db.rows<{ text: string }>(sql`select text from notes`)),
    ),
  );
  for (const [nth, texts] of found.entries()) {
    expect(texts.map((row) => (typeof row === "string" ? row : row.text))).toEqual([requestedIds[nth]]);
  }
});

test("a tenant sees its own company and colleagues, and nobody else's", async () => {
  const colleague = await makeUser(database, companyId);
  await makeUser(database, otherCompanyId);
  const db = database.tenant(companyId);
  expect(await db.rows(sql`select id from companies`)).toEqual([{ id: companyId }]);
  expect(await db.rows(sql`select id from users`)).toEqual([{ id: colleague.id }]);
});

test.each([
  ["password hashes", sql`select password_hash from users`],
  ["everything of its users", sql`select * from users`],
  ["sessions", sql`select 1 from sessions`],
  ["reset links", sql`select 1 from password_resets`],
  ["the usernames and e-mail addresses of all companies", sql`select 1 from sign_in_names`],
  ["sign-in failures", sql`select 1 from sign_in_failures`],
  ["encrypted secrets", sql`select airtable_token_encrypted from companies`],
])("a tenant cannot read %s", async (_what, query) => {
  await expect(database.tenant(companyId).rows(query)).rejects.toThrow("permission denied");
});

test.each([
  ["make its users admins", sql`update users set role = 'super_admin'`],
  ["activate its company", sql`update companies set is_active = true`],
  ["delete users", sql`delete from users`],
  ["create a table", sql`create table own (id int)`],
  ["turn off row-level security", sql`alter table notes disable row level security`],
])("a tenant cannot %s", async (_what, query) => {
  await expect(database.tenant(companyId).run(query)).rejects.toThrow(/permission denied|must be owner/);
});

test("the platform has no right to a tenant's rows", async () => {
  await expect(database.platform.rows(sql`select 1 from notes`)).rejects.toThrow("permission denied");
});
