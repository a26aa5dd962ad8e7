import { createCsvReader } from "./csv-reader.ts";

const DELIMITERS = [";", ",", "\t", "|"] as const;
const ROWS_LOOKED_AT = 20;

/** Some programs say it themselves, on a line of its own. */
const DECLARED = /^sep=([;,\t|])\r?\n?/i;

const countRows = (text: string, delimiter: string): { columns: number; alike: number } => {
  const reader = createCsvReader(delimiter);
  const [head, ...rows] = reader.push(text).slice(0, ROWS_LOOKED_AT);
  const columns = head?.fields.length ?? 1;
  return { columns, alike: rows.filter(({ fields }) => fields.length === columns).length };
};

/** By which sign the columns of a file are parted, and where its first row begins, in bytes. */
export const findDelimiter = (beginning: string): { delimiter: string; start: number } => {
  const declared = DECLARED.exec(beginning);
  if (declared) return { delimiter: declared[1] ?? ";", start: Buffer.byteLength(declared[0]) };
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...countRows(`${beginning}\n`, delimiter) }))
    .filter(({ columns }) => columns > 1)
    .toSorted((one, other) => other.alike - one.alike || other.columns - one.columns);
  return { delimiter: best?.delimiter ?? ";", start: 0 };
};
