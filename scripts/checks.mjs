import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { dim, UserError } from "./launch/terminal.mjs";

/** Static checks of the source. The slowest come first, so that they overlap with the others. */
const CHECKS = [
  { name: "types of the web", command: ["tsc", "-p", "src/web"] },
  { name: "lint", command: ["oxlint"] },
  { name: "unused code", command: ["knip", "--no-progress"] },
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "format", command: ["biome", "check", "--error-on-warnings", "--no-errors-on-unmatched", "."] },
  { name: "boundaries", command: [findNode, "scripts/check-boundaries.ts"] },
  { name: "file map", command: [findNode, "scripts/file-map.ts"] },
  // It passes where no source of advisories can be reached, so that its output has to be seen.
  { name: "known vulnerabilities", command: [findNode, "scripts/audit.mjs"], alwaysShown: true },
];

/** Most of these tools use more than one core themselves. */
const MAX_CONCURRENT = 2;

/** Runs the checks with the given names, or all of them, and calls `onDone` after each. */
export async function runChecks(onDone, names = []) {
  const waiting = names.length > 0 ? names.map(findCheck) : [...CHECKS];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) onDone(await runCheck(check));
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
}

function findCheck(name) {
  const found = CHECKS.find((check) => check.name === name);
  if (!found) throw new UserError(`Deze controle bestaat niet: ${name}.`);
  return found;
}

async function runCheck({ name, command, alwaysShown = false }) {
  const startedAt = performance.now();
  const [program, ...args] = command.map((part) => (typeof part === "function" ? part() : part));
  const { code, output } = await run(program, args, { cwd: root, env: toolEnvironment() });
  return { name, passed: code === 0, alwaysShown, output, seconds: (performance.now() - startedAt) / 1000 };
}

/** One line for a check, and its output when it failed or always has to be seen. */
export function formatCheck({ name, passed, alwaysShown, seconds, output }) {
  const line = `${passed ? "✓" : "✗"} ${name} ${dim(`(${seconds.toFixed(1)} s)`)}`;
  return passed && !alwaysShown ? line : `${line}\n${output.trim().replace(/^/gm, "    ")}\n`;
}
