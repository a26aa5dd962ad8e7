import { runInWorker } from "../worker-thread.ts";

const LIMITS = { timeoutMs: 30_000, memoryMb: 256 };

/** The SVG with only allowed content, or undefined when it is invalid or exceeds a limit. */
export const sanitizeSvgInWorker = (bytes: Uint8Array): Promise<Uint8Array | undefined> =>
  runInWorker(new URL("./svg-worker.ts", import.meta.url), bytes, LIMITS);
