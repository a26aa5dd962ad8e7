import type { RequestedTexts } from "#contract/writer.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
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
import { requireBuiltInWriter, toRequestedTexts, wakeWriter } from "./writer.service.ts";

type ProposalDeps = Pick<Platform, "clock" | "jobs" | "events">;
type Decision = "accepted" | "rejected";

const noOpenProposal = (): AppError =>
  new AppError("conflict", "Er is geen open voorstel. Misschien heeft een collega er al over beslist.");

/** The review screens show what the writer is working on: its progress is refetched with the messages. */
const WRITER_PROGRESS = { topic: "messages" } as const;

export const readRatingProposal = async (scope: Scope, leadId: string) => {
  const rating = await findRating(scope, leadId);
  if (!rating) throw notFound();
  return rating;
};

/** Throws "not found" for a lead that was deleted or erased, or is of another company. */
const requireVisibleLead = async (scope: Scope, leadId: string): Promise<void> =>
  void (await readRatingProposal(scope, leadId));

/** Returns for how many leads a rating will be proposed, and why not for the others. */
export const requestRatings = async (
  deps: ProposalDeps,
  scope: Scope,
  leadIds: readonly string[],
): Promise<RequestedTexts> => {
  await requireBuiltInWriter(scope);
  return transaction(scope, async (scope) => {
    const requested = await insertRatingRequests(scope, leadIds, deps.clock.now());
    if (requested.length > 0) await wakeWriter(deps, scope);
    await deps.events.publish(scope.db, scope.companyId, { topic: "leads" }, WRITER_PROGRESS);
    return toRequestedTexts(scope, leadIds, requested, "rating");
  });
};

export const applyRatingDecision = async (
  deps: ProposalDeps,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  decision: Decision,
): Promise<string> => {
  await requireVisibleLead(scope, leadId);
  return transaction(scope, async (scope) => {
    const rating = await decideRating(scope, leadId, decision, deps.clock.now());
    if (!rating) throw noOpenProposal();
    if (decision === "accepted") await acceptRating(deps, scope, actor, leadId, rating);
    else await deps.events.publish(scope.db, scope.companyId, { topic: "leads", id: leadId });
    return decision === "accepted" ? "De rating is overgenomen." : "Het voorstel is verworpen.";
  });
};

export const readSummaryProposal = async (scope: Scope, meetingId: string) => {
  const summary = await findSummary(scope, meetingId);
  if (!summary) throw notFound();
  return summary;
};

/** Throws "not found" for a meeting that was deleted or that the user may not see. */
const requireVisibleMeeting = async (scope: Scope, meetingId: string): Promise<void> =>
  void (await readSummaryProposal(scope, meetingId));

export const requestSummary = async (
  deps: ProposalDeps,
  scope: Scope,
  meetingId: string,
  transcript: string,
): Promise<void> => {
  await requireVisibleMeeting(scope, meetingId);
  await requireBuiltInWriter(scope);
  await transaction(scope, async (scope) => {
    await insertSummaryRequest(scope, meetingId, transcript, deps.clock.now());
    await wakeWriter(deps, scope);
    await deps.events.publish(scope.db, scope.companyId, { topic: "meetings", id: meetingId }, WRITER_PROGRESS);
  });
};

export const applySummaryDecision = async (
  deps: ProposalDeps,
  scope: Scope,
  actor: AuditActor,
  meetingId: string,
  decision: Decision,
): Promise<string> => {
  await requireVisibleMeeting(scope, meetingId);
  return transaction(scope, async (scope) => {
    const summary = await decideSummary(scope, meetingId, decision, deps.clock.now());
    if (!summary) throw noOpenProposal();
    if (decision === "accepted") await acceptSummary(deps, scope, actor, meetingId, summary);
    else await deps.events.publish(scope.db, scope.companyId, { topic: "meetings", id: meetingId });
    return decision === "accepted" ? "De samenvatting is overgenomen." : "Het voorstel is verworpen.";
  });
};
