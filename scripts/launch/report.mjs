import { dim } from "./terminal.mjs";

/** One line for a check, and all it had to say when it failed. */
export function checkLine({ name, passed, seconds, output }) {
  const line = `${passed ? "✓" : "✗"} ${name} ${dim(`(${seconds.toFixed(1)} s)`)}`;
  return passed ? line : `${line}\n${output.trim().replace(/^/gm, "    ")}\n`;
}
