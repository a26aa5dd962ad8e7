import { z } from "zod";
import type { Outbound } from "#platform/outbound/outbound.ts";
import {
  type GatewayAccount,
  GatewayError,
  type GatewayMessage,
  type LinkedInGateway,
  type Profile,
} from "./gateway.ts";
import { createClient, type GatewayRequest, MAX_PAGES, parseAnswer } from "./unipile-v1-client.ts";

// Version 1 of Unipile's API. No other file knows its routes and fields, except the callback of a connected account
// (`contract/linkedin.ts`); `unipile-v1-client.ts` sends the requests.

const account = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string().nullish(),
  connection_params: z
    .object({ im: z.object({ id: z.string().nullish(), username: z.string().nullish() }).nullish() })
    .nullish(),
  sources: z.array(z.object({ status: z.string() })).default([]),
});

const STATUSES: Readonly<Record<string, GatewayAccount["status"]>> = {
  OK: "ok",
  CONNECTING: "connecting",
  STOPPED: "stopped",
  CREDENTIALS: "credentials",
  PERMISSIONS: "credentials",
};

const toAccount = ({ id, type, name, connection_params, sources }: z.infer<typeof account>): GatewayAccount => {
  const im = connection_params?.im;
  const failing = sources.find(({ status }) => status !== "OK");
  const status = sources.length === 0 ? "connecting" : failing ? (STATUSES[failing.status] ?? "error") : "ok";
  return { id, isLinkedIn: type === "LINKEDIN", name: im?.username || name || id, ownerId: im?.id ?? "", status };
};

const message = z.object({
  id: z.string(),
  chat_id: z.string(),
  sender_id: z.string().nullish(),
  is_sender: z.union([z.number(), z.boolean()]),
  text: z.string().nullish(),
  timestamp: z.string(),
  message_type: z.string().nullish(),
  is_event: z.number().nullish(),
  deleted: z.number().nullish(),
});

/** A voice message, a picture or a file has no text, and is a reply all the same. */
const WITHOUT_TEXT = "[Bericht zonder tekst, zoals een bijlage. Bekijk het op LinkedIn.]";

const toMessage = (row: z.infer<typeof message>): GatewayMessage => ({
  id: row.id,
  chatId: row.chat_id,
  senderId: row.sender_id ?? "",
  isOurs: Boolean(row.is_sender),
  text: row.text || WITHOUT_TEXT,
  at: new Date(row.timestamp),
  isNote: row.message_type === "INVITATION",
  isWritten: !row.is_event && !row.deleted,
});

const profile = z.object({
  provider_id: z.string(),
  public_identifier: z.string().nullish(),
  network_distance: z.string().nullish(),
  is_relationship: z.boolean().nullish(),
  invitation: z.object({ type: z.string(), status: z.string() }).nullish(),
});

const toProfile = (found: z.infer<typeof profile>): Profile => ({
  providerId: found.provider_id,
  publicIdentifier: found.public_identifier ?? "",
  isRelation: found.is_relationship === true || found.network_distance === "FIRST_DEGREE",
  isInvited: found.invitation?.type === "SENT" && found.invitation.status === "PENDING",
});

const relation = z.object({
  member_id: z.string(),
  public_identifier: z.string().nullish(),
  created_at: z.number().nullish(),
});
const pending = z.object({ id: z.string(), invited_user_id: z.string() });
const sentMessage = z.object({ chat_id: z.string().nullish(), message_id: z.string().nullish() });

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

const ONE_TO_ONE_CHAT = 0;
const ADVERTISEMENTS = ["sponsored", "linkedin_offer"];
const chatDetails = z.object({
  type: z.number(),
  content_type: z.string().nullish(),
  attendee_provider_id: z.string().nullish(),
});

const encodeSegment = (text: string): string => encodeURIComponent(text);

const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof GatewayError && error.problem === "not_found") return undefined;
  throw error;
};

export const openUnipileV1 = (outbound: Outbound, access: { url: string; apiKey: string }): LinkedInGateway => {
  const { base, host, call, list } = createClient(outbound, access);
  const removeHook = async (id: string): Promise<void> => {
    await call({ method: "DELETE", path: `webhooks/${encodeSegment(id)}` }).catch(undefinedIfMissing);
  };
  return {
    name: host,
    listAccounts: async () => (await list(account, { path: "accounts", query: { limit: "250" } })).map(toAccount),
    findAccount: (id) =>
      call({ method: "GET", path: `accounts/${encodeSegment(id)}` })
        .then((found) => toAccount(parseAnswer(account, found)))
        .catch(undefinedIfMissing),
    isPaid: async (accountId) => {
      const owner = z.looseObject({
        premium: z.boolean().nullish(),
        sales_navigator: z.unknown(),
        recruiter: z.unknown(),
      });
      const found = parseAnswer(
        owner,
        await call({ method: "GET", path: "users/me", query: { account_id: accountId } }),
      );
      return Boolean(found.premium || found.sales_navigator || found.recruiter);
    },
    removeAccount: async (id) => {
      await call({ method: "DELETE", path: `accounts/${encodeSegment(id)}` }).catch(undefinedIfMissing);
    },
    createAccountLink: async ({ accountId, expiresAt, notifyUrl, successUrl, failureUrl }) => {
      const answer = await call({
        method: "POST",
        path: "hosted/accounts/link",
        json: {
          ...(accountId
            ? { type: "reconnect", reconnect_account: accountId }
            : { type: "create", providers: ["LINKEDIN"] }),
          api_url: base.replace(/\/api\/v1$/, ""),
          expiresOn: expiresAt.toISOString(),
          notify_url: notifyUrl,
          success_redirect_url: successUrl,
          failure_redirect_url: failureUrl,
          bypass_success_screen: true,
          // Years of private conversations have no place at the gateway.
          sync_limit: { MESSAGING: { chats: 500, messages: 50 } },
          disabled_features: ["linkedin_recruiter", "linkedin_organizations_mailboxes"],
        },
      });
      return parseAnswer(z.object({ url: z.url() }), answer).url;
    },
    findProfile: (accountId, idOrSlug) =>
      call({
        method: "GET",
        path: `users/${encodeSegment(idOrSlug)}`,
        query: { account_id: accountId, notify: "false" },
      })
        .then((found) => toProfile(parseAnswer(profile, found)))
        .catch(undefinedIfMissing),
    invite: async (account_id, provider_id, note) => {
      const json = { account_id, provider_id, ...(note ? { message: note } : {}) };
      const invitationAnswer = z.object({ invitation_id: z.string().nullish(), usage: z.number().nullish() });
      const { invitation_id, usage } = parseAnswer(
        invitationAnswer,
        await call({ method: "POST", path: "users/invite", json }),
      );
      return { invitationId: invitation_id ?? null, usage: usage ?? 0 };
    },
    listPendingInvitations: async (accountId) => {
      const found = await list(pending, { path: "users/invite/sent", query: { account_id: accountId, limit: "100" } });
      return found.map(({ id, invited_user_id }) => ({ invitationId: id, providerId: invited_user_id }));
    },
    withdraw: async (accountId, invitationId) => {
      const query = { account_id: accountId };
      await call({ method: "DELETE", path: `users/invite/sent/${encodeSegment(invitationId)}`, query }).catch(
        undefinedIfMissing,
      );
    },
    listRelations: async (accountId, which) => {
      const limit = which === "all" ? "1000" : "100";
      const query = { account_id: accountId, limit };
      const found = await list(relation, { path: "users/relations", query }, which === "all" ? MAX_PAGES : 1);
      return found.map(({ member_id, public_identifier, created_at }) => ({
        providerId: member_id,
        publicIdentifier: public_identifier ?? "",
        at: created_at ? new Date(created_at) : null,
      }));
    },
    sendMessage: async ({ accountId, chatId, providerId, text }) => {
      const form: Record<string, string> = { account_id: accountId, text };
      const request: GatewayRequest = chatId
        ? { method: "POST", path: `chats/${encodeSegment(chatId)}/messages`, form }
        : { method: "POST", path: "chats", form: { ...form, attendees_ids: providerId } };
      const sent = parseAnswer(sentMessage, await call(request));
      return { chatId: sent.chat_id ?? chatId, messageId: sent.message_id ?? null };
    },
    findChat: async (accountId, providerId) => {
      const chat = z.object({ id: z.string(), type: z.number() });
      const request = { path: `chat_attendees/${encodeSegment(providerId)}/chats`, query: { account_id: accountId } };
      const chats = await list(chat, request, 1).catch(undefinedIfMissing);
      return chats?.find(({ type }) => type === ONE_TO_ONE_CHAT)?.id;
    },
    describeChat: (chatId) =>
      call({ method: "GET", path: `chats/${encodeSegment(chatId)}` })
        .then((found) => {
          const { type, content_type, attendee_provider_id } = parseAnswer(chatDetails, found);
          const isAdvertisement = ADVERTISEMENTS.includes(content_type ?? "");
          return { isOneToOne: type === ONE_TO_ONE_CHAT && !isAdvertisement, partnerId: attendee_provider_id ?? null };
        })
        .catch(undefinedIfMissing),
    listMessages: async (accountId, since) => {
      const query = { account_id: accountId, after: since.toISOString(), limit: "250" };
      return (await list(message, { path: "messages", query })).map(toMessage);
    },
    listMessagesWith: async (accountId, providerId, since) => {
      const query = { account_id: accountId, limit: "250", ...(since ? { after: since.toISOString() } : {}) };
      const found = await list(message, { path: `chat_attendees/${encodeSegment(providerId)}/messages`, query }).catch(
        undefinedIfMissing,
      );
      return (found ?? []).map(toMessage).filter(({ isWritten }) => isWritten);
    },
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
          ids.push(parseAnswer(z.object({ webhook_id: z.string() }), made).webhook_id);
        } catch (error) {
          // Nobody would know the ids of those that were made: they would stay, and the next attempt would add more.
          for (const id of ids) await removeHook(id).catch(() => undefined);
          throw error;
        }
      }
      return ids;
    },
    removeHook,
  };
};

/** Reads only ids, and the time of a message. The content is fetched from the API, because events are not signed. */
export const readEvent = (
  body: unknown,
):
  | { kind: "message"; accountId: string; messageId: string; at?: string | undefined }
  | { kind: "relation" | "status"; accountId: string }
  | undefined => {
  const status = z.object({ AccountStatus: z.object({ account_id: z.string() }) }).safeParse(body);
  if (status.success) return { kind: "status", accountId: status.data.AccountStatus.account_id };
  // A new relation has no `event` field.
  const relation = z.object({ account_id: z.string(), user_provider_id: z.string() }).safeParse(body);
  if (relation.success) return { kind: "relation", accountId: relation.data.account_id };
  const event = z.object({
    event: z.literal("message_received"),
    account_id: z.string(),
    message_id: z.string(),
    timestamp: z.iso.datetime().optional().catch(undefined),
  });
  const message = event.safeParse(body);
  if (!message.success) return undefined;
  const { account_id: accountId, message_id: messageId, timestamp: at } = message.data;
  return { kind: "message", accountId, messageId, at };
};
