import { root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { main, print, UserError } from "./launch/terminal.mjs";

const FAILING_SEVERITIES = new Set(["moderate", "high", "critical"]);

/** The limit for the whole command, also on a network that drops packets silently; a test of a registry that responds sets a longer one. */
const LONGEST_MS = Number(process.env.AUDIT_TIMEOUT_MS ?? 30_000);
/** npm asks the registry in two ways. By default it waits up to five minutes for each answer, and retries. */
const ONE_QUICK_ATTEMPT = ["--fetch-retries=0", `--fetch-timeout=${Math.round(LONGEST_MS / 4)}`];

/** The vulnerabilities in the output of `npm audit --json`; undefined if it contains no report. */
function readVulnerabilities(stdout) {
  if (stdout === "") return undefined;
  try {
    const { vulnerabilities } = JSON.parse(stdout);
    return vulnerabilities && Object.values(vulnerabilities);
  } catch {
    throw new UserError(`The report of npm is not JSON:\n${stdout}`);
  }
}

/**
 * Fails on known vulnerabilities of moderate severity or higher in the packages of the lockfile. Without advisories, such as on a
 * machine that cannot reach the registry, it only reports that.
 */
await main(async () => {
  const args = ["audit", "--json", "--package-lock-only", ...ONE_QUICK_ATTEMPT];
  // npm writes its notices, which may contain anything, to stderr.
  const { stdout } = await run("npm", args, { cwd: root, env: toolEnvironment(), timeout: LONGEST_MS });
  const found = readVulnerabilities(stdout);
  if (!found) {
    print("Could not check: the npm registry gave no advisories.");
    return 0;
  }
  const failing = found.filter(({ severity }) => FAILING_SEVERITIES.has(severity));
  for (const { severity, name, range } of failing) print(`${severity}: ${name} ${range}`);
  if (failing.length === 0) print(`No known vulnerabilities of moderate severity or higher (${found.length} lower).`);
  return failing.length > 0 ? 1 : 0;
});
