import type { Classification } from "#contract/classification.ts";
import type { LeadConversation } from "#contract/inbox.ts";
import type { ReplyStatus } from "#contract/message-status.ts";
import type { Undo } from "#contract/undo.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { classifyLead, requireLead, withdrawNoInterest } from "#server/features/leads/leads.service.ts";
import { applyReaction } from "#server/features/messages/queued-parts.service.ts";
import { refreshPlans } from "#server/features/queue/planning/plans.service.ts";
import { queueAnswer } from "#server/features/queue/queue.service.ts";
import { cancelUnsentParts } from "#server/features/queue/queue-undo.service.ts";
import {
  type HandledConversation,
  mergeChanges,
  type QueuedAnswer,
  recordUndoable,
  type UndoableChanges,
  undoEnd,
} from "#server/features/undo/undo.service.ts";
import { findSentMessages } from "./conversations.queries.ts";
import { findConversation, findConversationOwner, markHandled, restoreHandled } from "./inbox.queries.ts";

export { combineConversations } from "./inbox.queries.ts";

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

/**
 * Queues the answer: the planner sends it within working hours, or as soon as it cannot be undone any more. Through the account that the
 * lead wrote to.
 */
export const answerLead = (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  { text, when }: { text: string; when: "now" | "next" },
): Promise<{ undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const { companyId } = scope;
    const lead = await requireLead(scope, leadId);
    const refusal = await lockForContact(scope, leadId);
    if (refusal)
      throw new AppError("conflict", "Deze lead mag niet meer benaderd worden. Wijzig eerst de classificatie.");
    const owner = await findConversationOwner(scope, leadId);
    if (!owner) throw new AppError("conflict", "Er is geen gesprek met deze lead via een verbonden LinkedIn-account.");
    const due = undoEnd(platform);
    const answer = { leadId, messageFlow: owner.senderName, text, sendNow: when === "now", due };
    const { id, isNew, isQueued } = await queueAnswer(platform, scope, answer);
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    if (isNew) await recordChange(platform, scope, actor, { companyId, action: "inbox.answered", subject }, "inbox");
    await wakeDelivery(platform, scope, due);
    return recordUndoable(platform, scope, { answers: isQueued ? [{ id, leadId }] : [] });
  });

/** Undoes answers that have not been sent. The leads are locked. */
export const withdrawAnswers = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  actor: AuditActor,
  answers: readonly QueuedAnswer[],
): Promise<void> => {
  const { companyId } = scope;
  await cancelUnsentParts(
    deps,
    scope,
    answers.map(({ id }) => id),
  );
  for (const { leadId } of answers) {
    const lead = await requireLead(scope, leadId);
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    await recordChange(deps, scope, actor, { companyId, action: "inbox.answer_withdrawn", subject }, "inbox");
  }
};

const CLASSES: Readonly<Record<ReplyStatus, Classification | undefined>> = {
  interested: "INTERESTED",
  neutral: undefined,
  not_interested: "NOT INTERESTED",
};

interface Reaction {
  sentiment?: ReplyStatus | undefined;
  isHandled?: boolean | undefined;
  seenReplyId?: string | undefined;
}

/** One key sets what a reply means: the status of the messages and the class of the lead follow. It can be undone. */
export const reactToReply = (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  leadId: string,
  { sentiment, isHandled, seenReplyId }: Reaction,
): Promise<{ undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const lead = await requireLead(scope, leadId);
    const classification = sentiment && CLASSES[sentiment];
    const changes: UndoableChanges[] = [];
    if (classification) changes.push(await classifyLead(platform, scope, actor, leadId, classification));
    if (sentiment === "neutral") changes.push(await withdrawNoInterest(platform, scope, actor, leadId));
    if (sentiment)
      for (const id of await findSentMessages(scope, [leadId]))
        changes.push({ messages: await applyReaction(platform, scope, id, sentiment) });
    // Only interest still needs an answer.
    const handled = sentiment && sentiment !== "interested" ? true : isHandled;
    if (handled !== undefined) {
      const decision = { isHandled: handled, seenReplyId };
      changes.push({ conversations: await markHandled(scope, leadId, decision, platform.clock.now()) });
    }
    const { companyId } = scope;
    const subject = { type: "lead", id: leadId, name: lead.fullName };
    const after = { ...(sentiment && { sentiment }), ...(handled !== undefined && { handled }) };
    await recordChange(platform, scope, actor, { companyId, action: "inbox.judged", subject, after }, "inbox", "leads");
    return recordUndoable(platform, scope, mergeChanges(changes));
  });

/** Undoes the decision that replies need no answer. The leads are locked. */
export const restoreConversations = async (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  actor: AuditActor,
  conversations: readonly HandledConversation[],
): Promise<void> => {
  const { companyId } = scope;
  for (const conversation of conversations) {
    const { leadId: id, before } = conversation;
    const lead = await requireLead(scope, id);
    if ((await restoreHandled(scope, conversation)) === 0)
      throw new AppError("conflict", "Dit kan niet meer ongedaan worden gemaakt: het gesprek is intussen gewijzigd.");
    const subject = { type: "lead", id, name: lead.fullName };
    const change = { companyId, action: "inbox.judged", subject, after: { handled: before.at !== null } };
    await recordChange(deps, scope, actor, change, "inbox", "leads");
  }
};
