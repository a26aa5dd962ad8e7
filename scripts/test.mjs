import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCheck, runChecks } from "./checks.mjs";
import { ensureInstalled } from "./launch/install.mjs";
import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run, stopRunningCommands } from "./launch/processes.mjs";
import { main, print, printError, UserError } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";
import { ensureChromium } from "./test-run/chromium.mjs";
import { provideDatabase, runPlaywright, runVitest, testEnvironment } from "./test-run/runners.mjs";

const filters = process.argv.slice(2);
const playwrightFilters = filters.filter((filter) => filter.startsWith("e2e"));
const vitestFilters = filters.filter((filter) => !filter.startsWith("e2e"));
const isFullRun = filters.length === 0;
const runsEndToEnd = existsSync(join(root, "playwright.config.ts")) && (isFullRun || playwrightFilters.length > 0);
// Component tests of the web are a project of Vitest and need Chromium too; some of them prove security rules, for the trial of an attack.
const mayRunComponentTests =
  isFullRun ||
  vitestFilters.some((filter) => !/^(src\/(server|contract|sandbox)|scripts|bench|trials(?!\/attack))\b/.test(filter));

const results = [];
let interrupted = false;

/** An error in one stage counts as its failure; the other stages still run. */
async function runStage(name, work) {
  if (interrupted) return;
  const result = { name, passed: 0, failed: 0, failures: [] };
  results.push(result);
  try {
    Object.assign(result, await work());
  } catch (error) {
    result.failed++;
    result.failures.push(`${name}: ${error.message ?? error}`);
    printError(error instanceof UserError ? error.message : (error.stack ?? String(error)));
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
  const { code, output } = await run(findNode(), ["scripts/check-web-sizes.ts"], { cwd: root, env: toolEnvironment() });
  if (code !== 0) throw new UserError(output.trim());
  return { passed: 1 };
}

/** Later stages take the browser from the environment. */
async function provideChromium() {
  process.env.CHROMIUM_PATH = await ensureChromium();
}

async function runStages() {
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), "usa-test-report-"));
  let database;
  try {
    if (runsEndToEnd || mayRunComponentTests) await runStage("chromium", provideChromium);
    await runStage("web build", buildWeb);
    if (isFullRun) await runStage("sizes", checkSizes);
    if (isFullRun) await runStage("checks", check);
    database = await provideDatabase();
    const env = testEnvironment({ TEST_DATABASE_URL: database.url });
    if (isFullRun || vitestFilters.length > 0) {
      await runStage("unit and HTTP", () => runVitest(vitestFilters, { env, folder }));
    }
    if (runsEndToEnd && env.CHROMIUM_PATH) {
      await runStage("end-to-end", () => runPlaywright(playwrightFilters, { env, folder }));
    }
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
    stopRunningCommands();
  });
}

await main(async () => {
  await runStage("run", runStages);
  return summarise();
});
