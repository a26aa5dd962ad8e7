import { createHash } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { zstdCompressSync } from "node:zlib";
import { Encrypter } from "age-encryption";
import { type Pack, pack } from "tar-stream";
import {
  type ArchiveEntry,
  ArchiveError,
  archivePath,
  type BackupInfo,
  type ContentDigest,
  FORMAT,
  MANIFEST,
  type Manifest,
  PART_BYTES,
} from "./archive-format.ts";

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ArchiveWriter {
  addFile(key: string, file: { contentType: string; size: number; body: Chunks }): Promise<void>;
  /** `rows` is called after the content has been read. */
  addTable(table: { name: string; columns: string[] }, content: Chunks, rows: () => number): Promise<void>;
  addJson(kind: "sequences" | "jobs", value: unknown): Promise<void>;
}

export interface Encryption {
  passphrase: string;
  /** The exponent of scrypt's cost: 16 for 2^16. Tests that open dozens of archives use a small one. */
  workFactor?: number;
}

/** 2^16 takes 64 MiB and half a second, and each step more doubles both. */
const SCRYPT_WORK_FACTOR = 16;

/** Passes the content on and measures it. */
const measureContent = (content: Chunks): { chunks: AsyncGenerator<Uint8Array>; digest(): ContentDigest } => {
  const hash = createHash("sha256");
  let bytes = 0;
  const read = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  return { chunks: read(), digest: () => ({ bytes, sha256: hash.digest("hex") }) };
};

async function* splitIntoParts(content: Chunks): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    pending.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    const all = Buffer.concat(pending);
    const end = size - (size % PART_BYTES);
    for (let start = 0; start < end; start += PART_BYTES) yield all.subarray(start, start + PART_BYTES);
    pending = [all.subarray(end)];
    size -= end;
  }
  yield Buffer.concat(pending);
}

const writeEntry = async (tar: Pack, name: string, size: number, content: Chunks): Promise<void> => {
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  const sink = tar.entry({ name, size }, (error) => (error ? reject(error) : resolve()));
  for await (const chunk of content) {
    if (chunk.length > 0 && !sink.write(chunk)) await once(sink, "drain");
  }
  sink.end(null);
  await written;
};

const createWriter = (tar: Pack, entries: ArchiveEntry[]): ArchiveWriter => ({
  addFile: async (key, { contentType, size, body }) => {
    const { chunks, digest } = measureContent(body);
    await writeEntry(tar, archivePath({ kind: "file", key }), size, chunks);
    entries.push({ kind: "file", key, contentType, ...digest() });
  },
  addTable: async ({ name, columns }, content, rows) => {
    const { chunks, digest } = measureContent(content);
    let count = 0;
    for await (const part of splitIntoParts(chunks)) {
      count += 1;
      const path = `${archivePath({ kind: "table", name })}/${String(count).padStart(6, "0")}.copy.zst`;
      const compressed = zstdCompressSync(part);
      await writeEntry(tar, path, compressed.length, [compressed]);
    }
    entries.push({ kind: "table", name, columns, rows: rows(), ...digest() });
  },
  addJson: async (kind, value) => {
    const json = Buffer.from(JSON.stringify(value));
    const { chunks, digest } = measureContent([json]);
    await writeEntry(tar, archivePath({ kind }), json.length, chunks);
    entries.push({ kind, ...digest() });
  },
});

const encrypt = async (plain: Readable, { passphrase, workFactor }: Encryption): Promise<Readable> => {
  const age = new Encrypter();
  age.setPassphrase(passphrase);
  age.setScryptWorkFactor(workFactor ?? SCRYPT_WORK_FACTOR);
  const encrypted = await age.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(encrypted as ReadableStream);
};

const writeArchive = async (
  file: FileHandle,
  info: BackupInfo,
  encryption: Encryption | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<Manifest> => {
  const tar = pack();
  const manifest: Manifest = { format: FORMAT, ...info, entries: [] };
  const writeEntries = async () => {
    try {
      await fill(createWriter(tar, manifest.entries));
      const json = Buffer.from(JSON.stringify(manifest));
      await writeEntry(tar, MANIFEST, json.length, [json]);
      tar.finalize();
    } catch (error) {
      tar.destroy(error as Error);
      throw error;
    }
  };
  const plain = Readable.from(tar);
  const stored = encryption ? await encrypt(plain, encryption) : plain;
  await Promise.all([writeEntries(), file.writeFile(stored)]);
  return manifest;
};

/** A backup writes all the time: a file that has not grown for this long belongs to a killed process. */
const ABANDONED_MS = 60 * 60_000;

const removeAbandonedDraft = async (path: string): Promise<void> => {
  const draft = await stat(path).catch(() => undefined);
  if (draft && Date.now() - draft.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
};

const createDraft = async (path: string): Promise<FileHandle> => {
  await removeAbandonedDraft(path);
  return open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "EEXIST" ? "er wordt daar al een reservekopie gemaakt" : error.message;
    throw new ArchiveError(`${path} kan niet worden geschreven: ${why}.`);
  });
};

/** The archive appears under its name when it is complete and on disk, or not at all. */
export const createArchive = async (
  path: string,
  info: BackupInfo,
  encryption: Encryption | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<Manifest> => {
  const draft = `${path}.part`;
  const file = await createDraft(draft);
  let manifest: Manifest;
  try {
    manifest = await writeArchive(file, info, encryption, fill);
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
  return manifest;
};
