import type { MessageType } from "#contract/messages.ts";
import type { WriterSettings } from "#contract/writer.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { startOfPeriod } from "#platform/time.ts";
import type { Fact, LeadProfile } from "./facts.ts";
import type { Warning } from "./guardrails.ts";
import type { StructuredOutput, Usage } from "./language-model.ts";

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

const MAY_BE_WRITTEN_TO = sql`
  l.deleted_at is null and not l.erased and coalesce(l.classification, '') not in
    ('DO NOT CONNECT', 'NOT INTERESTED', 'NOT RELEVANT', 'DELETED')`;

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
    where l.company_id = ${companyId} and l.id = any (${leadIds}::uuid[]) and ${MAY_BE_WRITTEN_TO} and not exists (
      select from messages m where m.company_id = l.company_id and m.lead_id = l.id and m.message_type = ${messageType}
        and m.status <> 'cancelled')
    on conflict do nothing returning lead_id as "leadId"`);
  return rows.map(({ leadId }) => leadId);
};

/** The best rated leads without a message of this type, from a rating upwards. Returns the leads of the new requests. */
export const insertRatedRequests = async (
  { db, companyId, actor }: Scope,
  { minRating, limit, messageType }: { minRating: number; limit: number; messageType: MessageType },
  at: Date,
): Promise<string[]> => {
  const rows = await db.rows<{ leadId: string }>(sql`
    insert into writing_requests (company_id, kind, message_type, lead_id, requested_by, requested_at, run_after)
    select ${companyId}, 'draft', ${messageType}, l.id, ${actor.name}, ${at}, ${at} from leads l
    where l.company_id = ${companyId} and ${MAY_BE_WRITTEN_TO} and l.rating_sort_key >= ${minRating} and not exists (
      select from messages m where m.company_id = l.company_id and m.lead_id = l.id and m.message_type = ${messageType}
        and m.status <> 'cancelled') and not exists (
      select from writing_requests r where r.company_id = l.company_id and r.lead_id = l.id
        and r.message_type = ${messageType} and r.status in ('queued', 'running'))
    order by l.rating_sort_key desc, l.id desc limit ${limit}
    on conflict do nothing returning lead_id as "leadId"`);
  return rows.map(({ leadId }) => leadId);
};

/** The best rated leads without any message, up to the number of the day. */
export const insertAutomaticRequests = ({ db, companyId, actor }: Scope, at: Date): Promise<number> =>
  db.run(sql`
    insert into writing_requests (company_id, kind, message_type, lead_id, is_automatic, requested_by, requested_at, run_after)
    select ${companyId}, 'draft', 'icebreaker', l.id, true, ${actor.name}, ${at}, ${at} from leads l
    where l.company_id = ${companyId} and ${MAY_BE_WRITTEN_TO} and l.full_name <> '' and l.company <> ''
      and not exists (select from messages m where m.company_id = l.company_id and m.lead_id = l.id)
      and not exists (select from writing_requests r where r.company_id = l.company_id and r.lead_id = l.id)
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
}
export type MessageRequest = Claim & { kind: "draft" | "rewrite" | "rerun"; messageType: MessageType; leadId: string };
export type RatingRequest = Claim & { kind: "rating"; leadId: string };
export type SummaryRequest = Claim & { kind: "summary"; meetingId: string };
export type ClaimedRequest = MessageRequest | RatingRequest | SummaryRequest;

/** Takes the next request, also one of a worker that died. */
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
      order by is_automatic, run_after, id limit 1 for update skip locked)
    returning id, claim_id as "claimId", kind, message_type as "messageType", lead_id as "leadId", message_id as "messageId",
      meeting_id as "meetingId", base_version as "baseVersion", attempts`);

/** Conditional on the claim: a request that was stopped, or claimed by another worker, has no effect. */
export const settleRequest = (
  { db, companyId }: Scope,
  { id, claimId }: ClaimedRequest,
  outcome: { status: "done" | "failed" | "stopped"; problem?: string; messageId?: string },
  at: Date,
): Promise<number> =>
  db.run(sql`
    update writing_requests set status = ${outcome.status}, problem = ${outcome.problem ?? null}, finished_at = ${at},
      message_id = coalesce(${outcome.messageId ?? null}::uuid, message_id)
    where company_id = ${companyId} and id = ${id} and claim_id = ${claimId} and status = 'running'`);

export const postponeRequest = (
  { db, companyId }: Scope,
  { id, claimId }: ClaimedRequest,
  until: Date,
  problem: string,
): Promise<number> =>
  db.run(sql`
    update writing_requests set status = 'queued', run_after = ${until}, problem = ${problem}
    where company_id = ${companyId} and id = ${id} and claim_id = ${claimId} and status = 'running'`);

export const stopRequests = async ({ db, companyId }: Scope, at: Date): Promise<{ messageId: string | null }[]> =>
  db.rows(sql`
    update writing_requests set status = 'stopped', finished_at = ${at}
    where company_id = ${companyId} and status in ('queued', 'running') returning message_id as "messageId"`);

/** Companies with a request that is due, or that a dead worker left. */
export const findCompaniesWithRequests = async (
  { db }: PlatformScope,
  at: Date,
  staleBefore: Date,
): Promise<string[]> => {
  const rows = await db.rows<{ companyId: string }>(sql`
    select distinct company_id as "companyId" from writing_requests
    where (status = 'queued' and run_after <= ${at}) or (status = 'running' and claimed_at < ${staleBefore})`);
  return rows.map(({ companyId }) => companyId);
};

export const findCompaniesThatDraft = async ({ db }: PlatformScope): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select id from companies where writer = 'builtin' and ai_daily_drafts > 0 and is_active and deleted_at is null`);
  return rows.map(({ id }) => id);
};

export interface WritingSubject {
  lead: LeadProfile;
  senderName: string;
  register: "je" | "u";
  companyName: string;
  prompt: { id: string; version: number; text: string } | null;
  struck: string[];
  message: { content: string; contentVersion: number; feedback: string | null; regenerating: boolean } | null;
}

export type PromptPurpose = MessageType | "information" | "linkedin" | "reply";

interface SubjectOf {
  leadId: string;
  messageId?: string | null;
  purpose: PromptPurpose;
}

/**
 * The other version of a running A/B test, for its share of the leads: the same lead always gets the same version. After
 * an edit of the prompt the test says nothing about the live version, so that it has no effect any more.
 */
const TRIED_VERSION = sql`
  select v.number, v.prompt from prompt_experiments e join prompt_versions v on v.company_id = e.company_id
    and v.prompt_id = e.prompt_id and v.number = e.other_version
  where e.company_id = p.company_id and e.prompt_id = p.id and e.ended_at is null and e.live_version = p.version
    and abs(hashtext(l.id::text || e.id::text) % 100) < e.share`;

/** Everything that a text is written from. The prompt of the sender goes before that of everybody. */
export const findSubject = (
  { db, companyId }: Scope,
  { leadId, messageId = null, purpose }: SubjectOf,
): Promise<WritingSubject | undefined> =>
  db.row(sql`
    select json_build_object('fullName', l.full_name, 'title', l.title, 'company', l.company, 'industry', l.industry,
        'location', l.location, 'employees', l.employees, 'personProfile', l.person_profile, 'htmlReport', l.html_report) as lead,
      sender.name as "senderName", c.name as "companyName", coalesce((
        select s.register from sender_names n join senders s on s.company_id = n.company_id and s.id = n.sender_id
        where n.company_id = l.company_id and n.name_key = sender_key(sender.name)), 'je') as register,
      (select json_build_object('id', p.id, 'version', coalesce(tried.number, p.version), 'text', coalesce(tried.prompt, p.prompt))
        from prompts p left join lateral (${TRIED_VERSION}) tried on true
        where p.company_id = l.company_id and p.purpose = ${purpose} and btrim(p.prompt) <> ''
        order by p.account_manager is distinct from sender.name, p.account_manager is not null, p.list_sort_key, p.id
        limit 1) as prompt,
      array(select f.fact_key from struck_facts f where f.company_id = l.company_id and f.lead_id = l.id) as struck,
      case when m.id is not null then json_build_object('content', m.content, 'contentVersion', m.content_version,
        'feedback', m.feedback, 'regenerating', m.regenerating) end as message
    from leads l join companies c on c.id = l.company_id
    left join messages m on m.company_id = l.company_id and m.id = ${messageId}
    cross join lateral (select coalesce(nullif(btrim(m.message_flow), ''), nullif(btrim(l.lead_allocated), ''),
      nullif(btrim(l.contract_owner), ''), statistics_person(c.id)) as name) sender
    where l.company_id = ${companyId} and l.id = ${leadId} and l.deleted_at is null and not l.erased`);

export interface DraftRecord {
  promptId: string | null;
  promptVersion: number | null;
  rulesVersion: string;
  model: string;
  facts: readonly Fact[];
  claims: readonly { section: string; text: string; facts: number[] }[];
  warnings: readonly Warning[];
  usage: Usage;
  tookMs: number;
}

export const insertDraft = (
  { db, companyId }: Scope,
  messageId: string,
  contentVersion: number,
  draft: DraftRecord,
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into message_drafts (company_id, message_id, content_version, prompt_id, prompt_version, rules_version, model, facts,
      claims, warnings, prompt_tokens, completion_tokens, took_ms, made_at)
    values (${companyId}, ${messageId}, ${contentVersion}, ${draft.promptId}, ${draft.promptVersion}, ${draft.rulesVersion},
      ${draft.model}, ${JSON.stringify(draft.facts)}, ${JSON.stringify(draft.claims)}, ${JSON.stringify(draft.warnings)},
      ${draft.usage.promptTokens}, ${draft.usage.completionTokens}, ${draft.tookMs}, ${at})`);

export const insertModelCall = (
  { db, companyId }: Scope,
  call: { model: string; usage: Usage; costMicros: number | null },
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into model_calls (company_id, at, model, prompt_tokens, completion_tokens, cost_micros)
    values (${companyId}, ${at}, ${call.model}, ${call.usage.promptTokens}, ${call.usage.completionTokens},
      ${call.costMicros})`);

export const findBudget = (
  { db, companyId }: Scope,
  at: Date,
): Promise<{ limit: number; used: number; tomorrow: Date } | undefined> =>
  db.row(sql`
    select c.ai_daily_tokens as "limit", ${startOfPeriod("day", at, 1)} as tomorrow, coalesce((
      select sum(k.prompt_tokens + k.completion_tokens) from model_calls k
      where k.company_id = c.id and k.at >= ${startOfPeriod("day", at)}), 0)::int as used
    from companies c where c.id = ${companyId}`);

type Costs = Pick<WriterSettings, "costToday" | "costThisMonth" | "hasUnknownCosts">;

/** In euro, by the price table of the code. */
export const findCosts = async ({ db, companyId }: Scope, at: Date): Promise<Costs> => {
  const found = await db.row<Costs>(sql`
    select coalesce(sum(cost_micros) filter (where k.at >= ${startOfPeriod("day", at)}), 0)::float8 / 1000000 as "costToday",
      coalesce(sum(cost_micros), 0)::float8 / 1000000 as "costThisMonth",
      coalesce(bool_or(cost_micros is null), false) as "hasUnknownCosts"
    from model_calls k where k.company_id = ${companyId} and k.at >= ${startOfPeriod("month", at)}`);
  return found ?? { costToday: 0, costThisMonth: 0, hasUnknownCosts: false };
};

export const findProgress = ({ db, companyId }: Scope, at: Date) =>
  db.row<{ waiting: number; running: number; doneToday: number; failedToday: number; problem: string | null }>(sql`
    select count(*) filter (where status = 'queued')::int as waiting, count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'done' and finished_at >= ${startOfPeriod("day", at)})::int as "doneToday",
      count(*) filter (where status = 'failed' and finished_at >= ${startOfPeriod("day", at)})::int as "failedToday",
      (array_agg(problem order by coalesce(finished_at, requested_at) desc) filter (where problem is not null
        and (status in ('queued', 'running') or finished_at >= ${startOfPeriod("day", at)})))[1] as problem
    from writing_requests where company_id = ${companyId}
      and (status in ('queued', 'running') or requested_at > ${at}::timestamptz - interval '2 days')`);

export const findSettings = (
  { db }: PlatformScope,
  companyId: string,
): Promise<Omit<WriterSettings, "tokensToday" | keyof Costs> | undefined> =>
  db.row(sql`
    select writer, ai_base_url as "aiBaseUrl", ai_model as "aiModel", ai_key_encrypted is not null as "hasAiApiKey",
      ai_daily_drafts as "aiDailyDrafts", ai_daily_tokens as "aiDailyTokens", ai_structured_output as "aiStructuredOutput",
      ai_confirmed_by as "confirmedBy", ${isoTime(sql`ai_confirmed_at`)} as "confirmedAt"
    from companies where id = ${companyId} and deleted_at is null`);

export const storeStructuredOutput = (
  { db }: PlatformScope,
  companyId: string,
  output: StructuredOutput,
): Promise<number> => db.run(sql`update companies set ai_structured_output = ${output} where id = ${companyId}`);

/** The fact of the newest draft of a message, and its lead. */
export const findDraftFact = (
  { db, companyId }: Scope,
  messageId: string,
  n: number,
): Promise<{ leadId: string; text: string } | undefined> =>
  db.row(sql`
    select m.lead_id as "leadId", fact ->> 'text' as text from messages m
    join lateral (select d.facts from message_drafts d where d.company_id = m.company_id and d.message_id = m.id
      order by d.content_version desc limit 1) d on true
    cross join jsonb_array_elements(d.facts) fact
    where m.company_id = ${companyId} and m.id = ${messageId} and m.lead_id is not null and (fact ->> 'n')::int = ${n}`);

export const insertStruckFact = (
  { db, companyId, actor }: Scope,
  leadId: string,
  factKey: string,
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into struck_facts (company_id, lead_id, fact_key, struck_by, struck_at)
    values (${companyId}, ${leadId}, ${factKey}, ${actor.name}, ${at}) on conflict do nothing`);
