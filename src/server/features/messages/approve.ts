import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { refuseContact } from "#server/features/leads/leads.service.ts";
import { cancelWaiting, messageNotFound, queueParts } from "#server/features/queue/queue.service.ts";
import { changeMessage, holdMessage, type Needs, replaceText } from "./message-change.ts";
import { requireNext, TEXTS } from "./messages.policy.ts";
import { findCadence, findLeadOf, type LockedMessage } from "./messages.queries.ts";
import { planParts } from "./schedule.ts";

/** The lead is held first, then the message: the order of everybody who needs both. */
const requireOwnLead = async (scope: Scope, id: string): Promise<string | null> => {
  const found = await findLeadOf(scope, id);
  if (!found) throw messageNotFound();
  return found.leadId;
};

/** What still waits of an earlier approval may hold an older text: all is queued afresh but what left already. */
const queueMessage = async (
  needs: Needs,
  scope: Scope,
  message: LockedMessage,
  content: string,
  firstNow: boolean,
): Promise<void> => {
  const cadence = await findCadence(scope);
  const parts = planParts(content, message.due, { now: needs.clock.now(), cadence, firstNow });
  if (parts.length === 0) throw new AppError("conflict", TEXTS.nothingToSend);
  await cancelWaiting(needs, scope, { messageIds: [message.id] });
  await queueParts(needs, scope, message, parts);
};

/** A new text that is still on its way comes too late. */
const DECIDED = { regenerating: false, requestedVersion: null } as const;

/** Approves a message, with another text where one is given, and queues its parts. */
export const approveMessage = (
  needs: Needs,
  scope: Scope,
  author: Author,
  id: string,
  { messageContent, contentVersion }: { messageContent?: string; contentVersion?: number | undefined } = {},
): Promise<void> =>
  transaction(scope, async (scope) => {
    const leadId = await requireOwnLead(scope, id);
    const refusal = await refuseContact(scope, leadId);
    const message = await holdMessage(scope, id, contentVersion);
    const status = requireNext(message.status, "approve");
    if (refusal) throw refusal;
    const content = messageContent ?? message.content;
    const isChanged = content !== message.content;
    const text = isChanged ? await replaceText(needs, scope, message, content, "approval") : {};
    await queueMessage(needs, scope, message, content, false);
    const told = isChanged ? { before: { content: message.content }, after: { content } } : {};
    const after = { ...message, ...text, ...DECIDED, status };
    await changeMessage(needs, scope, author, message, after, { action: "message.approved", ...told });
    await wakeDelivery(needs, scope);
  });

/** Sends the first part now and queues the others. A second click joins the first: it is on its way already. */
export const sendMessage = (needs: Needs, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const leadId = await requireOwnLead(scope, id);
    const refusal = await refuseContact(scope, leadId);
    const message = await holdMessage(scope, id);
    if (message.status === "approved" && message.sendRequestedAt) return;
    const status = requireNext(message.status, "send");
    if (refusal) throw refusal;
    await queueMessage(needs, scope, message, message.content, true);
    const after = { ...message, ...DECIDED, status, sendRequestedAt: needs.clock.now() };
    await changeMessage(needs, scope, author, message, after, { action: "message.send_requested" });
    await wakeDelivery(needs, scope);
  });
