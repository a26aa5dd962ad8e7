import { expect, test } from "vitest";
import { decodeAwsChunked } from "./payload.ts";
import { canonicalRequest, deriveSigningKey, requestStringToSign, sha256Hex, sign } from "./signature.ts";

// The worked examples of Amazon's own documentation, with its example key.
const scope = "20130524/us-east-1/s3/aws4_request";
const timestamp = "20130524T000000Z";
const key = deriveSigningKey("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", scope);
const host = "examplebucket.s3.amazonaws.com";

type Example = Pick<Parameters<typeof canonicalRequest>[0], "method" | "path" | "query" | "payloadHash"> & {
  headers: Record<string, string>;
};

function signExample({ headers, ...request }: Example): string {
  const signedHeaders = Object.keys(headers);
  const canonical = canonicalRequest({ ...request, headers: new Map(Object.entries(headers)), signedHeaders });
  return sign(key, requestStringToSign({ scope, timestamp }, canonical));
}

test("a download with signed headers", () => {
  const empty = sha256Hex("");
  const headers = { host, range: "bytes=0-9", "x-amz-content-sha256": empty, "x-amz-date": timestamp };
  expect(signExample({ method: "GET", path: "/test.txt", query: [], headers, payloadHash: empty })).toBe(
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  );
});

test("an upload with a character that must be encoded", () => {
  const payloadHash = sha256Hex("Welcome to Amazon S3.");
  const headers = {
    date: "Fri, 24 May 2013 00:00:00 GMT",
    host,
    "x-amz-content-sha256": payloadHash,
    "x-amz-date": timestamp,
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
  };
  expect(signExample({ method: "PUT", path: "/test$file.text", query: [], headers, payloadHash })).toBe(
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  );
});

test("a list with parameters", () => {
  const empty = sha256Hex("");
  const headers = { host, "x-amz-content-sha256": empty, "x-amz-date": timestamp };
  const query = [
    ["prefix", "J"],
    ["max-keys", "2"],
  ] as const;
  expect(signExample({ method: "GET", path: "/", query, headers, payloadHash: empty })).toBe(
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  );
});

test("a presigned address", () => {
  const query = [
    ["X-Amz-Algorithm", "AWS4-HMAC-SHA256"],
    ["X-Amz-Credential", `AKIAIOSFODNN7EXAMPLE/${scope}`],
    ["X-Amz-Date", timestamp],
    ["X-Amz-Expires", "86400"],
    ["X-Amz-SignedHeaders", "host"],
  ] as const;
  expect(
    signExample({ method: "GET", path: "/test.txt", query, headers: { host }, payloadHash: "UNSIGNED-PAYLOAD" }),
  ).toBe("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
});

const letters = Buffer.alloc(66_560, "a");

function chunked(signatures: readonly [string, string, string], trailer: string): Buffer {
  const [first, second, last] = signatures;
  return Buffer.concat([
    Buffer.from(`10000;chunk-signature=${first}\r\n`),
    letters.subarray(0, 65_536),
    Buffer.from(`\r\n400;chunk-signature=${second}\r\n`),
    letters.subarray(65_536),
    Buffer.from(`\r\n0;chunk-signature=${last}\r\n${trailer}\r\n`),
  ]);
}

const plain = chunked(
  [
    "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
    "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
    "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
  ],
  "",
);
const plainSigning = {
  scope,
  timestamp,
  key,
  seed: "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
};

const trailed = chunked(
  [
    "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
    "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
    "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992",
  ],
  "x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n",
);
const trailedSigning = { ...plainSigning, seed: "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e" };

test("an upload in signed chunks", () => {
  expect(decodeAwsChunked(plain, plainSigning).body.equals(letters)).toBe(true);
});

test("an upload in signed chunks with a signed trailer", () => {
  const { body, trailers } = decodeAwsChunked(trailed, trailedSigning);
  expect(body.equals(letters)).toBe(true);
  expect([...trailers]).toEqual([["x-amz-checksum-crc32c", "sOO8/Q=="]]);
});

test("a changed chunk or trailer is found", () => {
  const otherChunk = Buffer.from(plain);
  otherChunk[100] = 98;
  expect(() => decodeAwsChunked(otherChunk, plainSigning)).toThrow("does not match the signature");
  const otherTrailer = Buffer.from(trailed.toString("latin1").replace("sOO8/Q==", "sOO8/A=="), "latin1");
  expect(() => decodeAwsChunked(otherTrailer, trailedSigning)).toThrow("does not match the signature");
});

test("a signed trailer that lost its signature is found", () => {
  const bare = Buffer.from(trailed.toString("latin1").replace(/x-amz-trailer-signature:.*\r\n/, ""), "latin1");
  expect(() => decodeAwsChunked(bare, trailedSigning)).toThrow("does not match the signature");
});

test.each([
  ["cut short in a chunk", plain.subarray(0, 300)],
  ["cut short between chunks", plain.subarray(0, 65_536 + 83)],
  ["without a last chunk", Buffer.from("1\r\na\r\n")],
  ["with a size that is none", Buffer.from("zz\r\na\r\n0\r\n\r\n")],
  ["with more than its size", Buffer.from("1\r\nab\r\n0\r\n\r\n")],
  ["empty", Buffer.alloc(0)],
])("a body %s is refused", (_name, body) => {
  expect(() => decodeAwsChunked(body, null)).toThrow();
});
