import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Storage } from "./storage.ts";

const png = { contentType: "image/png" };
const text = { contentType: "text/plain; charset=utf-8" };

const readAll = async (storage: Storage, key: string): Promise<Buffer | null> => {
  const found = await storage.get(key);
  return found && buffer(found.body);
};

export const keysUnder = async (storage: Storage, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.toSorted();
};

/** The tests that every kind of storage must pass. The storage must be empty. */
export const testStorageBehaviour = (open: () => Storage): void => {
  test("an object comes back with its bytes, type and size", async () => {
    const storage = open();
    const bytes = randomBytes(300_000);
    await storage.put("companies/7/logo-1.png", bytes, png);
    const found = await storage.get("companies/7/logo-1.png");
    expect(found).toMatchObject({ contentType: "image/png", size: 300_000 });
    expect(found && (await buffer(found.body)).equals(bytes)).toBe(true);
  });

  test("an object can be stored from a stream, and can be empty", async () => {
    const storage = open();
    await storage.put("streamed", Readable.from([Buffer.from("één "), Buffer.from("twee")]), text);
    await storage.put("empty", new Uint8Array(), text);
    expect((await readAll(storage, "streamed"))?.toString()).toBe("één twee");
    expect(await storage.head("empty")).toMatchObject({ size: 0 });
    expect((await readAll(storage, "empty"))?.length).toBe(0);
  });

  test("a stream that breaks off stores nothing and leaves what was there", async () => {
    const storage = open();
    const breaking = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from("half");
          throw new Error("client went away");
        })(),
      );
    await storage.put("kept", Buffer.from("old"), png);
    await expect(storage.put("kept", breaking(), text)).rejects.toThrow("client went away");
    await expect(storage.put("never", breaking(), text)).rejects.toThrow("client went away");
    expect((await readAll(storage, "kept"))?.toString()).toBe("old");
    expect(await storage.head("kept")).toMatchObject({ contentType: "image/png", size: 3 });
    expect(await storage.get("never")).toBeNull();
  });

  test("storing again replaces bytes and type together", async () => {
    const storage = open();
    await storage.put("again", Buffer.from("old"), png);
    await storage.put("again", Buffer.from("newer"), text);
    expect((await readAll(storage, "again"))?.toString()).toBe("newer");
    const head = await storage.head("again");
    expect(head).toMatchObject({ contentType: text.contentType, size: 5 });
    expect(Math.abs(Date.now() - (head?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test("a missing object is null, and deleting it succeeds", async () => {
    const storage = open();
    expect(await storage.get("companies/7/none")).toBeNull();
    expect(await storage.head("companies/7/none")).toBeNull();
    await storage.delete("companies/7/none");
  });

  test("a deleted object is gone", async () => {
    const storage = open();
    await storage.put("gone/a", Buffer.from("x"), png);
    await storage.delete("gone/a");
    expect(await storage.get("gone/a")).toBeNull();
    expect(await storage.head("gone/a")).toBeNull();
    expect(await keysUnder(storage, "gone/")).toEqual([]);
  });

  test("a list has the keys under its prefix and no others, with their sizes", async () => {
    const storage = open();
    for (const key of ["list/7/a", "list/7/b/c", "list/7", "list/70/a", "listing"]) {
      await storage.put(key, Buffer.from(key), png);
    }
    expect(await keysUnder(storage, "list/7/")).toEqual(["list/7/a", "list/7/b/c"]);
    expect(await keysUnder(storage, "list/7")).toEqual(["list/7", "list/7/a", "list/7/b/c", "list/70/a"]);
    expect(await keysUnder(storage, "list")).toHaveLength(5);
    expect(await keysUnder(storage, "")).toEqual(expect.arrayContaining(["list/7/a", "listing"]));
    for await (const { key, size, modifiedAt } of storage.list("list")) {
      expect(size).toBe(key.length);
      expect(modifiedAt).toBeInstanceOf(Date);
    }
  });

  test.each([
    "",
    "/absolute",
    "../outside",
    "a/../b",
    "a/./b",
    "a//b",
    "a/",
    ".hidden",
    "a/..",
    "a\\b",
    "a\0b",
    "a b",
    "a~b",
    "é",
    "%2e%2e/outside",
    `a/${"x".repeat(201)}`,
    Array.from({ length: 20 }, () => "x".repeat(50)).join("/"),
  ])("the invalid key %j cannot be stored, and reads as a missing object", async (key) => {
    const storage = open();
    await expect(storage.put(key, Buffer.from("x"), png)).rejects.toThrow("cannot be the key");
    expect(await storage.get(key)).toBeNull();
    expect(await storage.head(key)).toBeNull();
    await storage.delete(key);
  });
};
