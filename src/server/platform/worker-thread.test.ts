import { readdir, readFile } from "node:fs/promises";
import { constants, getPriority } from "node:os";
import { expect, test } from "vitest";
import { runInWorker } from "./worker-thread.ts";

/** The priority of each thread of this process, the 19th field of its statistics. */
const threadPriorities = async (): Promise<number[]> => {
  const files = (await readdir("/proc/self/task")).map((id) => readFile(`/proc/self/task/${id}/stat`, "utf8"));
  const found = await Promise.allSettled(files);
  return found.flatMap((read) =>
    read.status === "fulfilled" ? Number(read.value.replace(/^.*\) /, "").split(" ")[16]) : [],
  );
};

test("a worker thread has a lower priority than the requests", async () => {
  const own = getPriority();
  const script = new URL(
    "data:text/javascript,import { workerData } from 'node:worker_threads'; Atomics.wait(workerData, 0, 0)",
  );
  const held = new Int32Array(new SharedArrayBuffer(4));
  const ended = runInWorker(script, held, { timeoutMs: 60_000, memoryMb: 32 });
  await expect.poll(threadPriorities).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(getPriority()).toBe(own);
  Atomics.store(held, 0, 1);
  Atomics.notify(held, 0);
  expect(await ended).toBeUndefined();
});

test("a worker thread that exceeds its time is ended", async () => {
  const script = new URL("data:text/javascript,Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)");
  expect(await runInWorker(script, undefined, { timeoutMs: 500, memoryMb: 32 })).toBeUndefined();
});
