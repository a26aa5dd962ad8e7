import { isOpen, MESSAGE_STATUSES } from "#contract/message-status.ts";
import type { MessageType } from "#contract/messages.ts";
import type { ChecklistStep, Overview, OverviewCounts } from "#contract/overview.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { startOfPeriod } from "#platform/time.ts";
import { countLate } from "#server/features/queue/queue.service.ts";
import { countDueTasks } from "#server/features/tasks/tasks.service.ts";

const OPEN_STATUSES = MESSAGE_STATUSES.filter(isOpen);

/** The open messages, without those that were put off until a later day. */
const countToReview = (companyId: string, type: MessageType, now: Date): Sql => sql`
  (select coalesce(sum(amount), 0)::int from counters where company_id = ${companyId} and subject = 'messages'
    and kind = ${type} and status = any (${OPEN_STATUSES}::text[]))
  - (select count(*)::int from messages where company_id = ${companyId} and message_type = ${type}
    and status in ('pending', 'rewritten', 'edited') and not lead_deleted and snoozed_until > amsterdam_day(${now}))`;

const NO_COUNTS: OverviewCounts = {
  iceBreakers: 0,
  followUps: 0,
  overdue: 0,
  hasMoreOverdue: false,
  newMeetings: 0,
  tasks: 0,
  isNewCompany: false,
  isFirstSync: false,
};

/** Counters and short index scans only: every open screen asks for this after every change. */
export const findCounts = async (scope: Scope, now: Date): Promise<OverviewCounts> => {
  const { db, companyId } = scope;
  const found = await db.row<OverviewCounts>(sql`
    select
      ${countToReview(companyId, "icebreaker", now)} as "iceBreakers", ${countToReview(companyId, "followup", now)} as "followUps",
      late.amount as overdue, late."isMinimum" as "hasMoreOverdue",
      (select coalesce(sum(amount), 0)::int from counters
        where company_id = ${companyId} and subject = 'meetings' and kind = 'new') as "newMeetings",
      ${countDueTasks(scope, now)} as tasks,
      exists (select from companies where id = ${companyId} and onboarding_ended_at is null) as "isNewCompany",
      exists (select from sync_states where company_id = ${companyId} and base_id is not null
        and first_sync_ended_at is null and failures = 0 and paused_at is null) as "isFirstSync"
    from ${countLate(scope, now)} late`);
  return found ?? NO_COUNTS;
};

export const findYesterday = async ({ db, companyId }: Scope, now: Date): Promise<Overview["yesterday"]> => {
  const [from, until] = [startOfPeriod("day", now, -1), startOfPeriod("day", now)];
  const found = await db.row<Overview["yesterday"]>(sql`
    select coalesce(sum(amount) filter (where subject = 'sent'), 0)::int as sent,
      coalesce(sum(amount) filter (where subject = 'invited'), 0)::int as invited,
      coalesce(sum(amount) filter (where subject = 'accepted'), 0)::int as accepted,
      (select count(*)::int from messages where company_id = ${companyId} and (replied_at >= ${from} and replied_at < ${until}
        or replied_at is null and status in ('interested', 'not_interested', 'neutral')
          and changed_at >= ${from} and changed_at < ${until})) as replies
    from daily_counts where company_id = ${companyId} and day = amsterdam_day(${from})`);
  return found ?? { sent: 0, invited: 0, accepted: 0, replies: 0 };
};

export interface ProblemFacts {
  syncProblem: string | null;
  conflicts: number;
  failedSends: number;
  holds: string[];
}

export const findProblemFacts = async ({ db, companyId }: Scope, now: Date): Promise<ProblemFacts> => {
  const found = await db.row<ProblemFacts>(sql`
    select (select last_problem from sync_states where company_id = ${companyId} and failures > 0) as "syncProblem",
      (select count(*)::int from airtable_conflicts where company_id = ${companyId} and resolved_at is null) as conflicts,
      (select coalesce(sum(amount), 0)::int from counters
        where company_id = ${companyId} and subject = 'queue' and status = 'ERROR') as "failedSends",
      array(select name from senders where company_id = ${companyId} and hold_until > ${now} order by name) as holds`);
  return found ?? { syncProblem: null, conflicts: 0, failedSends: 0, holds: [] };
};

const DECIDED_STATUSES = MESSAGE_STATUSES.filter((status) => !isOpen(status) && status !== "cancelled");

/** Each step is an existence check, so that it costs the same for a company with a million leads. */
export const findDoneSteps = ({ db, companyId }: Scope): Promise<Record<ChecklistStep, boolean> | undefined> =>
  db.row(sql`
    select c.logo_url is not null as logo,
      (select count(*) from (select from users u where u.company_id = c.id limit 2) two) = 2 as colleagues,
      c.airtable_base_id is not null or exists (select from leads l where l.company_id = ${companyId}) as leads,
      exists (select from prompts p where p.company_id = ${companyId} and btrim(p.prompt) <> '') as prompt,
      case c.delivery_channel
        when 'linkedin' then exists (select from linkedin_accounts a where a.company_id = ${companyId} and a.sender_id is not null)
        else exists (select from senders s where s.company_id = ${companyId} and s.user_id is not null) end as sender,
      (select coalesce(sum(amount), 0) from counters where company_id = ${companyId} and subject = 'messages'
        and status = any (${DECIDED_STATUSES}::text[])) > 0 as approval
    from companies c where c.id = ${companyId}`);

/** Returns the number of companies: none when it was hidden already. */
export const endOnboarding = ({ db }: PlatformScope, companyId: string, at: Date): Promise<number> =>
  db.run(sql`update companies set onboarding_ended_at = ${at} where id = ${companyId} and onboarding_ended_at is null`);
