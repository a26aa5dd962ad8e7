import { Worker } from "node:worker_threads";

interface WorkerLimits {
  timeoutMs: number;
  memoryMb: number;
}

/**
 * The message that a script posts about `data`, or undefined when it exceeds a limit. In a thread of its own: a malicious
 * file would otherwise block all requests.
 */
export const runInWorker = <T>(script: URL, data: unknown, { timeoutMs, memoryMb }: WorkerLimits) =>
  new Promise<T | undefined>((resolve, reject) => {
    const worker = new Worker(script, {
      workerData: data,
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
