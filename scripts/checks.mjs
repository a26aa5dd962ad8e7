import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { dim } from "./launch/terminal.mjs";

/** Static checks of the source. The slowest come first, so that they overlap with the others. */
const CHECKS = [
  { name: "lint", command: ["oxlint"] },
  { name: "unused code", command: ["knip", "--no-progress"] },
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "types of the web", command: ["tsc", "-p", "src/web"] },
  { name: "format", command: ["biome", "check", "--error-on-warnings", "--no-errors-on-unmatched", "."] },
  { name: "boundaries", command: [findNode, "scripts/check-boundaries.ts"] },
  { name: "file map", command: [findNode, "scripts/file-map.ts"] },
];

/** Most of these tools use more than one core themselves. */
const MAX_CONCURRENT = 2;

/** Runs all checks and calls `onDone` after each. */
export async function runChecks(onDone) {
  const waiting = [...CHECKS];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) onDone(await runCheck(check));
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
}

async function runCheck({ name, command }) {
  const startedAt = performance.now();
  const [program, ...args] = command.map((part) => (typeof part === "function" ? part() : part));
  const { code, output } = await run(program, args, { cwd: root, env: toolEnvironment() });
  return { name, passed: code === 0, output, seconds: (performance.now() - startedAt) / 1000 };
}

/** One line for a check, and its output when it failed. */
export function formatCheck({ name, passed, seconds, output }) {
  const line = `${passed ? "✓" : "✗"} ${name} ${dim(`(${seconds.toFixed(1)} s)`)}`;
  return passed ? line : `${line}\n${output.trim().replace(/^/gm, "    ")}\n`;
}
