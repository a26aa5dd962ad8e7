import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { routes } from "#contract/routes.ts";
import { findObjectsToAdapt, findUnroutedTables, recordStatements } from "./citus-checks.ts";
import { allowedRole, listRouteCases, prepareCall, sendCall } from "./route-cases.ts";
import { routeExamples } from "./route-examples.ts";
import { PLATFORM_TABLES } from "./schema-rules.ts";
import { signedIn } from "./signed-in.ts";
import { inspectorUrl } from "./test-database.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const GROWTH = join(import.meta.dirname, "../../../docs/operations/growth.md");
const platformTables = Object.keys(PLATFORM_TABLES);

let server: TestServer;
let inspector: pg.Client;
let tenantTables: ReadonlySet<string>;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  inspector = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
  await inspector.connect();
  const { rows } = await inspector.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  tenantTables = new Set(rows.map(({ name }) => name).filter((name) => !(name in PLATFORM_TABLES)));
});
afterAll(async () => {
  await inspector.end();
  await server.close();
});

/** The rows of the Citus table in growth.md: a kind, and the names in backticks. */
const readDocumented = async (): Promise<Record<string, string[]>> => {
  const rows = (await readFile(GROWTH, "utf8")).matchAll(/^\| ([a-z ]+) \| (`.+?`) \| .+ \|$/gm);
  return Object.fromEntries(
    [...rows].map(([, kind = "", names = ""]) => [
      kind,
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name).sort(),
    ]),
  );
};

const isQuery = (text: string): boolean => /^\s*(select|insert|update|delete|with|merge)\b/i.test(text);
/** An open stream, whose answer does not end. */
const isStream = (path: string): boolean => path === "/api/events";

/** The distinct statements of every route, by database role. */
const recordEveryRoute = async (): Promise<Record<string, Set<string>>> => {
  const recording = recordStatements();
  for (const routeCase of listRouteCases(routes, routeExamples).routeCases) {
    if (isStream(routeCase.route.path)) continue;
    const sessionKind = routeCase.route.access.session === "admin" ? "admin" : "main";
    // A new user for each route, because a route may change the password or end the session.
    const caller = await signedIn(server, { sessionKind, role: allowedRole(routeCase.route) });
    await sendCall(routeCase, await prepareCall(routeCase, { server, ...caller }), caller.client);
  }
  const byRole: Record<string, Set<string>> = {};
  for (const { text, role } of recording.statements())
    if (isQuery(text)) byRole[role] = (byRole[role] ?? new Set()).add(text);
  recording.stop();
  return byRole;
};

test("every statement of a company stays on the company's node, and the platform's own ask only the documented tables of all", async () => {
  const statements = await recordEveryRoute();
  const unrouted = async (role: string) => {
    const found: { tables: string[]; text: string }[] = [];
    for (const text of statements[role] ?? []) {
      const tables = await findUnroutedTables(inspector, text, tenantTables);
      if (tables.length > 0) found.push({ tables, text });
    }
    return found;
  };
  expect(statements["usa_tenant"]?.size).toBeGreaterThan(150);
  expect(await unrouted("usa_tenant")).toEqual([]);
  const ofPlatform = new Set((await unrouted("usa_platform")).flatMap(({ tables }) => tables));
  expect([...ofPlatform].sort()).toEqual((await readDocumented())["table that the platform reads on every node"]);
});

test.each([
  ["a filter by the company", "select id from leads where company_id = $1 and id = $2", []],
  [
    "a join by the company",
    "select 1 from leads l join messages m on m.company_id = l.company_id and m.lead_id = l.id where l.company_id = $1",
    [],
  ],
  [
    "a subquery of the same company",
    "select (select count(*) from messages m where m.company_id = l.company_id) from leads l where l.company_id = $1",
    [],
  ],
  ["an id alone", "select full_name from leads where id = $1", ["leads"]],
  ["a change by id alone", "update messages set content = $1 where id = $2", ["messages"]],
  ["several companies", "select id from leads where company_id = any ($1)", ["leads"]],
  ["the company of the policy", "select id from leads where company_id = current_company()", ["leads"]],
  [
    "a join by id alone",
    "select 1 from leads l join messages m on m.lead_id = l.id where l.company_id = $1",
    ["messages"],
  ],
  [
    "a join by the company, of every company",
    "select 1 from leads l join messages m on m.company_id = l.company_id and m.lead_id = l.id",
    ["leads", "messages"],
  ],
])("%s is judged", async (_what, statement, expected) => {
  expect((await findUnroutedTables(inspector, statement, tenantTables)).sort()).toEqual(expected);
});

test("growth.md names every function, trigger and foreign key that needs a solution on Citus", async () => {
  const { "table that the platform reads on every node": _, ...documented } = await readDocumented();
  expect(documented).toEqual(await findObjectsToAdapt(inspector, platformTables));
});

test.each([
  [
    "a statement trigger",
    "statement trigger",
    "create function planted() returns trigger language plpgsql as 'begin return null; end'; create trigger planted after insert on leads for each statement execute function planted()",
    "planted",
  ],
  [
    "a function",
    "other function",
    "create function planted() returns bigint language sql stable as 'select count(*) from leads'",
    "planted",
  ],
  [
    "a foreign key that sets null",
    "foreign key that sets null",
    "alter table tasks add column message_id uuid, add foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)",
    "tasks.message_id",
  ],
])("%s that is added is found", async (_what, kind, planted, name) => {
  await inspector.query("begin");
  try {
    await inspector.query(planted);
    expect((await findObjectsToAdapt(inspector, platformTables))[kind]).toContain(name);
  } finally {
    await inspector.query("rollback");
  }
});
