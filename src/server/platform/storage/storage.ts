import type { Readable } from "node:stream";
import { AppError } from "../app-error.ts";

export interface StoredObject {
  /** To be read to its end or destroyed: it holds a file or a connection. */
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

/** Files of the product, under keys such as `companies/7/logo-1`. A key is replaced as a whole or not at all. */
export interface Storage {
  put(key: string, content: Uint8Array | Readable, options: { contentType: string }): Promise<void>;
  get(key: string): Promise<StoredObject | null>;
  head(key: string): Promise<ObjectHead | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<ObjectEntry>;
}

const MAX_KEY_LENGTH = 512;
// A segment begins with a letter or digit, which leaves no room for `.`, `..`, hidden files and empty segments.
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Keys come from addresses that visitors type: only these can name an object, on every kind of storage. */
export const isObjectKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && key.split("/").every((segment) => SEGMENT.test(segment));

export const assertObjectKey = (key: string): void => {
  if (!isObjectKey(key)) throw new Error("This cannot be the key of an object.");
};

/** For a `catch`: what the storage says is for the log; people are told to come back. */
export const throwStorageUnavailable = (cause: unknown): never => {
  const error = new AppError("unavailable", "De opslag is even niet bereikbaar. Probeer het zo opnieuw.");
  error.cause = cause;
  throw error;
};
