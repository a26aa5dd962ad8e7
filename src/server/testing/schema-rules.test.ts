import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMissingErasureDeclarations, findViolations, OWNER_FUNCTIONS, PLATFORM_TABLES } from "./schema-rules.ts";
import { createTestDatabase, inspectorUrl, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
let inspector: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  inspector = new pg.Client({ connectionString: inspectorUrl(database.url) });
  await inspector.connect();
});
afterAll(async () => {
  await inspector.end();
  await database.drop();
});

/** Applies SQL, looks for violations and rolls back. */
const violationsWith = async (planted: string): Promise<string[]> => {
  await inspector.query("begin");
  try {
    await inspector.query(planted);
    return await findViolations(inspector);
  } finally {
    await inspector.query("rollback");
  }
};

const protect = (name: string) => `
  alter table ${name} enable row level security;
  alter table ${name} force row level security;
  create policy tenant on ${name} to usa_tenant using (company_id = current_company());
  call grant_backup_read('${name}');`;
const table = (name: string, columns: string) => `create table ${name} (company_id uuid not null, ${columns});`;

test("no table, key, foreign key, view or role makes rows of one company visible to another", async () => {
  expect(await findViolations(inspector)).toEqual([]);
});

test("every listed exception exists", async () => {
  const tables = await inspector.query("select 1 from pg_class where relname = any ($1)", [
    Object.keys(PLATFORM_TABLES),
  ]);
  const functions = await inspector.query("select 1 from pg_proc where proname = any ($1)", [
    Object.keys(OWNER_FUNCTIONS),
  ]);
  expect(tables.rowCount).toBe(Object.keys(PLATFORM_TABLES).length);
  expect(functions.rowCount).toBe(Object.keys(OWNER_FUNCTIONS).length);
});

test("a correct table is no violation", async () => {
  const sound = `${table("sound", "id uuid, name text, primary key (company_id, id), unique (company_id, name)")}
    ${protect("sound")}
    ${table("part", "id uuid, sound_id uuid, primary key (company_id, id), foreign key (company_id, sound_id) references sound")}
    ${protect("part")}
    create view sound_names with (security_invoker = true) as select name from sound;`;
  expect(await violationsWith(sound)).toEqual([]);
});

test.each([
  [
    "without row-level security",
    table("open", "id uuid, primary key (company_id, id)"),
    [
      "open does not force row-level security",
      "open has no policy for the tenant's role",
      "open cannot be read by backups",
    ],
  ],
  [
    "whose owner bypasses row-level security",
    `${table("unforced", "id uuid, primary key (company_id, id)")} ${protect("unforced")}
      alter table unforced no force row level security`,
    ["unforced does not force row-level security"],
  ],
  [
    "that shows every company",
    `${table("shown", "id uuid, primary key (company_id, id)")} ${protect("shown")}
      create policy generous on shown for select to usa_tenant using (true)`,
    ["shown.generous lets a tenant see or write more than its own company"],
  ],
  [
    "that takes rows for every company",
    `${table("taken", "id uuid, primary key (company_id, id)")} ${protect("taken")}
      create policy generous on taken to usa_tenant using (company_id = current_company()) with check (true)`,
    ["taken.generous lets a tenant see or write more than its own company"],
  ],
  [
    "with a policy for all roles",
    `${table("shared", "id uuid, primary key (company_id, id)")} ${protect("shared")}
      create policy everybody on shared using (company_id = current_company())`,
    ["shared.everybody is a policy for all roles"],
  ],
  [
    "whose key does not begin with the company",
    `${table("keyed", "id uuid primary key")} ${protect("keyed")}`,
    ["keyed.keyed_pkey is a key that does not begin with company_id"],
  ],
  [
    "whose names are unique over all companies",
    `${table("named", "id uuid, name text unique, primary key (company_id, id)")} ${protect("named")}`,
    ["named.named_name_key is a key that does not begin with company_id"],
  ],
  [
    "that can point into another company",
    `${table("target", "id uuid, primary key (company_id, id)")} ${protect("target")}
      ${table("pointer", "id uuid, target_company uuid, target_id uuid, primary key (company_id, id), constraint points foreign key (target_company, target_id) references target")}
      ${protect("pointer")}`,
    ["pointer.points is a foreign key between tenant tables that does not begin with company_id"],
  ],
  [
    "without a company that is not listed",
    `create table forgotten (id uuid primary key); alter table forgotten enable row level security;
      alter table forgotten force row level security`,
    ["forgotten has no company_id and is no known platform table", "forgotten cannot be read by backups"],
  ],
  [
    "that backups could change",
    `${table("changed", "id uuid, primary key (company_id, id)")} ${protect("changed")} grant delete on changed to usa_backup`,
    ["changed lets backups write"],
  ],
])("a table %s is found", async (_what, planted, expected) => {
  expect(await violationsWith(planted)).toEqual(expected);
});

test.each([
  [
    "a view that runs with its owner's rights",
    "create view colleagues as select * from users",
    ["colleagues is a view that bypasses row-level security"],
  ],
  [
    "a view that keeps a copy",
    "create materialized view copies as select id from users",
    ["copies is a view that bypasses row-level security"],
  ],
  [
    "a function with the owner's rights",
    "create function peek() returns bigint language sql security definer return (select count(*) from users)",
    [
      "peek is a function with the owner's rights and no listed reason",
      "peek is a function with the owner's rights and no fixed search_path",
    ],
  ],
  [
    "a role that may do too much",
    "alter role usa_tenant bypassrls",
    ["usa_tenant is a role of the app that may bypass row-level security, log in or create roles"],
  ],
  [
    "a role that inherits another's rights",
    "grant usa_platform to usa_tenant",
    ["usa_tenant is a role of the app that has another role's rights"],
  ],
  ["a table of the app's own", "alter table uploads owner to usa_tenant", ["uploads is owned by a role of the app"]],
])("%s is found", async (_what, planted, expected) => {
  expect(await violationsWith(planted)).toEqual(expect.arrayContaining(expected));
});

/** What the database with a change in it does not declare. */
const findUndeclaredAfter = async (change: string): Promise<string[]> => {
  await inspector.query("begin");
  try {
    await inspector.query(change);
    return await findMissingErasureDeclarations(inspector);
  } finally {
    await inspector.query("rollback");
  }
};

test("every table and column says whether it holds personal data", async () => {
  expect(await findMissingErasureDeclarations(inspector)).toEqual([]);
});

test.each([
  ["a new column of a lead", "alter table leads add column nickname text", ["leads.nickname"]],
  ["a new column of a table without personal data", "alter table prompts add column example text", ["prompts.example"]],
  [
    "a new column without a value for after the erasure",
    "alter table leads add column nickname text; comment on column leads.nickname is 'personal'",
    ["leads.nickname"],
  ],
  ["a new table", "create table notes (company_id uuid, id uuid, note text)", ["notes"]],
])("%s without a declaration is caught", async (_what, change, expected) => {
  expect(await findUndeclaredAfter(change)).toEqual(expected);
});

test("a new column with a declaration is fine, and one of rows that are deleted needs none", async () => {
  const change = `
    alter table leads add column nickname text;
    comment on column leads.nickname is 'erased to null';
    alter table leads add column source text;
    comment on column leads.source is 'not erased';
    alter table adjustments add column remark text`;
  expect(await findUndeclaredAfter(change)).toEqual([]);
});
