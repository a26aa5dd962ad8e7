import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paceBody } from "./paced-body.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const MEGABYTE = 1024 * 1024;
const chunks = (megabytes: number) => Array.from({ length: megabytes * 16 }, (_, n) => Buffer.alloc(MEGABYTE / 16, n));

test("a body is read at 4 MB a second", async () => {
  const paced = paceBody(Readable.from(chunks(10)));
  let read = 0;
  paced.on("data", (chunk: Buffer) => (read += chunk.length));
  for (const second of [1, 2]) {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read / MEGABYTE).toBeGreaterThan(second * 4 - 1);
    expect(read / MEGABYTE).toBeLessThan(second * 4 + 1);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toBe(10 * MEGABYTE);
});

test("its bytes stay the same, and a small one waits for nothing", async () => {
  const [first = Buffer.of()] = chunks(1);
  expect(await buffer(paceBody(Readable.from([first])))).toEqual(first);
});

test("an error of the body reaches its reader", async () => {
  const body = new Readable({ read: () => undefined });
  const read = buffer(paceBody(body));
  body.destroy(new Error("afgebroken"));
  await expect(read).rejects.toThrow("afgebroken");
});
