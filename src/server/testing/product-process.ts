import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import lean from "#server/process.json" with { type: "json" };

/** What a part of the product says of itself once it can be used. */
interface ReadyMessage {
  ready: true;
  url: string;
}

const readyMessage = async (child: ChildProcess): Promise<ReadyMessage> => {
  const [message] = (await once(child, "message")) as [ReadyMessage | { step: string }];
  return "ready" in message ? message : readyMessage(child);
};

/** Waits through the steps it takes before; one that ends without being ready is an error. */
const waitUntilReady = (child: ChildProcess): Promise<ReadyMessage> => {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${child.spawnargs.join(" ")} ended with ${code} before it was ready`);
  });
  return Promise.race([readyMessage(child), ended]);
};

const ROOT = join(import.meta.dirname, "../../..");

/** A part of the product as a process of its own, which can be ended in every way a process ends. */
export interface ProductProcess {
  /** Without a slash at its end. */
  url: string;
  pid: number;
  /** All it has said so far, on both channels. */
  output(): string;
  /** Asks it to leave, and tells with which code it did. */
  stop(): Promise<number | null>;
  /** From one moment to the next, as when the power fails. */
  kill(): Promise<void>;
}

type Settings = Record<string, string>;

/** It leaves by itself when the channel to us closes, however we end. */
export const startPart = async (file: string, settings: Settings): Promise<ProductProcess> => {
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Nothing of what somebody has set for a product of their own.
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: lean.NODE_COMPILE_CACHE, ...settings },
  });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const { url } = await waitUntilReady(child).catch((error: Error) => {
    throw new Error(`${error.message}\n${said}`);
  });
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return {
    url: url.replace(/\/$/, ""),
    pid: child.pid ?? 0,
    output: () => said,
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
  };
};

export const startSandboxProcess = (settings: Settings = {}): Promise<ProductProcess> =>
  startPart("src/sandbox/main.ts", { SANDBOX_PORT: "0", ...settings });

export const startServerProcess = (settings: Settings): Promise<ProductProcess> =>
  startPart("src/server/main.ts", { ...lean, ...settings });
