import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../app.ts";
import { S3_ACCOUNT } from "./objects.ts";

const Bucket = S3_ACCOUNT.bucket;
let sandbox: Sandbox;
let client: S3Client;

function createClient(settings: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: `${sandbox.url}/s3`,
    region: S3_ACCOUNT.region,
    forcePathStyle: true,
    credentials: S3_ACCOUNT,
    maxAttempts: 1,
    ...settings,
  });
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
  client = createClient();
});
afterAll(() => sandbox.stop());
afterEach(() => fetch(`${sandbox.url}/_control/reset`, { method: "POST" }));

const put = (Key: string, Body: PutObjectCommandInput["Body"], more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (Key: string) => client.send(new GetObjectCommand({ Bucket, Key }));
const contentOf = async (Key: string) => (await get(Key)).Body?.transformToString();
const control = (path: string, body: unknown) =>
  fetch(`${sandbox.url}/_control/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

// Without a body to look at, the SDK would sign the checksum of an empty one into the address.
const presign = (command: PutObjectCommand | GetObjectCommand, expiresIn = 60) =>
  getSignedUrl(createClient({ requestChecksumCalculation: "WHEN_REQUIRED" }), command, { expiresIn });

async function refusalOf(answer: Response): Promise<{ status: number; code: string | undefined; xml: string }> {
  const xml = await answer.text();
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<Error><Code>/);
  return { status: answer.status, code: /<Code>(\w+)</.exec(xml)?.[1], xml };
}

test("what was put is given back, with its type, metadata and checksum", async () => {
  const stored = await put("logo's/één + (1) & 2.png", "inhoud", {
    ContentType: "image/png",
    CacheControl: "max-age=60",
    ContentEncoding: "gzip",
    Metadata: { bedrijf: "noorderlicht" },
  });
  expect(stored).toMatchObject({ ETag: '"5518918e4eac25221f0c3a3f7b442470"', ChecksumCRC32: expect.any(String) });
  const object = await get("logo's/één + (1) & 2.png");
  expect(object).toMatchObject({
    ContentType: "image/png",
    CacheControl: "max-age=60",
    ContentEncoding: "gzip",
    ContentLength: 6,
    ETag: stored.ETag,
    ChecksumCRC32: stored.ChecksumCRC32,
    Metadata: { bedrijf: "noorderlicht" },
    LastModified: expect.any(Date),
  });
  expect(await object.Body?.transformToString()).toBe("inhoud");
  const head = await client.send(new HeadObjectCommand({ Bucket, Key: "logo's/één + (1) & 2.png" }));
  expect(head).toMatchObject({ ContentLength: 6, ContentType: "image/png", ETag: stored.ETag });
});

test("a stream in aws-chunked pieces arrives as the bytes that went in", async () => {
  const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(70_000 + index, index));
  const whole = Buffer.concat(pieces);
  await put("stroom", Readable.from(pieces), { ContentLength: whole.length });
  const object = await get("stroom");
  expect(Buffer.from((await object.Body?.transformToByteArray()) ?? []).equals(whole)).toBe(true);
  expect(object.ContentEncoding).toBeUndefined();
});

test.each(["CRC32", "SHA1", "SHA256"] as const)(
  "a %s in the trailer of a stream is checked and kept",
  async (algorithm) => {
    await put("stroom", Readable.from([Buffer.from("ab"), Buffer.from("c")]), {
      ContentLength: 3,
      ChecksumAlgorithm: algorithm,
    });
    expect(await get("stroom")).toMatchObject({ [`Checksum${algorithm}`]: expect.any(String) });
  },
);

test("5 MB at once, an empty object and a key of 1,024 bytes are fine", async () => {
  await put("groot", Buffer.alloc(5_000_000, 7));
  expect((await get("groot")).ContentLength).toBe(5_000_000);
  await put("leeg", "", { ContentLength: 0 });
  expect(await contentOf("leeg")).toBe("");
  await put("k".repeat(1_024), "lang");
  expect(await contentOf("k".repeat(1_024))).toBe("lang");
  await expect(put("k".repeat(1_025), "lang")).rejects.toMatchObject({ name: "KeyTooLongError" });
});

test("a deleted object is gone, and deleting it again is fine", async () => {
  await put("weg", "x");
  const remove = () => client.send(new DeleteObjectCommand({ Bucket, Key: "weg" }));
  await remove();
  await remove();
  await expect(get("weg")).rejects.toMatchObject({ name: "NoSuchKey", Key: "weg", $metadata: { httpStatusCode: 404 } });
  await expect(client.send(new HeadObjectCommand({ Bucket, Key: "weg" }))).rejects.toMatchObject({ name: "NotFound" });
});

test("a list has the keys of a prefix in order of bytes, in pages", async () => {
  const keys = ["a/1", "a/2", "a/é", "a/\u{1F600}", "a/<&>", "b/1"];
  for (const key of keys) await put(key, key);
  const listed: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "a/", MaxKeys: 2, ContinuationToken }));
    expect(page.Contents?.length).toBe(page.KeyCount);
    listed.push(...(page.Contents ?? []).map(({ Key = "" }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(listed).toEqual(["a/1", "a/2", "a/<&>", "a/é", "a/\u{1F600}"]);
  const after = await client.send(new ListObjectsV2Command({ Bucket, StartAfter: "a/\u{1F600}" }));
  expect(after.Contents).toEqual([
    {
      Key: "b/1",
      Size: 3,
      ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      LastModified: expect.any(Date),
      StorageClass: "STANDARD",
    },
  ]);
  const nothing = await client.send(new ListObjectsV2Command({ Bucket, Prefix: "c/" }));
  expect(nothing).toMatchObject({ KeyCount: 0, IsTruncated: false });
});

test("a copy has the content and metadata, or new metadata when that is asked", async () => {
  await put("bron é", "inhoud", { ContentType: "text/plain", Metadata: { a: "1" } });
  const CopySource = `${Bucket}/${encodeURIComponent("bron é")}`;
  await client.send(new CopyObjectCommand({ Bucket, Key: "doel", CopySource }));
  expect(await get("doel")).toMatchObject({ ContentType: "text/plain", Metadata: { a: "1" } });
  const replacement = { MetadataDirective: "REPLACE", ContentType: "text/html", Metadata: { b: "2" } } as const;
  const copy = await client.send(new CopyObjectCommand({ Bucket, Key: "bron é", CopySource, ...replacement }));
  expect(copy.CopyObjectResult).toEqual({ ETag: expect.any(String), LastModified: expect.any(Date) });
  expect(await get("bron é")).toMatchObject({ ContentType: "text/html", Metadata: { b: "2" } });
  await expect(client.send(new CopyObjectCommand({ Bucket, Key: "bron é", CopySource }))).rejects.toMatchObject({
    name: "InvalidRequest",
  });
  await expect(
    client.send(new CopyObjectCommand({ Bucket, Key: "x", CopySource: `${Bucket}/niets` })),
  ).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("an object can be refused when there is one already", async () => {
  await put("eenmalig", "een", { IfNoneMatch: "*" });
  await expect(put("eenmalig", "twee", { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
  expect(await contentOf("eenmalig")).toBe("een");
});

test("there is one bucket", async () => {
  await client.send(new HeadBucketCommand({ Bucket }));
  await expect(client.send(new GetObjectCommand({ Bucket: "anders", Key: "x" }))).rejects.toMatchObject({
    name: "NoSuchBucket",
  });
});

test("a wrong secret, key id or region gets nothing and stores nothing", async () => {
  const attempt = (settings: S3ClientConfig) =>
    createClient(settings).send(new PutObjectCommand({ Bucket, Key: "inbraak", Body: "x" }));
  await expect(attempt({ credentials: { ...S3_ACCOUNT, secretAccessKey: "geraden" } })).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
    $metadata: { httpStatusCode: 403 },
  });
  await expect(attempt({ credentials: { ...S3_ACCOUNT, accessKeyId: "AKIAONBEKEND" } })).rejects.toMatchObject({
    name: "InvalidAccessKeyId",
  });
  await expect(attempt({ region: "us-east-1" })).rejects.toMatchObject({ name: "AuthorizationHeaderMalformed" });
  await expect(get("inbraak")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a request without a signature is denied", async () => {
  expect(await refusalOf(await fetch(`${sandbox.url}/s3/${Bucket}/x`))).toMatchObject({
    status: 403,
    code: "AccessDenied",
  });
});

test("a clock that is 16 minutes off is refused, and the client corrects it by itself", async () => {
  await put("tijd", "x");
  await control("clock", { advanceMs: 16 * 60_000 });
  await expect(createClient().send(new GetObjectCommand({ Bucket, Key: "tijd" }))).rejects.toMatchObject({
    name: "RequestTimeTooSkewed",
  });
  const patient = createClient({ maxAttempts: 2 });
  expect((await patient.send(new GetObjectCommand({ Bucket, Key: "tijd" }))).ContentLength).toBe(1);
});

test("a presigned address downloads without credentials, under the name that was signed", async () => {
  await put("rapport", "inhoud");
  const wish = { ResponseContentDisposition: 'attachment; filename="rapport.txt"', ResponseContentType: "text/plain" };
  const answer = await fetch(await presign(new GetObjectCommand({ Bucket, Key: "rapport", ...wish })));
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="rapport.txt"');
  expect(answer.headers.get("content-type")).toBe("text/plain");
  expect(await answer.text()).toBe("inhoud");
});

test("a presigned address uploads, with the metadata that was signed into it", async () => {
  const address = await presign(new PutObjectCommand({ Bucket, Key: "logo", Metadata: { bedrijf: "zuiderzee" } }));
  const answer = await fetch(address, { method: "PUT", body: "png", headers: { "content-type": "image/png" } });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(await get("logo")).toMatchObject({ ContentType: "image/png", Metadata: { bedrijf: "zuiderzee" } });
});

test("a presigned address expires", async () => {
  await put("kort", "x");
  const address = await presign(new GetObjectCommand({ Bucket, Key: "kort" }), 60);
  await control("clock", { advanceMs: 58_000 });
  expect((await fetch(address)).status).toBe(200);
  await control("clock", { advanceMs: 4_000 });
  const refusal = await refusalOf(await fetch(address));
  expect(refusal).toMatchObject({ status: 403, code: "AccessDenied" });
  expect(refusal.xml).toContain("<Message>Request has expired</Message>");
});

test("a presigned address is good for what was signed and nothing else", async () => {
  await put("van mij", "x");
  await put("van een ander", "geheim");
  const address = await presign(new GetObjectCommand({ Bucket, Key: "van mij" }));
  const changes: [string, RequestInit?][] = [
    [address.replace("van%20mij", "van%20een%20ander")],
    [address.replace("X-Amz-Expires=60", "X-Amz-Expires=600000")],
    [`${address}&response-content-type=text%2Fhtml`],
    [address, { method: "PUT", body: "overschreven" }],
    [address, { method: "DELETE" }],
  ];
  for (const [changed, init] of changes) {
    expect(await refusalOf(await fetch(changed, init))).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  }
  expect(await contentOf("van mij")).toBe("x");
});

test("a presigned upload takes no headers that were not signed, and no address for longer than a week", async () => {
  const address = await presign(new PutObjectCommand({ Bucket, Key: "logo" }));
  const refusal = await refusalOf(await fetch(address, { method: "PUT", body: "x", headers: { "x-amz-meta-a": "b" } }));
  expect(refusal).toMatchObject({ status: 403, code: "AccessDenied" });
  expect(refusal.xml).toContain("<HeadersNotSigned>x-amz-meta-a</HeadersNotSigned>");
  const forLong = address.replace("X-Amz-Expires=60", "X-Amz-Expires=604801");
  expect(await refusalOf(await fetch(forLong, { method: "PUT" }))).toMatchObject({
    code: "AuthorizationQueryParametersError",
  });
});

test("an address signed for an empty body takes no other", async () => {
  const address = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "logo" }));
  expect(await refusalOf(await fetch(address, { method: "PUT", body: "x" }))).toMatchObject({
    status: 400,
    code: "BadDigest",
  });
});

test("a body that was changed on the way is refused and stores nothing", async () => {
  const tampering = createClient();
  // After the signature, just before it goes out.
  tampering.middlewareStack.add(
    (next) => (step) => next({ ...step, request: Object.assign(step.request as object, { body: "INHOUD" }) }),
    { step: "finalizeRequest", priority: "low" },
  );
  await expect(tampering.send(new PutObjectCommand({ Bucket, Key: "brief", Body: "inhoud" }))).rejects.toMatchObject({
    name: "XAmzContentSHA256Mismatch",
    $metadata: { httpStatusCode: 400 },
  });
  await expect(get("brief")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("what the storage does not do, it says", async () => {
  await expect(client.send(new ListObjectsV2Command({ Bucket, Delimiter: "/" }))).rejects.toMatchObject({
    name: "NotImplemented",
    $metadata: { httpStatusCode: 501 },
  });
  await expect(put("x", "x", { ChecksumAlgorithm: "CRC32C" })).rejects.toMatchObject({ name: "NotImplemented" });
});

test("a browser may ask to upload from any page", async () => {
  const answer = await fetch(`${sandbox.url}/s3/${Bucket}/logo`, { method: "OPTIONS" });
  expect([answer.status, answer.headers.get("access-control-allow-methods")]).toEqual([200, "GET, HEAD, PUT, DELETE"]);
});

const credential = `Credential=${S3_ACCOUNT.accessKeyId}/20261114/${S3_ACCOUNT.region}/s3/aws4_request`;
const known = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD", "x-amz-date": "20261114T000000Z" };

test.each([
  ["another scheme", "Bearer geheim", known],
  ["no fields", "AWS4-HMAC-SHA256", known],
  ["half a credential", "AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=c", known],
  ["no signature", `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host`, known],
  ["no hash", `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=c`, { "x-amz-date": "20261114T000000Z" }],
  ["no date", `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=c`, { "x-amz-content-sha256": "x" }],
  [
    "no such date",
    `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=c`,
    { ...known, "x-amz-date": "20269999T999999Z" },
  ],
])("an authorization with %s is refused", async (_name, authorization, headers) => {
  const { status } = await refusalOf(
    await fetch(`${sandbox.url}/s3/${Bucket}/x`, { headers: { ...headers, authorization } }),
  );
  expect([400, 403]).toContain(status);
});

test.each([
  ["X-Amz-Date=\\w+", "X-Amz-Date=20269999T999999Z"],
  ["X-Amz-Date=\\w+", "X-Amz-Date="],
  ["X-Amz-Expires=60", "X-Amz-Expires=-1"],
  ["X-Amz-Expires=60", "X-Amz-Expires=bijna"],
  ["X-Amz-Credential=\\w+", "X-Amz-Credential=iemand"],
  ["X-Amz-Algorithm=[\\w-]+", "X-Amz-Algorithm=AWS4-HMAC-MD5"],
  ["X-Amz-Signature=\\w+", "X-Amz-Signature=%zz"],
])("an address with %s changed into %s is refused", async (part, change) => {
  const address = await presign(new GetObjectCommand({ Bucket, Key: "x" }));
  const { status } = await refusalOf(await fetch(address.replace(new RegExp(part), change)));
  expect([400, 403]).toContain(status);
});

test.each([
  ["before", "NoSuchKey"],
  ["after", undefined],
])("a connection reset %s the upload leaves the storage as it should be", async (reset, refusal) => {
  await control("faults", { path: `/s3/${Bucket}/wankel`, times: 1, reset });
  await expect(put("wankel", "x")).rejects.toMatchObject({ code: "ECONNRESET" });
  const outcome = await get("wankel").catch((error: Error) => error.name);
  expect(outcome).toEqual(refusal ?? expect.objectContaining({ ContentLength: 1 }));
});
