import { IMPORT_MAX_ROWS, type LeadImport } from "#contract/lead-imports.ts";
import { AppError } from "#platform/app-error.ts";
import { toUtf8 } from "#platform/csv/csv-encoding.ts";
import { CsvFileError, type CsvRow, detectDelimiter, isBlankRow, readCsvRows } from "#platform/csv/csv-reader.ts";

const CHUNK_BYTES = 64 * 1024;
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 80;
const MAX_COLUMNS = 500;

export interface InspectedFile {
  bytes: Buffer;
  delimiter: string;
  columns: LeadImport["columns"];
  totalRows: number;
  /** Byte offset of the first data row. */
  offset: number;
  /** Number of the header row. */
  rowNumber: number;
}

function* toChunks(bytes: Buffer, from: number): Generator<Buffer> {
  for (let at = from; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** Gives every column a unique name: users choose columns by it. */
const nameColumns = (head: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return head.map((header, index) => {
    const name = header.trim().slice(0, MAX_SAMPLE_LENGTH) || `Kolom ${index + 1}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? name : `${name} (${nth})`;
  });
};

const sampleColumn = (rows: readonly CsvRow[], index: number): string[] =>
  rows.flatMap(({ fields }) => fields[index]?.trim().slice(0, MAX_SAMPLE_LENGTH) || []).slice(0, MAX_SAMPLES);

const SAMPLED_ROWS = 50;

const inspect = async (bytes: Buffer): Promise<Omit<InspectedFile, "bytes">> => {
  const { delimiter, start } = detectDelimiter(bytes.subarray(0, CHUNK_BYTES).toString());
  const first: CsvRow[] = [];
  let [head, total]: [CsvRow | undefined, number] = [undefined, 0];
  for await (const rows of readCsvRows(toChunks(bytes, start), delimiter, { rowNumber: 0, nextOffset: start })) {
    const filled = rows.filter((row) => !isBlankRow(row));
    head ??= filled.shift();
    total += filled.length;
    if (first.length < SAMPLED_ROWS) first.push(...filled.slice(0, SAMPLED_ROWS));
    if (total > IMPORT_MAX_ROWS)
      throw new CsvFileError(`Een bestand mag maximaal ${IMPORT_MAX_ROWS.toLocaleString("nl-NL")} rijen hebben.`);
  }
  if (!head || total === 0) throw new CsvFileError("In dit bestand staan geen rijen onder de kolomnamen.");
  if (head.fields.length > MAX_COLUMNS)
    throw new CsvFileError(`Een bestand mag maximaal ${MAX_COLUMNS} kolommen hebben.`);
  const columns = nameColumns(head.fields).map((name, index) => ({ name, samples: sampleColumn(first, index) }));
  return { delimiter, columns, totalRows: total, offset: head.nextOffset, rowNumber: head.rowNumber };
};

/** Inspects an uploaded file without importing anything. */
export const readUpload = async (upload: Uint8Array): Promise<InspectedFile> => {
  try {
    const bytes = await toUtf8(upload);
    return { bytes, ...(await inspect(bytes)) };
  } catch (error) {
    throw error instanceof CsvFileError ? new AppError("invalid", error.message) : error;
  }
};
