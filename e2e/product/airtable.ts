import { type APIRequestContext, expect } from "@playwright/test";
import { DEMO_PASSWORD } from "#server/demo.ts";
import { AirtableSandbox, type SandboxBase } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import type { Product } from "./product.ts";

/**
 * Connects a company to a new sandbox base through the admin API, with its rate limit turned off. Waits until the run that
 * this starts has ended: "Synchroniseer" during it would join it, although it has read some tables already. Without the feed,
 * changes in Airtable wait for a run.
 */
export const connectAirtable = async (
  { sandboxUrl, url, query }: Product,
  request: APIRequestContext,
  companyId: string,
  { hasFeed = true } = {},
): Promise<{ base: SandboxBase; baseId: string }> => {
  const base = await new AirtableSandbox(sandboxUrl).newBase();
  if (!hasFeed) await base.removeFeedPermission();
  const insertRateLimit =
    "insert into airtable_rate_limits (base_hash, next_slot_at, spacing) values (sha256($1::bytea), now(), '0')";
  await query(insertRateLimit, [base.id]);
  await request.post(`${url}/admin/api/login`, { data: { username: "superadmin", password: DEMO_PASSWORD } });
  await request.patch(`${url}/admin/api/companies/${companyId}`, {
    data: { airtableBaseId: base.id, airtableApiKey: base.token },
  });
  const findEndedFirstSync = () =>
    query(
      `select from sync_states s where company_id = $1 and last_run_ended_at is not null and not exists (
        select from sync_runs r where r.company_id = s.company_id and r.status in ('queued', 'running'))`,
      [companyId],
    );
  await expect.poll(findEndedFirstSync, { message: "the first run has ended", timeout: 120_000 }).toHaveLength(1);
  return { base, baseId: base.id };
};
