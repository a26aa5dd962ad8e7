import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./paths.mjs";

const running = new Set();

/** Runs a command to its end and keeps what it says. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
  running.add(child);
  const output = [];
  child.stdout?.on("data", (chunk) => output.push(chunk));
  child.stderr?.on("data", (chunk) => output.push(chunk));
  try {
    const [code] = await once(child, "close");
    return { code: code ?? 1, output: Buffer.concat(output).toString() };
  } catch (error) {
    return { code: 1, output: error.message };
  } finally {
    running.delete(child);
  }
}

/** Passes a signal on to whatever is being run. */
export function interruptAll(signal = "SIGTERM") {
  for (const child of running) child.kill(signal);
}
