import { root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { main, print } from "./launch/terminal.mjs";

const FAILING = new Set(["moderate", "high", "critical"]);

/** The vulnerabilities in the output of `npm audit --json`; undefined when the registry gave no advisories. */
function readVulnerabilities(output) {
  try {
    const { vulnerabilities } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
    return vulnerabilities && Object.values(vulnerabilities);
  } catch {
    return undefined;
  }
}

/** Fails on known vulnerabilities of the packages of the lockfile. Without a registry it says that it could not look. */
await main(async () => {
  const args = ["audit", "--json", "--package-lock-only"];
  const { output } = await run("npm", args, { cwd: root, env: toolEnvironment() });
  const found = readVulnerabilities(output);
  if (!found) {
    print("Could not look: the npm registry gave no advisories.");
    return 0;
  }
  const failing = found.filter(({ severity }) => FAILING.has(severity));
  for (const { severity, name, range } of failing) print(`${severity}: ${name} ${range}`);
  if (failing.length === 0) print(`No known vulnerabilities (${found.length} of low severity).`);
  return failing.length > 0 ? 1 : 0;
});
