import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxStorage, startSandboxStorage } from "#testing/sandbox.ts";
import { createStorage } from "./create-storage.ts";
import type { Storage } from "./storage.ts";
import { keysUnder, testStorageBehaviour } from "./storage-behaviour.fixture.ts";

let sandbox: SandboxStorage;
let storage: Storage;

beforeAll(async () => {
  sandbox = await startSandboxStorage();
  storage = await createStorage(sandbox.storageUrl());
});
afterAll(() => sandbox.stop());

testStorageBehaviour(() => storage);

test("a list of more than one page of a thousand objects is complete", async () => {
  const keys = Array.from({ length: 1_005 }, (_, index) => `many/${String(index).padStart(4, "0")}`);
  for (let start = 0; start < keys.length; start += 50) {
    const batch = keys.slice(start, start + 50);
    await Promise.all(batch.map((key) => storage.put(key, Buffer.from("x"), { contentType: "text/plain" })));
  }
  expect(await keysUnder(storage, "many/")).toEqual(keys);
});

test("a wrong secret is an error, not a missing object", async () => {
  const withWrongSecret = await createStorage(sandbox.storageUrl({ secretAccessKey: "wrong" }));
  await expect(withWrongSecret.get("companies/7/logo-1.png")).rejects.toThrow();
  await expect(withWrongSecret.put("not-stored", Buffer.from("x"), { contentType: "text/plain" })).rejects.toThrow();
  expect(await storage.head("not-stored")).toBeNull();
});

test("a missing bucket is an error, not an empty one", async () => {
  const misspelt = await createStorage(sandbox.storageUrl({ bucket: "no-such-bucket" }));
  await expect(misspelt.get("companies/7/logo-1.png")).rejects.toThrow();
  await expect(keysUnder(misspelt, "")).rejects.toThrow();
});
