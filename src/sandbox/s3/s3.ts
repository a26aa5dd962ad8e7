import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { SandboxContext, SandboxService } from "../service.ts";
import { S3Error, xmlDocument, xmlElement } from "./s3-error.ts";
import { authenticate, type S3Request } from "./signature.ts";

/** The only account and bucket. The credentials are valid in the sandbox only. */
export const S3_ACCOUNT = {
  region: "eu-west-1",
  bucket: "ultimate-sales-agent",
  accessKeyId: "AKIA3SANDB0XN00RDER1",
  secretAccessKey: "s4ndb0x/Kq7Vw2ZtR9mLxE1hYc8UoPd5JfGbNa3i",
} as const;

type StoredObject = { body: Buffer; contentType: string; etag: string; lastModified: Date };
type ObjectStore = Map<string, StoredObject>;

const PREFIX = "/s3/";
const MAX_BYTES = 64 * 1024 * 1024;
const LIST_PAGE_SIZE = 1_000;

/**
 * S3-compatible storage with only the calls that the product makes: PutObject, GetObject, HeadObject, DeleteObject and
 * ListObjectsV2, with the bucket in the path. Signatures are verified as Amazon does, so that a wrong key or a changed
 * body is refused.
 */
export function createS3Service({ clock }: SandboxContext): SandboxService {
  const store: ObjectStore = new Map();
  return {
    name: "s3",
    routes: (app) => addRoutes(app, store, clock),
    describe: (origin) => ({ s3: { endpoint: `${origin}/s3`, ...S3_ACCOUNT, forcePathStyle: true } }),
    reset: () => store.clear(),
  };
}

function addRoutes(app: FastifyInstance, store: ObjectStore, clock: Clock): void {
  // The signature covers the raw body, so no parser may consume it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  // The SDK corrects its own clock by this header.
  app.addHook("onRequest", async (_request, reply) => void reply.header("date", clock.now().toUTCString()));
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const s3Error = toS3Error(error);
    const body = request.method === "HEAD" ? "" : s3Error.toXml();
    return reply.code(s3Error.status).type("application/xml").send(body);
  });
  app.route({
    method: ["GET", "HEAD", "PUT", "POST", "DELETE"],
    url: `${PREFIX}*`,
    handler: (request, reply) => {
      const s3Request = readRequest(request);
      authenticate(s3Request, S3_ACCOUNT, clock.now());
      const { status, headers, body } = handleRequest(s3Request, store, clock.now());
      return reply.code(status).headers(headers).send(body);
    },
  });
}

function toS3Error(error: Error & { statusCode?: number }): S3Error {
  if (error instanceof S3Error) return error;
  const isClientError = error.statusCode !== undefined && error.statusCode < 500;
  return new S3Error(isClientError ? "InvalidRequest" : "InternalError", error.message);
}

function readRequest({ method, raw, body }: FastifyRequest): S3Request {
  const url = new URL(raw.url ?? "", "http://sandbox");
  const headers = Object.entries(raw.headersDistinct).map(
    ([name, values = []]) => [name, values.map((value) => value.trim().replace(/ +/g, " ")).join(",")] as const,
  );
  return {
    method,
    path: decodePath(url.pathname),
    query: [...url.searchParams],
    headers: new Map(headers),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error("InvalidRequest", "Couldn't parse the specified URI.");
  }
}

type S3Response = { status: number; headers: Record<string, string>; body: string | Buffer };

function handleRequest(request: S3Request, store: ObjectStore, now: Date): S3Response {
  const [bucket = "", key = ""] = request.path.slice(PREFIX.length).split(/\/(.*)/s);
  if (bucket !== S3_ACCOUNT.bucket) throw new S3Error("NoSuchBucket");
  if (key === "") return listObjects(request, store);
  rejectUnknownParameters(request, ["x-id"]);
  switch (request.method) {
    case "GET":
    case "HEAD":
      return getObject(key, store);
    case "PUT":
      return putObject(key, request, store, now);
    case "DELETE":
      store.delete(key);
      return { status: 204, headers: {}, body: "" };
    default:
      throw new S3Error("NotImplemented");
  }
}

/** A parameter that this storage ignored would let the product rely on a feature that is not simulated. */
function rejectUnknownParameters({ query }: S3Request, known: readonly string[]): void {
  if (query.some(([name]) => !known.includes(name))) throw new S3Error("NotImplemented");
}

function getObject(key: string, store: ObjectStore): S3Response {
  const object = store.get(key);
  if (!object) throw new S3Error("NoSuchKey");
  const headers = {
    "content-type": object.contentType,
    "content-length": String(object.body.length),
    "last-modified": object.lastModified.toUTCString(),
    etag: object.etag,
  };
  return { status: 200, headers, body: object.body };
}

function putObject(key: string, { headers, body }: S3Request, store: ObjectStore, now: Date): S3Response {
  const etag = `"${createHash("md5").update(body).digest("hex")}"`;
  const contentType = headers.get("content-type") ?? "binary/octet-stream";
  store.set(key, { body, contentType, etag, lastModified: now });
  return { status: 200, headers: { etag }, body: "" };
}

function listObjects(request: S3Request, store: ObjectStore): S3Response {
  rejectUnknownParameters(request, ["list-type", "prefix", "continuation-token"]);
  const parameters = new Map(request.query);
  if (request.method !== "GET" || parameters.get("list-type") !== "2") throw new S3Error("NotImplemented");
  const prefix = parameters.get("prefix") ?? "";
  const token = parameters.get("continuation-token");
  const after = token === undefined ? "" : Buffer.from(token, "base64url").toString();
  const objects = [...store]
    .filter(([key]) => key.startsWith(prefix) && compareBytes(key, after) > 0)
    .sort(([a], [b]) => compareBytes(a, b));
  const page = objects.slice(0, LIST_PAGE_SIZE);
  const isTruncated = objects.length > page.length;
  const lastKey = page.at(-1)?.[0] ?? "";
  const fields = {
    Name: S3_ACCOUNT.bucket,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: LIST_PAGE_SIZE,
    IsTruncated: isTruncated,
    ...(isTruncated ? { NextContinuationToken: Buffer.from(lastKey).toString("base64url") } : {}),
  };
  const contents = page.map(([key, { body, etag, lastModified }]) =>
    xmlElement("Contents", { Key: key, LastModified: lastModified.toISOString(), ETag: etag, Size: body.length }),
  );
  const body = xmlDocument(xmlElement("ListBucketResult", fields, contents));
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

/** S3 sorts by the bytes of UTF-8, which differs from JavaScript's order for characters outside the basic plane. */
const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
