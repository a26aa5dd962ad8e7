import { z } from "zod";
import { isOpen } from "#contract/message-status.ts";
import { parseSections, replaceSections } from "#contract/message-text.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { type ApprovedPart, findApprovedParts, holdChangedParts } from "#server/features/queue/approvals.service.ts";
import { cancelQueuedParts, findMessagesWithSentParts } from "#server/features/queue/queue.service.ts";
import { storeCurrentVersion, storeMessage } from "./message-store.ts";
import {
  findVersionContent,
  type LockedMessage,
  lockMessage,
  upsertVersion,
  voidApproval,
} from "./messages.queries.ts";

type ApprovalDeps = Pick<Platform, "events" | "clock">;

const SYSTEM_ACTOR = { id: null, name: "Systeem" };

interface ChangedPart extends ApprovedPart {
  newText: string;
}

const textOf = (content: string, name: string): string | undefined =>
  parseSections(content).find(({ header }) => header === name)?.text;

/** The parts whose text was changed after the approval: in the queue itself, or in the message. */
const findChangedParts = async (
  scope: Scope,
  message: LockedMessage,
  parts: readonly ApprovedPart[],
): Promise<ChangedPart[]> => {
  const changed: ChangedPart[] = [];
  for (const part of parts) {
    const { name, text, approvedVersion } = part;
    if (part.isChanged) {
      changed.push({ ...part, newText: text });
      continue;
    }
    if (message.contentVersion === approvedVersion) continue;
    const approved = await findVersionContent(scope, message.id, approvedVersion);
    const before = approved === undefined ? text : textOf(approved, name);
    const now = textOf(message.content, name);
    if (now !== before) changed.push({ ...part, newText: now ?? text });
  }
  return changed;
};

/**
 * The parts whose text was changed in the queue: in Airtable, or by a user here, which is also an approval. If their section was
 * changed in the message too, Airtable's text in the queue still counts, because it is what would be sent, but a user's edit does
 * not: the change in the message came after it. Parts whose section is no longer in the message are left out.
 */
const findPartsChangedInQueue = async (
  scope: Scope,
  message: LockedMessage,
  parts: readonly ApprovedPart[],
): Promise<ApprovedPart[]> => {
  const changed: ApprovedPart[] = [];
  for (const part of parts) {
    const { name, text, approvedVersion } = part;
    const isCurrent = approvedVersion === message.contentVersion;
    const approved = isCurrent ? message.content : await findVersionContent(scope, message.id, approvedVersion);
    const before = approved === undefined ? text : textOf(approved, name);
    const now = textOf(message.content, name);
    const isEdited = text !== before && now === before;
    if (now !== undefined && (part.isChanged || isEdited)) changed.push(part);
  }
  return changed;
};

/** A text that was changed in the queue is shown in the message, so that the reviewer sees what would be sent. */
const applyToMessage = async (
  deps: ApprovalDeps,
  scope: Scope,
  message: LockedMessage,
  parts: readonly ApprovedPart[],
): Promise<Pick<LockedMessage, "content" | "contentVersion">> => {
  const inQueue = await findPartsChangedInQueue(scope, message, parts);
  const edits = Object.fromEntries(inQueue.map(({ name, text }) => [name, text]));
  const content = replaceSections(message.content, edits) ?? message.content;
  if (content === message.content) return message;
  const contentVersion = message.contentVersion + 1;
  await storeCurrentVersion(deps, scope, message);
  const ofAirtable = { source: "airtable", author: "Airtable" } as const;
  const ofUser = { source: "edit", author: inQueue[0]?.approvedBy ?? "" } as const;
  const origin = inQueue.some(({ isChanged }) => isChanged) ? ofAirtable : ofUser;
  await upsertVersion(scope, message.id, { number: contentVersion, content, ...origin }, deps.clock.now());
  return { content, contentVersion };
};

const returnToReview = async (
  deps: ApprovalDeps,
  scope: Scope,
  message: LockedMessage,
  parts: readonly ApprovedPart[],
  changed: readonly ChangedPart[],
): Promise<void> => {
  const approvedVersion = Math.max(...changed.map((part) => part.approvedVersion));
  const { content, contentVersion } = await applyToMessage(deps, scope, message, parts);
  await cancelQueuedParts(deps, scope, { messageIds: [message.id] });
  await storeMessage(deps, scope, message, {
    ...message,
    content,
    contentVersion,
    status: "pending",
    sendRequestedAt: null,
  });
  await voidApproval(scope, message.id, approvedVersion);
  await recordAudit(scope, {
    companyId: scope.companyId,
    at: deps.clock.now(),
    actor: SYSTEM_ACTOR,
    action: "message.approval_void",
    subject: { type: "message", id: message.id, name: message.contactName },
    after: { onderdelen: changed.map(({ name }) => name).join(", ") },
  });
};

/**
 * Whether the queued parts of a message are still the texts that a user approved. If not, nothing more is sent under that
 * approval: the message returns to review, or its changed parts wait for a user when a part was already sent. The parts of a message
 * that was cancelled or taken back to review end.
 */
export const keepsApproval = (deps: ApprovalDeps, scope: Scope, messageId: string): Promise<boolean> =>
  transaction(scope, async (scope) => {
    const message = await lockMessage(scope, messageId);
    if (!message) return true;
    const parts = await findApprovedParts(scope, messageId);
    if (parts.length > 0 && (isOpen(message.status) || message.status === "cancelled")) {
      await cancelQueuedParts(deps, scope, { ids: parts.map(({ id }) => id) });
      return false;
    }
    const changed = await findChangedParts(scope, message, parts);
    if (changed.length === 0) return true;
    const hasSentParts = (await findMessagesWithSentParts(scope, [messageId])).has(messageId);
    if (hasSentParts) await holdChangedParts(deps, scope, messageId, changed);
    else await returnToReview(deps, scope, message, parts, changed);
    await deps.events.publish(scope.db, scope.companyId, { topic: "messages", id: messageId });
    return false;
  });

export const checkApprovalsJob = defineJob({
  name: "messages.check-approvals",
  payload: z.object({ companyId: z.uuid(), messageIds: z.array(z.uuid()) }),
  retryLimit: 5,
});

/** After the sync has changed these messages or their queued texts. It is a job, because the sync cannot change rows while it writes them. */
export const requestApprovalCheck = async (
  { jobs }: Pick<Platform, "jobs">,
  { db, companyId }: Scope,
  messageIds: readonly string[],
): Promise<void> => {
  if (messageIds.length > 0) await jobs.enqueue(db, checkApprovalsJob, { companyId, messageIds: [...messageIds] });
};
