import { spawn } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const readySchema = z.object({ ready: z.literal(true), url: z.url() });
const accountSchema = z.object({
  endpoint: z.url(),
  bucket: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
type Account = z.infer<typeof accountSchema>;

const addressOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Account): string => {
  const { host, pathname } = new URL(endpoint);
  const user = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}`;
  return `s3://${user}@${host}${pathname}/${bucket}?region=${region}&tls=false`;
};

export interface SandboxStorage {
  /** For STORAGE_URL; a test of what goes wrong changes a part of it. */
  address(change?: Partial<Account>): string;
  stop(): Promise<void>;
}

/** The sandbox as a process of its own, for its S3. */
export const startSandboxStorage = async (): Promise<SandboxStorage> => {
  const env = { ...process.env, NODE_ENV: "test", SANDBOX_PORT: "0", SANDBOX_DATA_DIR: "" };
  // The channel tells when it is ready, and ends the sandbox if this process ends first.
  const sandbox = spawn(process.execPath, ["src/sandbox/main.ts"], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message]: unknown[] = await Promise.race([once(sandbox, "message"), once(sandbox, "exit")]);
  const description = await fetch(readySchema.parse(message).url);
  const account = z.object({ s3: accountSchema }).parse(await description.json()).s3;
  return {
    address: (change = {}) => addressOf({ ...account, ...change }),
    stop: async () => {
      sandbox.kill();
      if (sandbox.exitCode === null && sandbox.signalCode === null) await once(sandbox, "exit");
    },
  };
};
