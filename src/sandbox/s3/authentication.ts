import { type Claim, readClaim } from "./credentials.ts";
import { S3_ACCOUNT } from "./s3-account.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Request } from "./s3-request.ts";
import {
  canonicalRequest,
  deriveSigningKey,
  requestStringToSign,
  type SigningScope,
  sameSignature,
  sign,
} from "./signature.ts";

/** A request whose signature holds. */
export type Admission = {
  payloadHash: string;
  /** The headers together with those that a presigned address carries in its query. */
  headers: ReadonlyMap<string, string>;
  /** What the signatures of chunks continue from. */
  signing: SigningScope & { key: Buffer; seed: string };
};

const MAX_SKEW_MS = 15 * 60_000;

export function authenticate(request: S3Request, now: Date): Admission {
  const claim = readClaim(request);
  if (claim.accessKeyId !== S3_ACCOUNT.accessKeyId) {
    throw new S3Error("InvalidAccessKeyId", { AWSAccessKeyId: claim.accessKeyId });
  }
  checkScope(claim);
  checkTime(claim, now);
  checkSignedHeaders(claim, request);
  const key = checkSignature(claim, request);
  return {
    payloadHash: claim.payloadHash,
    headers: claim.expires === null ? request.headers : withQueryHeaders(request),
    signing: { scope: claim.scope, timestamp: claim.timestamp, key, seed: claim.signature },
  };
}

function checkScope({ region, date, timestamp, expires }: Claim): void {
  const malformed = expires === null ? "AuthorizationHeaderMalformed" : "AuthorizationQueryParametersError";
  if (region !== S3_ACCOUNT.region) {
    const message = `The region '${region}' is wrong; expecting '${S3_ACCOUNT.region}'`;
    throw new S3Error(malformed, { Region: S3_ACCOUNT.region }, message);
  }
  if (!timestamp.startsWith(date)) {
    throw new S3Error(malformed, {}, `Invalid credential date "${date}". This date is not the same as X-Amz-Date.`);
  }
}

function checkTime({ timestamp, signedAt, expires }: Claim, now: Date): void {
  const age = now.getTime() - signedAt.getTime();
  const serverTime = now.toISOString();
  if (expires === null) {
    if (Math.abs(age) <= MAX_SKEW_MS) return;
    const details = { RequestTime: timestamp, ServerTime: serverTime, MaxAllowedSkewMilliseconds: MAX_SKEW_MS };
    throw new S3Error("RequestTimeTooSkewed", details);
  }
  if (age < -MAX_SKEW_MS) throw new S3Error("AccessDenied", { ServerTime: serverTime }, "Request is not valid yet");
  if (age <= expires * 1_000) return;
  const details = {
    "X-Amz-Expires": expires,
    Expires: new Date(signedAt.getTime() + expires * 1_000).toISOString(),
    ServerTime: serverTime,
  };
  throw new S3Error("AccessDenied", details, "Request has expired");
}

function checkSignedHeaders({ signedHeaders }: Claim, { headers }: S3Request): void {
  const mustSign = [...headers.keys()].filter((name) => name === "host" || name.startsWith("x-amz-"));
  const missing = mustSign.filter((name) => !signedHeaders.includes(name));
  if (missing.length === 0) return;
  const message = "There were headers present in the request which were not signed";
  throw new S3Error("AccessDenied", { HeadersNotSigned: missing.join(", ") }, message);
}

function checkSignature(claim: Claim, request: S3Request): Buffer {
  const canonical = canonicalRequest({
    ...request,
    ...claim,
    query: request.query.filter(([name]) => name !== "X-Amz-Signature"),
  });
  const stringToSign = requestStringToSign(claim, canonical);
  const key = deriveSigningKey(S3_ACCOUNT.secretAccessKey, claim.scope);
  if (sameSignature(sign(key, stringToSign), claim.signature)) return key;
  throw new S3Error("SignatureDoesNotMatch", {
    AWSAccessKeyId: claim.accessKeyId,
    StringToSign: stringToSign,
    SignatureProvided: claim.signature,
    CanonicalRequest: canonical,
  });
}

function withQueryHeaders({ headers, query }: S3Request): Map<string, string> {
  const inQuery = query.map(([name, value]) => [name.toLowerCase(), value] as const);
  return new Map([...inQuery.filter(([name]) => name.startsWith("x-amz-")), ...headers]);
}
