import type { LeadImport } from "#contract/lead-imports.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";

/** Sends a file as the screen does. */
export const uploadCsv = (client: TestClient, file: string | Uint8Array, fileName = "leads.csv"): Promise<TestAnswer> =>
  client.post(`/api/lead-imports?fileName=${encodeURIComponent(fileName)}`, file, { "content-type": "text/csv" });

export const importOf = ({ status, text, body }: TestAnswer): LeadImport => {
  if (status >= 300) throw new Error(`answered ${status} ${text}`);
  return body as LeadImport;
};
