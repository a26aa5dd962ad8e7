import { Worker } from "node:worker_threads";

const TIMEOUT_MS = 15_000;
const MEMORY_LIMIT_MB = 256;

/**
 * The drawing with only what draws in it, or undefined for what is no drawing, or too much of one. Done in a thread of
 * its own: a file made to be slow would otherwise hold up everybody's requests.
 */
export const sanitizeSvgInWorker = (bytes: Uint8Array): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./svg-worker.ts", import.meta.url), {
      workerData: bytes,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    const limit = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") reject(error);
    });
    worker.once("exit", () => {
      clearTimeout(limit);
      resolve(undefined);
    });
  });
