import { isUtf8 } from "node:buffer";
import { setImmediate as breathe } from "node:timers/promises";
import { CsvFileError } from "./csv-reader.ts";

const CHUNK_BYTES = 1024 * 1024;
/** Enough to see how a text is written. */
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

/** Of plain Latin text in two bytes a letter, every other byte is zero. */
const countZeroBytes = (bytes: Uint8Array): { even: number; odd: number } => {
  const seen = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of seen.entries()) if (byte === 0) zeros[index % 2 === 0 ? "even" : "odd"] += 1;
  return zeros;
};

const detectEncoding = (bytes: Uint8Array): { encoding: string; from: number } => {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => startsWith(bytes, mark));
  if (marked && (marked.encoding !== "utf-8" || isUtf8(bytes)))
    return { encoding: marked.encoding, from: marked.mark.length };
  const { even, odd } = countZeroBytes(bytes);
  const most = Math.min(bytes.length, SAMPLE_BYTES) / 5;
  if (odd > most && even < odd / 4) return { encoding: "utf-16le", from: 0 };
  if (even > most && odd < even / 4) return { encoding: "utf-16be", from: 0 };
  // What spreadsheets on Windows write by default; every byte is some letter in it.
  return { encoding: isUtf8(bytes) ? "utf-8" : "windows-1252", from: 0 };
};

const transcode = async (bytes: Uint8Array, encoding: string): Promise<Buffer> => {
  const decoder = new TextDecoder(encoding);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    pieces.push(Buffer.from(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true })));
    // Nobody else waits for the whole of a large file.
    await breathe();
  }
  return Buffer.concat([...pieces, Buffer.from(decoder.decode())]);
};

/** The file as UTF-8 without a mark in front, however it was written. */
export const toUtf8 = async (bytes: Uint8Array): Promise<Buffer> => {
  if (SPREADSHEET_SIGNATURES.some((start) => startsWith(bytes, start)))
    throw new CsvFileError("Dit is een spreadsheet. Bewaar het bestand eerst als CSV en kies het daarna opnieuw.");
  const { encoding, from } = detectEncoding(bytes);
  const text = bytes.subarray(from);
  const plain = encoding === "utf-8" ? Buffer.from(text) : await transcode(text, encoding);
  if (plain.includes(0)) throw new CsvFileError("Dit bestand is geen CSV-bestand.");
  return plain;
};
