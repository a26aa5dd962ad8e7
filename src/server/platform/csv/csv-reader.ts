/** What is wrong with a file as a whole. */
export class CsvFileError extends Error {
  override readonly name = "CsvProblem";
}

export interface CsvRow {
  /** As a spreadsheet counts them: the names of the columns are row 1. */
  number: number;
  fields: string[];
  /** Where the next row begins, in bytes from the beginning of the file. */
  next: number;
}

/** Longer than anything people keep in a row: a quotation mark that nobody closed takes the rest of the file along. */
const MAX_ROW_LENGTH = 4_000_000;

interface Field {
  value: string;
  end: number;
}

/** `undefined`: the text ends before it can be told where the field does. */
const readField = (text: string, start: number, plainEnd: (from: number) => number, isLast: boolean) => {
  if (text[start] !== '"') {
    const end = plainEnd(start);
    return { value: text.slice(start, end), end };
  }
  let value = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return undefined;
    if (text[quote + 1] === '"') {
      value += text.slice(from, quote + 1);
      from = quote + 2;
      continue;
    }
    // The first half of two quotation marks may be all that has come.
    if (quote + 1 === text.length && !isLast) return undefined;
    const end = plainEnd(quote + 1);
    return { value: value + text.slice(from, quote) + text.slice(quote + 1, end), end };
  }
};

const createFieldReader = (delimiter: string) => {
  const ending = new RegExp(`[${delimiter === "|" ? "\\|" : delimiter}\\r\\n]`, "g");
  return (text: string, start: number, isLast: boolean): Field | undefined => {
    const plainEnd = (from: number): number => {
      ending.lastIndex = from;
      return ending.exec(text)?.index ?? text.length;
    };
    const field = readField(text, start, plainEnd, isLast);
    return field && (field.end < text.length || isLast) ? field : undefined;
  };
};

/** Where the row after a line end begins; `undefined` when only half of "\r\n" may have come. */
const afterLineEnd = (text: string, at: number, isLast: boolean): number | undefined => {
  if (text[at] !== "\r") return at + 1;
  if (at + 1 === text.length) return isLast ? at + 1 : undefined;
  return text[at + 1] === "\n" ? at + 2 : at + 1;
};

const createRowReader = (delimiter: string) => {
  const readNext = createFieldReader(delimiter);
  return (text: string, start: number, isLast: boolean): { fields: string[]; end: number } | undefined => {
    const fields: string[] = [];
    let at = start;
    for (;;) {
      const field = readNext(text, at, isLast);
      if (!field) return undefined;
      fields.push(field.value);
      if (field.end === text.length) return { fields, end: field.end };
      if (text[field.end] === delimiter) {
        at = field.end + 1;
        continue;
      }
      const end = afterLineEnd(text, field.end, isLast);
      return end === undefined ? undefined : { fields, end };
    }
  };
};

/** The place where a reader begins: at the beginning of a row. */
interface CsvPosition {
  /** The row before it. */
  number: number;
  next: number;
}

/**
 * Reads rows from a text that comes in pieces. As forgiving as spreadsheets are: any line end, quotation marks inside a
 * field that does not begin with one, text behind a closing one.
 */
export const createCsvReader = (delimiter: string, place: CsvPosition = { number: 0, next: 0 }) => {
  const readRow = createRowReader(delimiter);
  let { number, next } = place;
  let waiting = "";

  const take = (text: string, isLast: boolean): CsvRow[] => {
    waiting += text;
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < waiting.length) {
      const row = readRow(waiting, at, isLast);
      if (!row) break;
      next += Buffer.byteLength(waiting.slice(at, row.end));
      number += 1;
      rows.push({ number, fields: row.fields, next });
      at = row.end;
    }
    waiting = waiting.slice(at);
    const isUnclosed = isLast ? waiting !== "" : waiting.length > MAX_ROW_LENGTH;
    if (isUnclosed)
      throw new CsvFileError(`In rij ${number + 1} begint een tekst met een aanhalingsteken dat nergens sluit.`);
    return rows;
  };

  return { push: (text: string) => take(text, false), end: () => take("", true) };
};

/** Spreadsheets leave empty rows behind. */
export const isBlankRow = ({ fields }: Pick<CsvRow, "fields">): boolean => fields.every((field) => field.trim() === "");

const DELIMITERS = [";", ",", "\t", "|"] as const;
const SAMPLE_ROWS = 20;

/** Some programs say it themselves, on a line of its own. */
const SEP_LINE = /^sep=([;,\t|])\r?\n?/i;

const countMatchingRows = (text: string, delimiter: string): { columns: number; alike: number } => {
  const reader = createCsvReader(delimiter);
  const [head, ...rows] = reader.push(text).slice(0, SAMPLE_ROWS);
  const columns = head?.fields.length ?? 1;
  return { columns, alike: rows.filter(({ fields }) => fields.length === columns).length };
};

/** By which sign the columns of a file are parted, and where its first row begins, in bytes. */
export const detectDelimiter = (beginning: string): { delimiter: string; start: number } => {
  const declared = SEP_LINE.exec(beginning);
  if (declared) return { delimiter: declared[1] ?? ";", start: Buffer.byteLength(declared[0]) };
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...countMatchingRows(`${beginning}\n`, delimiter) }))
    .filter(({ columns }) => columns > 1)
    .toSorted((one, other) => other.alike - one.alike || other.columns - one.columns);
  return { delimiter: best?.delimiter ?? ";", start: 0 };
};
