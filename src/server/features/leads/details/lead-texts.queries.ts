import type { LeadText } from "#contract/lead-details.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

export const findSentTexts = ({ db, companyId }: Scope, leadId: string): Promise<LeadText[]> =>
  db.rows(sql`
    select id, ${isoTime(sql`date_sent`)} as at, 'out' as direction, message_flow as by, message_name as name, text
    from queue_items where company_id = ${companyId} and lead_id = ${leadId} and status = 'SENT' and date_sent is not null`);

/** The newest first. */
export const findMessageContents = async ({ db, companyId }: Scope, leadId: string): Promise<string[]> => {
  const messages = await db.rows<{ content: string }>(sql`
    select content from messages where company_id = ${companyId} and lead_id = ${leadId} order by date_created desc limit 20`);
  return messages.map(({ content }) => content);
};

/** Converts Dutch local times. */
export const toInstants = async ({ db }: Scope, localTimes: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ at: string }>(sql`
    select ${isoTime(sql`local_times.at::timestamp at time zone 'Europe/Amsterdam'`)} as at
    from unnest(${localTimes}::text[]) with ordinality as local_times (at, number) order by local_times.number`);
  return found.map(({ at }) => at);
};
