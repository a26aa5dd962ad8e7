import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import lean from "#server/process.json" with { type: "json" };

/** Sent by a process of the product when it accepts requests. */
interface ReadyMessage {
  ready: true;
  url: string;
}

const readyMessage = async (child: ChildProcess): Promise<ReadyMessage> => {
  const [message] = (await once(child, "message")) as [ReadyMessage | { step: string }];
  return "ready" in message ? message : readyMessage(child);
};

/** Throws when the process ends before it is ready. */
const waitUntilReady = (child: ChildProcess): Promise<ReadyMessage> => {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${child.spawnargs.join(" ")} ended with ${code} before it was ready`);
  });
  return Promise.race([readyMessage(child), ended]);
};

const ROOT = join(import.meta.dirname, "../../..");

/** The server or the sandbox as a process of its own, for tests that stop or kill it. */
export interface ProductProcess {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  /** Everything it has written to stdout and stderr so far. */
  output(): string;
  /** Sends a message and waits for the next one of the process. */
  ask(message: object): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, as in a power failure. */
  kill(): Promise<void>;
}

type Settings = Record<string, string>;

/** The environment of a process of the product, without the developer's own settings. */
export const CHILD_ENVIRONMENT = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: join(ROOT, lean.NODE_COMPILE_CACHE),
};

/** Runs a file of a checkout in a child process. It exits when its IPC channel closes, however the test ends. */
export const startProcess = async (file: string, settings: Settings, checkout = ROOT): Promise<ProductProcess> => {
  const child = spawn(process.execPath, [file], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...CHILD_ENVIRONMENT, ...settings },
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const { url } = await waitUntilReady(child).catch((error: Error) => {
    throw new Error(`${error.message}\n${output}`);
  });
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return {
    url: url.replace(/\/$/, ""),
    pid: child.pid ?? 0,
    output: () => output,
    ask: async (message) => {
      const answered = once(child, "message");
      child.send(message);
      await answered;
    },
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
  };
};

export const startSandboxProcess = (settings: Settings = {}): Promise<ProductProcess> =>
  startProcess("src/sandbox/main.ts", { SANDBOX_PORT: "0", ...settings });

/** `program`: another program than the product's own. */
export const startServerProcess = (
  settings: Settings,
  { checkout, program = "src/server/main.ts" }: { checkout?: string | undefined; program?: string | undefined } = {},
): Promise<ProductProcess> => startProcess(program, { ...lean, ...settings }, checkout);
