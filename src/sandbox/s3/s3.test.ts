import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../app.ts";
import { S3_ACCOUNT } from "./s3.ts";

const Bucket = S3_ACCOUNT.bucket;
let sandbox: Sandbox;
let client: S3Client;

/** A client with the settings of the product (src/server/platform/storage/s3-storage.ts). */
function createClient(settings: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: `${sandbox.url}/s3`,
    region: S3_ACCOUNT.region,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // The SDK adds a property to the object.
    credentials: { ...S3_ACCOUNT },
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

const put = (Key: string, Body: string | Buffer, ContentType?: string) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
const get = (Key: string) => client.send(new GetObjectCommand({ Bucket, Key }));
const control = (path: string, body: unknown) =>
  fetch(`${sandbox.url}/_control/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

test("an object is returned with its bytes, type and size", async () => {
  const stored = await put("logo's/één + (1) & 2.png", "inhoud", "image/png");
  expect(stored.ETag).toBe('"5518918e4eac25221f0c3a3f7b442470"');
  const object = await get("logo's/één + (1) & 2.png");
  const properties = { ContentType: "image/png", ContentLength: 6, ETag: stored.ETag, LastModified: expect.any(Date) };
  expect(object).toMatchObject(properties);
  expect(await object.Body?.transformToString()).toBe("inhoud");
  const head = await client.send(new HeadObjectCommand({ Bucket, Key: "logo's/één + (1) & 2.png" }));
  expect(head).toMatchObject(properties);
});

test("an object can have 5 MB or be empty", async () => {
  await put("groot", Buffer.alloc(5_000_000, 7));
  expect((await get("groot")).ContentLength).toBe(5_000_000);
  await put("leeg", Buffer.alloc(0));
  expect(await (await get("leeg")).Body?.transformToString()).toBe("");
});

test("a deleted object does not exist, and deleting it again succeeds", async () => {
  await put("weg", "x");
  const remove = () => client.send(new DeleteObjectCommand({ Bucket, Key: "weg" }));
  await remove();
  await remove();
  await expect(get("weg")).rejects.toMatchObject({ name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
  await expect(client.send(new HeadObjectCommand({ Bucket, Key: "weg" }))).rejects.toMatchObject({ name: "NotFound" });
});

test("a list has the keys of a prefix in byte order", async () => {
  const keys = ["a/1", "a/2", "a/é", "a/\u{1F600}", "a/\uFF5E", "a/<&>", "b/1"];
  for (const key of keys) await put(key, key);
  const list = (Prefix: string) => client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  const { Contents: contents = [], ...page } = await list("a/");
  expect(page).toMatchObject({ KeyCount: 6, IsTruncated: false });
  expect(contents.map(({ Key }) => Key)).toEqual(["a/1", "a/2", "a/<&>", "a/é", "a/\uFF5E", "a/\u{1F600}"]);
  expect(contents[0]).toMatchObject({ Size: 3, ETag: expect.any(String), LastModified: expect.any(Date) });
  expect(await list("c/")).toMatchObject({ KeyCount: 0, IsTruncated: false });
});

test("another bucket does not exist", async () => {
  await expect(client.send(new GetObjectCommand({ Bucket: "anders", Key: "x" }))).rejects.toMatchObject({
    name: "NoSuchBucket",
  });
});

test("a wrong secret, key id or region is refused and stores nothing", async () => {
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

test.each([
  ["no authorization", undefined, 403, "AccessDenied"],
  ["another scheme", "Bearer geheim", 400, "AuthorizationHeaderMalformed"],
  ["no fields", "AWS4-HMAC-SHA256", 400, "AuthorizationHeaderMalformed"],
  [
    "an incomplete credential",
    `AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=${"0".repeat(64)}`,
    400,
    "AuthorizationHeaderMalformed",
  ],
])("a request with %s is refused", async (_name, authorization, status, code) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const response = await fetch(`${sandbox.url}/s3/${Bucket}/x`, { headers });
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(`<Error><Code>${code}</Code>`);
});

test("a clock skew of 16 minutes is refused, and the client corrects it by itself", async () => {
  await put("tijd", "x");
  await control("clock", { advanceMs: 16 * 60_000 });
  const getWith = (settings: S3ClientConfig) =>
    createClient(settings).send(new GetObjectCommand({ Bucket, Key: "tijd" }));
  await expect(getWith({ maxAttempts: 1 })).rejects.toMatchObject({ name: "RequestTimeTooSkewed" });
  expect((await getWith({ maxAttempts: 2 })).ContentLength).toBe(1);
});

/** Changes requests after they have been signed. */
function createTamperingClient(change: Record<string, unknown>): S3Client {
  const tampering = createClient();
  tampering.middlewareStack.add(
    (next) => (step) => next({ ...step, request: Object.assign(step.request as object, change) }),
    { step: "finalizeRequest", priority: "low" },
  );
  return tampering;
}

test.each([
  ["body", { body: "INHOUD" }, "XAmzContentSHA256Mismatch"],
  ["key", { path: `/s3/${Bucket}/ander` }, "SignatureDoesNotMatch"],
])("a request whose %s was changed after signing is refused and stores nothing", async (_part, change, name) => {
  const command = new PutObjectCommand({ Bucket, Key: "brief", Body: "inhoud" });
  await expect(createTamperingClient(change).send(command)).rejects.toMatchObject({ name });
  for (const key of ["brief", "ander"]) await expect(get(key)).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a call that the product does not make is refused as not implemented", async () => {
  const calls = [
    client.send(new ListObjectsV2Command({ Bucket, Delimiter: "/" })),
    client.send(new GetObjectCommand({ Bucket, Key: "x", VersionId: "1" })),
  ];
  for (const call of calls) {
    await expect(call).rejects.toMatchObject({ name: "NotImplemented", $metadata: { httpStatusCode: 501 } });
  }
});

test.each([
  ["before", "NoSuchKey", "beforeHandling"],
  ["after", undefined, "afterHandling"],
])(
  "a connection reset %s an upload: the object is stored only in the second case",
  async (_when, error, resetConnection) => {
    await control("faults", { path: `/s3/${Bucket}/wankel`, times: 1, resetConnection });
    await expect(put("wankel", "x")).rejects.toMatchObject({ code: "ECONNRESET" });
    const outcome = await get("wankel").catch((error: Error) => error.name);
    expect(outcome).toEqual(error ?? expect.objectContaining({ ContentLength: 1 }));
  },
);
