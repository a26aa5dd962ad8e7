import { crc32, deflateSync } from "node:zlib";
import type { SignedIn } from "./signed-in.ts";
import type { TestClient, TestResponse } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path onload="x()" d="M0 0h9v9z"/></svg>',
);
export const CLEANED_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">' +
  '<path d="M0 0h9v9z"></path></svg>';

export const requestUploadUrl = async (client: TestClient): Promise<string> => {
  const response = await client.post("/api/companies/logo-upload");
  if (response.status !== 200) throw new Error(`no upload URL: ${response.status} ${response.text}`);
  return String(response.body["uploadURL"]);
};

export const uploadLogo = (
  client: TestClient,
  uploadUrl: string,
  file: Uint8Array,
  type = "image/png",
): Promise<TestResponse> => client.put(uploadUrl, file, { "content-type": type });

export const setLogo = (client: TestClient, companyId: string, uploadUrl: string): Promise<TestResponse> =>
  client.put(`/api/companies/${companyId}/logo`, { logoURL: uploadUrl });

/** Requests an upload URL, uploads the file and sets it as the company's logo. Returns the logo's path. */
export const uploadAndSetLogo = async ({ client, company }: SignedIn, file: Uint8Array): Promise<string> => {
  const uploadUrl = await requestUploadUrl(client);
  const uploaded = await uploadLogo(client, uploadUrl, file);
  if (uploaded.status !== 204) throw new Error(`not uploaded: ${uploaded.status} ${uploaded.text}`);
  const set = await setLogo(client, company.id, uploadUrl);
  if (set.status !== 200) throw new Error(`not set: ${set.status} ${set.text}`);
  return String(set.body["objectPath"]);
};

export const logoOf = async (server: TestServer, companyId: string): Promise<string | null> => {
  const [found] = await server.query<{ logo_url: string | null }>("select logo_url from companies where id = $1", [
    companyId,
  ]);
  return found?.logo_url ?? null;
};

/** The keys of every file a company has in storage. */
export const storedFilesOf = async ({ platform }: TestServer, companyId: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of platform.storage.list(`companies/${companyId}/`)) keys.push(key);
  return keys;
};

export const storageKeyOf = (objectPath: string): string => objectPath.replace("/objects/", "");

export const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A valid black picture. With `rows` other than `height` its header states a wrong size. */
export const png = (width: number, height: number, rows = height): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Colour type 0 with a bit depth of 8: greyscale.
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1)));
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
};

/** 4 by 3 pixels of one blue. */
export const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T" +
    "/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAADAAQDASIAAhEBAxEB/8QA" +
    "FQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA" +
    "DAMBAAIRAxEAPwCABWFf/9k=",
  "base64",
);
