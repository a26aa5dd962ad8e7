import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { storeMessage } from "./message-change.ts";
import { lockMessage } from "./messages.queries.ts";

/**
 * What the first part's delivery makes of its message: sent when the channel took it, error when it did not. Later parts
 * change nothing, nor does a delivery when a reaction has come already. Part of the caller's transaction.
 */
export const followDelivery = async (
  needs: Pick<Platform, "events" | "clock">,
  scope: Scope,
  messageId: string,
  outcome: "accepted" | "refused" | "unknown",
): Promise<void> => {
  const message = await lockMessage(scope, messageId);
  if (!message || (message.status !== "approved" && message.status !== "error")) return;
  const sent = { status: "sent", sentAt: needs.clock.now() } as const;
  const after = outcome === "accepted" ? sent : ({ status: "error" } as const);
  if (after.status === message.status) return;
  await storeMessage(needs, scope, message, { ...message, ...after });
  await needs.events.publish(scope.db, scope.companyId, { topic: "messages", id: messageId });
};
