import type { Readable } from "node:stream";
import { AppError } from "../app-error.ts";

export interface StoredObject {
  /** Must be read to its end or destroyed: it holds a file or a connection open. */
  body: Readable;
  contentType: string;
  size: number;
}

export interface ObjectHead {
  contentType: string;
  size: number;
  modifiedAt: Date;
}

export interface ObjectEntry {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** Stores files under keys such as `companies/7/logo-1`. Replacing a file is atomic. */
export interface Storage {
  put(key: string, content: Uint8Array | Readable, options: { contentType: string }): Promise<void>;
  get(key: string): Promise<StoredObject | null>;
  head(key: string): Promise<ObjectHead | null>;
  /** Deleting a missing object is no error. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<ObjectEntry>;
}

const MAX_KEY_LENGTH = 512;
// A segment begins with a letter or digit, which excludes `.`, `..`, hidden files and empty segments.
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Keys come from URLs, so every kind of storage accepts only these. */
export const isObjectKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && key.split("/").every((segment) => SEGMENT.test(segment));

export const assertObjectKey = (key: string): void => {
  if (!isObjectKey(key)) throw new Error("This cannot be the key of an object.");
};

/** For a `catch`: the cause goes to the log, the user is asked to try again. */
export const throwStorageUnavailable = (cause: unknown): never => {
  const error = new AppError("unavailable", "De opslag is even niet bereikbaar. Probeer het zo opnieuw.");
  error.cause = cause;
  throw error;
};
