import { z } from "zod";
import type { LinkedInGateway } from "./gateway.ts";
import { type Client, encodeSegment, id, parseAnswer, undefinedIfMissing } from "./unipile-v1-client.ts";

/** The data subscribed to, with the events of each. */
const HOOKS = [
  { source: "messaging", events: ["message_received"] },
  { source: "users", events: ["new_relation"] },
  {
    source: "account_status",
    events: [
      "creation_success",
      "deleted",
      "reconnected",
      "stopped",
      "ok",
      "connecting",
      "error",
      "credentials",
      "permissions",
    ],
  },
] as const;

export const hookCalls = ({ call }: Client) => {
  const removeHook = async (id: string): Promise<void> => {
    await call({ method: "DELETE", path: `webhooks/${encodeSegment(id)}` }).catch(undefinedIfMissing);
  };
  return {
    registerHooks: async (url, token) => {
      const ids: string[] = [];
      const headers = [
        { key: "Authorization", value: `Bearer ${token}` },
        // The gateway sends no content type by itself.
        { key: "Content-Type", value: "application/json" },
      ];
      for (const { source, events } of HOOKS) {
        const json = {
          source,
          events,
          request_url: url,
          name: "Ultimate Sales Agent",
          format: "json",
          headers,
          enabled: true,
        };
        try {
          const made = await call({ method: "POST", path: "webhooks", json });
          ids.push(parseAnswer(z.object({ webhook_id: id }), made).webhook_id);
        } catch (error) {
          // Nobody would know the ids of those that were made: they would stay, and the next attempt would add more.
          for (const id of ids) await removeHook(id).catch(() => undefined);
          throw error;
        }
      }
      return ids;
    },
    removeHook,
  } satisfies Partial<LinkedInGateway>;
};

/** Reads only ids, and the time of a message. The content is fetched from the API, because events are not signed. */
export const readEvent = (
  body: unknown,
):
  | { kind: "message"; accountId: string; messageId: string; at?: string | undefined }
  | { kind: "relation" | "status"; accountId: string }
  | undefined => {
  const status = z.object({ AccountStatus: z.object({ account_id: id }) }).safeParse(body);
  if (status.success) return { kind: "status", accountId: status.data.AccountStatus.account_id };
  // A new relation has no `event` field.
  const relation = z.object({ account_id: id, user_provider_id: id }).safeParse(body);
  if (relation.success) return { kind: "relation", accountId: relation.data.account_id };
  const event = z.object({
    event: z.literal("message_received"),
    account_id: id,
    message_id: id,
    timestamp: z.iso.datetime().optional().catch(undefined),
  });
  const message = event.safeParse(body);
  if (!message.success) return undefined;
  const { account_id: accountId, message_id: messageId, timestamp: at } = message.data;
  return { kind: "message", accountId, messageId, at };
};
