const QUOTE = '"'.charCodeAt(0);

/** By byte: what is written in its place in a text, if anything. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const written = JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  return byte < 0x80 && written.length > 1 ? written : undefined;
});
/** As in `\u0000`. */
const LONGEST_ESCAPE = 6;
const QUOTES = 2;

/** What a longer one needed is given back. */
const KEPT_BYTES = 1 << 18;

/** Memory in which JSON is written byte by byte, to be used again and again. Only until the next turn: everybody writes on it. */
export class JsonSheet {
  private bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);
  private at = 0;

  /** How much was written. */
  get length(): number {
    return this.at;
  }

  private makeRoom(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + more));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  /** What is JSON already. A loop, because most of it is a few bytes. */
  write(data: Buffer, from = 0, end = data.length): void {
    this.makeRoom(end - from);
    const { bytes } = this;
    let { at } = this;
    for (let next = from; next < end; next++) bytes[at++] = data[next] as number;
    this.at = at;
  }

  writeText(data: Buffer, from: number, end: number): void {
    this.makeRoom((end - from) * LONGEST_ESCAPE + QUOTES);
    const { bytes } = this;
    let { at } = this;
    bytes[at++] = QUOTE;
    for (let next = from; next < end; next++) {
      const byte = data[next] as number;
      const escaped = ESCAPES[byte];
      if (escaped === undefined) bytes[at++] = byte;
      else at += bytes.write(escaped, at, "latin1");
    }
    bytes[at++] = QUOTE;
    this.at = at;
  }

  /** Gives what was written, and is empty again. */
  tearOff(): Buffer {
    const written = Buffer.from(this.bytes.subarray(0, this.at));
    this.at = 0;
    if (this.bytes.length > KEPT_BYTES) this.bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);
    return written;
  }
}
