import { isUtf8 } from "node:buffer";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { CsvFileError } from "./csv-reader.ts";

const CHUNK_BYTES = 1024 * 1024;
/** Enough to recognise an encoding. */
const SAMPLE_BYTES = 4096;

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
] as const;

const SPREADSHEET_SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** In UTF-16 every other byte of Latin text is zero. */
const countZeroBytes = (bytes: Uint8Array): { even: number; odd: number } => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? "even" : "odd"] += 1;
  return zeros;
};

const detectEncoding = (bytes: Uint8Array): { encoding: string; from: number } => {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => startsWith(bytes, mark));
  if (marked && (marked.encoding !== "utf-8" || isUtf8(bytes)))
    return { encoding: marked.encoding, from: marked.mark.length };
  const { even, odd } = countZeroBytes(bytes);
  const minimum = Math.min(bytes.length, SAMPLE_BYTES) / 5;
  if (odd > minimum && even < odd / 4) return { encoding: "utf-16le", from: 0 };
  if (even > minimum && odd < even / 4) return { encoding: "utf-16be", from: 0 };
  // Windows-1252 is the default of spreadsheets on Windows. Every byte is a character in it, so decoding cannot fail.
  return { encoding: isUtf8(bytes) ? "utf-8" : "windows-1252", from: 0 };
};

const transcode = async (bytes: Uint8Array, encoding: string): Promise<Buffer> => {
  const decoder = new TextDecoder(encoding);
  const converted: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    converted.push(Buffer.from(decoder.decode(bytes.subarray(offset, offset + CHUNK_BYTES), { stream: true })));
    // Other requests get their turn between the chunks of a large file.
    await yieldToEventLoop();
  }
  return Buffer.concat([...converted, Buffer.from(decoder.decode())]);
};

/** The file as UTF-8 without a byte order mark, whatever its encoding was. */
export const toUtf8 = async (bytes: Uint8Array): Promise<Buffer> => {
  if (SPREADSHEET_SIGNATURES.some((start) => startsWith(bytes, start)))
    throw new CsvFileError("Dit is een spreadsheet. Bewaar het bestand eerst als CSV en kies het daarna opnieuw.");
  const { encoding, from } = detectEncoding(bytes);
  const text = bytes.subarray(from);
  const plain = encoding === "utf-8" ? Buffer.from(text) : await transcode(text, encoding);
  if (plain.includes(0)) throw new CsvFileError("Dit bestand is geen CSV-bestand.");
  return plain;
};
