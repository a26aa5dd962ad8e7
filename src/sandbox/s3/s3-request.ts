import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

export type S3Request = {
  method: string;
  /** Decoded, the whole of it: signatures cover the part before the bucket too. */
  path: string;
  bucket: string;
  key: string;
  query: readonly (readonly [string, string])[];
  /** Lower-case names; values as signatures see them: trimmed, runs of spaces as one, repeats joined by commas. */
  headers: ReadonlyMap<string, string>;
};

const MAX_KEY_BYTES = 1_024;

export function readS3Request(message: IncomingMessage, prefix: string): S3Request {
  const [rawPath = "", rawQuery = ""] = (message.url ?? "").split(/\?(.*)/s);
  const path = decode(rawPath);
  const [bucket = "", key = ""] = path.slice(prefix.length).split(/\/(.*)/s);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error("KeyTooLongError", { MaxSizeAllowed: MAX_KEY_BYTES });
  return { method: message.method ?? "", path, bucket, key, query: readQuery(rawQuery), headers: readHeaders(message) };
}

/** The value of a query parameter, or null when it is absent. */
export const parameter = ({ query }: Pick<S3Request, "query">, name: string) =>
  query.find(([candidate]) => candidate === name)?.[1] ?? null;

function readQuery(rawQuery: string): [string, string][] {
  return rawQuery
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split(/=(.*)/s))
    .map(([name = "", value = ""]) => [decode(name), decode(value)]);
}

function readHeaders(message: IncomingMessage): Map<string, string> {
  const entries = Object.entries(message.headersDistinct);
  return new Map(entries.map(([name, values = []]) => [name, values.map(collapse).join(",")]));
}

const collapse = (value: string) => value.trim().replace(/ +/g, " ");

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI");
  }
}
