import type { SentMessage } from "#contract/queue.ts";
import type { SyncedCompany } from "#server/features/airtable/sync-harness.fixture.ts";

/** Leads that are missing, duplicated or different, and a sent message without its recipient. */
export const findLeadProblems = async (
  { base, server, id, who }: SyncedCompany,
  { count, sentTo }: { count: number; sentTo: { fullName: string; linkedInUrl: string } },
): Promise<string[]> => {
  const rows = await server.query<{ record: string; values: unknown }>(
    `select r.record_id as record, jsonb_build_array(l.full_name, l.provider_id, l.industry) as values
      from leads l join airtable_records r on r.company_id = l.company_id and r.local_id = l.id and r.table_name = 'leads'
      where l.company_id = $1`,
    [id],
  );
  const problems = rows.length === count ? [] : [`${rows.length} leads`];
  const here = new Map(rows.map(({ record, values }) => [record, JSON.stringify(values)]));
  for (const { id: recordId, fields } of await base.records("Leads")) {
    const there = JSON.stringify(["Full Name", "Provider ID", "Industry"].map((name) => fields[name] ?? null));
    if (here.get(recordId) !== there) problems.push(`lead differs: ${here.get(recordId)} and ${there}`);
  }
  const { body } = await who.client.get("/api/messages-sent");
  const [sent] = body as unknown as SentMessage[];
  if (sent?.fullName !== sentTo.fullName || sent.linkedInUrl !== sentTo.linkedInUrl)
    problems.push("a sent message lost its recipient");
  return problems;
};
