const COMMA = ",".charCodeAt(0);

/** In one piece of memory, without any in between: lists are what a server does most. */
const writeList = (items: readonly Buffer[], before: string, after: string): Buffer => {
  const length = items.reduce((sum, item) => sum + item.length + 1, before.length + Buffer.byteLength(after));
  const list = Buffer.allocUnsafe(length - Math.min(items.length, 1));
  let at = list.write(before);
  for (const item of items) {
    if (at > before.length) list[at++] = COMMA;
    at += item.copy(list, at);
  }
  list.write(after, at);
  return list;
};

/** JSON that is written already: passed on as it is, because to make objects of rows is the main cost of a list. */
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
