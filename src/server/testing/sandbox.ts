import { z } from "zod";
import { startSandboxProcess } from "./product-process.ts";

/** The sandbox of external services, as a process of its own. */
export interface Sandbox {
  /** Without a trailing slash. */
  url: string;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Calls the control API of a running sandbox. */
export const controlSandbox = async (
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(`${url}/_control/${path}`, { method, ...json });
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox responded ${response.status} ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
};

/** Throws if a request to the sandbox's language model contained private data. */
export const expectNoPrivateDataInPrompts = async (sandboxUrl: string): Promise<void> => {
  const found = await controlSandbox(sandboxUrl, "GET", "ai/private-data");
  if (JSON.stringify(found) !== "[]") throw new Error(`the language model received ${JSON.stringify(found)}`);
};

export const startSandbox = async (): Promise<Sandbox> => {
  const { url, stop } = await startSandboxProcess({ NODE_ENV: "test" });
  let stopped: Promise<void> | undefined;
  const checkAndStop = async () => {
    try {
      await expectNoPrivateDataInPrompts(url);
    } finally {
      await stop();
    }
  };
  return {
    url,
    control: (method, path, body) => controlSandbox(url, method, path, body),
    stop: () => (stopped ??= checkAndStop()),
  };
};

const s3ConnectionSchema = z.object({
  endpoint: z.url(),
  bucket: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
type S3Connection = z.infer<typeof s3ConnectionSchema>;

const storageUrlOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Connection): string => {
  const { host, pathname } = new URL(endpoint);
  const user = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}`;
  return `s3://${user}@${host}${pathname}/${bucket}?region=${region}&tls=false`;
};

export interface SandboxStorage {
  /** The value for STORAGE_URL. Overrides cause failures, such as a wrong secret. */
  storageUrl(overrides?: Partial<S3Connection>): string;
  stop(): Promise<void>;
}

/** A sandbox of which only S3 is used. */
export const startSandboxStorage = async (): Promise<SandboxStorage> => {
  const sandbox = await startSandbox();
  const description = await fetch(sandbox.url);
  const connection = z.object({ s3: s3ConnectionSchema }).parse(await description.json()).s3;
  return { storageUrl: (overrides = {}) => storageUrlOf({ ...connection, ...overrides }), stop: sandbox.stop };
};
