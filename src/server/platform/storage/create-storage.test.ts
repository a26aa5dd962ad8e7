import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ConfigError } from "../config.ts";
import { createStorage } from "./create-storage.ts";

test.each([
  "",
  "/var/objects",
  "http://host/bucket",
  "file://host/share",
  "s3://host/bucket",
  "s3://key@host/bucket",
  "s3://key:hunter2@host",
  "s3://key:hunter2@host/",
  "s3://key:hunt/er2@host/bucket",
  "s3://key:hunter2%@host/bucket",
  "s3://key:hunter2@host/bucket?tls=maybe",
])("%j is rejected at startup, and the error does not contain the secret", async (url) => {
  const failure = await createStorage(url).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect(String(failure)).toContain("STORAGE_URL");
  expect(inspect(failure)).not.toContain("hunter2");
});

test.each(["", "/", "//", "/sub//folder/"])("a folder URL that ends in %j stores objects", async (ending) => {
  const folder = await mkdtemp(join(tmpdir(), "usa-storage-"));
  try {
    const storage = await createStorage(`file://${folder}${ending}`);
    await storage.put("a/b", Buffer.from("x"), { contentType: "text/plain" });
    expect((await storage.head("a/b"))?.size).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("creating S3 storage sends no request", async () => {
  await expect(
    createStorage("s3://key:se%2Fcret@127.0.0.1:9000/bucket?region=eu-west-1&tls=false"),
  ).resolves.toBeDefined();
});
