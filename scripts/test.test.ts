import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Checkout, makeStubCheckout } from "./stub-checkout.ts";

let checkout: Checkout;
let temporary: string;

beforeAll(async () => {
  checkout = await makeStubCheckout([
    "vitest.config.ts",
    "playwright.config.ts",
    "src/server/platform/database/embedded",
  ]);
  temporary = join(checkout.root, "tmp");
});

beforeEach(async () => {
  await rm(join(checkout.root, "src/server/tests"), { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
});

afterAll(() => checkout.remove());

/** Runs `npm test -- src/server/tests` (or another filter) in the stub checkout, with its own temporary folder. */
function start({ env = {}, filter = "src/server/tests" }: { env?: Record<string, string>; filter?: string } = {}) {
  const { TEST_DATABASE_URL: _, ...rest } = process.env;
  const child = spawn("node", ["scripts/test.mjs", filter], {
    cwd: checkout.root,
    env: { ...rest, TMPDIR: temporary, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({
    code: code as number,
    lastLine: output.trim().split("\n").at(-1),
  }));
  return { child, output: () => output, ended };
}

const leftovers = async () => (await readdir(temporary)).filter((name) => name.startsWith("usa-"));

const testFileOf = (body: string) => `
  import { expect, test } from "vitest";
  import pg from "pg";
  ${body}
`;

const SETTING = "a setting of the environment";
const passing = `
  test("reaches the database", async () => {
    const client = new pg.Client({ connectionString: process.env["TEST_DATABASE_URL"] });
    await client.connect();
    expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await client.end();
  });
  test("does not see the settings of the environment", () =>
    expect(Object.entries(process.env).filter(([, value]) => value === "${SETTING}")).toEqual([]));
`;

/** Every setting of the product, except those that `npm test` itself reads or sets. */
const readSettings = async (): Promise<Record<string, string>> => {
  const source = await readFile("src/server/platform/config.ts", "utf8");
  const names = [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(15);
  const given = names.filter((name) => name !== "DATABASE_URL" && name !== "NODE_ENV");
  return Object.fromEntries(given.map((name) => [name, SETTING]));
};

// The web build counts as one passed test in every run.
test("passing tests are counted, and their database is removed", async () => {
  await checkout.write("src/server/tests/a.test.ts", testFileOf(passing));
  expect(await start({ env: await readSettings() }).ended).toEqual({ code: 0, lastLine: "3 passed, 0 failed" });
  expect(await leftovers()).toEqual([]);
});

test("a failing test, a failing hook and a file that cannot be loaded are a failure each, named with the reason before the totals", async () => {
  await checkout.write(
    "src/server/tests/a.test.ts",
    testFileOf(`${passing} test("is wrong", () => expect(1).toBe(2));`),
  );
  await checkout.write("src/server/tests/b.test.ts", 'import "./gone.ts";');
  await checkout.write(
    "src/server/tests/c.test.ts",
    testFileOf(`test.beforeAll(() => { throw new Error("no build"); }); test("is not run", () => {});`),
  );
  const run = start();
  expect(await run.ended).toEqual({ code: 1, lastLine: "3 passed, 3 failed" });
  expect(run.output().trim().split("\n").slice(-6, -1)).toEqual([
    "✗ src/server/tests/a.test.ts: is wrong (AssertionError: expected 1 to be 2 // Object.is equality)",
    expect.stringMatching(/^✗ src\/server\/tests\/b\.test\.ts: cannot be loaded, or a hook fails \(.*gone\.ts/),
    "✗ src/server/tests/c.test.ts: cannot be loaded, or a hook fails (no build)",
    "web build: 1 passed, 0 failed",
    "unit and HTTP: 2 passed, 3 failed",
  ]);
});

test("a run without tests is a failure", async () => {
  expect(await start().ended).toEqual({ code: 1, lastLine: "1 passed, 1 failed" });
});

test("an error outside every test is a failure", async () => {
  await checkout.write(
    "src/server/tests/a.test.ts",
    testFileOf(`${passing} setTimeout(() => { throw new Error("late"); }, 0);`),
  );
  expect((await start().ended).code).toBe(1);
});

test("an end-to-end test file that cannot be loaded is a failure with its reason", async () => {
  await checkout.write("e2e/broken.test.ts", 'throw new Error("broken");');
  const run = start({ filter: "e2e/broken.test.ts" });
  expect((await run.ended).code).toBe(1);
  expect(run.output()).toMatch(/^✗ e2e: outside the tests \(Error: broken\)$/m);
});

test("a test runner that ends without a report is a failure, also with exit code 0", async () => {
  await checkout.write("e2e/exit.test.ts", "process.exit(0);");
  const run = start({ filter: "e2e/exit.test.ts" });
  expect(await run.ended).toMatchObject({ code: 1, lastLine: "1 passed, 1 failed" });
  expect(run.output()).toContain("✗ the test runner ended with exit code 0 and without a report");
});

test("an interrupted run fails and cleans up", async () => {
  await checkout.write("src/server/tests/a.test.ts", testFileOf('test("waits", () => new Promise(() => {}), 60_000);'));
  const run = start();
  while (!run.output().includes("RUN")) await sleep(50);
  run.child.kill("SIGTERM");
  expect((await run.ended).code).toBe(1);
  expect(await leftovers()).toEqual([]);
});
