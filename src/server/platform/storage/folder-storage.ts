import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { z } from "zod";
import { assertObjectKey, isObjectKey, type ObjectEntry, type Storage, type StoredObject } from "./storage.ts";

/**
 * An object is two files: its bytes under a unique name, and a record with that name and the content type. Renaming the record
 * into place replaces both at once, whenever the machine stops. `~` cannot be in a key, so these names never collide with
 * other objects or folders.
 */
const RECORD_SUFFIX = "~object.json";
const recordSchema = z.object({ contentType: z.string(), size: z.number(), file: z.string() });
type ObjectRecord = z.infer<typeof recordSchema>;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

const nullIfMissing = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

const writeDurably = async (path: string, content: Uint8Array | Readable | string): Promise<number> => {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    return (await file.stat()).size;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
};

/** A rename survives a power failure only when the folder, and each folder created for it, is on disk. */
const syncFolders = async (folder: string, root: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (folder !== root) await syncFolders(dirname(folder), root);
};

const readRecord = async (path: string): Promise<ObjectRecord | null> => {
  const text = await readFile(path, "utf8").catch(nullIfMissing);
  return text === null ? null : recordSchema.parse(JSON.parse(text));
};

const replaceRecord = async (path: string, record: ObjectRecord): Promise<void> => {
  const draft = `${path}~${randomUUID()}`;
  await writeDurably(draft, JSON.stringify(record));
  await rename(draft, path);
};

const openObject = async (recordPath: string, missingFile?: string): Promise<StoredObject | null> => {
  const record = await readRecord(recordPath);
  if (!record) return null;
  if (record.file === missingFile) throw new Error("The bytes of a stored object are gone.");
  const file = await open(join(dirname(recordPath), record.file), "r").catch(nullIfMissing);
  // Replaced between the two reads: the record now names the new file, or is gone.
  if (!file) return openObject(recordPath, record.file);
  return { body: file.createReadStream(), contentType: record.contentType, size: record.size };
};

async function* walk(folder: string, keyPrefix: string): AsyncGenerator<ObjectEntry> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, `${keyPrefix}${entry.name}/`);
    if (!entry.isFile() || !entry.name.endsWith(RECORD_SUFFIX)) continue;
    const [record, file] = await Promise.all([readRecord(path), stat(path).catch(nullIfMissing)]);
    const key = keyPrefix + entry.name.slice(0, -RECORD_SUFFIX.length);
    if (record && file) yield { key, size: record.size, modifiedAt: file.mtime };
  }
}

/** Stores objects in a folder of this machine. */
export const createFolderStorage = (root: string): Storage => {
  const recordPathOf = (key: string): string => join(root, ...key.split("/")) + RECORD_SUFFIX;

  return {
    put: async (key, content, { contentType }) => {
      assertObjectKey(key);
      const recordPath = recordPathOf(key);
      const folder = dirname(recordPath);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = `${basename(key)}~${randomUUID()}`;
      const size = await writeDurably(join(folder, file), content);
      const before = await readRecord(recordPath);
      await replaceRecord(recordPath, { contentType, size, file });
      await syncFolders(folder, root);
      if (before) await rm(join(folder, before.file), { force: true });
    },
    get: async (key) => (isObjectKey(key) ? openObject(recordPathOf(key)) : null),
    head: async (key) => {
      if (!isObjectKey(key)) return null;
      const path = recordPathOf(key);
      const [record, file] = await Promise.all([readRecord(path), stat(path).catch(nullIfMissing)]);
      return record && file ? { contentType: record.contentType, size: record.size, modifiedAt: file.mtime } : null;
    },
    delete: async (key) => {
      if (!isObjectKey(key)) return;
      const recordPath = recordPathOf(key);
      const record = await readRecord(recordPath);
      if (!record) return;
      await rm(recordPath, { force: true });
      await rm(join(dirname(recordPath), record.file), { force: true });
    },
    list: async function* (prefix) {
      const parent = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      if (parent && !isObjectKey(parent.slice(0, -1))) return;
      for await (const entry of walk(join(root, parent), parent)) if (entry.key.startsWith(prefix)) yield entry;
    },
  };
};
