import { S3Error, type S3ErrorCode } from "./s3-error.ts";
import { parameter, type S3Request } from "./s3-request.ts";

/** Who signed a request and what for, as the request itself claims. */
export type Claim = {
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

export function readClaim(request: S3Request): Claim {
  const authorization = request.headers.get("authorization");
  const isPresigned = parameter(request, "X-Amz-Algorithm") !== null;
  if (authorization !== undefined && isPresigned) {
    throw new S3Error("InvalidArgument", {}, "Only one auth mechanism allowed");
  }
  if (isPresigned) return readPresigned(request);
  if (authorization !== undefined) return readSignedHeaders(request, authorization);
  throw new S3Error("AccessDenied");
}

function readSignedHeaders(request: S3Request, authorization: string): Claim {
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

function readPresigned(request: S3Request): Claim {
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
