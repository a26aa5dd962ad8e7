import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { zstdCompressSync } from "node:zlib";
import {
  ArchiveError,
  CHUNK_BYTES,
  type Close,
  type Entry,
  FRAME,
  FRAME_HEAD_BYTES,
  type FrameKind,
  type Head,
  MAGIC,
} from "./archive-format.ts";
import { newLock, openFrameLock } from "./frame-lock.ts";

export interface ArchiveWriter {
  /** `rows` is asked for at the end, when a table has told how many it had. */
  add(entry: Entry, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, rows?: () => number): Promise<Close>;
}

async function* inChunks(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    waiting.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES) continue;
    const all = Buffer.concat(waiting);
    const whole = size - (size % CHUNK_BYTES);
    for (let from = 0; from < whole; from += CHUNK_BYTES) yield all.subarray(from, from + CHUNK_BYTES);
    waiting = [all.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

const writeArchive = async (
  file: FileHandle,
  head: Head,
  passphrase: string | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> => {
  const hash = createHash("sha256");
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await file.writeFile(bytes);
  };
  const headBytes = Buffer.from(`${MAGIC}${JSON.stringify(head)}\n`);
  const lock = await openFrameLock(head.lock, passphrase, headBytes);
  const frame = async (kind: FrameKind, content: Uint8Array) => {
    const stored = lock.close(kind, content);
    const start = Buffer.alloc(FRAME_HEAD_BYTES);
    start.writeUInt8(kind);
    start.writeUInt32BE(stored.length, 1);
    await write(start);
    await write(stored);
  };
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  let entries = 0;
  await write(headBytes);
  await fill({
    add: async (entry, content, rows) => {
      entries += 1;
      await frame(FRAME.open, json(entry));
      const sum = createHash("sha256");
      let bytes = 0;
      for await (const chunk of inChunks(content)) {
        sum.update(chunk);
        bytes += chunk.length;
        await frame(FRAME.data, zstdCompressSync(chunk));
      }
      const close: Close = { bytes, sha256: sum.digest("hex"), ...(rows ? { rows: rows() } : {}) };
      await frame(FRAME.close, json(close));
      return close;
    },
  });
  await frame(FRAME.end, json({ entries, sha256: hash.copy().digest("hex") }));
};

const createDraft = (path: string): Promise<FileHandle> =>
  open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "EEXIST" ? "er wordt daar al een reservekopie gemaakt" : error.message;
    throw new ArchiveError(`${path} kan niet worden geschreven: ${why}.`);
  });

/** Appears under its name in one step, whole and on disk, or not at all. */
export const createArchive = async (
  path: string,
  head: Omit<Head, "lock">,
  passphrase: string | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> => {
  const draft = `${path}.part`;
  const file = await createDraft(draft);
  try {
    await writeArchive(file, passphrase ? { ...head, lock: newLock() } : head, passphrase, fill);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
  await using folder = await open(dirname(path));
  await folder.sync();
};
