import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";

const ROW = "D".charCodeAt(0);
const COMPLETE = "C".charCodeAt(0);
const READY = "Z".charCodeAt(0);
/** The kind of a message, and its length. */
const HEAD = 5;

/** A row as the server sent it: its fields, each with its length before it. It stays where it came in. */
export class RawRow {
  readonly data: Buffer;
  private readonly from: number;

  /** `from` is where the count of its fields stands. */
  constructor(data: Buffer, from: number) {
    this.data = data;
    this.from = from;
  }

  /** Where the length of a field stands. */
  placeOf(field: number): number {
    let at = this.from + 2;
    for (let nth = 0; nth < field; nth++) at += 4 + Math.max(0, this.data.readInt32BE(at));
    return at;
  }

  /** Nothing where it is null. */
  text(field: number): string | undefined {
    const at = this.placeOf(field);
    const length = this.data.readInt32BE(at);
    return length < 0 ? undefined : this.data.toString("utf8", at + 4, at + 4 + length);
  }
}

/**
 * Stands between the socket and the driver, and takes the rows of a query out of what the server sends, as they are. The
 * driver would make a text of every field, which for a page costs more than all else that we do with it.
 */
export class RowTap {
  private rows: RawRow[] | undefined;
  /** So many statements go before the query whose rows are taken. */
  private before = 0;
  /** What is left of a message that goes to the driver. */
  private passing = 0;
  private held: Buffer | undefined;

  /** Rows of the query that comes after so many statements are added to `rows`, until the server is ready for another. */
  open(rows: RawRow[], before: number): void {
    this.rows = rows;
    this.before = before;
  }

  attach(stream: Duplex): EventEmitter {
    const rest = new EventEmitter();
    stream.on("data", (chunk: Buffer) => {
      for (const part of this.sift(chunk)) rest.emit("data", part);
    });
    stream.on("end", () => rest.emit("end"));
    return rest;
  }

  /** What the driver gets of a chunk. A row, or the head of a message, that is cut off waits for the rest of it. */
  sift(chunk: Buffer): Buffer[] {
    const data = this.held ? Buffer.concat([this.held, chunk]) : chunk;
    this.held = undefined;
    const parts: Buffer[] = [];
    let from = 0;
    let at = Math.min(this.passing, data.length);
    this.passing -= at;
    const pass = (until: number) => {
      if (until > from) parts.push(data.subarray(from, until));
    };
    while (at < data.length) {
      const end = at + HEAD > data.length ? Number.POSITIVE_INFINITY : at + 1 + data.readInt32BE(at + 1);
      const isTaken = data[at] === ROW && this.rows !== undefined && this.before === 0;
      if (end > data.length && (isTaken || end === Number.POSITIVE_INFINITY)) {
        this.held = data.subarray(at);
        break;
      }
      if (isTaken) {
        pass(at);
        this.rows?.push(new RawRow(data, at + HEAD));
        from = end;
      } else {
        this.note(data[at]);
        this.passing = Math.max(0, end - data.length);
      }
      at = Math.min(end, data.length);
    }
    pass(at);
    return parts;
  }

  private note(kind: number | undefined): void {
    if (kind === COMPLETE && this.before > 0) this.before -= 1;
    if (kind === READY) this.rows = undefined;
  }
}
