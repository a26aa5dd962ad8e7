import { IMPORT_MAX_ROWS, type LeadImport } from "#contract/lead-imports.ts";
import { AppError } from "#platform/app-error.ts";
import { toUtf8 } from "#platform/csv/csv-encoding.ts";
import { CsvFileError, type CsvRow, detectDelimiter, isBlankRow, readCsvRows } from "#platform/csv/csv-reader.ts";
import { runInWorker } from "#platform/worker-thread.ts";

const CHUNK_BYTES = 64 * 1024;
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 80;
const MAX_COLUMNS = 500;

export interface InspectedFile {
  bytes: Uint8Array<ArrayBuffer>;
  delimiter: string;
  columns: LeadImport["columns"];
  totalRows: number;
  /** Byte offset of the first data row. */
  nextOffset: number;
  /** Number of the header row. */
  rowNumber: number;
}

export function* toChunks(bytes: Buffer, from: number): Generator<Buffer> {
  for (let offset = from; offset < bytes.length; offset += CHUNK_BYTES)
    yield bytes.subarray(offset, offset + CHUNK_BYTES);
}

/** PostgreSQL refuses half of a character such as an emoji. */
const shorten = (text: string): string => text.slice(0, MAX_SAMPLE_LENGTH).toWellFormed();

/** Gives every column a unique name: users choose columns by it. */
const nameColumns = (head: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return head.map((header, index) => {
    const name = shorten(header.trim()) || `Kolom ${index + 1}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? name : `${name} (${nth})`;
  });
};

const sampleColumn = (rows: readonly CsvRow[], index: number): string[] =>
  rows.flatMap(({ fields }) => shorten(fields[index]?.trim() ?? "") || []).slice(0, MAX_SAMPLES);

const SAMPLED_ROWS = 50;

const inspect = async (bytes: Buffer): Promise<Omit<InspectedFile, "bytes">> => {
  const { delimiter, start } = detectDelimiter(bytes.subarray(0, CHUNK_BYTES).toString());
  const first: CsvRow[] = [];
  let [head, total, all]: [CsvRow | undefined, number, number] = [undefined, 0, 0];
  for await (const rows of readCsvRows(toChunks(bytes, start), delimiter, { rowNumber: 0, nextOffset: start })) {
    const filled = rows.filter((row) => !isBlankRow(row));
    head ??= filled.shift();
    total += filled.length;
    if (first.length < SAMPLED_ROWS) first.push(...filled.slice(0, SAMPLED_ROWS));
    // Blank rows count too: reading them costs as much.
    all += rows.length;
    if (all > IMPORT_MAX_ROWS + 1)
      throw new CsvFileError(`Een bestand mag maximaal ${IMPORT_MAX_ROWS.toLocaleString("nl-NL")} rijen hebben.`);
  }
  if (!head || total === 0) throw new CsvFileError("In dit bestand staan geen rijen onder de kolomnamen.");
  if (head.fields.length > MAX_COLUMNS)
    throw new CsvFileError(`Een bestand mag maximaal ${MAX_COLUMNS} kolommen hebben.`);
  const columns = nameColumns(head.fields).map((name, index) => ({ name, samples: sampleColumn(first, index) }));
  return { delimiter, columns, totalRows: total, nextOffset: head.nextOffset, rowNumber: head.rowNumber };
};

export interface RowsRequest {
  /** The start of the rows. */
  chunk: Uint8Array<ArrayBuffer>;
  delimiter: string;
  rowNumber: number;
  nextOffset: number;
  count: number;
}

/** The first rows that are not blank. */
export const parseFirstRows = async ({ chunk, delimiter, count, ...position }: RowsRequest): Promise<CsvRow[]> => {
  const rows: CsvRow[] = [];
  try {
    for await (const read of readCsvRows(toChunks(Buffer.from(chunk.buffer), 0), delimiter, position)) {
      rows.push(...read.filter((row) => !isBlankRow(row)));
      if (rows.length >= count) break;
    }
  } catch {
    // The chunk may end inside a quoted field; the complete rows before it are shown.
  }
  return rows.slice(0, count);
};

/** A small Buffer is part of a shared pool, which cannot be moved to another thread. */
const toMovable = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);

/** Throws a CsvFileError when the file cannot be imported. */
export const inspectUpload = async (upload: Uint8Array): Promise<InspectedFile> => {
  const utf8 = await toUtf8(upload);
  return { bytes: toMovable(utf8), ...(await inspect(utf8)) };
};

export type UploadVerdict = { file: InspectedFile } | { refusal: string };

const LIMITS = { timeoutMs: 60_000, memoryMb: 256 };

/** Inspects an uploaded file in a worker thread, without importing anything. The upload moves there and is empty afterwards. */
export const readUpload = async (upload: Uint8Array): Promise<InspectedFile> => {
  const script = new URL("./import-file-worker.ts", import.meta.url);
  const bytes = toMovable(upload);
  const verdict = await runInWorker<UploadVerdict>(script, bytes, LIMITS, [bytes.buffer]);
  if (!verdict) throw new AppError("invalid", "Dit bestand is te groot of te ingewikkeld om te lezen.");
  if ("refusal" in verdict) throw new AppError("invalid", verdict.refusal);
  return verdict.file;
};

/** `parseFirstRows` in a worker thread: a chunk of one field or of thousands of columns takes long to parse. */
export const readFirstRows = async (chunk: Uint8Array, request: Omit<RowsRequest, "chunk">): Promise<CsvRow[]> => {
  const script = new URL("./first-rows-worker.ts", import.meta.url);
  const bytes = toMovable(chunk);
  return (await runInWorker<CsvRow[]>(script, { ...request, chunk: bytes }, LIMITS, [bytes.buffer])) ?? [];
};
