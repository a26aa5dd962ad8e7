import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { S3Error } from "./s3-error.ts";

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
export function checkChecksums(body: Buffer, sent: ReadonlyMap<string, string>): Record<string, string> {
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
