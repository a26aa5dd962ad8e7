import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RULES } from "./boundaries/rules.ts";
import { checkBoundaries } from "./check-boundaries.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "usa-boundaries-"));
});

afterEach(() => rmSync(root, { recursive: true }));

function writeFiles(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A file, one that it must not import, and the rule that forbids it. */
const FORBIDDEN: [file: string, target: string, reason: string][] = [
  ["src/contract/leads.ts", "src/web/lib/dates.ts", "the contract imports no other part of the project"],
  ["src/contract/leads.ts", "src/server/app.ts", "the contract imports no other part of the project"],
  ["src/web/lib/client.ts", "src/server/app.ts", "the web uses the server only through the contract"],
  ["src/web/lib/client.test.ts", "src/server/app.ts", "the web uses the server only through the contract"],
  ["src/server/app.ts", "src/web/lib/dates.ts", "the server does not import the web"],
  ["src/sandbox/mail.ts", "src/server/app.ts", "the sandbox imports no other part of the project"],
  ["src/sandbox/mail.ts", "src/web/lib/dates.ts", "the sandbox imports no other part of the project"],
  ["src/sandbox/mail.ts", "src/contract/leads.ts", "the sandbox imports no other part of the project"],
  ["src/server/main.ts", "src/sandbox/app.ts", "the product does not import the sandbox"],
  ["src/web/app/main.tsx", "src/sandbox/app.ts", "the product does not import the sandbox"],
  [
    "src/server/platform/mail.ts",
    "src/server/features/leads/leads.service.ts",
    "the platform does not import features",
  ],
  ["src/server/platform/mail.ts", "src/server/app.ts", "the platform does not import the application"],
  ["src/server/platform/mail.ts", "src/server/commands/backup.ts", "the platform does not import the application"],
  [
    "src/server/features/queue/queue.service.ts",
    "src/server/features/leads/leads.queries.ts",
    "a server feature imports only the service of another",
  ],
  [
    "src/web/features/queue/queue.page.tsx",
    "src/web/features/leads/lead-card.tsx",
    "web features do not import each other",
  ],
  ["src/web/features/queue/queue.page.tsx", "src/web/app/router.ts", "web features do not import the app"],
  ["src/web/ui/table.tsx", "src/web/features/leads/lead-card.tsx", "ui does not import features"],
  ["src/web/ui/table.tsx", "src/web/app/router.ts", "ui does not import the app"],
  ["src/web/ui/table.tsx", "src/contract/leads.ts", "ui does not import the contract"],
  ["src/web/lib/client.ts", "src/web/features/leads/lead-card.tsx", "lib does not import features"],
  ["src/web/lib/client.ts", "src/web/app/router.ts", "lib does not import the app"],
  ["src/server/app.test.ts", "src/server/other.test.ts", "nothing imports a test"],
  ["src/server/app.ts", "src/server/testing/database.ts", "only tests import test support"],
  ["src/server/app.ts", "src/server/features/leads/lead.fixture.ts", "only tests import test support"],
  ["src/server/app.ts", "scripts/tool.ts", "the product does not import its tools"],
  ["e2e/test.ts", "trials/trial.ts", "only trials import trials"],
  [
    "trials/attack/fuzz.ts",
    "e2e/browser/sign-in.ts",
    "a trial does not import the web; of e2e it imports only e2e/product",
  ],
  [
    "trials/attack/fuzz.ts",
    "src/web/lib/client.ts",
    "a trial does not import the web; of e2e it imports only e2e/product",
  ],
];

describe("a violation of each rule is found", () => {
  test.each(FORBIDDEN)("%s → %s", (file, target, reason) => {
    const up = "../".repeat(file.split("/").length - 1);
    writeFiles({ [file]: `\nimport { x } from "${up}${target}";\n`, [target]: "export const x = 1;\n" });
    const { modules, violations } = checkBoundaries(root);
    expect(modules).toBe(2);
    expect(violations).toContain(`${file}:2 imports ${target}: ${reason}`);
  });

  test("a subpath import of package.json is resolved to its file", () => {
    writeFiles({
      "package.json": JSON.stringify({ imports: { "#server/*": "./src/server/*" } }),
      "src/contract/leads.ts": 'import { x } from "#server/app.ts";\n',
      "src/server/app.ts": "export const x = 1;\n",
    });
    expect(checkBoundaries(root).violations).toEqual([
      "src/contract/leads.ts:1 imports src/server/app.ts: the contract imports no other part of the project",
    ]);
  });

  test("every rule is covered", () => {
    const covered = new Set(FORBIDDEN.map(([, , reason]) => reason));
    expect(RULES.map(({ reason }) => reason).filter((reason) => !covered.has(reason))).toEqual([]);
  });

  test("a package other than zod in the contract", () => {
    writeFiles({ "src/contract/leads.ts": 'import { z } from "zod";\nimport { format } from "date-fns";\n' });
    expect(checkBoundaries(root).violations).toEqual([
      "src/contract/leads.ts:2 imports date-fns: the contract may only import zod",
    ]);
  });

  test("a missing file", () => {
    writeFiles({ "src/server/app.ts": 'import "./gone.ts";\n' });
    expect(checkBoundaries(root).violations).toEqual(["src/server/app.ts:1 imports ./gone.ts: there is no such file"]);
  });

  test("an import cycle, also one of types only", () => {
    writeFiles({
      "src/server/a.ts": 'import type { B } from "./b.ts";\n',
      "src/server/b.ts": 'import { c } from "./c.ts";\n',
      "src/server/c.ts": 'import { a } from "./a.ts";\n',
    });
    expect(checkBoundaries(root).violations).toEqual([
      "src/server/a.ts is in an import cycle: src/server/a.ts → src/server/b.ts → src/server/c.ts → src/server/a.ts",
    ]);
  });

  test.each([
    ["a tagged template", "export const find = () => sql`SELECT 1`;"],
    ["a typed template", "export const find = () => sql<Row>`SELECT 1`;"],
    ["a string passed to query()", 'export const find = (db) => db.query("select 1");'],
    ["a template passed to query()", "export const find = (db) => db.query(`\n  DELETE FROM lead`);"],
  ])("SQL outside the queries, as %s", (_, code) => {
    writeFiles({ "src/server/features/leads/leads.service.ts": code });
    expect(checkBoundaries(root).violations).toEqual([
      "src/server/features/leads/leads.service.ts:1 contains SQL: it belongs in a *.queries.ts",
    ]);
  });
});

describe("every kind of import is found", () => {
  test.each([
    ["a value", 'import { x } from "../server/app.ts";'],
    ["a type", 'import type { X } from "../server/app.ts";'],
    ["a side-effect import", 'import "../server/app.ts";'],
    ["a dynamic import", 'const app = await import("../server/app.ts");'],
    ["a dynamic import of a template", "const app = await import(`../server/app.ts`);"],
    ["a re-export", 'export { x } from "../server/app.ts";'],
    ["a re-export of everything", 'export * from "../server/app.ts";'],
    ["an import type", 'type X = import("../server/app.ts").X;'],
    ["an import type in a typeof", 'type X = typeof import("../server/app.ts");'],
  ])("%s", (_, code) => {
    writeFiles({ "src/web/page.tsx": code, "src/server/app.ts": "" });
    expect(checkBoundaries(root).violations).toEqual([
      "src/web/page.tsx:1 imports src/server/app.ts: the web uses the server only through the contract",
    ]);
  });
});

test("allowed imports pass", () => {
  writeFiles({
    "src/contract/leads.ts": 'import { z } from "zod";\nexport const lead = z.object({});\n',
    "src/contract/leads.test.ts": 'import { test } from "vitest";\nimport { lead } from "./leads.ts";\n',
    "src/server/features/leads/leads.queries.ts": "export const find = () => sql`SELECT 1`;\n",
    "src/server/features/leads/leads.service.ts": 'import { find } from "./leads.queries.ts";\n',
    "src/server/features/queue/queue.service.ts": 'import { list } from "../leads/leads.service.ts";\n',
    "src/server/features/queue/queue.test.ts":
      'import { start } from "../../../sandbox/app.ts";\nimport { db } from "../../testing/db.ts";\n',
    "src/server/platform/database.ts": 'export const ping = (db) => db.query("SELECT 1");\n',
    "src/server/testing/db.ts": "export const db = sql`SELECT 1`;\n",
    "src/sandbox/app.ts": 'import { createServer } from "node:http";\n',
    "src/web/features/leads/leads.page.tsx":
      'import { lead } from "../../../contract/leads.ts";\nimport "../../ui/table.tsx";\nimport "./leads.css?inline";\n',
    "src/web/features/leads/leads.css": "",
    "src/web/ui/table.tsx": "export const Table = () => <table />;\n",
    "src/web/app/router.ts": 'import { page } from "../features/leads/leads.page.tsx";\n',
    "e2e/journey.test.ts": 'import { db } from "../src/server/testing/db.ts";\n',
  });
  expect(checkBoundaries(root).violations).toEqual([]);
});

test("a service exports no SQL", () => {
  writeFiles({
    "src/server/features/leads/leads.queries.ts": [
      "export const emailsOf = (id: string): Sql => sql`array(select email from leads)`;",
      "export const isVisible = sql`not l.erased`;",
      "export const newest = () => prepared(sql`select 1`);",
      "export const countLeads = (): ReadQuery<object> => ({ statement: sql`select count(*) from leads` });",
      "export const findLead = ({ db }) => db.row(sql`select 1`);",
    ].join("\n"),
    "src/server/features/leads/leads.service.ts":
      'export { emailsOf } from "./leads.queries.ts";\nexport { countLeads, findLead, isVisible, newest as n } from "./leads.queries.ts";\n',
    "src/server/features/leads/views.queries.ts":
      "export const isShared = sql`v.shared`;\nexport const findView = 1;\n",
    "src/server/features/leads/views.service.ts": '\nexport * from "./views.queries.ts";\n',
  });
  const exported = (line: number, name: string, file = "leads") =>
    `src/server/features/leads/${file}.service.ts:${line} exports the SQL ${name}: make it a SQL function, a result, or a complete ReadQuery`;
  expect(checkBoundaries(root).violations).toEqual([
    exported(1, "emailsOf"),
    exported(2, "isVisible"),
    exported(2, "newest"),
    exported(2, "isShared", "views"),
  ]);
});

test("the command fails on a violation, and when it finds no modules", () => {
  const run = () =>
    spawnSync(process.execPath, [join(process.cwd(), "scripts/check-boundaries.ts")], { cwd: root, encoding: "utf8" });
  expect(run()).toMatchObject({ status: 1, stdout: "0 modules, 0 imports, 0 violations\n" });
  writeFiles({ "src/contract/leads.ts": 'import "date-fns";\n' });
  expect(run()).toMatchObject({ status: 1, stdout: "1 modules, 1 imports, 1 violations\n" });
  writeFiles({ "src/contract/leads.ts": 'import "zod";\n' });
  expect(run()).toMatchObject({ status: 0, stdout: "1 modules, 1 imports, 0 violations\n" });
});
