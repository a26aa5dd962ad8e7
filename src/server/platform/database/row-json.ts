import pg from "pg";
import { type JsonSheet, writeJson } from "../json-sheet.ts";
import type { Items } from "../json-text.ts";
import type { RawRow } from "./row-tap.ts";

/** Rows as the server sent them, and what they consist of. */
export interface RawRows {
  rows: readonly RawRow[];
  columns: readonly pg.FieldDef[];
}

const { BOOL, INT2, INT4, INT8, JSON: JSON_TEXT, JSONB, TEXT, VARCHAR, UUID } = pg.types.builtins;
const NULL = Buffer.from("null");
const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
const COMMA = Buffer.from(",");
const END = Buffer.from("}");
const LENGTH_BYTES = 4;
const YES = "t".charCodeAt(0);

type Write = (sheet: JsonSheet, data: Buffer, from: number, end: number) => void;

const writeText: Write = (sheet, data, from, end) => sheet.writeText(data, from, end);
const writeAsIs: Write = (sheet, data, from, end) => sheet.write(data, from, end);
const writeBool: Write = (sheet, data, from) => sheet.write(data[from] === YES ? TRUE : FALSE);

const WRITERS: ReadonlyMap<number, Write> = new Map([
  ...[TEXT, VARCHAR, UUID].map((type) => [type, writeText] as const),
  ...[INT2, INT4, INT8, JSON_TEXT, JSONB].map((type) => [type, writeAsIs] as const),
  [BOOL, writeBool],
]);

interface Field {
  /** What goes before its value. */
  label: Buffer;
  write: Write;
}

const toField = ({ name, dataTypeID }: pg.FieldDef, nth: number): Field => {
  const write = WRITERS.get(dataTypeID);
  if (!write) throw new Error(`Column ${name} has a type that is not written as JSON: ${dataTypeID}`);
  return { label: Buffer.from(`${nth === 0 ? "{" : ","}${JSON.stringify(name)}:`), write };
};

/**
 * The rows of a list, each an object of the columns from `first` on. It is written from the bytes as they came, and nothing is
 * made of a field in between. PostgreSQL takes several times as long to write the same, and has less time.
 */
export class RowItems implements Items {
  private readonly rows: readonly RawRow[];
  private readonly first: number;
  private readonly fields: readonly Field[];

  constructor({ rows, columns }: RawRows, first = 0) {
    this.rows = rows;
    this.first = first;
    this.fields = columns.slice(first).map(toField);
  }

  writeOn(sheet: JsonSheet): void {
    this.rows.forEach((row, nth) => {
      if (nth > 0) sheet.write(COMMA);
      this.writeRow(sheet, row);
    });
  }

  *each(): Iterable<Buffer> {
    for (const row of this.rows) yield writeJson((sheet) => this.writeRow(sheet, row));
  }

  private writeRow(sheet: JsonSheet, row: RawRow): void {
    const { data } = row;
    let at = row.placeOf(this.first);
    for (const { label, write } of this.fields) {
      sheet.write(label);
      const length = data.readInt32BE(at);
      at += LENGTH_BYTES;
      if (length < 0) sheet.write(NULL);
      else write(sheet, data, at, at + length);
      at += Math.max(0, length);
    }
    sheet.write(END);
  }
}
