import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer, json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { isDeepStrictEqual } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import { z } from "zod";
import {
  type ArchiveEntry,
  ArchiveError,
  archivePath,
  type ContentDigest,
  FORMAT,
  FORMAT_1_START,
  MANIFEST,
  type Manifest,
  manifestSchema,
  PART_BYTES,
} from "./archive-format.ts";

export interface EntryWithContent {
  entry: ArchiveEntry;
  /** Must be read to its end before the next entry. */
  content: AsyncIterable<Buffer>;
}

export interface Archive {
  manifest: Manifest;
  entries(): AsyncIterable<EntryWithContent>;
}

const damagedArchive = (): ArchiveError => new ArchiveError("De reservekopie is beschadigd of niet compleet.");
const unsupportedVersion = (): ArchiveError =>
  new ArchiveError("Deze reservekopie is gemaakt door een andere versie, die deze versie niet kan lezen.");

const readStart = async (path: string): Promise<string> => {
  try {
    await using file = await open(path, "r");
    const { buffer: start, bytesRead } = await file.read({ buffer: Buffer.alloc(512) });
    return start.toString("latin1", 0, bytesRead);
  } catch (error) {
    throw new ArchiveError(`${path} kan niet worden gelezen: ${(error as Error).message}.`);
  }
};

const decrypt = async (encrypted: Readable, passphrase: string | undefined): Promise<Readable> => {
  if (!passphrase)
    throw new ArchiveError("Deze reservekopie is versleuteld: geef het wachtwoord in BACKUP_PASSPHRASE.");
  const age = new Decrypter();
  age.addPassphrase(passphrase);
  try {
    const plain = await age.decrypt(Readable.toWeb(encrypted) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as ReadableStream);
  } catch {
    throw new ArchiveError("BACKUP_PASSPHRASE past niet op deze reservekopie, of zij is beschadigd.");
  }
};

/** The tar archive as a stream, decrypted. */
const openTar = async (path: string, passphrase: string | undefined): Promise<Readable> => {
  const start = await readStart(path);
  if (start.startsWith("ustar", 257)) return createReadStream(path);
  if (start.startsWith("age-encryption.org/v1\n")) return decrypt(createReadStream(path), passphrase);
  if (start.startsWith(FORMAT_1_START)) throw unsupportedVersion();
  throw new ArchiveError("Dit bestand is geen reservekopie van Ultimate Sales Agent.");
};

interface TarEntry {
  path: string;
  content: AsyncIterable<Buffer>;
}

const TABLE_PART = /^(tables\/[^/]+)\/\d+\.copy\.zst$/;
const pathWithoutPart = (name: string): string => TABLE_PART.exec(name)?.[1] ?? name;

/** The entries of a tar archive, in order; the parts of a table are joined to one entry. Throws an ArchiveError for any damage. */
async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const tar = extract();
  const piping = pipeline(source, tar as unknown as NodeJS.WritableStream);
  // A failure of the pipeline also destroys `tar`: reading its next entry throws.
  piping.catch(() => undefined);
  const tarEntries = tar[Symbol.asyncIterator]();
  try {
    let next = await tarEntries.next();
    const readContent = async function* (path: string): AsyncGenerator<Buffer> {
      try {
        while (!next.done && pathWithoutPart(next.value.header.name) === path) {
          const stored = next.value as unknown as Readable;
          if (TABLE_PART.test(next.value.header.name))
            yield zstdDecompressSync(await buffer(stored), { maxOutputLength: PART_BYTES });
          else yield* stored;
          next = await tarEntries.next();
        }
      } catch {
        throw damagedArchive();
      }
    };
    while (!next.done) {
      const path = pathWithoutPart(next.value.header.name);
      yield { path, content: readContent(path) };
    }
    await piping;
  } catch {
    throw damagedArchive();
  } finally {
    source.destroy();
  }
}

const parseManifest = async (content: AsyncIterable<Buffer>): Promise<Manifest> => {
  const value: unknown = await json(Readable.from(content)).catch(() => {
    throw damagedArchive();
  });
  const version = z.object({ format: z.number() }).safeParse(value);
  if (version.success && version.data.format !== FORMAT) throw unsupportedVersion();
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) throw damagedArchive();
  return manifest.data;
};

const digestOf = async (content: AsyncIterable<Buffer>): Promise<ContentDigest> => {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
};

/** Reads the whole archive and compares it with its manifest. */
const verifyTar = async (tar: AsyncIterable<TarEntry>): Promise<Manifest> => {
  const found: [path: string, ContentDigest][] = [];
  let manifest: Manifest | undefined;
  for await (const { path, content } of tar) {
    if (manifest) throw damagedArchive();
    if (path === MANIFEST) manifest = await parseManifest(content);
    else found.push([path, await digestOf(content)]);
  }
  const expected = manifest?.entries.map((entry) => [archivePath(entry), { bytes: entry.bytes, sha256: entry.sha256 }]);
  if (!manifest || !isDeepStrictEqual(found, expected)) throw damagedArchive();
  return manifest;
};

/**
 * Verifies the whole archive before it is used: damage, missing parts and a wrong passphrase are errors before anything is
 * changed.
 */
export const openArchive = async (path: string, passphrase: string | undefined): Promise<Archive> => {
  const manifest = await verifyTar(readTar(await openTar(path, passphrase)));
  const known = new Map(manifest.entries.map((entry) => [archivePath(entry), entry]));
  return {
    manifest,
    entries: async function* () {
      for await (const { path: name, content } of readTar(await openTar(path, passphrase))) {
        const entry = known.get(name);
        if (entry) yield { entry, content };
        else if (name === MANIFEST) return;
        else throw damagedArchive();
      }
    },
  };
};
