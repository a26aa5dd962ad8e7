import type { SignedIn } from "./signed-in.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path onload="x()" d="M0 0h9v9z"/></svg>',
);
export const CLEANED_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">' +
  '<path d="M0 0h9v9z"></path></svg>';

export const askAddress = async (client: TestClient): Promise<string> => {
  const answer = await client.post("/api/companies/logo-upload");
  if (answer.status !== 200) throw new Error(`no upload address: ${answer.status} ${answer.text}`);
  return String(answer.body["uploadURL"]);
};

export const send = (client: TestClient, address: string, file: Uint8Array, type = "image/png"): Promise<TestAnswer> =>
  client.put(address, file, { "content-type": type });

export const link = (client: TestClient, companyId: string, address: string): Promise<TestAnswer> =>
  client.put(`/api/companies/${companyId}/logo`, { logoURL: address });

/** The whole way: the address, the file, the link. Returns the logo's path. */
export const giveLogo = async ({ client, company }: SignedIn, file: Uint8Array): Promise<string> => {
  const address = await askAddress(client);
  const sent = await send(client, address, file);
  if (sent.status !== 204) throw new Error(`not sent: ${sent.status} ${sent.text}`);
  const linked = await link(client, company.id, address);
  if (linked.status !== 200) throw new Error(`not linked: ${linked.status} ${linked.text}`);
  return String(linked.body["objectPath"]);
};

export const logoOf = async (server: TestServer, companyId: string): Promise<string | null> => {
  const [found] = await server.query<{ logo_url: string | null }>("select logo_url from companies where id = $1", [
    companyId,
  ]);
  return found?.logo_url ?? null;
};

/** The keys of every file a company has in storage. */
export const filesOf = async ({ platform }: TestServer, companyId: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of platform.storage.list(`companies/${companyId}/`)) keys.push(key);
  return keys;
};

export const keyOf = (objectPath: string): string => objectPath.replace("/objects/", "");
