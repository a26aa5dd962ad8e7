import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { acceptRating } from "#server/features/leads/leads.service.ts";
import { acceptSummary } from "#server/features/meetings/meetings.service.ts";
import {
  decideRating,
  decideSummary,
  findRating,
  findSummary,
  insertRatingRequests,
  insertSummaryRequest,
} from "./proposals.queries.ts";
import { requireBuiltInWriter, wakeWriter } from "./writer.service.ts";

type ProposalDeps = Pick<Platform, "clock" | "jobs" | "events">;
type Decision = "accepted" | "rejected";

const nothingToDecide = (): AppError => new AppError("conflict", "Over dit voorstel is al beslist.");

export const readRating = async (scope: Scope, leadId: string) => {
  const rating = await findRating(scope, leadId);
  if (!rating) throw notFound();
  return rating;
};

/** Returns the leads for which a rating will be proposed. */
export const requestRatings = async (
  deps: ProposalDeps,
  scope: Scope,
  leadIds: readonly string[],
): Promise<string[]> => {
  await requireBuiltInWriter(scope);
  return transaction(scope, async (scope) => {
    const requested = await insertRatingRequests(scope, leadIds, deps.clock.now());
    if (requested.length > 0) await wakeWriter(deps, scope);
    await deps.events.publish(scope.db, scope.companyId, { topic: "leads" }, { topic: "messages" });
    return requested;
  });
};

export const applyRatingDecision = async (
  deps: ProposalDeps,
  scope: Scope,
  author: Author,
  leadId: string,
  decision: Decision,
): Promise<string> => {
  await readRating(scope, leadId);
  return transaction(scope, async (scope) => {
    const rating = await decideRating(scope, leadId, decision, deps.clock.now());
    if (!rating) throw nothingToDecide();
    if (decision === "accepted") await acceptRating(deps, scope, author, leadId, rating);
    else await deps.events.publish(scope.db, scope.companyId, { topic: "leads", id: leadId });
    return decision === "accepted" ? "De rating is overgenomen." : "Het voorstel is verworpen.";
  });
};

export const readSummary = async (scope: Scope, meetingId: string) => {
  const summary = await findSummary(scope, meetingId);
  if (!summary) throw notFound();
  return summary;
};

export const addTranscript = async (
  deps: ProposalDeps,
  scope: Scope,
  meetingId: string,
  transcript: string,
): Promise<void> => {
  await readSummary(scope, meetingId);
  await requireBuiltInWriter(scope);
  await transaction(scope, async (scope) => {
    await insertSummaryRequest(scope, meetingId, transcript, deps.clock.now());
    await wakeWriter(deps, scope);
    await deps.events.publish(scope.db, scope.companyId, { topic: "meetings", id: meetingId }, { topic: "messages" });
  });
};

export const applySummaryDecision = async (
  deps: ProposalDeps,
  scope: Scope,
  author: Author,
  meetingId: string,
  decision: Decision,
): Promise<string> => {
  await readSummary(scope, meetingId);
  return transaction(scope, async (scope) => {
    const summary = await decideSummary(scope, meetingId, decision, deps.clock.now());
    if (!summary) throw nothingToDecide();
    if (decision === "accepted") await acceptSummary(deps, scope, author, meetingId, summary);
    else await deps.events.publish(scope.db, scope.companyId, { topic: "meetings", id: meetingId });
    return decision === "accepted" ? "De samenvatting is overgenomen." : "Het voorstel is verworpen.";
  });
};
