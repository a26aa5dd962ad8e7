import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { assertObjectKey, isObjectKey, type Storage } from "./storage.ts";

export interface S3Location {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

// S3 needs the length in advance, so a stream is read into memory first. Files of the product are far smaller than this.
const MAX_STREAM_BYTES = 64 * 1024 * 1024;
const DEFAULT_TYPE = "application/octet-stream";

const readFully = async (content: Uint8Array | Readable): Promise<Uint8Array> => {
  if (content instanceof Uint8Array) return content;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_STREAM_BYTES) throw new Error("The object is too large to store.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const nullIfMissing = (error: unknown): null => {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== "NoSuchBucket")
    return null;
  throw error;
};

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Location): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The bucket in the path: servers other than Amazon's seldom have a hostname per bucket.
    forcePathStyle: true,
    // Many of those servers do not support the newer checksums that the SDK sends by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });

/** Stores objects in a bucket of Amazon S3 or a compatible server. */
export const createS3Storage = (location: S3Location): Storage => {
  const client = createClient(location);
  const locate = (key: string) => ({ Bucket: location.bucket, Key: key });

  return {
    put: async (key, content, { contentType }) => {
      assertObjectKey(key);
      const body = await readFully(content);
      await client.send(new PutObjectCommand({ ...locate(key), Body: body, ContentType: contentType }));
    },
    get: async (key) => {
      if (!isObjectKey(key)) return null;
      const found = await client.send(new GetObjectCommand(locate(key))).catch(nullIfMissing);
      if (!(found?.Body instanceof Readable)) return null;
      return { body: found.Body, contentType: found.ContentType ?? DEFAULT_TYPE, size: found.ContentLength ?? 0 };
    },
    head: async (key) => {
      if (!isObjectKey(key)) return null;
      const found = await client.send(new HeadObjectCommand(locate(key))).catch(nullIfMissing);
      if (!found?.LastModified) return null;
      const { ContentType: contentType = DEFAULT_TYPE, ContentLength: size = 0, LastModified: modifiedAt } = found;
      return { contentType, size, modifiedAt };
    },
    delete: async (key) => {
      if (isObjectKey(key)) await client.send(new DeleteObjectCommand(locate(key)));
    },
    list: async function* (prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket: location.bucket, Prefix: prefix });
      for await (const page of pages) {
        for (const { Key: key, Size: size = 0, LastModified: modifiedAt } of page.Contents ?? []) {
          if (key && modifiedAt) yield { key, size, modifiedAt };
        }
      }
    },
  };
};
