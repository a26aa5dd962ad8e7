import { listObjects } from "./list-objects.ts";
import type { ObjectStore, StoredObject } from "./objects.ts";
import type { Payload } from "./payload.ts";
import { S3_ACCOUNT } from "./s3-account.ts";
import { S3Error } from "./s3-error.ts";
import { parameter, type S3Request } from "./s3-request.ts";
import { xmlDocument, xmlElement } from "./xml.ts";

export type S3Answer = { status: number; headers: Record<string, string>; body: string | Buffer };

export type S3Call = { request: S3Request; payload: Payload; store: ObjectStore; now: Date };

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

export function answer(call: S3Call): S3Answer {
  const { method, bucket, key, query } = call.request;
  if (bucket !== S3_ACCOUNT.bucket) throw new S3Error("NoSuchBucket", { BucketName: bucket });
  const unknown = query.find(([name]) => !KNOWN_PARAMETER.test(name));
  if (unknown) throw new S3Error("NotImplemented", { Parameter: unknown[0] });
  if (key === "") return answerForBucket(call);
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

function answerForBucket({ request, store }: S3Call): S3Answer {
  if (request.method === "HEAD")
    return { status: 200, headers: { "x-amz-bucket-region": S3_ACCOUNT.region }, body: "" };
  const isList = request.method === "GET" && parameter(request, "list-type") === "2";
  if (!isList) throw new S3Error("NotImplemented");
  return { status: 200, headers: XML, body: listObjects(request, store) };
}

function getObject({ request, store }: S3Call): S3Answer {
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

function putObject({ request, payload, store, now }: S3Call): S3Answer {
  checkPrecondition(request, store);
  const object = store.put(request.key, { ...payload, headers: keptHeaders(request), lastModified: now });
  return { status: 200, headers: { etag: object.etag, ...object.checksums }, body: "" };
}

function copyObject({ request, store, now }: S3Call): S3Answer {
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
