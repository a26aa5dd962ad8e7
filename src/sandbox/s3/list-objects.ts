import { compareBytes, type ObjectStore } from "./objects.ts";
import { S3Error } from "./s3-error.ts";
import { parameter, type S3Request } from "./s3-request.ts";
import { xmlDocument, xmlElement } from "./xml.ts";

const PAGE = 1_000;

/** ListObjectsV2 with prefix, start-after, max-keys and continuation. */
export function listObjects(request: S3Request, store: ObjectStore): string {
  const prefix = parameter(request, "prefix") ?? "";
  const token = parameter(request, "continuation-token");
  const after = token === null ? parameter(request, "start-after") : readToken(token);
  const limit = readLimit(parameter(request, "max-keys"));

  const keys = store.keys().filter((key) => key.startsWith(prefix) && (after === null || compareBytes(key, after) > 0));
  const page = keys.slice(0, limit);
  const last = page.at(-1);
  const isTruncated = keys.length > page.length && last !== undefined;
  const fields = {
    Name: request.bucket,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: limit,
    IsTruncated: isTruncated,
    ...(token === null ? {} : { ContinuationToken: token }),
    ...(isTruncated ? { NextContinuationToken: Buffer.from(last).toString("base64url") } : {}),
  };
  return xmlDocument(
    xmlElement(
      "ListBucketResult",
      fields,
      page.map((key) => describeObject(key, store)),
    ),
  );
}

function describeObject(key: string, store: ObjectStore): string {
  const { lastModified, etag, body } = store.get(key);
  return xmlElement("Contents", {
    Key: key,
    LastModified: lastModified.toISOString(),
    ETag: etag,
    Size: body.length,
    StorageClass: "STANDARD",
  });
}

function readLimit(text: string | null): number {
  const limit = text === null ? PAGE : Number(text);
  if (!Number.isInteger(limit) || limit < 0) {
    throw new S3Error("InvalidArgument", { ArgumentName: "max-keys", ArgumentValue: text ?? "" });
  }
  return Math.min(limit, PAGE);
}

function readToken(token: string): string {
  const key = Buffer.from(token, "base64url");
  if (token !== "" && key.toString("base64url") === token) return key.toString();
  throw new S3Error(
    "InvalidArgument",
    { ArgumentName: "continuation-token" },
    "The continuation token provided is incorrect",
  );
}
