import { spawn } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const ready = z.object({ ready: z.literal(true), url: z.url() });

/** The outside world as a process of its own, as the product meets it. */
export interface Sandbox {
  /** Without a slash at its end. */
  url: string;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

const control = async (url: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(`${url}/_control/${path}`, { method, ...json });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
};

export const startSandbox = async (): Promise<Sandbox> => {
  const env = { ...process.env, NODE_ENV: "test", SANDBOX_PORT: "0", SANDBOX_DATA_DIR: "" };
  const child = spawn(process.execPath, ["src/sandbox/main.ts"], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message]: unknown[] = await Promise.race([once(child, "message"), once(child, "exit")]);
  const url = ready.parse(message).url.replace(/\/$/, "");
  return {
    url,
    control: (method, path, body) => control(url, method, path, body),
    stop: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
};
