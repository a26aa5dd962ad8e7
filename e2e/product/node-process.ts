import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** What a part says of itself once it can be used. */
interface Ready {
  ready: true;
  url: string;
}

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
  const ready = once(child, "message") as Promise<[Ready]>;
  const first = await Promise.race([ready, ended.then(() => undefined)]);
  if (!first) throw new Error(`${file} ended before it was ready`);
  return {
    url: first[0].url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
};
