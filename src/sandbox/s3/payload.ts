import type { Admission } from "./authentication.ts";
import { decodeAwsChunked } from "./aws-chunked.ts";
import { checkChecksums } from "./checksums.ts";
import { S3Error } from "./s3-error.ts";
import { sha256Hex } from "./signature.ts";

export type Payload = { body: Buffer; checksums: Record<string, string> };

/** The body as the client meant it, once everything that vouches for it has been checked. */
export function readPayload(sent: Buffer, admission: Admission): Payload {
  const { body, trailers } = decode(sent, admission);
  return { body, checksums: checkChecksums(body, new Map([...admission.headers, ...trailers])) };
}

function decode(sent: Buffer, { payloadHash, headers, signing }: Admission) {
  switch (payloadHash) {
    case "UNSIGNED-PAYLOAD":
      return { body: sent, trailers: new Map<string, string>() };
    case "STREAMING-UNSIGNED-PAYLOAD-TRAILER":
      return decodeStream(sent, headers, null);
    case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD":
    case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER":
      return decodeStream(sent, headers, signing);
    default:
      return { body: checkHash(sent, payloadHash), trailers: new Map<string, string>() };
  }
}

function decodeStream(sent: Buffer, headers: Admission["headers"], signing: Admission["signing"] | null) {
  const length = headers.get("x-amz-decoded-content-length");
  if (length === undefined) throw new S3Error("MissingContentLength");
  const decoded = decodeAwsChunked(sent, signing);
  if (decoded.body.length !== Number(length)) throw new S3Error("IncompleteBody");
  for (const name of headers.get("x-amz-trailer")?.split(",") ?? []) {
    if (!decoded.trailers.has(name.trim().toLowerCase())) throw new S3Error("MalformedTrailerError");
  }
  return decoded;
}

function checkHash(sent: Buffer, payloadHash: string): Buffer {
  const computed = sha256Hex(sent);
  if (payloadHash === computed) return sent;
  if (!/^[0-9a-f]{64}$/.test(payloadHash)) {
    const message = "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a known STREAMING value or a valid sha256 value.";
    throw new S3Error("InvalidArgument", { ArgumentName: "x-amz-content-sha256", ArgumentValue: payloadHash }, message);
  }
  const details = { ClientComputedContentSHA256: payloadHash, S3ComputedContentSHA256: computed };
  throw new S3Error("XAmzContentSHA256Mismatch", details);
}
