import type { MessageType } from "#contract/messages.ts";
import type { RequestedTexts } from "#contract/writer.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { startOfPeriod } from "#platform/time.ts";

/** A new message, another text for a message, the rating of a lead, or the summary of a meeting. */
export type WritingKind = "draft" | "rewrite" | "rerun" | "rating" | "summary";

export const findWriter = async ({ db, companyId }: Scope): Promise<"airtable" | "builtin"> => {
  const found = await db.row<{ writer: "airtable" | "builtin" }>(
    sql`select writer from companies where id = ${companyId}`,
  );
  return found?.writer ?? "airtable";
};

interface NewRequest {
  kind: "rewrite" | "rerun";
  messageType: MessageType;
  leadId: string;
  messageId: string;
  baseVersion: number;
}

/** A newer request for the same message replaces the open one. */
export const replaceRequest = ({ db, companyId, actor }: Scope, request: NewRequest, at: Date): Promise<number> =>
  db.run(sql`
    with stopped as (
      update writing_requests set status = 'stopped', finished_at = ${at}
      where company_id = ${companyId} and message_id = ${request.messageId} and status in ('queued', 'running')
      returning id)
    insert into writing_requests (company_id, kind, message_type, lead_id, message_id, base_version, requested_by,
      requested_at, run_after)
    select ${companyId}, ${request.kind}, ${request.messageType}, ${request.leadId}, ${request.messageId},
      ${request.baseVersion}, ${actor.name}, ${at}, ${at} from (select count(*) from stopped) done`);

/** Leads that may be written to and have no message of this type yet. Returns the leads of the new requests. */
export const insertDraftRequests = async (
  { db, companyId, actor }: Scope,
  leadIds: readonly string[],
  messageType: MessageType,
  at: Date,
): Promise<string[]> => {
  const rows = await db.rows<{ leadId: string }>(sql`
    insert into writing_requests (company_id, kind, message_type, lead_id, requested_by, requested_at, run_after)
    select ${companyId}, 'draft', ${messageType}, l.id, ${actor.name}, ${at}, ${at} from leads l
    where l.company_id = ${companyId} and l.id = any (${leadIds}::uuid[]) and may_be_contacted(l.classification, l.deleted_at, l.erased) and not exists (
      select from messages m where m.company_id = l.company_id and m.lead_id = l.id and m.message_type = ${messageType}
        and m.status <> 'cancelled')
    on conflict do nothing returning lead_id as "leadId"`);
  return rows.map(({ leadId }) => leadId);
};

/** Why these leads got no new request, with the number for each reason. A rating is proposed for every lead that exists. */
export const countSkipReasons = (
  { db, companyId }: Scope,
  leadIds: readonly string[],
  kind: MessageType | "rating",
): Promise<RequestedTexts["skipped"]> =>
  db.rows(sql`
    select reason, count(*)::int as count from (
      select case
          when l.id is null or l.deleted_at is not null or l.erased then 'deleted'
          when ${kind} = 'rating' then 'requested'
          when not may_be_contacted(l.classification, l.deleted_at, l.erased) then 'unwelcome'
          when exists (select from messages m where m.company_id = ${companyId} and m.lead_id = l.id and m.message_type = ${kind}
            and m.status <> 'cancelled') then 'has_message'
          else 'requested'
        end as reason
      from unnest(${leadIds}::uuid[]) as given (id) left join leads l on l.company_id = ${companyId} and l.id = given.id
    ) skipped group by reason order by count desc, reason`);

/** The best rated leads without a message of this type, from a rating upwards. Returns the leads of the new requests. */
export const insertDraftRequestsForBestRated = async (
  { db, companyId, actor }: Scope,
  { minRating, limit, messageType }: { minRating: number; limit: number; messageType: MessageType },
  at: Date,
): Promise<string[]> => {
  const rows = await db.rows<{ leadId: string }>(sql`
    insert into writing_requests (company_id, kind, message_type, lead_id, requested_by, requested_at, run_after)
    select ${companyId}, 'draft', ${messageType}, l.id, ${actor.name}, ${at}, ${at} from leads l
    where l.company_id = ${companyId} and may_be_contacted(l.classification, l.deleted_at, l.erased) and l.rating_sort_key >= ${minRating} and not exists (
      select from messages m where m.company_id = l.company_id and m.lead_id = l.id and m.message_type = ${messageType}
        and m.status <> 'cancelled') and not exists (
      select from writing_requests r where r.company_id = l.company_id and r.lead_id = l.id
        and r.message_type = ${messageType} and r.status in ('queued', 'running'))
    order by l.rating_sort_key desc, l.id desc limit ${limit}
    on conflict do nothing returning lead_id as "leadId"`);
  return rows.map(({ leadId }) => leadId);
};

/**
 * Requests icebreakers for the best rated leads with a name and a company, without any message and without a draft that was ever
 * requested, until the company has `ai_daily_drafts` automatic requests today.
 */
export const insertAutomaticRequests = ({ db, companyId, actor }: Scope, at: Date): Promise<number> =>
  db.run(sql`
    insert into writing_requests (company_id, kind, message_type, lead_id, is_automatic, requested_by, requested_at, run_after)
    select ${companyId}, 'draft', 'icebreaker', l.id, true, ${actor.name}, ${at}, ${at} from leads l
    where l.company_id = ${companyId} and may_be_contacted(l.classification, l.deleted_at, l.erased) and l.full_name <> '' and l.company <> ''
      and not exists (select from messages m where m.company_id = l.company_id and m.lead_id = l.id)
      and not exists (select from writing_requests r where r.company_id = l.company_id and r.lead_id = l.id
        and r.kind = 'draft')
    order by l.rating_sort_key desc, l.id desc
    limit (select greatest(0, c.ai_daily_drafts - (
      select count(*) from writing_requests r where r.company_id = ${companyId} and r.is_automatic
        and r.requested_at >= ${startOfPeriod("day", at)})) from companies c where c.id = ${companyId})
    on conflict do nothing`);

interface Claim {
  id: string;
  claimId: string;
  messageId: string | null;
  baseVersion: number | null;
  attempts: number;
  requestedAt: Date;
}
export type MessageRequest = Claim & { kind: "draft" | "rewrite" | "rerun"; messageType: MessageType; leadId: string };
export type RatingRequest = Claim & { kind: "rating"; leadId: string };
export type SummaryRequest = Claim & { kind: "summary"; meetingId: string };
export type ClaimedRequest = MessageRequest | RatingRequest | SummaryRequest;

/** Until the end of the transaction no other worker claims a request of the company. */
export const lockClaims = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`writer ${companyId}`}, 0))`);

/**
 * Takes the next request, also one of a worker that died; none while another request of the company is performed. A text that
 * somebody waits for goes before new drafts. Lock the claims first.
 */
export const claimRequest = (
  { db, companyId }: Scope,
  at: Date,
  staleBefore: Date,
): Promise<ClaimedRequest | undefined> =>
  db.row(sql`
    update writing_requests set status = 'running', claim_id = gen_random_uuid(), claimed_at = ${at}, attempts = attempts + 1,
      problem = null
    where company_id = ${companyId} and id = (
      select id from writing_requests
      where company_id = ${companyId} and ((status = 'queued' and run_after <= ${at})
        or (status = 'running' and claimed_at < ${staleBefore}))
        and not exists (select from writing_requests r where r.company_id = ${companyId} and r.status = 'running'
          and r.claimed_at >= ${staleBefore})
      order by kind in ('rewrite', 'rerun') desc, is_automatic, run_after, id limit 1 for update skip locked)
    returning id, claim_id as "claimId", kind, message_type as "messageType", lead_id as "leadId", message_id as "messageId",
      meeting_id as "meetingId", base_version as "baseVersion", attempts, requested_at as "requestedAt"`);

/** A reply ends the drafting of texts that were requested before it. */
export const hasRepliedSince = async ({ db, companyId }: Scope, leadId: string, since: Date): Promise<boolean> => {
  const found = await db.row(sql`
    select from linkedin_messages where company_id = ${companyId} and lead_id = ${leadId} and not is_ours and at > ${since}
    union all
    select from messages where company_id = ${companyId} and lead_id = ${leadId}
      and is_reply_status(status) and coalesce(replied_at, answered_at) > ${since}
    limit 1`);
  return found !== undefined;
};

/** Conditional on the claim: a request that was stopped, or claimed by another worker, has no effect. */
export const settleRequest = (
  { db, companyId }: Scope,
  { id, claimId }: ClaimedRequest,
  outcome: { status: "done" | "failed" | "stopped"; problem?: string; isSubjectProblem?: boolean; messageId?: string },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update writing_requests set status = ${outcome.status}, problem = ${outcome.problem ?? null}, finished_at = ${at},
      is_subject_problem = ${outcome.isSubjectProblem ?? false}, message_id = coalesce(${outcome.messageId ?? null}::uuid, message_id)
    where company_id = ${companyId} and id = ${id} and claim_id = ${claimId} and status = 'running'`);

/** A request that was not tried, because the day's budget is used up or no model is set up, keeps its number of attempts. */
export const postponeRequest = (
  { db, companyId }: Scope,
  { id, claimId }: ClaimedRequest,
  until: Date,
  problem: string,
  outcome: "tried" | "not_tried" = "tried",
): Promise<number> =>
  db.run(sql`
    update writing_requests set status = 'queued', run_after = ${until}, problem = ${problem},
      attempts = attempts - ${outcome === "tried" ? 0 : 1}
    where company_id = ${companyId} and id = ${id} and claim_id = ${claimId} and status = 'running'`);

/** Shows that the worker still runs: a claim that is not renewed counts as that of a worker that died. */
export const renewClaim = ({ db, companyId }: Scope, { id, claimId }: ClaimedRequest, at: Date): Promise<number> =>
  db.run(sql`
    update writing_requests set claimed_at = ${at}
    where company_id = ${companyId} and id = ${id} and claim_id = ${claimId} and status = 'running'`);

/** Makes requests due that wait, for example for tomorrow's budget. */
export const endWaiting = ({ db, companyId }: Pick<Scope, "db" | "companyId">, at: Date): Promise<number> =>
  db.run(sql`
    update writing_requests set run_after = ${at}
    where company_id = ${companyId} and status = 'queued' and run_after > ${at}`);

/** Locks the messages of these open requests; null: of all open ones. Everywhere, messages are locked before requests. */
export const lockMessagesOfRequests = ({ db, companyId }: Scope, ids: readonly string[] | null): Promise<number> =>
  db.run(sql`
    select from messages m where m.company_id = ${companyId} and m.id in (
      select r.message_id from writing_requests r where r.company_id = ${companyId} and r.status in ('queued', 'running')
        and (${ids}::uuid[] is null or r.id = any (${ids}::uuid[])))
    order by m.id for no key update`);

export const stopAllRequests = async ({ db, companyId }: Scope, at: Date): Promise<{ messageId: string | null }[]> =>
  db.rows(sql`
    update writing_requests set status = 'stopped', finished_at = ${at}
    where company_id = ${companyId} and status in ('queued', 'running') returning message_id as "messageId"`);

/** Companies with a request that is due, or that a dead worker left, and without one that is being performed. */
export const findCompaniesWithRequests = async (
  { db }: PlatformScope,
  at: Date,
  staleBefore: Date,
): Promise<string[]> => {
  const rows = await db.rows<{ companyId: string }>(sql`
    select distinct company_id as "companyId" from writing_requests q
    where ((status = 'queued' and run_after <= ${at}) or (status = 'running' and claimed_at < ${staleBefore}))
      and not exists (select from writing_requests r where r.company_id = q.company_id and r.status = 'running'
        and r.claimed_at >= ${staleBefore})`);
  return rows.map(({ companyId }) => companyId);
};

/**
 * Companies with automatic drafts (`ai_daily_drafts`). One that is connected to Airtable waits for its first complete sync: until
 * then its prompts and the messages that its leads already have are missing. Not so when the sync was paused before it read anything:
 * none of its leads came from there, and the pause may last.
 */
export const findCompaniesThatDraft = async ({ db }: PlatformScope): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select c.id from companies c left join sync_states s on s.company_id = c.id
    where c.writer = 'builtin' and c.ai_daily_drafts > 0 and c.is_active and c.deleted_at is null
      and (c.airtable_base_id is null or c.airtable_token_encrypted is null or s.first_sync_ended_at is not null
        or (s.paused_at is not null and not exists (select from sync_runs r where r.company_id = c.id and r.progress <> '{}')))`);
  return rows.map(({ id }) => id);
};

/** The open requests, and those that ended today, whenever they were made: a request may wait for days for the daily budget. */
export const findProgress = ({ db, companyId }: Scope, at: Date) =>
  db.row<{ waiting: number; running: number; doneToday: number; failedToday: number; problem: string | null }>(sql`
    select count(*) filter (where status = 'queued')::int as waiting, count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'done')::int as "doneToday", count(*) filter (where status = 'failed')::int as "failedToday",
      (array_agg(problem order by coalesce(finished_at, requested_at) desc) filter (where problem is not null))[1] as problem
    from writing_requests where company_id = ${companyId}
      and (status in ('queued', 'running') or finished_at >= ${startOfPeriod("day", at)})`);
