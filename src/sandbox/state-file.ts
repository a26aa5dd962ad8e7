import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";

export type StateFile<T> = {
  /** The last saved state; null when there is no file, or an invalid one. */
  read(): Promise<T | null>;
  /** Resolves when the current state is on disk. Calls during a write are combined into one more write. */
  save(): Promise<void>;
};

/** State of a service in SANDBOX_DATA_DIR; without that folder nothing is saved. */
export function openStateFile<T>(
  dataDir: string | null,
  name: string,
  schema: z.ZodType<T>,
  state: () => T,
): StateFile<T> {
  if (dataDir === null) return { read: async () => null, save: async () => {} };
  const path = join(dataDir, name);
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  const write = async () => {
    await mkdir(dataDir, { recursive: true });
    // Atomic: written to a temporary file and renamed.
    await writeFile(`${path}.part`, JSON.stringify(state()));
    await rename(`${path}.part`, path);
  };

  return {
    read: () => readState(path, schema),
    save: () => {
      next ??= writing
        .catch(() => {})
        .then(() => {
          next = null;
          writing = write();
          return writing;
        });
      return next;
    },
  };
}

async function readState<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
