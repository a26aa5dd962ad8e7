import { expect, test } from "vitest";
import { type S3Request, signRequest } from "./signature.ts";

// The examples of Amazon's documentation ("Authenticating Requests: Using the Authorization Header"), with its example key.
const secretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const credentialScope = "20130524/us-east-1/s3/aws4_request";
const timestamp = "20130524T000000Z";
const host = "examplebucket.s3.amazonaws.com";
const HASH_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function signExample(request: Partial<S3Request>, headers: Record<string, string>): string {
  const example = {
    method: "GET",
    path: "/",
    query: [],
    body: Buffer.alloc(0),
    headers: new Map(Object.entries(headers)),
  };
  return signRequest(
    { ...example, ...request },
    { secretAccessKey, credentialScope, timestamp, signedHeaders: Object.keys(headers) },
  );
}

test("signs a download", () => {
  const headers = { host, range: "bytes=0-9", "x-amz-content-sha256": HASH_OF_NOTHING, "x-amz-date": timestamp };
  expect(signExample({ path: "/test.txt" }, headers)).toBe(
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  );
});

test("signs an upload whose key must be percent-encoded", () => {
  const headers = {
    date: "Fri, 24 May 2013 00:00:00 GMT",
    host,
    "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
    "x-amz-date": timestamp,
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
  };
  expect(signExample({ method: "PUT", path: "/test$file.text" }, headers)).toBe(
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  );
});

test("signs a list with query parameters", () => {
  const headers = { host, "x-amz-content-sha256": HASH_OF_NOTHING, "x-amz-date": timestamp };
  const query = [
    ["prefix", "J"],
    ["max-keys", "2"],
  ] as const;
  expect(signExample({ query }, headers)).toBe("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
});
