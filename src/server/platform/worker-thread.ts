import { Worker } from "node:worker_threads";

interface WorkerLimits {
  timeoutMs: number;
  memoryMb: number;
}

/**
 * Runs a script in its own thread, at a low priority, because a malicious file would otherwise slow down all requests.
 * Returns the message that the script posts about `data`, or undefined when it exceeds a limit. The buffers of `moved` are
 * transferred to the thread instead of copied, so they are empty here afterwards.
 */
export const runInWorker = <T>(
  script: URL,
  data: unknown,
  { timeoutMs, memoryMb }: WorkerLimits,
  moved: readonly ArrayBuffer[] = [],
) =>
  new Promise<T | undefined>((resolve, reject) => {
    const worker = new Worker(new URL("./low-priority-worker.ts", import.meta.url), {
      argv: [script],
      workerData: data,
      transferList: [...moved],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const limit = setTimeout(() => void worker.terminate(), timeoutMs);
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") reject(error);
    });
    worker.once("exit", () => {
      clearTimeout(limit);
      resolve(undefined);
    });
  });
