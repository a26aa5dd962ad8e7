import type { Classification } from "#contract/classification.ts";
import type { LeadConversation, SENTIMENTS } from "#contract/linkedin.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { classifyLead, requireLead, withdrawNoInterest } from "#server/features/leads/leads.service.ts";
import { applyReaction } from "#server/features/messages/queued-parts.service.ts";
import { refreshPlans } from "#server/features/queue/plans.service.ts";
import { queueAnswer } from "#server/features/queue/queue.service.ts";
import { findSentMessages } from "./conversations.queries.ts";
import { findConversation, findConversationOwner, markHandled } from "./inbox.queries.ts";

export const readConversation = async (scope: Scope, leadId: string): Promise<LeadConversation> => {
  const conversation = await findConversation(scope, leadId);
  if (!conversation) throw notFound();
  return conversation;
};

/** With the planned times of its answers up to date: the times of a new answer are computed on first reading. */
export const readPlannedConversation = async (
  platform: Platform,
  scope: Scope,
  leadId: string,
): Promise<LeadConversation> => {
  const conversation = await readConversation(scope, leadId);
  const hasQueuedAnswer = conversation.messages.some(({ pending }) => pending !== null);
  if (!hasQueuedAnswer || !(await refreshPlans(platform, scope))) return conversation;
  return readConversation(scope, leadId);
};

/** Queues the answer: the planner sends it within working hours, or now. Through the account that the lead wrote to. */
export const answerLead = (
  platform: Platform,
  scope: Scope,
  author: Author,
  leadId: string,
  { text, when }: { text: string; when: "now" | "next" },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const { companyId } = scope;
    const lead = await requireLead(scope, leadId);
    const refusal = await lockForContact(scope, leadId);
    if (refusal)
      throw new AppError("conflict", "Deze lead mag niet meer benaderd worden. Wijzig eerst de classificatie.");
    const owner = await findConversationOwner(scope, leadId);
    if (!owner) throw new AppError("conflict", "Er is nog geen gesprek met deze lead op LinkedIn.");
    const answer = { leadId, messageFlow: owner.senderName, text, sendNow: when === "now" };
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    if (await queueAnswer(platform, scope, answer))
      await recordChange(platform, scope, author, { companyId, action: "inbox.answered", subject }, "inbox");
    await wakeDelivery(platform, scope);
  });

const CLASSES: Readonly<Record<(typeof SENTIMENTS)[number], Classification | undefined>> = {
  interested: "INTERESTED",
  neutral: undefined,
  not_interested: "NOT INTERESTED",
};

/** One key sets what a reply means: the status of the messages and the class of the lead follow. */
export const reactToReply = (
  platform: Platform,
  scope: Scope,
  author: Author,
  leadId: string,
  { sentiment, isHandled }: { sentiment?: (typeof SENTIMENTS)[number] | undefined; isHandled?: boolean | undefined },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const lead = await requireLead(scope, leadId);
    const classification = sentiment && CLASSES[sentiment];
    if (classification) await classifyLead(platform, scope, author, leadId, classification);
    if (sentiment === "neutral") await withdrawNoInterest(platform, scope, author, leadId);
    if (sentiment)
      for (const id of await findSentMessages(scope, [leadId])) await applyReaction(platform, scope, id, sentiment);
    // Only interest still needs an answer.
    const handled = sentiment && sentiment !== "interested" ? true : isHandled;
    if (handled !== undefined) await markHandled(scope, leadId, handled, platform.clock.now());
    const { companyId } = scope;
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    const after = { ...(sentiment && { sentiment }), ...(handled !== undefined && { handled }) };
    await recordChange(
      platform,
      scope,
      author,
      { companyId, action: "inbox.judged", subject, after },
      "inbox",
      "leads",
    );
  });
