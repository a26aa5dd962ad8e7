import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { untilReady } from "../../src/server/testing/until-ready.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface NodeProcess {
  url: string;
  stop(): Promise<void>;
}

/** A part of the product as a process of its own. It leaves by itself when the channel to us closes, however we end. */
export const startProcess = async (file: string, settings: Record<string, string>): Promise<NodeProcess> => {
  const child = fork(join(ROOT, file), {
    cwd: ROOT,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Nothing of what somebody has set for a product of their own.
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"), ...settings },
  });
  const ended = once(child, "exit");
  const { url } = await untilReady(child);
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
};
