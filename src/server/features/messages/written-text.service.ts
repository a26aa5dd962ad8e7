import type { MessageType } from "#contract/messages.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import { lockForContact } from "#server/features/leads/lead-contact.service.ts";
import { storeCurrentVersion, storeMessage } from "./message-store.ts";
import { hasMessageOfType, insertMessage, lockMessage, upsertVersion } from "./messages.queries.ts";

type StoreDeps = Pick<Platform, "clock">;

interface StoredText {
  messageId: string;
  contentVersion: number;
}

interface NewMessage {
  leadId: string;
  messageType: MessageType;
  messageFlow: string;
  content: string;
}

/**
 * Adds a draft for review. Undefined when the lead may not be contacted any more, or meanwhile has such a message, for example
 * from Airtable. Runs in the caller's transaction.
 */
export const insertWrittenMessage = async (
  { clock }: StoreDeps,
  scope: Scope,
  message: NewMessage,
): Promise<StoredText | undefined> => {
  if (await lockForContact(scope, message.leadId)) return undefined;
  if (await hasMessageOfType(scope, message)) return undefined;
  const messageId = await insertMessage(scope, message, clock.now());
  const version = { number: 1, content: message.content, source: "writer", author: scope.actor.name } as const;
  await upsertVersion(scope, messageId, version, clock.now());
  await enqueueNewRows(scope, "messages", [messageId]);
  return { messageId, contentVersion: 1 };
};

/**
 * Replaces the text that a new one was requested for. Undefined when it is no longer wanted: a user edited, approved or
 * cancelled the message meanwhile. Runs in the caller's transaction.
 */
export const replaceByWrittenText = async (
  { clock }: StoreDeps,
  scope: Scope,
  messageId: string,
  baseVersion: number,
  change: (content: string) => string,
): Promise<StoredText | undefined> => {
  const message = await lockMessage(scope, messageId);
  if (!message?.regenerating || message.contentVersion !== baseVersion) return undefined;
  const content = change(message.content);
  const contentVersion = message.contentVersion + 1;
  await storeCurrentVersion({ clock }, scope, message);
  const version = { number: contentVersion, content, source: "writer", author: scope.actor.name } as const;
  await upsertVersion(scope, messageId, version, clock.now());
  const done = { content, contentVersion, regenerating: false, regenerationBaseVersion: null };
  await storeMessage({ clock }, scope, message, { ...message, ...done });
  return { messageId, contentVersion };
};

/** No new text will come. */
export const endRegeneration = async ({ clock }: StoreDeps, scope: Scope, messageId: string): Promise<void> => {
  const message = await lockMessage(scope, messageId);
  if (!message?.regenerating) return;
  await storeMessage({ clock }, scope, message, { ...message, regenerating: false, regenerationBaseVersion: null });
};
