import { parentPort, workerData } from "node:worker_threads";
import { CsvFileError } from "#platform/csv/csv-reader.ts";
import { inspectUpload, type UploadVerdict } from "./import-file.ts";

const inspect = async (): Promise<UploadVerdict> => {
  try {
    return { file: await inspectUpload(workerData as Uint8Array) };
  } catch (error) {
    if (error instanceof CsvFileError) return { refusal: error.message };
    throw error;
  }
};

// csv-parse makes an error of every row that has another number of columns than the first; their stack traces take half of the time.
Error.stackTraceLimit = 0;
const verdict = await inspect();
// The file moves to the other thread instead of being copied.
parentPort?.postMessage(verdict, "file" in verdict ? [verdict.file.bytes.buffer] : []);
