import { z } from "zod";
import { deriveKey } from "../secrets.ts";

/**
 * A backup is a tar archive, with a passphrase encrypted by age (age-encryption.org):
 *
 *     files/companies/7/logo          every stored file, under its key
 *     tables/leads/000001.copy.zst    every table in PostgreSQL's COPY text format, in parts compressed by zstd
 *     sequences.json, jobs.json
 *     manifest.json                   last: what the archive must contain, with sizes and checksums
 */
export const FORMAT = 2;
export const MANIFEST = "manifest.json";
/** The first line of archives in format 1, which was our own. */
export const FORMAT_1_START = "ultimate-sales-agent backup";

/** tar needs the size of an entry before its content. The size of a table is unknown, so its rows are split into parts of this size. */
export const PART_BYTES = 1024 * 1024;

/** Why a backup cannot be made or used: one clear line for the operator. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

const contentDigest = { bytes: z.number(), sha256: z.string() };

const entrySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("file"), key: z.string(), contentType: z.string(), ...contentDigest }),
  z.strictObject({
    kind: z.literal("table"),
    name: z.string(),
    columns: z.array(z.string()),
    rows: z.number(),
    ...contentDigest,
  }),
  z.strictObject({ kind: z.literal("sequences"), ...contentDigest }),
  z.strictObject({ kind: z.literal("jobs"), ...contentDigest }),
]);
export type ArchiveEntry = z.infer<typeof entrySchema>;
export type ContentDigest = Pick<ArchiveEntry, keyof typeof contentDigest>;

export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  /** Its version. */
  product: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that the database had, in order. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })).min(1),
  secretFingerprint: z.string(),
  entries: z.array(entrySchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type BackupInfo = Omit<Manifest, "format" | "entries">;

type EntryName =
  | { kind: "file"; key: string }
  | { kind: "table"; name: string }
  | { kind: "sequences" }
  | { kind: "jobs" };

/** Its path in the tar archive; a table is a folder with its parts. */
export const archivePath = (entry: EntryName): string => {
  switch (entry.kind) {
    case "file":
      return `files/${entry.key}`;
    case "table":
      return `tables/${entry.name}`;
    case "sequences":
    case "jobs":
      return `${entry.kind}.json`;
  }
};

/** Lets a restore tell whether it has the APP_SECRET of the backup, without revealing it. */
export const secretFingerprint = (secret: string): string =>
  deriveKey(secret, "backup-mark").toString("hex").slice(0, 16);
