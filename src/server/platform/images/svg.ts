import { Worker } from "node:worker_threads";

const TIMEOUT_MS = 15_000;
const MEMORY_LIMIT_MB = 256;

/**
 * The SVG with only allowed content, or undefined when it is invalid or exceeds a limit. Runs in a worker thread with
 * limits: a malicious file would otherwise block all requests.
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
