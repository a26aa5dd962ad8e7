import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findNode, root } from "../launch/paths.mjs";
import { run } from "../launch/processes.mjs";

/** Unit tests and tests over HTTP. */
export async function runVitest(filters, { env, folder }) {
  const file = join(folder, "vitest.json");
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runTool("node_modules/vitest/vitest.mjs", ["run", ...options, ...filters], env);
  return settle(code, file, countVitest);
}

/** Journeys in a real browser. */
export async function runPlaywright(filters, { env, folder }) {
  const file = join(folder, "playwright.json");
  const { code } = await runTool("node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json", ...filters], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return settle(code, file, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

function runTool(file, args, env) {
  return run(findNode(), [join(root, file), ...args], { stdio: ["ignore", "inherit", "inherit"], env });
}

/** A file that could not be loaded holds no tests that could fail, so it counts as one itself. */
function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** A runner that fails without naming a test, or that leaves no report, is a failure too. */
function settle(code, file, count) {
  const counted = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}
