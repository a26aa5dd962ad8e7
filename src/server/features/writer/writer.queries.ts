import type { MessageType } from "#contract/messages.ts";
import type { FormOfAddress } from "#contract/sender-forms.ts";
import type { WriterSettings } from "#contract/writer.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { startOfPeriod } from "#platform/time.ts";
import type { Fact, LeadProfile } from "./facts.ts";
import type { Warning } from "./guardrails.ts";
import type { ModelAccess, Usage } from "./language-model.ts";

export interface WritingSubject {
  lead: LeadProfile;
  senderName: string;
  formOfAddress: FormOfAddress;
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

/** For a lead without an account manager: the oldest sender with a working LinkedIn account, or else the oldest sender. */
const DEFAULT_SENDER = sql`
  select s.name from senders s left join linkedin_accounts a on a.company_id = s.company_id and a.sender_id = s.id
  where s.company_id = l.company_id and btrim(s.name) <> ''
  order by (a.status = 'ok') is true desc, s.created_at, s.id limit 1`;

/** Everything that a text is written from. The prompt of the sender goes before that of everybody. */
export const findSubject = (
  { db, companyId }: Scope,
  { leadId, messageId = null, purpose }: SubjectOf,
): Promise<WritingSubject | undefined> =>
  db.row(sql`
    select json_build_object('fullName', l.full_name, 'title', l.title, 'company', l.company, 'industry', l.industry,
        'location', l.location, 'employees', l.employees, 'personProfile', l.person_profile, 'htmlReport', l.html_report) as lead,
      sender.name as "senderName", c.name as "companyName", coalesce((
        select s.form_of_address from sender_names n join senders s on s.company_id = n.company_id and s.id = n.sender_id
        where n.company_id = l.company_id and n.name_key = sender_key(sender.name)), 'je') as "formOfAddress",
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
      nullif(btrim(l.contract_owner), ''), (${DEFAULT_SENDER}), statistics_person(c.id)) as name) sender
    where l.company_id = ${companyId} and l.id = ${leadId} and l.deleted_at is null and not l.erased`);

export interface DraftRecord {
  promptId: string | null;
  promptVersion: number | null;
  rulesVersion: string;
  model: string;
  facts: readonly Fact[];
  claims: readonly { section: string; text: string; facts: number[] }[];
  warnings: readonly Warning[];
  spent: Spent;
  tookMs: number;
}

/** What is known about the latest text of the writer for a message. */
export const findLatestDraft = (
  { db, companyId }: Scope,
  messageId: string,
): Promise<Pick<DraftRecord, "facts" | "claims" | "warnings"> | undefined> =>
  db.row(sql`
    select facts, claims, warnings from message_drafts
    where company_id = ${companyId} and message_id = ${messageId} order by content_version desc limit 1`);

export const insertDraft = (
  { db, companyId }: Scope,
  messageId: string,
  contentVersion: number,
  draft: DraftRecord,
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into message_drafts (company_id, message_id, content_version, prompt_id, prompt_version, rules_version, model, facts,
      claims, warnings, prompt_tokens, completion_tokens, cost_micros, took_ms, made_at)
    values (${companyId}, ${messageId}, ${contentVersion}, ${draft.promptId}, ${draft.promptVersion}, ${draft.rulesVersion},
      ${draft.model}, ${JSON.stringify(draft.facts)}, ${JSON.stringify(draft.claims)}, ${JSON.stringify(draft.warnings)},
      ${draft.spent.promptTokens}, ${draft.spent.completionTokens}, ${draft.spent.costMicros}, ${draft.tookMs}, ${at})`);

export const insertModelCall = (
  { db, companyId }: Scope,
  call: { requestId: string | undefined; model: string; usage: Usage; costMicros: number | null },
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into model_calls (company_id, at, request_id, model, prompt_tokens, completion_tokens, cost_micros)
    values (${companyId}, ${at}, ${call.requestId ?? null}, ${call.model}, ${call.usage.promptTokens},
      ${call.usage.completionTokens}, ${call.costMicros})`);

/** What all calls to the model for one writing request used and cost together. */
export interface Spent extends Usage {
  /** In millionths of a euro; null when the price of a call is unknown. */
  costMicros: number | null;
}

/** Includes the calls of failed attempts and of a process that died. */
export const findSpent = async ({ db, companyId }: Scope, requestId: string): Promise<Spent> => {
  const found = await db.row<Spent>(sql`
    select coalesce(sum(prompt_tokens), 0)::int as "promptTokens", coalesce(sum(completion_tokens), 0)::int as "completionTokens",
      case when count(*) = count(cost_micros) then coalesce(sum(cost_micros), 0)::float8 end as "costMicros"
    from model_calls where company_id = ${companyId} and request_id = ${requestId}`);
  if (!found) throw new Error("an aggregate has a row");
  return found;
};

export const findBudget = (
  { db, companyId }: Scope,
  at: Date,
): Promise<{ limit: number; used: number; tomorrow: Date } | undefined> =>
  db.row(sql`
    select c.ai_daily_tokens as "limit", ${startOfPeriod("day", at, 1)} as tomorrow, coalesce((
      select sum(k.prompt_tokens + k.completion_tokens) from model_calls k
      where k.company_id = ${companyId} and k.at >= ${startOfPeriod("day", at)}), 0)::int as used
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

export const findSettings = (
  { db }: PlatformScope,
  companyId: string,
): Promise<Omit<WriterSettings, "tokensToday" | "isLocalModel" | keyof Costs> | undefined> =>
  db.row(sql`
    select writer, ai_base_url as "aiBaseUrl", ai_model as "aiModel", ai_key_encrypted is not null as "hasAiApiKey",
      ai_daily_drafts as "aiDailyDrafts", ai_daily_tokens as "aiDailyTokens", ai_structured_output as "aiStructuredOutput",
      ai_confirmed_by as "confirmedBy", ${isoTime(sql`ai_confirmed_at`)} as "confirmedAt"
    from companies where id = ${companyId} and deleted_at is null`);

/** Not where another model was chosen while this one was tested. */
export const storeStructuredOutput = (
  { db }: PlatformScope,
  companyId: string,
  { baseUrl, model, structuredOutput }: Pick<ModelAccess, "baseUrl" | "model" | "structuredOutput">,
): Promise<number> =>
  db.run(sql`
    update companies set ai_structured_output = ${structuredOutput}
    where id = ${companyId} and ai_base_url = ${baseUrl} and ai_model = ${model}`);

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
