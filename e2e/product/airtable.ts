import type { APIRequestContext } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { AirtableSandbox, type SandboxBase } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import type { Product } from "./product.ts";

/** Connects a company with a base of its own in the sandbox, as a platform admin does it; it may be asked without pauses. */
export const connectAirtable = async (
  { sandboxUrl, url, query }: Product,
  request: APIRequestContext,
  companyId: string,
): Promise<{ base: SandboxBase; baseId: string }> => {
  const base = await new AirtableSandbox(sandboxUrl).newBase();
  const place =
    "insert into airtable_base_slots (base_hash, next_slot_at, spacing) values (sha256($1::bytea), now(), '0')";
  await query(place, [base.id]);
  await request.post(`${url}/admin/api/login`, { data: { username: "superadmin", password: DEMO_PASSWORD } });
  await request.patch(`${url}/admin/api/companies/${companyId}`, {
    data: { airtableBaseId: base.id, airtableApiKey: base.token },
  });
  return { base, baseId: base.id };
};
