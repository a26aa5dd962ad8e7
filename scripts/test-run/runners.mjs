import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findNode, root, toolEnvironment } from "../launch/paths.mjs";
import { run, startProcess } from "../launch/processes.mjs";
import { step, UserError } from "../launch/terminal.mjs";

/** Unit tests, tests over HTTP and component tests. */
export async function runVitest(filters, { env, folder }) {
  const file = join(folder, "vitest.json");
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runTool("node_modules/vitest/vitest.mjs", ["run", ...options, ...filters], env);
  return countResults(code, file, countVitest);
}

/** End-to-end tests in a browser. */
export async function runPlaywright(filters, { env, folder }) {
  const file = join(folder, "playwright.json");
  const { code } = await runTool("node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json", ...filters], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return countResults(code, file, ({ stats, errors, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...suites.flatMap((suite) => listPlaywrightFailures(suite)),
      ...errors.map(({ message }) => describeFailure("e2e: outside the tests", message)),
    ],
  }));
}

/** Test files and `describe` blocks are nested suites. */
function listPlaywrightFailures({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) =>
      describeFailure(`e2e/${file}: ${title}`, tests[0]?.results.at(-1)?.error?.message),
    );
  return [...failed, ...suites.flatMap((suite) => listPlaywrightFailures(suite))];
}

/** The name of a failed test with the first line of its error. */
function describeFailure(name, message = "") {
  const firstLine = stripVTControlCharacters(message).trim().split("\n")[0];
  return firstLine ? `${name} (${firstLine.slice(0, 200)})` : name;
}

function runTool(file, args, env) {
  return run(findNode(), [join(root, file), ...args], { stdio: ["ignore", "inherit", "inherit"], env });
}

/** A test file that cannot be loaded, or whose hooks fail, has no failed tests, so it counts as one failure. */
function countVitest({ numPassedTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0)
      return [describeFailure(`${file}: cannot be loaded, or a hook fails`, message)];
    return failed.map((test) => describeFailure(`${file}: ${test.fullName}`, test.failureMessages[0]));
  });
  return { passed: numPassedTests, failed: failures.length, failures };
}

/** A runner that fails without a failed test, or without a report, is one failure. */
function countResults(code, file, count) {
  if (!existsSync(file)) {
    return { passed: 0, failed: 1, failures: [`the test runner ended with exit code ${code} and without a report`] };
  }
  const counted = count(JSON.parse(readFileSync(file, "utf8")));
  if (code === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, failures: [`the test runner ended with exit code ${code}`] };
}

/** Settings of the product (`config.ts`) in the environment must not change the tests. */
const SETTINGS =
  /^(NODE_ENV|PROCESS|PORT|HOST|DATA_DIR|DATABASE_\w+|PUBLIC_URL|ALLOW_HTTP|APP_SECRET\w*|SMTP_URL|MAIL_FROM|CONTACT_EMAIL|STORAGE_URL|SANDBOX\w*|AIRTABLE_URL|AI_\w+|DEMO_CONNECTIONS|TRUSTED_PROXIES|METRICS_\w+|BACKUP_PASSPHRASE|LOG_LEVEL)$/;

export function testEnvironment(extra) {
  const allowed = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  // Hundreds of processes load the same modules during a run.
  const NODE_COMPILE_CACHE = join(root, "node_modules/.cache/compiled");
  return { ...toolEnvironment(Object.fromEntries(allowed)), NODE_COMPILE_CACHE, ...extra };
}

/** One database server for the whole run: the given or the embedded one. Each test file creates its own database on it. */
export async function provideDatabase() {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  return step("Database starten", async () => {
    const database = startProcess({
      name: "database",
      args: ["scripts/serve-test-database.ts"],
      env: given ? { TEST_DATABASE_URL: given } : {},
      stopTimeoutMs: 30_000,
    });
    const message = await database.ready;
    if (!message) throw new UserError("De database voor de tests kon niet worden gestart.");
    return { url: message.url, stop: database.stop };
  });
}
