const QUOTE = '"'.charCodeAt(0);

/** By byte: what is written in its place in a text, if anything. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const written = JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  return byte < 0x80 && written.length > 1 ? written : undefined;
});
/** As in `\u0000`. */
const LONGEST_ESCAPE = 6;
const QUOTES = 2;

/** So many are sooner copied one by one. */
const FEW_BYTES = 64;

/** What a longer one needed is given back. */
const KEPT_BYTES = 1 << 18;

/** Memory in which JSON is written byte by byte. */
export class JsonSheet {
  private bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);
  private at = 0;

  private makeRoom(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + more));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }

  /** What is JSON already. */
  write(data: Buffer, from = 0, end = data.length): void {
    this.makeRoom(end - from);
    const { bytes } = this;
    let { at } = this;
    if (end - from > FEW_BYTES) at += data.copy(bytes, at, from, end);
    else for (let next = from; next < end; next++) bytes[at++] = data[next] as number;
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

  /** What was written on it, as a piece of its own; then it is empty again. */
  take(write: (sheet: JsonSheet) => void): Buffer {
    this.at = 0;
    write(this);
    const written = Buffer.from(this.bytes.subarray(0, this.at));
    if (this.bytes.length > KEPT_BYTES) this.bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);
    return written;
  }
}

const sheet = new JsonSheet();

/** Everybody writes on the same sheet, each to the end before the next begins. */
export const writeJson = (write: (sheet: JsonSheet) => void): Buffer => sheet.take(write);
