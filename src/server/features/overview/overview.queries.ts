import { isOpen, MESSAGE_STATUSES } from "#contract/message-status.ts";
import type { MessageType } from "#contract/messages.ts";
import type { ChecklistStep, Overview, OverviewCounts } from "#contract/overview.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type RowOf, type Sql, sql } from "#platform/database/sql.ts";
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

type OwnCounts = Omit<OverviewCounts, "overdue" | "hasMoreOverdue" | "tasks">;

const NO_COUNTS: OwnCounts = { iceBreakers: 0, followUps: 0, newMeetings: 0, isNewCompany: false, isFirstSync: false };

/** Counters and short index scans only, in one round trip: every open screen asks for this after every change. */
export const findCounts = async (scope: Scope, now: Date): Promise<OverviewCounts> => {
  const { db, companyId } = scope;
  const counts = sql`
    select
      ${countToReview(companyId, "icebreaker", now)} as "iceBreakers", ${countToReview(companyId, "followup", now)} as "followUps",
      (select coalesce(sum(amount), 0)::int from counters
        where company_id = ${companyId} and subject = 'meetings' and kind = 'new') as "newMeetings",
      exists (select from companies where id = ${companyId} and onboarding_ended_at is null) as "isNewCompany",
      exists (select from sync_states where company_id = ${companyId} and base_id is not null
        and first_sync_ended_at is null and last_run_ended_at is null and failures = 0 and paused_at is null) as "isFirstSync"`;
  const [[found = NO_COUNTS], [late], [tasks]] = await db.rowsOfEach<
    [OwnCounts, RowOf<typeof countLate>, RowOf<typeof countDueTasks>]
  >([counts, countLate(scope, now).statement, countDueTasks(scope, now).statement]);
  return { ...found, overdue: late?.amount ?? 0, hasMoreOverdue: late?.isMinimum ?? false, tasks: tasks?.amount ?? 0 };
};

export const findAssigned = async ({ db, companyId, actor }: Scope, now: Date): Promise<Overview["assigned"]> => {
  const found = await db.row<Overview["assigned"]>(sql`
    select count(*) filter (where message_type = 'icebreaker')::int as "iceBreakers",
      count(*) filter (where message_type = 'followup')::int as "followUps"
    from messages where company_id = ${companyId} and assigned_to = ${actor.id}::uuid
      and status in ('pending', 'rewritten', 'edited') and not lead_deleted
      and (snoozed_until is null or snoozed_until <= amsterdam_day(${now}))`);
  return found ?? { iceBreakers: 0, followUps: 0 };
};

export const findYesterday = async ({ db, companyId }: Scope, now: Date): Promise<Overview["yesterday"]> => {
  const [from, until] = [startOfPeriod("day", now, -1), startOfPeriod("day", now)];
  const found = await db.row<Overview["yesterday"]>(sql`
    select coalesce(sum(amount) filter (where subject = 'sent'), 0)::int as sent,
      coalesce(sum(amount) filter (where subject = 'invited'), 0)::int as invited,
      coalesce(sum(amount) filter (where subject = 'accepted'), 0)::int as accepted,
      (select count(*)::int from messages where company_id = ${companyId} and (replied_at >= ${from} and replied_at < ${until}
        or replied_at is null and answered_at >= ${from} and answered_at < ${until})) as replies
    from daily_counts where company_id = ${companyId} and day = amsterdam_day(${from})`);
  return found ?? { sent: 0, invited: 0, accepted: 0, replies: 0 };
};

export interface ProblemFacts {
  syncProblem: string | null;
  /** The base has tables of its own that nobody has mapped yet, so that nothing was ever read. */
  awaitsMapping: boolean;
  isSyncPaused: boolean;
  conflicts: number;
  /** Records that were deleted in Airtable, and of which so many at once are deleted here only after an admin has confirmed it. */
  heldDeletions: number;
  /** Changes that Airtable refuses until somebody acts. */
  parked: number;
  failedSends: number;
  /** The senders whose LinkedIn account does not work until it is connected again. */
  disconnectedAccounts: string[];
  /** The senders whose LinkedIn account does not work for another reason, such as an outage. */
  brokenAccounts: string[];
  heldAccounts: string[];
  holds: string[];
  /** Why the built-in writer or its model failed or waits at the latest request; not what it could not write about one subject. */
  writerProblem: string | null;
}

const NO_PROBLEMS: ProblemFacts = {
  syncProblem: null,
  awaitsMapping: false,
  isSyncPaused: false,
  conflicts: 0,
  heldDeletions: 0,
  parked: 0,
  failedSends: 0,
  disconnectedAccounts: [],
  brokenAccounts: [],
  heldAccounts: [],
  holds: [],
  writerProblem: null,
};

/** The names of the senders whose LinkedIn account meets the condition, about `a`. */
const findAccountOwners = (companyId: string, condition: Sql): Sql => sql`
  array(select s.name from linkedin_accounts a join senders s on s.company_id = a.company_id and s.id = a.sender_id
    where a.company_id = ${companyId} and ${condition} order by s.name)`;

export const findProblemFacts = async ({ db, companyId }: Scope, now: Date): Promise<ProblemFacts> => {
  const found = await db.row<ProblemFacts>(sql`
    select (select last_problem from sync_states where company_id = ${companyId} and failures > 0) as "syncProblem",
      exists (select from sync_states where company_id = ${companyId} and failures > 0 and first_sync_ended_at is null)
        and (select problem_kind = 'not_mapped' from sync_runs
          where company_id = ${companyId} and status = 'failed' order by started_at desc limit 1) is true as "awaitsMapping",
      exists (select from sync_states where company_id = ${companyId} and base_id is not null and paused_at is not null) as "isSyncPaused",
      (select count(*)::int from airtable_conflicts where company_id = ${companyId} and resolved_at is null) as conflicts,
      (select count(*)::int from sync_tables t
        join airtable_deletions d on d.company_id = t.company_id and d.table_name = t.table_name and not d.confirmed
        where t.company_id = ${companyId} and t.deletions_held_since is not null) as "heldDeletions",
      (select count(*)::int from airtable_outbox where company_id = ${companyId} and parked_at is not null) as parked,
      (select coalesce(sum(amount), 0)::int from counters
        where company_id = ${companyId} and subject = 'queue' and status = 'ERROR') as "failedSends",
      ${findAccountOwners(companyId, sql`a.status = 'credentials'`)} as "disconnectedAccounts",
      ${findAccountOwners(companyId, sql`a.status not in ('ok', 'connecting', 'credentials')`)} as "brokenAccounts",
      ${findAccountOwners(companyId, sql`a.status = 'ok' and a.hold_until > ${now}`)} as "heldAccounts",
      array(select name from senders where company_id = ${companyId} and hold_until > ${now} order by name) as holds,
      (select q.problem from writing_requests q join companies c on c.id = q.company_id and c.writer = 'builtin'
        where q.company_id = ${companyId}
          and (q.status in ('queued', 'running') or q.finished_at > ${now}::timestamptz - interval '2 days')
          and (q.status in ('done', 'failed') or q.problem is not null) and not q.is_subject_problem
        order by coalesce(q.finished_at, q.requested_at) desc, q.id limit 1) as "writerProblem"`);
  return found ?? NO_PROBLEMS;
};

/** Each step is an existence check, so that it costs the same for a company with a million leads. */
export const findDoneSteps = ({ db, companyId }: Scope): Promise<Record<ChecklistStep, boolean> | undefined> =>
  db.row(sql`
    select c.logo_url is not null as logo,
      (select count(*) from (select from users u where u.company_id = c.id limit 2) two) = 2 as colleagues,
      exists (select from leads l where l.company_id = ${companyId}) as leads,
      exists (select from prompts p where p.company_id = ${companyId} and btrim(p.prompt) <> '') as prompt,
      case c.delivery_channel
        when 'linkedin' then exists (select from linkedin_accounts a where a.company_id = ${companyId} and a.sender_id is not null)
        else exists (select from senders s where s.company_id = ${companyId} and s.user_id is not null) end as sender,
      -- By a user: a message that came from Airtable as approved or sent has no parts with an approval.
      exists (select from queue_items q where q.company_id = ${companyId} and q.approved_by is not null and not q.is_answer) as approval
    from companies c where c.id = ${companyId}`);

/** Returns the number of companies: none when it was hidden already. */
export const endOnboarding = ({ db }: PlatformScope, companyId: string, at: Date): Promise<number> =>
  db.run(sql`update companies set onboarding_ended_at = ${at} where id = ${companyId} and onboarding_ended_at is null`);
