import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findNode, root, toolEnvironment } from "../launch/paths.mjs";
import { run, startProcess } from "../launch/processes.mjs";
import { Problem, step } from "../launch/terminal.mjs";

/** Unit tests and tests over HTTP. */
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
  return countResults(code, file, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

function runTool(file, args, env) {
  return run(findNode(), [join(root, file), ...args], { stdio: ["ignore", "inherit", "inherit"], env });
}

/** A test file that cannot be loaded has no failed tests, so it counts as one failure. */
function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** A runner that fails without a failed test, or without a report, is one failure. */
function countResults(code, file, count) {
  const counted = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

/** Settings of the product in the environment must not change the tests. */
const SETTINGS =
  /^(NODE_ENV|PROCESS|PORT|HOST|DATA_DIR|DATABASE_\w+|PUBLIC_URL|APP_SECRET|SMTP_URL|MAIL_FROM|STORAGE_URL|SANDBOX\w*|TRUSTED_PROXIES|LOG_LEVEL)$/;

export function testEnvironment(extra) {
  const allowed = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  return { ...toolEnvironment(Object.fromEntries(allowed)), ...extra };
}

/** One database server for the whole run: the given or the embedded one. Each test file creates its own database on it. */
export async function provideDatabase() {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  return step("Database starten", async () => {
    const part = startProcess({
      name: "database",
      args: ["scripts/serve-test-database.ts"],
      env: given ? { TEST_DATABASE_URL: given } : {},
      stopTimeoutMs: 30_000,
    });
    const message = await part.ready;
    if (!message) throw new Problem("De database voor de tests kon niet worden gestart.");
    return { url: message.url, stop: part.stop };
  });
}
