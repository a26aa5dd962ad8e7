import type { APIRequestContext } from "@playwright/test";
import { DEMO_PASSWORD } from "../../src/server/demo.ts";
import type { Product } from "./product.ts";

/** Connects a company with a base of its own in the sandbox, as a platform admin does it. */
export const connectAirtable = async (
  { sandboxUrl, url }: Product,
  request: APIRequestContext,
  companyId: string,
): Promise<{ baseId: string }> => {
  const made = await request.post(`${sandboxUrl}/_control/airtable/bases`, { data: { company: companyId } });
  const { baseId, token } = (await made.json()) as { baseId: string; token: string };
  await request.post(`${url}/admin/api/login`, { data: { username: "superadmin", password: DEMO_PASSWORD } });
  await request.patch(`${url}/admin/api/companies/${companyId}`, {
    data: { airtableBaseId: baseId, airtableApiKey: token },
  });
  return { baseId };
};
