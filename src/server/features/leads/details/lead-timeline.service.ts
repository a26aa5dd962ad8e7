import type { TimelineEntry } from "#contract/leads.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { explainInvitationsOfLead } from "#server/features/linkedin/invitations/invitation-queue.service.ts";
import { refreshPlans } from "#server/features/queue/planning/plans.service.ts";
import { requireLead } from "../leads.service.ts";
import { findTimeline } from "./lead-timeline.queries.ts";

const isQueuedInvitation = ({ kind }: TimelineEntry): boolean => kind === "invitation_queued";

/** The events of a lead. The plans of its parts are stored; that of a queued invitation, if it has one, is computed here. */
export const readTimeline = async (platform: Platform, scope: Scope, leadId: string): Promise<TimelineEntry[]> => {
  await requireLead(scope, leadId);
  await refreshPlans(platform, scope);
  const entries = await findTimeline(scope, leadId);
  if (!entries.some(isQueuedInvitation)) return entries;
  const waiting = await explainInvitationsOfLead(platform, scope, leadId);
  return entries.map((entry) =>
    isQueuedInvitation(entry) ? { ...entry, ...waiting.get(entry.id.replace(/-queued$/, "")) } : entry,
  );
};
