import { parentPort, workerData } from "node:worker_threads";
import { sanitizeSvg } from "./sanitize-svg.ts";

parentPort?.postMessage(sanitizeSvg(workerData as Uint8Array));
