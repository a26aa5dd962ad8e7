import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStorage } from "./create-storage.ts";
import type { Storage } from "./storage.ts";
import { keysUnder, testStorageBehaviour } from "./storage-behaviour.fixture.ts";

const png = { contentType: "image/png" };
let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "storage-"));
  storage = await createStorage(pathToFileURL(join(folder, "objects met spatie")).href);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

testStorageBehaviour(() => storage);

const filesUnder = (key: string): Promise<string[]> => readdir(join(folder, "objects met spatie", key));

test("replacing and deleting leave no files behind", async () => {
  for (const content of ["one", "two", "three"]) await storage.put("tidy/a", Buffer.from(content), png);
  expect(await filesUnder("tidy")).toHaveLength(2);
  await storage.delete("tidy/a");
  expect(await filesUnder("tidy")).toEqual([]);
});

test("what an interrupted write left behind is not an object", async () => {
  await storage.put("stopped/a", Buffer.from("old"), png);
  const place = join(folder, "objects met spatie", "stopped");
  await writeFile(join(place, "a~5f0c"), "half of the new");
  await writeFile(join(place, "b~5f0c"), "half of another");
  await writeFile(join(place, "b~object.json~5f0c"), '{"contentType":"image/png","si');
  const found = await storage.get("stopped/a");
  expect(found && (await buffer(found.body)).toString()).toBe("old");
  expect(await storage.get("stopped/b")).toBeNull();
  expect(await keysUnder(storage, "stopped/")).toEqual(["stopped/a"]);
});

test("a reader that has started reads the old object to its end", async () => {
  const old = Buffer.alloc(500_000, "o");
  await storage.put("reading", old, png);
  const found = await storage.get("reading");
  await storage.put("reading", Buffer.from("new"), png);
  expect(found && (await buffer(found.body)).equals(old)).toBe(true);
});

test("concurrent readers and writers of one key always see a complete object", async () => {
  const contents = ["a", "bb", "ccc"].map((text) => ({ body: Buffer.from(text), contentType: `text/${text}` }));
  await storage.put("busy", Buffer.from("a"), { contentType: "text/a" });
  const writes = Array.from({ length: 30 }, async (_, index) => {
    const { body, contentType } = contents[index % 3] ?? { body: Buffer.from("a"), contentType: "text/a" };
    await storage.put("busy", body, { contentType });
  });
  const reads = Array.from({ length: 60 }, async () => {
    const found = await storage.get("busy");
    return [found && `text/${(await buffer(found.body)).toString()}`, found?.contentType];
  });
  for (const [fromBytes, contentType] of await Promise.all(reads)) expect(fromBytes).toBe(contentType);
  await Promise.all(writes);
});

test("a list stays inside its folder", async () => {
  await mkdir(join(folder, "outside"), { recursive: true });
  await writeFile(join(folder, "outside", "x~object.json"), '{"contentType":"a","size":1,"file":"x"}');
  await storage.put("inside/a", Buffer.from("x"), png);
  await symlink(join(folder, "outside"), join(folder, "objects met spatie", "inside", "link"));
  expect(await keysUnder(storage, "../outside/")).toEqual([]);
  expect(await keysUnder(storage, "/")).toEqual([]);
  expect(await keysUnder(storage, "inside/")).toEqual(["inside/a"]);
});

const WRITE_FOREVER = `
  const { createStorage } = await import(process.env.STORAGE_MODULE);
  const storage = await createStorage(process.env.STORAGE_ADDRESS);
  for (let round = 0; ; round += 1) {
    const letter = "abcdef"[round % 6];
    await storage.put("killed", Buffer.alloc(200_000, letter), { contentType: "text/" + letter });
    if (round === 3) process.send("writing");
  }
`;

test("after a kill during a write the object is complete: the old or the new one", async () => {
  const env = {
    ...process.env,
    STORAGE_MODULE: new URL("create-storage.ts", import.meta.url).href,
    STORAGE_ADDRESS: pathToFileURL(join(folder, "objects met spatie")).href,
  };
  for (let round = 0; round < 4; round += 1) {
    const stdio: StdioOptions = ["ignore", "ignore", "inherit", "ipc"];
    const writer = spawn(process.execPath, ["--input-type=module", "--eval", WRITE_FOREVER], { env, stdio });
    await once(writer, "message");
    await setTimeout(round * 7);
    writer.kill("SIGKILL");
    await once(writer, "exit");

    const found = await storage.get("killed");
    const [, letter = ""] = found?.contentType.split("/") ?? [];
    expect(found && (await buffer(found.body)).equals(Buffer.alloc(200_000, letter))).toBe(true);
    expect(await keysUnder(storage, "killed")).toEqual(["killed"]);
  }
});
