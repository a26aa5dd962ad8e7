import { z } from "zod";
import { deriveKey } from "../secrets.ts";

/** Why a backup cannot be used: one clear line for the person who asked for it. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/**
 * An archive is this line, a line of JSON (the head), and frames: a byte for the kind, four for the length, the content.
 * `open`, `data` … and `close` make an entry; `end` is the last one and holds the hash of every byte before it.
 */
export const MAGIC = "ultimate-sales-agent backup 1\n";
export const HEAD_LIMIT = 64 * 1024;

export const FRAME = { open: 1, data: 2, close: 3, end: 4 } as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];
export const FRAME_HEAD_BYTES = 5;
/** What one frame holds before it is compressed: what is in memory at any time is a few of these. */
export const CHUNK_BYTES = 1024 * 1024;
/** More than a chunk that cannot be compressed, and less than what a damaged length would make us allocate. */
export const FRAME_LIMIT = 2 * CHUNK_BYTES;

export const lockSchema = z.strictObject({
  kdf: z.literal("scrypt"),
  // Bounded, so that a crafted head cannot ask for all memory there is.
  cost: z.number().int().min(1024).max(1_048_576),
  salt: z.base64(),
});
export type Lock = z.infer<typeof lockSchema>;

export const headSchema = z.strictObject({
  product: z.string(),
  createdAt: z.iso.datetime(),
  /** What the database had been through, in order. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })).min(1),
  /** Tells whether a secret is the one the sealed values were sealed with, and nothing else about it. */
  secretMark: z.string(),
  /** Absent: anybody can read it. */
  lock: lockSchema.optional(),
});
export type Head = z.infer<typeof headSchema>;

export const entrySchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("file"), key: z.string(), contentType: z.string() }),
  z.strictObject({ kind: z.literal("table"), name: z.string(), columns: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("sequences") }),
  z.strictObject({ kind: z.literal("jobs") }),
]);
export type Entry = z.infer<typeof entrySchema>;

export const closeSchema = z.strictObject({ bytes: z.number(), sha256: z.string(), rows: z.number().optional() });
export type Close = z.infer<typeof closeSchema>;

export const endSchema = z.strictObject({ entries: z.number(), sha256: z.string() });

/** A trace of the installation's secret, by which a restore can tell that it has another. */
export const secretFingerprint = (secret: string): string =>
  deriveKey(secret, "backup-mark").toString("hex").slice(0, 16);
