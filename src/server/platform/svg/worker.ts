import { parentPort, workerData } from "node:worker_threads";
import { cleanDrawing } from "./clean.ts";

parentPort?.postMessage(cleanDrawing(workerData as Uint8Array));
