import { type JsonSheet, writeJson } from "./json-sheet.ts";

/** What a list consists of. */
export interface Items {
  /** All of them, with commas in between. */
  writeOn(sheet: JsonSheet): void;
  /** One by one. */
  each(): Iterable<Buffer>;
}

const COMMA = Buffer.from(",");

/** Items that are JSON already. */
export class WrittenItems implements Items {
  private readonly items: readonly Buffer[];

  constructor(items: readonly Buffer[]) {
    this.items = items;
  }

  writeOn(sheet: JsonSheet): void {
    this.items.forEach((item, nth) => {
      if (nth > 0) sheet.write(COMMA);
      sheet.write(item);
    });
  }

  each(): Iterable<Buffer> {
    return this.items;
  }
}

export const NO_ITEMS: Items = new WrittenItems([]);

const enclose = (before: string, items: Items, after: string): Buffer =>
  writeJson((sheet) => {
    sheet.write(Buffer.from(before));
    items.writeOn(sheet);
    sheet.write(Buffer.from(after));
  });

/** JSON that is written already: passed on as it is, because to make objects of rows is the main cost of a list. */
export class JsonText {
  readonly bytes: Buffer;

  private constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static of(text: string): JsonText {
    return new JsonText(Buffer.from(text));
  }

  static list(items: Items): JsonText {
    return new JsonText(enclose("[", items, "]"));
  }

  static page(items: Items, nextCursor: string | null): JsonText {
    return new JsonText(enclose('{"items":[', items, `],"nextCursor":${JSON.stringify(nextCursor)}}`));
  }

  parse(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}
