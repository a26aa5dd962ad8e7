import { findNode, root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { dim } from "./launch/terminal.mjs";

/** What can be told of the source without running it. The slowest come first: they then overlap the others. */
const CHECKS = [
  { name: "lint", command: ["oxlint"] },
  { name: "unused code", command: ["knip", "--no-progress"] },
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "types of the web", command: ["tsc", "-p", "src/web"] },
  { name: "format", command: ["biome", "check", "--error-on-warnings", "--no-errors-on-unmatched", "."] },
  { name: "boundaries", command: [findNode, "scripts/check-boundaries.ts"] },
];

/** Two at a time: most of these tools use more than one core by themselves. */
const AT_ONCE = 2;

/** Runs them all, and tells of each as it is done. */
export async function runChecks(onDone) {
  const waiting = [...CHECKS];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) onDone(await runCheck(check));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function runCheck({ name, command }) {
  const begun = performance.now();
  const [program, ...args] = command.map((part) => (typeof part === "function" ? part() : part));
  const { code, output } = await run(program, args, { cwd: root, env: toolEnvironment() });
  return { name, passed: code === 0, output, seconds: (performance.now() - begun) / 1000 };
}

/** One line for a check, and all it had to say when it failed. */
export function checkLine({ name, passed, seconds, output }) {
  const line = `${passed ? "✓" : "✗"} ${name} ${dim(`(${seconds.toFixed(1)} s)`)}`;
  return passed ? line : `${line}\n${output.trim().replace(/^/gm, "    ")}\n`;
}
