import { parentPort, workerData } from "node:worker_threads";
import { parseFirstRows, type RowsRequest } from "./import-file.ts";

parentPort?.postMessage(await parseFirstRows(workerData as RowsRequest));
