import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../config.ts";
import { createFolderStorage } from "./folder-storage.ts";
import type { S3Location } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

// The URL contains a secret, so no message repeats any part of it.
const storageUrlError = (what: string): ConfigError => new ConfigError(`Instelling STORAGE_URL klopt niet: ${what}.`);

const parseFolder = (url: URL): string => {
  try {
    // Without a slash at the end or a double one, as `join` returns the paths in it.
    return resolve(fileURLToPath(url));
  } catch {
    throw storageUrlError("een map staat er als file:///pad/naar/map");
  }
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw storageUrlError("een % in de sleutel of het geheim moet als %25 geschreven zijn");
  }
};

const parseS3 = (url: URL | null): S3Location => {
  // A path before the bucket belongs to the server: some offer S3 under a path.
  const [, path = "", bucket] = url?.pathname.match(/^(.*)\/([^/]+)\/?$/) ?? [];
  if (!url?.host || !url.username || !url.password || !bucket) {
    throw storageUrlError(
      "opslag in S3 staat er als s3://sleutel:geheim@host:poort/bucket, met een / in het geheim als %2F",
    );
  }
  const tls = url.searchParams.get("tls") ?? "true";
  if (tls !== "true" && tls !== "false") throw storageUrlError("tls is true of false");
  return {
    endpoint: `${tls === "true" ? "https" : "http"}://${url.host}${path}`,
    bucket,
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKeyId: decode(url.username),
    secretAccessKey: decode(url.password),
  };
};

/** Opens `file:///folder` or `s3://key:secret@host:port/bucket?region=…&tls=false`. */
export const createStorage = async (storageUrl: string): Promise<Storage> => {
  const url = URL.parse(storageUrl);
  if (url?.protocol === "file:") return createFolderStorage(parseFolder(url));
  if (!/^s3:/i.test(storageUrl)) throw storageUrlError("het moet beginnen met file:// of s3://");
  const location = parseS3(url);
  // Loaded only when used: the S3 client takes longer to load than the rest of the server.
  const { createS3Storage } = await import("./s3-storage.ts");
  return createS3Storage(location);
};
