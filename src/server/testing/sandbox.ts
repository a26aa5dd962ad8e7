import { spawn } from "node:child_process";
import { once } from "node:events";
import { untilReady } from "./until-ready.ts";

/** The outside world as a process of its own, as the product meets it. */
export interface Sandbox {
  /** Without a slash at its end. */
  url: string;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Tells a sandbox what to be like, whoever started it. */
export const controlSandbox = async (
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(`${url}/_control/${path}`, { method, ...json });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
};

export const startSandbox = async (): Promise<Sandbox> => {
  const env = { ...process.env, NODE_ENV: "test", SANDBOX_PORT: "0", SANDBOX_DATA_DIR: "" };
  // The channel tells when it is ready, and ends the sandbox if this process ends first.
  const child = spawn(process.execPath, ["src/sandbox/main.ts"], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = (await untilReady(child)).url.replace(/\/$/, "");
  return {
    url,
    control: (method, path, body) => controlSandbox(url, method, path, body),
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
};
