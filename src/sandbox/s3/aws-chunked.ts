import type { Admission } from "./authentication.ts";
import { S3Error } from "./s3-error.ts";
import { chunkStringToSign, sameSignature, sign, trailerStringToSign } from "./signature.ts";

export type Decoded = { body: Buffer; trailers: ReadonlyMap<string, string> };

type Signing = Admission["signing"];
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
    if (signing) previous = checkSignature(signing, chunkStringToSign(signing, previous, chunk), signature);
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
  checkSignature(signing, trailerStringToSign(signing, previous, canonical), signature);
  return trailers;
}

function checkSignature(signing: Signing, stringToSign: string, given: string): string {
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
