import { DUE_KEYS } from "#contract/message-text.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import { channelOf } from "#server/features/automation/automation.service.ts";
import { messageNotFound } from "#server/features/queue/queue.service.ts";
import { writerOf } from "#server/features/writer/writer.service.ts";
import { textChangedError } from "./messages.policy.ts";
import {
  findVersionAuthor,
  type LockedMessage,
  lockMessage,
  type MessageValues,
  updateMessage,
  upsertVersion,
} from "./messages.queries.ts";

export type MessageDeps = Pick<Platform, "events" | "clock" | "jobs">;

/** A requested new text that arrives later is ignored. */
export const NO_REGENERATION = { regenerating: false, regenerationBaseVersion: null } as const;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The fields that are synchronised, named as in the mapping. */
const airtableFields = (message: MessageValues) => ({
  status: message.status,
  content: message.content,
  feedback: message.feedback,
  send_requested_at: iso(message.sendRequestedAt),
  rerun_requested_at: iso(message.rerunRequestedAt),
  cancel_requested_at: iso(message.cancelRequestedAt),
  ...Object.fromEntries(DUE_KEYS.map((key) => [`due_${key}`, iso(message.due[key])])),
});

type AirtableFields = Record<string, string | null>;

const airtableEdits = (before: MessageValues, after: MessageValues) => {
  const [old, now]: [AirtableFields, AirtableFields] = [airtableFields(before), airtableFields(after)];
  const changed = Object.keys(now).filter((field) => old[field] !== now[field]);
  return Object.fromEntries(changed.map((field) => [field, { before: old[field] ?? null, after: now[field] ?? null }]));
};

/** Where we send the messages ourselves, the company's automation must not get the request to send them too. */
const withoutSendRequest = async <T extends Record<string, unknown>>(scope: Scope, edits: T): Promise<T> => {
  if (!("send_requested_at" in edits) || (await channelOf(scope)) === "airtable") return edits;
  const { send_requested_at: _ours, ...rest } = edits;
  return rest as unknown as T;
};

const TEXT_REQUEST_FIELDS = ["feedback", "rerun_requested_at"];

/** Where our writer makes the texts, the company's automation must not get the request for one too. */
const withoutTextRequest = async <T extends Record<string, { after: unknown }>>(scope: Scope, edits: T): Promise<T> => {
  const isRequest = (field: string) =>
    TEXT_REQUEST_FIELDS.includes(field) || (field === "status" && edits[field]?.after === "rewritten");
  if (!Object.keys(edits).some(isRequest) || (await writerOf(scope)) === "airtable") return edits;
  return Object.fromEntries(Object.entries(edits).filter(([field]) => !isRequest(field))) as T;
};

/** Conditional on the locked values. Also enqueues the changed fields for Airtable. */
export const storeMessage = async (
  { clock }: Pick<Platform, "clock">,
  scope: Scope,
  before: LockedMessage,
  after: MessageValues,
): Promise<void> => {
  const updated = await updateMessage(scope, before, after, clock.now());
  if (updated === 0) throw new Error("a locked message was changed by another transaction");
  const edits = await withoutTextRequest(scope, airtableEdits(before, after));
  await enqueueEdit(scope, "messages", before.id, await withoutSendRequest(scope, edits));
};

interface MessageAudit {
  action: string;
  /** In addition to the status. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Stores a user's change, records it in the log and publishes it to the open screens. */
export const changeMessage = async (
  deps: MessageDeps,
  scope: Scope,
  actor: AuditActor,
  message: LockedMessage,
  after: MessageValues,
  audit: MessageAudit,
): Promise<void> => {
  await storeMessage(deps, scope, message, after);
  const subject = { type: "message", id: message.id, name: message.contactName };
  const changed = changedFields({ status: message.status, ...audit.before }, { status: after.status, ...audit.after });
  const change = { companyId: scope.companyId, action: audit.action, subject, ...changed };
  await recordChange(deps, scope, actor, change, "messages");
};

/** Locks the row for a change. Refuses an edit of a text that somebody else has replaced meanwhile, and names them. */
export const lockForChange = async (scope: Scope, id: string, seenVersion?: number): Promise<LockedMessage> => {
  const message = await lockMessage(scope, id);
  if (!message) throw messageNotFound();
  if (seenVersion === undefined || seenVersion === message.contentVersion) return message;
  throw textChangedError(await findVersionAuthor(scope, id, message.contentVersion));
};

/** Stores the current text as a version before it is replaced or gets feedback. */
export const storeCurrentVersion = (
  { clock }: Pick<Platform, "clock">,
  scope: Scope,
  { id, contentVersion, content, messageFlow }: LockedMessage,
  feedback?: string,
): Promise<number> => {
  const version = { number: contentVersion, content, source: "original", author: messageFlow ?? "Airtable" } as const;
  return upsertVersion(scope, id, { ...version, ...(feedback ? { feedback } : {}) }, clock.now());
};

/** Stores the current and the new text as versions; returns the fields that change. */
export const replaceText = async (
  { clock }: Pick<Platform, "clock">,
  scope: Scope,
  message: LockedMessage,
  content: string,
  source: "edit" | "approval",
): Promise<Pick<MessageValues, "content" | "contentVersion">> => {
  const contentVersion = message.contentVersion + 1;
  await storeCurrentVersion({ clock }, scope, message);
  await upsertVersion(
    scope,
    message.id,
    { number: contentVersion, content, source, author: scope.actor.name },
    clock.now(),
  );
  return { content, contentVersion };
};
