import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** `20130524/us-east-1/s3/aws4_request` and the moment it was signed at, `20130524T000000Z`. */
export type SigningScope = { scope: string; timestamp: string };

/** What a signature covers of a request, whichever way it was sent. */
export type SignableRequest = {
  method: string;
  /** Decoded. */
  path: string;
  /** Decoded, without the signature itself. */
  query: readonly (readonly [string, string])[];
  headers: ReadonlyMap<string, string>;
  signedHeaders: readonly string[];
  payloadHash: string;
};

export const sha256Hex = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

export function deriveSigningKey(secretAccessKey: string, scope: string): Buffer {
  return scope.split("/").reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`));
}

export function canonicalRequest(request: SignableRequest): string {
  const query = request.query
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="));
  return [
    request.method,
    request.path.split("/").map(encodeStrictly).join("/"),
    query.join("&"),
    ...request.signedHeaders.map((name) => `${name}:${request.headers.get(name) ?? ""}`),
    "",
    request.signedHeaders.join(";"),
    request.payloadHash,
  ].join("\n");
}

export const requestStringToSign = ({ scope, timestamp }: SigningScope, canonical: string) =>
  ["AWS4-HMAC-SHA256", timestamp, scope, sha256Hex(canonical)].join("\n");

export const chunkStringToSign = ({ scope, timestamp }: SigningScope, previous: string, chunk: Buffer) =>
  ["AWS4-HMAC-SHA256-PAYLOAD", timestamp, scope, previous, sha256Hex(""), sha256Hex(chunk)].join("\n");

export const trailerStringToSign = ({ scope, timestamp }: SigningScope, previous: string, trailer: string) =>
  ["AWS4-HMAC-SHA256-TRAILER", timestamp, scope, previous, sha256Hex(trailer)].join("\n");

export const sign = (key: Buffer, stringToSign: string) => hmac(key, stringToSign).toString("hex");

export function sameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** AWS leaves only letters, digits and -._~ as they are; encodeURIComponent spares !'()* too. */
const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
