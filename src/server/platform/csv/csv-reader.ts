import { pipeline, Readable } from "node:stream";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type CsvError, type Info, type Options, parse } from "csv-parse";
import { parse as parseSync } from "csv-parse/sync";

/** The file as a whole cannot be read; the message is for the person who uploaded it. */
export class CsvFileError extends Error {
  override readonly name = "CsvFileError";
}

export interface CsvRow {
  /** As in a spreadsheet: the header row is row 1. */
  rowNumber: number;
  fields: string[];
  /** Byte offset in the file at which the next row begins. */
  nextOffset: number;
}

/** Where reading starts: after the row with this number, at this byte offset. */
export type CsvPosition = Pick<CsvRow, "rowNumber" | "nextOffset">;

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
type ParsedRow = { record: string[]; raw: string; info: Info };

const BATCH_ROWS = 200;
/** An unclosed quotation mark makes the rest of the file one row: no real row is this long. */
const MAX_ROW_BYTES = 4_000_000;

/** As lenient as spreadsheets: any line end, rows of any length, quotation marks inside a field that has none around it. */
const parserOptions = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_quotes: true,
  relax_column_count: true,
});

/**
 * csv-parse keeps the quotation marks of `"Zon" BV`, which spreadsheets read as `Zon BV`. Only a quoted field can begin
 * with one, so all other rows are taken as they are.
 */
const unquote = (fields: string[], raw: string, delimiter: string): string[] => {
  if (!fields.some((field) => field.startsWith('"'))) return fields;
  const separator = delimiter === "|" ? "\\|" : delimiter;
  const field = new RegExp(`(?:"([^"]*(?:""[^"]*)*)")?([^${separator}\\r\\n]*)(?:${separator}|[\\r\\n]+$|$)`, "y");
  return fields.map(() => {
    const [, quoted = "", plain = ""] = field.exec(raw) ?? [];
    return quoted.replaceAll('""', '"') + plain;
  });
};

const toFileError = (error: CsvError, start: CsvPosition): CsvFileError => {
  const rowNumber = start.rowNumber + Number(error["records"]) + 1;
  return new CsvFileError(`In rij ${rowNumber} begint een tekst met een aanhalingsteken dat nergens sluit.`);
};

/** The rows of a UTF-8 file that arrives in chunks, in batches. Throws a CsvFileError after the last row that can be read. */
export async function* readCsvRows(
  chunks: Chunks,
  delimiter: string,
  start: CsvPosition = { rowNumber: 0, nextOffset: 0 },
): AsyncGenerator<CsvRow[]> {
  let unclosedQuote: CsvError | undefined;
  const parser = parse({
    ...parserOptions(delimiter),
    info: true,
    raw: true,
    max_record_size: MAX_ROW_BYTES,
    // Without this, an error would end the stream before the rows before it are read.
    skip_records_with_error: true,
    on_skip: (error) => {
      unclosedQuote ??= error;
    },
  });
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (unclosedQuote) return;
      yield chunk;
      // Parsing a chunk takes milliseconds of CPU: other requests get their turn in between.
      await yieldToEventLoop();
    }
  };
  // A failing source destroys the parser with the same error, which the loop below throws.
  pipeline(Readable.from(source()), parser, () => undefined);
  let batch: CsvRow[] = [];
  for await (const { record, raw, info } of parser as AsyncIterable<ParsedRow>) {
    const fields = unquote(record, raw, delimiter);
    batch.push({ rowNumber: start.rowNumber + info.records, fields, nextOffset: start.nextOffset + info.bytes });
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
  if (unclosedQuote) throw toFileError(unclosedQuote, start);
}

/** Spreadsheets write empty rows at the end of a file. */
export const isBlankRow = ({ fields }: Pick<CsvRow, "fields">): boolean => fields.every((field) => field.trim() === "");

const DELIMITERS = [";", ",", "\t", "|"] as const;
const SAMPLE_ROWS = 20;
/** Some programs name the delimiter on a line of its own. */
const SEP_LINE = /^sep=([;,\t|])\r?\n?/i;

const countMatchingRows = (sample: string, delimiter: string): { columns: number; matching: number } => {
  const options = { ...parserOptions(delimiter), to: SAMPLE_ROWS, skip_records_with_error: true };
  const [head, ...rows] = parseSync(sample, options) as unknown as string[][];
  const columns = head?.length ?? 1;
  return { columns, matching: rows.filter((row) => row.length === columns).length };
};

/** The delimiter that gives most rows the same number of columns, and the byte offset of the first row. */
export const detectDelimiter = (sample: string): { delimiter: string; start: number } => {
  const declared = SEP_LINE.exec(sample);
  if (declared) return { delimiter: declared[1] ?? ";", start: Buffer.byteLength(declared[0]) };
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...countMatchingRows(sample, delimiter) }))
    .filter(({ columns }) => columns > 1)
    .toSorted((one, other) => other.matching - one.matching || other.columns - one.columns);
  return { delimiter: best?.delimiter ?? ";", start: 0 };
};
