import { compareBytes, type ObjectStore, S3_ACCOUNT, type StoredObject } from "./objects.ts";
import type { Payload } from "./payload.ts";
import { S3Error, xmlDocument, xmlElement } from "./s3-error.ts";
import { parameter, type S3Request } from "./s3-request.ts";

const PAGE = 1_000;

/** ListObjectsV2 with prefix, start-after, max-keys and continuation. */
function listObjects(request: S3Request, store: ObjectStore): string {
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

type S3Response = { status: number; headers: Record<string, string>; body: string | Buffer };

type S3Call = { request: S3Request; payload: Payload; store: ObjectStore; now: Date };

const KEPT_HEADERS = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
];
const XML = { "content-type": "application/xml" };

/** Parameters that ask for what these operations do; any other one asks for something that is not here. */
const KNOWN_PARAMETER =
  /^(x-amz-.*|x-id|response-.*|list-type|prefix|start-after|max-keys|continuation-token|fetch-owner)$/i;

export function handleS3Call(call: S3Call): S3Response {
  const { method, bucket, key, query } = call.request;
  if (bucket !== S3_ACCOUNT.bucket) throw new S3Error("NoSuchBucket", { BucketName: bucket });
  const unknown = query.find(([name]) => !KNOWN_PARAMETER.test(name));
  if (unknown) throw new S3Error("NotImplemented", { Parameter: unknown[0] });
  if (key === "") return handleBucketCall(call);
  switch (method) {
    case "GET":
      return getObject(call);
    case "HEAD":
      return { ...getObject(call), body: "" };
    case "PUT":
      return call.request.headers.has("x-amz-copy-source") ? copyObject(call) : putObject(call);
    case "DELETE":
      call.store.delete(key);
      return { status: 204, headers: {}, body: "" };
    default:
      throw new S3Error("NotImplemented");
  }
}

function handleBucketCall({ request, store }: S3Call): S3Response {
  if (request.method === "HEAD")
    return { status: 200, headers: { "x-amz-bucket-region": S3_ACCOUNT.region }, body: "" };
  const isList = request.method === "GET" && parameter(request, "list-type") === "2";
  if (!isList) throw new S3Error("NotImplemented");
  return { status: 200, headers: XML, body: listObjects(request, store) };
}

function getObject({ request, store }: S3Call): S3Response {
  const { body, etag, lastModified, headers, checksums } = store.get(request.key);
  const wished = request.query.filter(([name]) => name.startsWith("response-"));
  const overrides = Object.fromEntries(wished.map(([name, value]) => [name.slice("response-".length), value]));
  const wantsChecksums = request.headers.get("x-amz-checksum-mode")?.toUpperCase() === "ENABLED";
  return {
    status: 200,
    headers: {
      ...headers,
      ...overrides,
      ...(wantsChecksums ? checksums : {}),
      etag,
      "last-modified": lastModified.toUTCString(),
      "content-length": String(body.length),
    },
    body,
  };
}

function putObject({ request, payload, store, now }: S3Call): S3Response {
  checkPrecondition(request, store);
  const object = store.put(request.key, { ...payload, headers: keptHeaders(request), lastModified: now });
  return { status: 200, headers: { etag: object.etag, ...object.checksums }, body: "" };
}

function copyObject({ request, store, now }: S3Call): S3Response {
  const source = readCopySource(request.headers.get("x-amz-copy-source") ?? "", store);
  const replaces = request.headers.get("x-amz-metadata-directive") === "REPLACE";
  if (source === store.peek(request.key) && !replaces) {
    const message =
      "This copy request is illegal because it is trying to copy an object to itself without changing it.";
    throw new S3Error("InvalidRequest", {}, message);
  }
  const headers = replaces ? keptHeaders(request) : source.headers;
  const { etag, lastModified } = store.put(request.key, { ...source, headers, lastModified: now });
  const result = xmlElement("CopyObjectResult", { ETag: etag, LastModified: lastModified.toISOString() });
  return { status: 200, headers: XML, body: xmlDocument(result) };
}

function readCopySource(text: string, store: ObjectStore): StoredObject {
  const [bucket = "", key = ""] = decodeSource(text)
    .replace(/^\//, "")
    .split(/\/(.*)/s);
  if (bucket !== S3_ACCOUNT.bucket) throw new S3Error("NoSuchBucket", { BucketName: bucket });
  return store.get(key);
}

function decodeSource(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidArgument", { ArgumentName: "x-amz-copy-source", ArgumentValue: text });
  }
}

function checkPrecondition({ headers, key }: S3Request, store: ObjectStore): void {
  const unless = headers.get("if-none-match");
  if (unless !== undefined && unless !== "*") throw new S3Error("NotImplemented", { Header: "If-None-Match" });
  if (headers.has("if-match")) throw new S3Error("NotImplemented", { Header: "If-Match" });
  if (unless === "*" && store.peek(key)) throw new S3Error("PreconditionFailed", { Condition: "If-None-Match" });
}

function keptHeaders({ headers }: S3Request): Record<string, string> {
  const kept = [...headers].filter(([name]) => KEPT_HEADERS.includes(name) || name.startsWith("x-amz-meta-"));
  const { "content-encoding": encoding = "", ...others } = Object.fromEntries(kept);
  const realEncoding = encoding.split(",").filter((name) => name.trim() !== "aws-chunked");
  return {
    "content-type": "binary/octet-stream",
    ...others,
    ...(realEncoding.join("") ? { "content-encoding": realEncoding.join(",") } : {}),
  };
}
