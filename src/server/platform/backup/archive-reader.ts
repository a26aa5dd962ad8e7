import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import type { z } from "zod";
import {
  ArchiveError,
  CHUNK_BYTES,
  type Close,
  closeSchema,
  type Entry,
  endSchema,
  entrySchema,
  FRAME,
  FRAME_HEAD_BYTES,
  FRAME_LIMIT,
  HEAD_LIMIT,
  type Head,
  headSchema,
  MAGIC,
} from "./archive-format.ts";
import { openFrameLock } from "./frame-lock.ts";

export interface ReadEntry {
  entry: Entry;
  /** To be read to its end before the next entry is asked for. */
  content: AsyncIterable<Buffer>;
  /** Known once the content has been read. */
  close(): Close;
}

export interface ArchiveReader {
  head: Head;
  /** Throws at the first byte that is not as it was written, and at the end when anything is missing. */
  entries(): AsyncIterable<ReadEntry>;
}

const broken = (): ArchiveError => new ArchiveError("De reservekopie is beschadigd of niet compleet.");

const parseJson = <T>(schema: z.ZodType<T>, bytes: Uint8Array): T => {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch {
    throw broken();
  }
};

const decompress = (bytes: Uint8Array): Buffer => {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: CHUNK_BYTES });
  } catch {
    throw broken();
  }
};

const readHead = async (file: FileHandle): Promise<{ head: Head; headBytes: Buffer }> => {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_LIMIT), position: 0 });
  if (buffer.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    const isOurs = buffer.toString("latin1", 0, MAGIC.length - 2) === MAGIC.slice(0, -2);
    throw new ArchiveError(
      isOurs
        ? "Deze reservekopie is gemaakt door een andere versie, die deze versie niet kan lezen."
        : "Dit bestand is geen reservekopie van Ultimate Sales Agent.",
    );
  }
  const end = buffer.indexOf(0x0a, MAGIC.length);
  if (end === -1 || end >= bytesRead) throw broken();
  return { head: parseJson(headSchema, buffer.subarray(MAGIC.length, end)), headBytes: buffer.subarray(0, end + 1) };
};

/** The bytes of the file one after the other, hashed as they go by. */
const readerFrom = (file: FileHandle, headBytes: Buffer) => {
  const hash = createHash("sha256").update(headBytes);
  let position = headBytes.length;
  return {
    hash,
    take: async (length: number): Promise<Buffer> => {
      const buffer = Buffer.allocUnsafe(length);
      for (let got = 0; got < length; ) {
        const { bytesRead } = await file.read(buffer, got, length - got, position + got);
        if (bytesRead === 0) throw broken();
        got += bytesRead;
      }
      position += length;
      return buffer;
    },
    atEnd: async () => (await file.read(Buffer.alloc(1), 0, 1, position)).bytesRead === 0,
  };
};

async function* readEntries(
  file: FileHandle,
  head: Head,
  headBytes: Buffer,
  passphrase: string | undefined,
): AsyncGenerator<ReadEntry> {
  const lock = await openFrameLock(head.lock, passphrase, headBytes);
  const source = readerFrom(file, headBytes);
  const frame = async () => {
    const start = await source.take(FRAME_HEAD_BYTES);
    const kind = Object.values(FRAME).find((known) => known === start.readUInt8());
    const length = start.readUInt32BE(1);
    if (!kind || length > FRAME_LIMIT) throw broken();
    const stored = await source.take(length);
    const content = lock.open(kind, stored);
    const before = kind === FRAME.end ? source.hash.digest("hex") : "";
    if (kind !== FRAME.end) source.hash.update(start).update(stored);
    return { kind, content, before };
  };
  for (let entries = 0; ; entries++) {
    const { kind, content, before } = await frame();
    if (kind === FRAME.end) {
      const end = parseJson(endSchema, content);
      if (end.sha256 !== before || end.entries !== entries || !(await source.atEnd())) throw broken();
      return;
    }
    if (kind !== FRAME.open) throw broken();
    let closed: Close | undefined;
    yield {
      entry: parseJson(entrySchema, content),
      content: readContent(frame, (close) => {
        closed = close;
      }),
      close: () => {
        if (!closed) throw new Error("An entry of the archive was not read to its end.");
        return closed;
      },
    };
    if (!closed) throw new Error("An entry of the archive was not read to its end.");
  }
}

async function* readContent(
  frame: () => Promise<{ kind: number; content: Uint8Array }>,
  onClose: (close: Close) => void,
): AsyncGenerator<Buffer> {
  const sum = createHash("sha256");
  let bytes = 0;
  for (;;) {
    const { kind, content } = await frame();
    if (kind === FRAME.close) {
      const close = parseJson(closeSchema, content);
      if (close.bytes !== bytes || close.sha256 !== sum.digest("hex")) throw broken();
      return onClose(close);
    }
    if (kind !== FRAME.data) throw broken();
    const chunk = decompress(content);
    sum.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
}

/** Opens an archive for as long as the work takes. */
export const readArchive = async <T>(
  path: string,
  passphrase: string | undefined,
  work: (archive: ArchiveReader) => Promise<T>,
): Promise<T> => {
  await using file = await open(path, "r").catch((error: Error) => {
    throw new ArchiveError(`${path} kan niet worden gelezen: ${error.message}.`);
  });
  const { head, headBytes } = await readHead(file);
  return await work({ head, entries: () => readEntries(file, head, headBytes, passphrase) });
};

/** Reads all of it: whatever is damaged, missing or wrongly keyed is told before anything is done with it. */
export const checkArchive = (path: string, passphrase: string | undefined): Promise<Head> =>
  readArchive(path, passphrase, async ({ head, entries }) => {
    for await (const { content } of entries()) for await (const _chunk of content);
    return head;
  });
