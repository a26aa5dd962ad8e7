const COMMA = Buffer.from(",");

const writeList = (items: readonly Buffer[], before: string, after: string): Buffer => {
  const separated = items.flatMap((item, nth) => (nth === 0 ? [item] : [COMMA, item]));
  return Buffer.concat([Buffer.from(before), ...separated, Buffer.from(after)]);
};

/** JSON that PostgreSQL has built: passed on as it is, because parsing rows is the main cost of a list. */
export class BuiltJson {
  readonly bytes: Buffer;

  private constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static of(text: string): BuiltJson {
    return new BuiltJson(Buffer.from(text));
  }

  static list(items: readonly Buffer[]): BuiltJson {
    return new BuiltJson(writeList(items, "[", "]"));
  }

  static page(items: readonly Buffer[], nextCursor: string | null): BuiltJson {
    return new BuiltJson(writeList(items, '{"items":[', `],"nextCursor":${JSON.stringify(nextCursor)}}`));
  }

  parse(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}
