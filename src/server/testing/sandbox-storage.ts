import { z } from "zod";
import { startSandbox } from "./sandbox.ts";

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

/** A sandbox for its S3. */
export const startSandboxStorage = async (): Promise<SandboxStorage> => {
  const sandbox = await startSandbox();
  const description = await fetch(sandbox.url);
  const account = z.object({ s3: accountSchema }).parse(await description.json()).s3;
  return { address: (change = {}) => addressOf({ ...account, ...change }), stop: sandbox.stop };
};
