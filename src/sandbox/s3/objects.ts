import { createHash } from "node:crypto";
import { S3Error } from "./s3-error.ts";

export type StoredObject = {
  body: Buffer;
  etag: string;
  lastModified: Date;
  /** Content-Type and its kin, and the x-amz-meta-… headers, as they are given back. */
  headers: Record<string, string>;
  checksums: Record<string, string>;
};

export type ObjectStore = {
  get(key: string): StoredObject;
  /** As `get`, but undefined when there is none. */
  peek(key: string): StoredObject | undefined;
  put(key: string, object: Omit<StoredObject, "etag">): StoredObject;
  delete(key: string): void;
  /** In the order in which S3 lists them. */
  keys(): string[];
  clear(): void;
};

export function createObjectStore(): ObjectStore {
  const objects = new Map<string, StoredObject>();
  return {
    get: (key) => {
      const object = objects.get(key);
      if (!object) throw new S3Error("NoSuchKey", { Key: key });
      return object;
    },
    peek: (key) => objects.get(key),
    put: (key, wish) => {
      const object = { ...wish, etag: `"${createHash("md5").update(wish.body).digest("hex")}"` };
      objects.set(key, object);
      return object;
    },
    delete: (key) => {
      objects.delete(key);
    },
    keys: () => [...objects.keys()].sort(compareBytes),
    clear: () => objects.clear(),
  };
}

/** S3 sorts by the bytes of UTF-8, which differs from JavaScript's own order beyond the basic plane. */
export const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The one account and bucket of the storage. They open nothing outside the sandbox. */
export const S3_ACCOUNT = {
  region: "eu-west-1",
  bucket: "ultimate-sales-agent",
  accessKeyId: "AKIA3SANDB0XN00RDER1",
  secretAccessKey: "s4ndb0x/Kq7Vw2ZtR9mLxE1hYc8UoPd5JfGbNa3i",
} as const;
