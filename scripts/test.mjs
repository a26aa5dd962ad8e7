import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCheck, runChecks } from "./checks.mjs";
import { ensureInstalled } from "./launch/install.mjs";
import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run, signalAll } from "./launch/processes.mjs";
import { main, Problem, print, printError } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";
import { ensureChromium } from "./test-run/chromium.mjs";
import { provideDatabase, runPlaywright, runVitest, testEnvironment } from "./test-run/runners.mjs";

const filters = process.argv.slice(2);
const journeys = filters.filter((filter) => filter.startsWith("e2e"));
const files = filters.filter((filter) => !filter.startsWith("e2e"));
const everything = filters.length === 0;
const withBrowser = existsSync(join(root, "playwright.config.ts")) && (everything || journeys.length > 0);
// Component tests of the web run in Chromium, as a project of vitest.
const withComponents = files.some((file) => !/^(src\/(server|contract|sandbox)|scripts|bench|trials)\b/.test(file));

const results = [];
let interrupted = false;

/** An error in one part counts as its failure; the other parts still run. */
async function part(name, work) {
  if (interrupted) return;
  const result = { name, passed: 0, failed: 0, failures: [] };
  results.push(result);
  try {
    Object.assign(result, await work());
  } catch (error) {
    result.failed++;
    result.failures.push(`${name}: ${error.message ?? error}`);
    printError(error instanceof Problem ? error.message : (error.stack ?? String(error)));
  }
}

async function check() {
  const counts = { passed: 0, failed: 0, failures: [] };
  await runChecks((result) => {
    counts[result.passed ? "passed" : "failed"]++;
    if (!result.passed) counts.failures.push(`check: ${result.name}`);
    print(formatCheck(result));
  });
  return counts;
}

async function buildWeb() {
  await ensureWebBuilt();
  return { passed: 1 };
}

async function checkSizes() {
  const { code, output } = await run(findNode(), ["scripts/check-sizes.ts"], { cwd: root, env: toolEnvironment() });
  if (code !== 0) throw new Problem(output.trim());
  return { passed: 1 };
}

/** Later parts take the browser from the environment. */
async function provideChromium() {
  process.env.CHROMIUM_PATH = await ensureChromium();
}

async function runEverything() {
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), "usa-test-report-"));
  let database;
  try {
    if (withBrowser || withComponents) await part("chromium", provideChromium);
    await part("web build", buildWeb);
    if (everything) await part("sizes", checkSizes);
    if (everything) await part("checks", check);
    database = await provideDatabase();
    const env = testEnvironment({ TEST_DATABASE_URL: database.url });
    if (everything || files.length > 0) await part("unit and HTTP", () => runVitest(files, { env, folder }));
    if (withBrowser && env.CHROMIUM_PATH) await part("browser", () => runPlaywright(journeys, { env, folder }));
  } finally {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function summarise() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  print();
  // Repeated at the end, because continuous integration often shows only the tail of the output.
  for (const failure of results.flatMap(({ failures }) => failures)) print(`✗ ${failure}`);
  const counted = results.filter(({ passed, failed }) => passed + failed > 0);
  for (const { name, passed, failed } of counted) print(`${name}: ${passed} passed, ${failed} failed`);
  print(`${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") > 0 || sum("passed") === 0 || interrupted ? 1 : 0;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interrupted = true;
    signalAll();
  });
}

await main(async () => {
  await part("run", runEverything);
  return summarise();
});
