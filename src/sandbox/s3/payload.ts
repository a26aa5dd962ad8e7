import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { AuthenticatedRequest } from "./authentication.ts";
import { S3Error } from "./s3-error.ts";
import { chunkStringToSign, sameSignature, sha256Hex, sign, trailerStringToSign } from "./signature.ts";

type Decoded = { body: Buffer; trailers: ReadonlyMap<string, string> };

type Signing = AuthenticatedRequest["signing"];
type Line = { text: string; next: number };

/** Takes apart a body sent as `aws-chunked`; with `signing` every chunk and the trailer must carry its signature. */
export function decodeAwsChunked(encoded: Buffer, signing: Signing | null): Decoded {
  const chunks: Buffer[] = [];
  let previous = signing?.seed ?? "";
  let at = 0;
  for (;;) {
    const header = readLine(encoded, at);
    const { size, signature } = readChunkHeader(header.text);
    const end = header.next + size;
    const chunk = encoded.subarray(header.next, end);
    if (chunk.length !== size) throw new S3Error("IncompleteBody");
    if (signing) previous = checkChunkSignature(signing, chunkStringToSign(signing, previous, chunk), signature);
    if (size === 0)
      return { body: Buffer.concat(chunks), trailers: readTrailers(encoded, header.next, signing, previous) };
    chunks.push(chunk);
    at = readLine(encoded, end, "").next;
  }
}

function readChunkHeader(text: string): { size: number; signature: string } {
  const match = /^([0-9a-f]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(text);
  if (!match?.[1]) throw new S3Error("IncompleteBody", {}, "The chunked encoding of the body is malformed.");
  return { size: Number.parseInt(match[1], 16), signature: match[2] ?? "" };
}

function readTrailers(encoded: Buffer, start: number, signing: Signing | null, previous: string): Map<string, string> {
  const trailers = new Map<string, string>();
  for (let at = start; at < encoded.length; ) {
    const { text, next } = readLine(encoded, at);
    at = next;
    if (text === "") continue;
    const [name = "", value] = text.split(/:(.*)/s);
    if (value === undefined) throw new S3Error("MalformedTrailerError");
    trailers.set(name.trim().toLowerCase(), value.trim());
  }
  if (!signing || trailers.size === 0) return trailers;
  const signature = trailers.get("x-amz-trailer-signature") ?? "";
  trailers.delete("x-amz-trailer-signature");
  const canonical = [...trailers].map(([name, value]) => `${name}:${value}\n`).join("");
  checkChunkSignature(signing, trailerStringToSign(signing, previous, canonical), signature);
  return trailers;
}

function checkChunkSignature(signing: Signing, stringToSign: string, given: string): string {
  const expected = sign(signing.key, stringToSign);
  if (sameSignature(expected, given)) return expected;
  throw new S3Error("SignatureDoesNotMatch", { StringToSign: stringToSign, SignatureProvided: given });
}

function readLine(encoded: Buffer, start: number, expected?: string): Line {
  const end = encoded.indexOf("\r\n", start);
  if (end === -1) throw new S3Error("IncompleteBody");
  const text = encoded.toString("latin1", start, end);
  if (expected !== undefined && text !== expected) throw new S3Error("IncompleteBody");
  return { text, next: end + 2 };
}

const digest = (algorithm: string) => (body: Buffer) => createHash(algorithm).update(body).digest("base64");

const ALGORITHMS: Record<string, (body: Buffer) => string> = {
  "x-amz-checksum-crc32": (body) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(body));
    return bytes.toString("base64");
  },
  "x-amz-checksum-sha1": digest("sha1"),
  "x-amz-checksum-sha256": digest("sha256"),
};

const DESCRIPTIONS = new Set(["x-amz-checksum-algorithm", "x-amz-checksum-mode", "x-amz-checksum-type"]);

/** Checks every checksum that came with a body, and gives back those to keep with the object. */
function checkChecksums(body: Buffer, sent: ReadonlyMap<string, string>): Record<string, string> {
  const contentMd5 = sent.get("content-md5");
  if (contentMd5 !== undefined && contentMd5 !== digest("md5")(body)) throw new S3Error("BadDigest");
  const checksums = [...sent].filter(([name]) => name.startsWith("x-amz-checksum-") && !DESCRIPTIONS.has(name));
  for (const [name, value] of checksums) {
    const compute = ALGORITHMS[name];
    if (!compute) throw new S3Error("NotImplemented", { Header: name });
    const computed = compute(body);
    if (computed === value) continue;
    const message = `The ${name.slice("x-amz-checksum-".length).toUpperCase()} you specified did not match the calculated checksum.`;
    throw new S3Error("BadDigest", { ExpectedDigest: value, CalculatedDigest: computed }, message);
  }
  return Object.fromEntries(checksums);
}

export type Payload = { body: Buffer; checksums: Record<string, string> };

/** The decoded body, after its signatures and checksums have been verified. */
export function readPayload(sent: Buffer, admission: AuthenticatedRequest): Payload {
  const { body, trailers } = decodeBody(sent, admission);
  return { body, checksums: checkChecksums(body, new Map([...admission.headers, ...trailers])) };
}

function decodeBody(sent: Buffer, { payloadHash, headers, signing }: AuthenticatedRequest) {
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

function decodeStream(
  sent: Buffer,
  headers: AuthenticatedRequest["headers"],
  signing: AuthenticatedRequest["signing"] | null,
) {
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
