import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export const insertAwaitedOutcome = ({ db, companyId }: Scope, anyChange: boolean): Promise<void> =>
  db.pipeline(sql`insert into airtable_awaited_outcomes (company_id, any_change) values (${companyId}, ${anyChange})`);

interface AwaitedOutcomes {
  lastId: number;
  /** Since the latest action. */
  elapsedMs: number;
  /** The last poll, as time since the latest action; negative when it was before it. */
  polledAtMs: number | null;
  anyChange: boolean;
  /** No text is being written, no requested message is unsent, and no queue row has to be pushed. */
  isVisible: boolean;
}

/** By the database's clock. Undefined when nothing is awaited. */
export const findAwaitedOutcomes = ({ db, companyId }: Scope): Promise<AwaitedOutcomes | undefined> =>
  db.row(sql`
    with awaited as (
      select max(id) as last_id, max(awaited_since) as since, bool_or(any_change) as any_change
      from airtable_awaited_outcomes where company_id = ${companyId}
    )
    select last_id::float8 as "lastId", any_change as "anyChange",
      (extract(epoch from clock_timestamp() - since) * 1000)::float8 as "elapsedMs",
      (select extract(epoch from polled_at - since) * 1000 from sync_states where company_id = ${companyId})::float8 as "polledAtMs",
      not any_change
        and not exists (select from messages where company_id = ${companyId} and regenerating)
        and not exists (select from messages
          where company_id = ${companyId} and status = 'approved' and send_requested_at is not null)
        and not exists (select from unsynced_rows
          where company_id = ${companyId} and table_name = 'queue' and state = 'pending') as "isVisible"
    from awaited where last_id is not null`);

/** Deletes the rows up to this id: a later action has its own series of polls. */
export const deleteAwaitedOutcomes = ({ db, companyId }: Scope, lastId: number): Promise<number> =>
  db.run(sql`delete from airtable_awaited_outcomes where company_id = ${companyId} and id <= ${lastId}`);

export const markPolled = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`update sync_states set polled_at = clock_timestamp() where company_id = ${companyId}`);

/** False when a poll within a second of that time is already enqueued, so that a company has one series at a time. */
export const claimNextPoll = async ({ db, companyId }: Scope, delayMs: number): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set next_poll_at = clock_timestamp() + make_interval(secs => ${delayMs / 1000})
    where company_id = ${companyId} and (next_poll_at is null or next_poll_at < clock_timestamp()
      or next_poll_at > clock_timestamp() + make_interval(secs => ${delayMs / 1000 + 1}))`)) > 0;
