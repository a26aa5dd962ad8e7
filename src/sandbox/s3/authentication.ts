import { S3_ACCOUNT } from "./objects.ts";
import { S3Error, type S3ErrorCode } from "./s3-error.ts";
import { parameter, type S3Request } from "./s3-request.ts";
import {
  canonicalRequest,
  deriveSigningKey,
  requestStringToSign,
  type SigningScope,
  sameSignature,
  sign,
} from "./signature.ts";

/** The signature fields of a request, not yet verified. */
type SignatureClaim = {
  accessKeyId: string;
  scope: string;
  date: string;
  region: string;
  timestamp: string;
  signedAt: Date;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
  /** Seconds that a presigned address is good for; null when the headers are signed. */
  expires: number | null;
};

const ALGORITHM = "AWS4-HMAC-SHA256";
const WEEK = 7 * 24 * 3_600;

function parseSignatureClaim(request: S3Request): SignatureClaim {
  const authorization = request.headers.get("authorization");
  const isPresigned = parameter(request, "X-Amz-Algorithm") !== null;
  if (authorization !== undefined && isPresigned) {
    throw new S3Error("InvalidArgument", {}, "Only one auth mechanism allowed");
  }
  if (isPresigned) return readPresigned(request);
  if (authorization !== undefined) return readSignedHeaders(request, authorization);
  throw new S3Error("AccessDenied");
}

function readSignedHeaders(request: S3Request, authorization: string): SignatureClaim {
  const malformed: S3ErrorCode = "AuthorizationHeaderMalformed";
  const [algorithm, rest = ""] = authorization.split(/ (.*)/s);
  if (algorithm !== ALGORITHM) throw new S3Error("InvalidRequest", {}, `Please use ${ALGORITHM}.`);
  const fields = new Map(rest.split(",").map((field) => field.trim().split(/=(.*)/s) as [string, string]));
  const payloadHash = request.headers.get("x-amz-content-sha256");
  if (payloadHash === undefined) {
    throw new S3Error("InvalidRequest", {}, "Missing required header for this request: x-amz-content-sha256");
  }
  return {
    ...readCredential(fields.get("Credential"), malformed),
    ...readTimestamp(request.headers.get("x-amz-date"), "AccessDenied"),
    signedHeaders: required(fields.get("SignedHeaders"), malformed, "SignedHeaders").split(";"),
    signature: required(fields.get("Signature"), malformed, "Signature"),
    payloadHash,
    expires: null,
  };
}

function readPresigned(request: S3Request): SignatureClaim {
  const malformed: S3ErrorCode = "AuthorizationQueryParametersError";
  const read = (name: string) => required(parameter(request, name) ?? undefined, malformed, name);
  if (read("X-Amz-Algorithm") !== ALGORITHM) {
    throw new S3Error(malformed, {}, `X-Amz-Algorithm only supports "${ALGORITHM}"`);
  }
  const expires = Number(read("X-Amz-Expires"));
  if (!Number.isInteger(expires) || expires < 0) throw new S3Error(malformed, {}, "X-Amz-Expires should be a number");
  if (expires > WEEK) {
    throw new S3Error(malformed, {}, `X-Amz-Expires must be less than a week (in seconds) that is ${WEEK}`);
  }
  const payloadHash = parameter(request, "X-Amz-Content-Sha256") ?? request.headers.get("x-amz-content-sha256");
  return {
    ...readCredential(read("X-Amz-Credential"), malformed),
    ...readTimestamp(read("X-Amz-Date"), malformed),
    signedHeaders: read("X-Amz-SignedHeaders").split(";"),
    signature: read("X-Amz-Signature"),
    payloadHash: payloadHash ?? "UNSIGNED-PAYLOAD",
    expires,
  };
}

function readCredential(credential: string | undefined, malformed: S3ErrorCode) {
  const [accessKeyId = "", date = "", region = "", service, terminal, surplus] = required(
    credential,
    malformed,
    "Credential",
  ).split("/");
  const isWhole = service === "s3" && terminal === "aws4_request" && surplus === undefined && /^\d{8}$/.test(date);
  if (!isWhole) throw new S3Error(malformed, {}, "The Credential must be <key>/YYYYMMDD/<region>/s3/aws4_request.");
  return { accessKeyId, date, region, scope: `${date}/${region}/${service}/${terminal}` };
}

function readTimestamp(timestamp = "", malformed: S3ErrorCode) {
  const signedAt = new Date(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (/^\d{8}T/.test(timestamp) && !Number.isNaN(signedAt.getTime())) return { timestamp, signedAt };
  throw new S3Error(malformed, {}, "AWS authentication requires a valid X-Amz-Date");
}

function required(value: string | undefined, malformed: S3ErrorCode, name: string): string {
  if (value) return value;
  throw new S3Error(malformed, {}, `The authorization lacks ${name}.`);
}

/** A request with a valid signature. */
export type AuthenticatedRequest = {
  payloadHash: string;
  /** The headers together with those that a presigned address carries in its query. */
  headers: ReadonlyMap<string, string>;
  /** The seed of the chunk signatures. */
  signing: SigningScope & { key: Buffer; seed: string };
};

const MAX_SKEW_MS = 15 * 60_000;

export function authenticate(request: S3Request, now: Date): AuthenticatedRequest {
  const claim = parseSignatureClaim(request);
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

function checkScope({ region, date, timestamp, expires }: SignatureClaim): void {
  const malformed = expires === null ? "AuthorizationHeaderMalformed" : "AuthorizationQueryParametersError";
  if (region !== S3_ACCOUNT.region) {
    const message = `The region '${region}' is wrong; expecting '${S3_ACCOUNT.region}'`;
    throw new S3Error(malformed, { Region: S3_ACCOUNT.region }, message);
  }
  if (!timestamp.startsWith(date)) {
    throw new S3Error(malformed, {}, `Invalid credential date "${date}". This date is not the same as X-Amz-Date.`);
  }
}

function checkTime({ timestamp, signedAt, expires }: SignatureClaim, now: Date): void {
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

function checkSignedHeaders({ signedHeaders }: SignatureClaim, { headers }: S3Request): void {
  const mustSign = [...headers.keys()].filter((name) => name === "host" || name.startsWith("x-amz-"));
  const missing = mustSign.filter((name) => !signedHeaders.includes(name));
  if (missing.length === 0) return;
  const message = "There were headers present in the request which were not signed";
  throw new S3Error("AccessDenied", { HeadersNotSigned: missing.join(", ") }, message);
}

function checkSignature(claim: SignatureClaim, request: S3Request): Buffer {
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
