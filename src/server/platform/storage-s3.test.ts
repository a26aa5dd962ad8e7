import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createStorage } from "./create-storage.ts";
import type { Storage } from "./storage.ts";
import { keysUnder, testStorageBehaviour } from "./storage-behaviour.fixture.ts";

const readySchema = z.object({ ready: z.literal(true), url: z.url() });
const accountSchema = z.object({
  endpoint: z.url(),
  bucket: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
type Account = z.infer<typeof accountSchema>;

let sandbox: ChildProcess;
let account: Account;
let storage: Storage;

const startSandbox = async (): Promise<string> => {
  const env = { ...process.env, NODE_ENV: "test", SANDBOX_PORT: "0", SANDBOX_DATA_DIR: "" };
  // The channel tells when it is ready, and ends the sandbox if this process ends first.
  sandbox = spawn(process.execPath, ["src/sandbox/main.ts"], { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [message]: unknown[] = await Promise.race([once(sandbox, "message"), once(sandbox, "exit")]);
  return readySchema.parse(message).url;
};

const addressOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Account): string => {
  const { host, pathname } = new URL(endpoint);
  const user = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}`;
  return `s3://${user}@${host}${pathname}/${bucket}?region=${region}&tls=false`;
};

beforeAll(async () => {
  const description = await fetch(await startSandbox());
  account = z.object({ s3: accountSchema }).parse(await description.json()).s3;
  storage = await createStorage(addressOf(account));
});
afterAll(async () => {
  sandbox.kill();
  if (sandbox.exitCode === null) await once(sandbox, "exit");
});

testStorageBehaviour(() => storage);

test("a list goes on past the thousand objects of a page", async () => {
  const keys = Array.from({ length: 1_005 }, (_, index) => `many/${String(index).padStart(4, "0")}`);
  for (let start = 0; start < keys.length; start += 50) {
    const batch = keys.slice(start, start + 50);
    await Promise.all(batch.map((key) => storage.put(key, Buffer.from("x"), { contentType: "text/plain" })));
  }
  expect(await keysUnder(storage, "many/")).toEqual(keys);
});

test("a wrong secret is a failure, not an object that is not there", async () => {
  const stranger = await createStorage(addressOf({ ...account, secretAccessKey: "wrong" }));
  await expect(stranger.get("companies/7/logo-1.png")).rejects.toThrow();
  await expect(stranger.put("stranger", Buffer.from("x"), { contentType: "text/plain" })).rejects.toThrow();
  expect(await storage.head("stranger")).toBeNull();
});

test("a bucket that does not exist is a failure, not an empty one", async () => {
  const misspelt = await createStorage(addressOf({ ...account, bucket: "no-such-bucket" }));
  await expect(misspelt.get("companies/7/logo-1.png")).rejects.toThrow();
  await expect(keysUnder(misspelt, "")).rejects.toThrow();
});
