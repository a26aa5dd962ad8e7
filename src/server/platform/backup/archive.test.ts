import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ArchiveError, CHUNK_BYTES, type Entry } from "./archive-format.ts";
import { checkArchive, readArchive } from "./archive-reader.ts";
import { createArchive } from "./archive-writer.ts";

const PASSPHRASE = "een lange zin die niemand raadt";
const head = {
  product: "1.0.0",
  createdAt: "2026-11-15T10:00:00.000Z",
  migrations: [{ name: "0001_roles.sql", checksum: "abc" }],
  secretMark: "0123456789abcdef",
};
const big = randomBytes(2.5 * CHUNK_BYTES);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usa-archive-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, passphrase?: string): Promise<string> => {
  const path = join(folder, name);
  await createArchive(path, head, passphrase, async (archive) => {
    await archive.add({ kind: "file", key: "companies/7/logo", contentType: "image/png" }, [big]);
    await archive.add({ kind: "table", name: "leads", columns: ["id", "name"] }, [Buffer.from("1\tÉén\n")], () => 1);
    await archive.add({ kind: "table", name: "none", columns: ["id"] }, [], () => 0);
  });
  return path;
};

const readAll = (path: string, passphrase?: string) =>
  readArchive(path, passphrase, async ({ entries }) => {
    const found: { entry: Entry; bytes: Buffer; rows: number | undefined }[] = [];
    for await (const { entry, content, close } of entries()) {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      found.push({ entry, bytes: Buffer.concat(chunks), rows: close().rows });
    }
    return found;
  });

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof ArchiveError)) throw error ?? new Error("it was taken");
  return error.message;
};

test.each([undefined, PASSPHRASE])(
  "what was put in comes out the same, in order (passphrase: %s)",
  async (passphrase) => {
    const path = await write(`whole-${passphrase ? "locked" : "open"}`, passphrase);
    const found = await readAll(path, passphrase);
    expect(found.map(({ entry, rows }) => [entry.kind, rows])).toEqual([
      ["file", undefined],
      ["table", 1],
      ["table", 0],
    ]);
    expect(found[0]?.bytes.equals(big)).toBe(true);
    expect(found[1]?.bytes.toString()).toBe("1\tÉén\n");
    expect(await checkArchive(path, passphrase)).toMatchObject(head);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  },
);

test("an encrypted one shows nothing of its content", async () => {
  const bytes = await readFile(await write("shown", PASSPHRASE));
  for (const word of ["leads", "companies/7", "image/png"]) expect(bytes.includes(word)).toBe(false);
});

test("without the passphrase, or with another, it does not open", async () => {
  const path = await write("keyed", PASSPHRASE);
  expect(await reasonOf(checkArchive(path, undefined))).toContain("BACKUP_PASSPHRASE");
  expect(await reasonOf(checkArchive(path, "een andere lange zin"))).toContain("BACKUP_PASSPHRASE past niet");
});

test.each([undefined, PASSPHRASE])("a byte that changed anywhere is noticed (passphrase: %s)", async (passphrase) => {
  const bytes = await readFile(await write(`bytes-${passphrase ? "locked" : "open"}`, passphrase));
  const path = join(folder, "changed");
  const places = Array.from({ length: 7 }, (_, nth) => Math.floor((nth * (bytes.length - 1)) / 6));
  for (const place of places) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    await writeFile(path, changed);
    expect(await reasonOf(checkArchive(path, passphrase)), `byte ${place}`).toBeTruthy();
  }
});

test.each([undefined, PASSPHRASE])(
  "one that was cut off, or got longer, is refused (passphrase: %s)",
  async (passphrase) => {
    const bytes = await readFile(await write(`cut-${passphrase ? "locked" : "open"}`, passphrase));
    const path = join(folder, "cut");
    for (const length of [10, 1000, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, length));
      expect(await reasonOf(checkArchive(path, passphrase)), `${length} bytes`).toBeTruthy();
    }
    await writeFile(path, Buffer.concat([bytes, Buffer.of(0)]));
    expect(await reasonOf(checkArchive(path, passphrase))).toContain("beschadigd");
  },
);

test("another kind of file, another version of ours, and no file at all are told apart", async () => {
  const path = join(folder, "other");
  await writeFile(path, "PK a zip");
  expect(await reasonOf(checkArchive(path, undefined))).toContain("geen reservekopie");
  await writeFile(path, "ultimate-sales-agent backup 2\n{}\n");
  expect(await reasonOf(checkArchive(path, undefined))).toContain("andere versie");
  expect(await reasonOf(checkArchive(join(folder, "absent"), undefined))).toContain("kan niet worden gelezen");
});

test("one that fails half-way leaves nothing, and one at a time is made in a place", async () => {
  const path = join(folder, "half");
  const failing = createArchive(path, head, undefined, async (archive) => {
    await archive.add({ kind: "jobs" }, [big]);
    expect(await reasonOf(createArchive(path, head, undefined, () => Promise.resolve()))).toContain(
      "al een reservekopie",
    );
    throw new Error("the database went away");
  });
  await expect(failing).rejects.toThrow("the database went away");
  expect((await readdir(folder)).filter((name) => name.startsWith("half"))).toEqual([]);
});
