import type { RatingProposal, SummaryProposal } from "#contract/writer.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { seesAllMeetings } from "#server/features/meetings/meeting-visibility.service.ts";
import type { Fact } from "./facts.ts";
import type { Warning } from "./guardrails.ts";
import type { Usage } from "./language-model.ts";

interface Provenance {
  warnings: readonly Warning[];
  rulesVersion: string;
  model: string;
  usage: Usage;
  tookMs: number;
  madeAt: Date;
}

interface Rating extends Provenance {
  rating: number;
  motivation: string;
  report: string;
  facts: readonly Fact[];
  promptId: string | null;
  promptVersion: number | null;
}

/** Replaces an earlier proposal for the lead. */
export const storeRating = ({ db, companyId }: Scope, leadId: string, rating: Rating): Promise<number> =>
  db.run(sql`
    insert into lead_ratings (company_id, lead_id, rating, motivation, report, facts, warnings, prompt_id, prompt_version,
      rules_version, model, prompt_tokens, completion_tokens, took_ms, made_at)
    values (${companyId}, ${leadId}, ${rating.rating}, ${rating.motivation}, ${rating.report}, ${JSON.stringify(rating.facts)},
      ${JSON.stringify(rating.warnings)}, ${rating.promptId}, ${rating.promptVersion}, ${rating.rulesVersion}, ${rating.model},
      ${rating.usage.promptTokens}, ${rating.usage.completionTokens}, ${rating.tookMs}, ${rating.madeAt})
    on conflict (company_id, lead_id) do update set rating = excluded.rating, motivation = excluded.motivation,
      report = excluded.report, facts = excluded.facts, warnings = excluded.warnings, prompt_id = excluded.prompt_id,
      prompt_version = excluded.prompt_version, rules_version = excluded.rules_version, model = excluded.model,
      prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, took_ms = excluded.took_ms,
      made_at = excluded.made_at, decision = null, decided_by = null, decided_at = null`);

/** The proposal for a lead that nobody has decided about, whether one is being written, and why that waits or failed. */
export const findRating = ({ db, companyId }: Scope, leadId: string): Promise<RatingProposal | undefined> =>
  db.row(sql`
    select exists (select from writing_requests q where q.company_id = l.company_id and q.lead_id = l.id and q.kind = 'rating'
        and q.status in ('queued', 'running')) as "isWriting",
      (select q.problem from writing_requests q where q.company_id = l.company_id and q.lead_id = l.id and q.kind = 'rating'
        order by q.requested_at desc, q.id desc limit 1) as problem,
      case when r.lead_id is not null then json_build_object('rating', r.rating, 'motivation', r.motivation, 'report', r.report,
        'facts', r.facts, 'warnings', r.warnings, 'model', r.model, 'madeAt', ${isoTime(sql`r.made_at`)}) end as proposal
    from leads l left join lead_ratings r on r.company_id = l.company_id and r.lead_id = l.id and r.decision is null
    where l.company_id = ${companyId} and l.id = ${leadId} and l.deleted_at is null and not l.erased`);

export const insertRatingRequests = async (
  { db, companyId, actor }: Scope,
  leadIds: readonly string[],
  at: Date,
): Promise<string[]> => {
  const rows = await db.rows<{ leadId: string }>(sql`
    insert into writing_requests (company_id, kind, lead_id, requested_by, requested_at, run_after)
    select ${companyId}, 'rating', l.id, ${actor.name}, ${at}, ${at} from leads l
    where l.company_id = ${companyId} and l.id = any (${leadIds}::uuid[]) and l.deleted_at is null and not l.erased
    on conflict do nothing returning lead_id as "leadId"`);
  return rows.map(({ leadId }) => leadId);
};

type Decision = "accepted" | "rejected";

/** Stores the first decision; undefined when there is no open proposal. */
export const decideRating = (
  { db, companyId, actor }: Scope,
  leadId: string,
  decision: Decision,
  at: Date,
): Promise<{ rating: number; motivation: string; report: string } | undefined> =>
  db.row(sql`
    update lead_ratings set decision = ${decision}, decided_by = ${actor.name}, decided_at = ${at}
    where company_id = ${companyId} and lead_id = ${leadId} and decision is null
    returning rating, motivation, report`);

/** Stores the transcript until it is summarised, and requests the summary. A newer transcript replaces the open request. */
export const insertSummaryRequest = async (
  { db, companyId, actor }: Scope,
  meetingId: string,
  transcript: string,
  at: Date,
): Promise<void> => {
  // Of two transcripts at the same moment, the second waits and then finds the request of the first.
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`summary ${companyId} ${meetingId}`}, 0))`);
  // The request first and the transcript second, as a worker that stores a summary, to avoid a deadlock.
  await db.run(sql`
    update writing_requests set status = 'stopped', finished_at = ${at}
    where company_id = ${companyId} and meeting_id = ${meetingId} and kind = 'summary' and status in ('queued', 'running')`);
  await db.run(sql`
    insert into meeting_summaries (company_id, meeting_id, transcript) values (${companyId}, ${meetingId}, ${transcript})
    on conflict (company_id, meeting_id) do update set transcript = excluded.transcript`);
  await db.run(sql`
    insert into writing_requests (company_id, kind, meeting_id, requested_by, requested_at, run_after)
    values (${companyId}, 'summary', ${meetingId}, ${actor.name}, ${at}, ${at})`);
};

export const findTranscript = async ({ db, companyId }: Scope, meetingId: string): Promise<string | undefined> => {
  const found = await db.row<{ transcript: string | null }>(sql`
    select transcript from meeting_summaries where company_id = ${companyId} and meeting_id = ${meetingId}`);
  return found?.transcript ?? undefined;
};

interface Summary extends Provenance {
  summary: string;
  actionItems: string | null;
  salesOpportunities: string | null;
  followUpInterests: string | null;
}

export const storeSummary = ({ db, companyId }: Scope, meetingId: string, made: Summary): Promise<number> =>
  db.run(sql`
    update meeting_summaries set transcript = null, summary = ${made.summary}, action_items = ${made.actionItems},
      sales_opportunities = ${made.salesOpportunities}, follow_up_interests = ${made.followUpInterests},
      warnings = ${JSON.stringify(made.warnings)}, rules_version = ${made.rulesVersion}, model = ${made.model},
      prompt_tokens = ${made.usage.promptTokens}, completion_tokens = ${made.usage.completionTokens}, took_ms = ${made.tookMs},
      made_at = ${made.madeAt}, decision = null, decided_by = null, decided_at = null
    where company_id = ${companyId} and meeting_id = ${meetingId}`);

/** The proposed summary of a meeting that nobody has decided about, and how the latest request stands. */
export const findSummary = (scope: Scope, meetingId: string): Promise<SummaryProposal | undefined> =>
  scope.db.row(sql`
    select coalesce(q.status in ('queued', 'running'), false) as "isWriting", q.problem,
      case when s.made_at is not null and s.decision is null then json_build_object('summary', s.summary,
        'actionItems', s.action_items, 'salesOpportunities', s.sales_opportunities, 'followUpInterests', s.follow_up_interests,
        'warnings', s.warnings, 'model', s.model, 'madeAt', ${isoTime(sql`s.made_at`)}) end as proposal
    from visible_meetings(${scope.companyId}, ${scope.actor.id}, ${seesAllMeetings(scope)}) m
    left join meeting_summaries s on s.company_id = m.company_id and s.meeting_id = m.id
    left join lateral (select q.status, q.problem from writing_requests q where q.company_id = m.company_id
      and q.meeting_id = m.id order by q.requested_at desc, q.id desc limit 1) q on true
    where m.id = ${meetingId} and m.tab <> 'deleted'`);

interface SummaryFields {
  summary: string;
  actionItems: string | null;
  salesOpportunities: string | null;
  followUpInterests: string | null;
}

export const decideSummary = (
  { db, companyId, actor }: Scope,
  meetingId: string,
  decision: Decision,
  at: Date,
): Promise<SummaryFields | undefined> =>
  db.row(sql`
    update meeting_summaries set decision = ${decision}, decided_by = ${actor.name}, decided_at = ${at}
    where company_id = ${companyId} and meeting_id = ${meetingId} and made_at is not null and decision is null
    returning summary, action_items as "actionItems", sales_opportunities as "salesOpportunities",
      follow_up_interests as "followUpInterests"`);
