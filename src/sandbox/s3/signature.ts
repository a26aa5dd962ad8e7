import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { S3Error } from "./s3-error.ts";

export type S3Account = { region: string; bucket: string; accessKeyId: string; secretAccessKey: string };

/** The parts of a request that its signature covers. */
export type S3Request = {
  method: string;
  /** Decoded. */
  path: string;
  /** Decoded. */
  query: readonly (readonly [string, string])[];
  /** Lower-case names; values trimmed, runs of spaces collapsed, repeated headers joined by commas. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
};

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const MAX_CLOCK_SKEW_MS = 15 * 60_000;

/** Verifies the signature (AWS Signature Version 4, in the Authorization header) and the hash of the body. */
export function authenticate(request: S3Request, account: S3Account, now: Date): void {
  const { headers } = request;
  const authorization = headers.get("authorization");
  if (authorization === undefined) throw new S3Error("AccessDenied");
  const match = AUTHORIZATION.exec(authorization);
  if (!match) throw new S3Error("AuthorizationHeaderMalformed");
  const [, accessKeyId, credentialScope = "", date = "", region, headerNames = "", signature = ""] = match;
  const signedHeaders = headerNames.split(";");
  const timestamp = headers.get("x-amz-date") ?? "";

  if (accessKeyId !== account.accessKeyId) throw new S3Error("InvalidAccessKeyId");
  if (region !== account.region) {
    throw new S3Error("AuthorizationHeaderMalformed", `The region '${region}' is wrong; expecting '${account.region}'`);
  }
  if (!timestamp.startsWith(date))
    throw new S3Error("AuthorizationHeaderMalformed", "The date is not that of X-Amz-Date.");
  if (!(Math.abs(now.getTime() - parseTimestamp(timestamp)) <= MAX_CLOCK_SKEW_MS)) {
    throw new S3Error("RequestTimeTooSkewed");
  }
  const mustBeSigned = [...headers.keys()].filter((name) => name === "host" || name.startsWith("x-amz-"));
  if (mustBeSigned.some((name) => !signedHeaders.includes(name))) {
    throw new S3Error("AccessDenied", "There were headers present in the request which were not signed");
  }
  const expected = signRequest(request, {
    secretAccessKey: account.secretAccessKey,
    credentialScope,
    timestamp,
    signedHeaders,
  });
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) throw new S3Error("SignatureDoesNotMatch");
  if (headers.get("x-amz-content-sha256") !== sha256Hex(request.body)) throw new S3Error("XAmzContentSHA256Mismatch");
}

/** Milliseconds of a timestamp such as `20130524T000000Z`; NaN when it is malformed. */
const parseTimestamp = (timestamp: string) =>
  Date.parse(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

type Signing = {
  secretAccessKey: string;
  /** For example `20130524/us-east-1/s3/aws4_request`. */
  credentialScope: string;
  timestamp: string;
  signedHeaders: readonly string[];
};

export function signRequest(
  request: S3Request,
  { secretAccessKey, credentialScope, timestamp, signedHeaders }: Signing,
): string {
  const key = credentialScope
    .split("/")
    .reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`));
  const canonical = canonicalRequest(request, signedHeaders);
  return hmac(key, ["AWS4-HMAC-SHA256", timestamp, credentialScope, sha256Hex(canonical)].join("\n")).toString("hex");
}

function canonicalRequest({ method, path, query, headers }: S3Request, signedHeaders: readonly string[]): string {
  const canonicalQuery = query
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="));
  return [
    method,
    path.split("/").map(encodeRfc3986).join("/"),
    canonicalQuery.join("&"),
    ...signedHeaders.map((name) => `${name}:${headers.get(name) ?? ""}`),
    "",
    signedHeaders.join(";"),
    headers.get("x-amz-content-sha256") ?? "",
  ].join("\n");
}

const sha256Hex = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/** Percent-encoding as AWS requires: encodeURIComponent leaves !'()* as they are. */
const encodeRfc3986 = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
