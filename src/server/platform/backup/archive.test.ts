import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ArchiveEntry, ArchiveError, PART_BYTES } from "./archive-format.ts";
import { openArchive } from "./archive-reader.ts";
import { createArchive } from "./archive-writer.ts";

const PASSPHRASE = "een lange zin die niemand raadt";
const info = {
  product: "1.0.0",
  createdAt: "2026-11-15T10:00:00.000Z",
  migrations: [{ name: "0001_roles.sql", checksum: "abc" }],
  secretFingerprint: "0123456789abcdef",
};
const big = randomBytes(2.5 * PART_BYTES);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usa-archive-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, passphrase?: string): Promise<string> => {
  const path = join(folder, name);
  await createArchive(path, info, passphrase ? { passphrase, workFactor: 4 } : undefined, async (archive) => {
    await archive.addFile("companies/7/logo", { contentType: "image/png", size: big.length, body: [big] });
    await archive.addTable({ name: "leads", columns: ["id", "name"] }, [Buffer.from("1\tÉén\n")], () => 1);
    await archive.addTable({ name: "large", columns: ["id"] }, [big.subarray(0, 10), big.subarray(10)], () => 7);
    await archive.addTable({ name: "none", columns: ["id"] }, [], () => 0);
  });
  return path;
};

const verify = async (path: string, passphrase: string | undefined) => (await openArchive(path, passphrase)).manifest;

const readAll = async (path: string, passphrase?: string) => {
  const found: { entry: ArchiveEntry; bytes: Buffer }[] = [];
  for await (const { entry, content } of (await openArchive(path, passphrase)).entries())
    found.push({ entry, bytes: await buffer(Readable.from(content)) });
  return found;
};

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof ArchiveError)) throw error ?? new Error("the archive was accepted");
  return error.message;
};

test.each([undefined, PASSPHRASE])("what is written is read back, in order (passphrase: %s)", async (passphrase) => {
  const path = await write(`whole-${passphrase ? "locked" : "open"}`, passphrase);
  const found = await readAll(path, passphrase);
  expect(found.map(({ entry }) => [entry.kind, entry.kind === "table" ? entry.rows : undefined])).toEqual([
    ["file", undefined],
    ["table", 1],
    ["table", 7],
    ["table", 0],
  ]);
  expect(found[0]?.bytes.equals(big)).toBe(true);
  expect(found[1]?.bytes.toString()).toBe("1\tÉén\n");
  expect(found[2]?.bytes.equals(big)).toBe(true);
  expect(found[3]?.bytes.length).toBe(0);
  expect(await verify(path, passphrase)).toMatchObject(info);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("an encrypted archive reveals nothing of its content", async () => {
  const bytes = await readFile(await write("shown", PASSPHRASE));
  for (const word of ["leads", "companies/7", "image/png"]) expect(bytes.includes(word)).toBe(false);
});

test("without the passphrase, or with another, it cannot be opened", async () => {
  const path = await write("keyed", PASSPHRASE);
  expect(await reasonOf(verify(path, undefined))).toContain("BACKUP_PASSPHRASE");
  expect(await reasonOf(verify(path, "een andere lange zin"))).toContain("BACKUP_PASSPHRASE past niet");
});

test.each([undefined, PASSPHRASE])("a changed byte is detected (passphrase: %s)", async (passphrase) => {
  const bytes = await readFile(await write(`bytes-${passphrase ? "locked" : "open"}`, passphrase));
  const path = join(folder, "changed");
  const places = Array.from({ length: 7 }, (_, nth) => Math.floor((nth * (bytes.length - 1)) / 6));
  for (const place of places) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    await writeFile(path, changed);
    expect(await reasonOf(verify(path, passphrase)), `byte ${place}`).toBeTruthy();
  }
});

test.each([undefined, PASSPHRASE])(
  "a truncated or extended archive is refused (passphrase: %s)",
  async (passphrase) => {
    const bytes = await readFile(await write(`cut-${passphrase ? "locked" : "open"}`, passphrase));
    const path = join(folder, "cut");
    for (const length of [10, 1000, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, length));
      expect(await reasonOf(verify(path, passphrase)), `${length} bytes`).toBeTruthy();
    }
    await writeFile(path, Buffer.concat([bytes, Buffer.of(0)]));
    expect(await reasonOf(verify(path, passphrase))).toContain("beschadigd");
  },
);

test("another kind of file, another version of the format and a missing file have their own messages", async () => {
  const path = join(folder, "other");
  await writeFile(path, "PK a zip");
  expect(await reasonOf(verify(path, undefined))).toContain("geen reservekopie");
  await writeFile(path, "ultimate-sales-agent backup 2\n{}\n");
  expect(await reasonOf(verify(path, undefined))).toContain("andere versie");
  expect(await reasonOf(verify(join(folder, "absent"), undefined))).toContain("kan niet worden gelezen");
});

test("a failed backup leaves no file, and a second backup to the same path is refused while the first is written", async () => {
  const path = join(folder, "half");
  const failing = createArchive(path, info, undefined, async (archive) => {
    await archive.addFile("large", { contentType: "image/png", size: big.length, body: [big] });
    expect(await reasonOf(createArchive(path, info, undefined, () => Promise.resolve()))).toContain(
      "al een reservekopie",
    );
    throw new Error("the database went away");
  });
  await expect(failing).rejects.toThrow("the database went away");
  expect((await readdir(folder)).filter((name) => name.startsWith("half"))).toEqual([]);
});

test("the draft of a backup that was killed does not stop the next one", async () => {
  const draft = join(folder, "killed.part");
  await writeFile(draft, "the beginning of a backup");
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(draft, yesterday, yesterday);
  expect(await verify(await write("killed"), undefined)).toMatchObject(info);
  expect((await readdir(folder)).filter((name) => name.startsWith("killed"))).toEqual(["killed"]);
});
