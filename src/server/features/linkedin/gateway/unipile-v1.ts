import { z } from "zod";
import type { Outbound } from "#platform/outbound/outbound.ts";
import {
  type GatewayAccount,
  GatewayError,
  type GatewayMessage,
  type LinkedInGateway,
  type Profile,
} from "./gateway.ts";
import {
  type Client,
  createClient,
  encodeSegment,
  FIRST_PAGE,
  type GatewayRequest,
  id,
  LONG_LIST,
  parseAnswer,
  SHORT_LIST,
  shortText,
  undefinedIfMissing,
} from "./unipile-v1-client.ts";
import { hookCalls } from "./unipile-v1-events.ts";

// Version 1 of Unipile's API. No other file knows its routes and fields, except the callback of a connected account
// (`contract/linkedin.ts`); its webhooks are in `unipile-v1-events.ts`, and `unipile-v1-client.ts` sends the requests.

const longText = z.string().max(100_000);

const account = z.object({
  id,
  type: shortText,
  name: shortText.nullish(),
  connection_params: z
    .object({ im: z.object({ id: id.nullish(), username: shortText.nullish() }).nullish() })
    .nullish(),
  sources: z
    .array(z.object({ status: shortText }))
    .max(100)
    .default([]),
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
  id,
  chat_id: id,
  sender_id: id.nullish(),
  is_sender: z.union([z.number(), z.boolean()]),
  text: longText.nullish(),
  timestamp: shortText,
  message_type: shortText.nullish(),
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
  provider_id: id,
  public_identifier: id.nullish(),
  network_distance: shortText.nullish(),
  is_relationship: z.boolean().nullish(),
  invitation: z.object({ type: shortText, status: shortText }).nullish(),
});

const toProfile = (found: z.infer<typeof profile>): Profile => ({
  providerId: found.provider_id,
  publicIdentifier: found.public_identifier ?? "",
  isRelation: found.is_relationship === true || found.network_distance === "FIRST_DEGREE",
  isInvited: found.invitation?.type === "SENT" && found.invitation.status === "PENDING",
});

const relation = z.object({
  member_id: id,
  public_identifier: id.nullish(),
  created_at: z.number().nullish(),
});
const pending = z.object({ id, invited_user_id: id });
const sentMessage = z.object({ chat_id: id.nullish(), message_id: id.nullish() });

const ONE_TO_ONE_CHAT = 0;
const ADVERTISEMENTS = ["sponsored", "linkedin_offer"];
const chatDetails = z.object({
  type: z.number(),
  content_type: shortText.nullish(),
  attendee_provider_id: id.nullish(),
});

/** The browser goes to this address: never a script, nor a page without encryption, except the gateway's own in development. */
const isConnectPage = (url: string, base: string): boolean => {
  const page = new URL(url);
  return page.protocol === "https:" || (page.protocol === "http:" && page.origin === new URL(base).origin);
};

const accountCalls = ({ base, call, list }: Client) =>
  ({
    listAccounts: async () =>
      (await list(account, { path: "accounts", query: { limit: "100" } }, SHORT_LIST)).map(toAccount),
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
      const { url } = parseAnswer(z.object({ url: z.url() }), answer);
      if (!isConnectPage(url, base)) throw new GatewayError("unknown", "unsafe_address");
      return url;
    },
  }) satisfies Partial<LinkedInGateway>;

const invitationCalls = ({ call, list }: Client) =>
  ({
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
      const invitationAnswer = z.object({ invitation_id: id.nullish(), usage: z.number().nullish() });
      const { invitation_id, usage } = parseAnswer(
        invitationAnswer,
        await call({ method: "POST", path: "users/invite", json }),
      );
      return { invitationId: invitation_id ?? null, usage: usage ?? 0 };
    },
    listPendingInvitations: async (accountId) => {
      const query = { account_id: accountId, limit: "100" };
      const found = await list(pending, { path: "users/invite/sent", query }, LONG_LIST);
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
      const found = await list(relation, { path: "users/relations", query }, which === "all" ? LONG_LIST : FIRST_PAGE);
      return found.map(({ member_id, public_identifier, created_at }) => ({
        providerId: member_id,
        publicIdentifier: public_identifier ?? "",
        at: created_at ? new Date(created_at) : null,
      }));
    },
  }) satisfies Partial<LinkedInGateway>;

const messageCalls = ({ call, list }: Client) =>
  ({
    sendMessage: async ({ accountId, chatId, providerId, text }) => {
      const form: Record<string, string> = { account_id: accountId, text };
      const request: GatewayRequest = chatId
        ? { method: "POST", path: `chats/${encodeSegment(chatId)}/messages`, form }
        : { method: "POST", path: "chats", form: { ...form, attendees_ids: providerId } };
      const sent = parseAnswer(sentMessage, await call(request));
      return { chatId: sent.chat_id ?? chatId, messageId: sent.message_id ?? null };
    },
    findChat: async (accountId, providerId) => {
      const chat = z.object({ id, type: z.number() });
      const request = { path: `chat_attendees/${encodeSegment(providerId)}/chats`, query: { account_id: accountId } };
      const chats = await list(chat, request, FIRST_PAGE).catch(undefinedIfMissing);
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
      return (await list(message, { path: "messages", query }, LONG_LIST)).map(toMessage);
    },
    listMessagesWith: async (accountId, providerId, since) => {
      const query = { account_id: accountId, limit: "250", ...(since ? { after: since.toISOString() } : {}) };
      const path = `chat_attendees/${encodeSegment(providerId)}/messages`;
      const found = await list(message, { path, query }, LONG_LIST).catch(undefinedIfMissing);
      return (found ?? []).map(toMessage).filter(({ isWritten }) => isWritten);
    },
  }) satisfies Partial<LinkedInGateway>;

export const openUnipileV1 = (outbound: Outbound, access: { url: string; apiKey: string }): LinkedInGateway => {
  const client = createClient(outbound, access);
  return {
    name: client.host,
    ...accountCalls(client),
    ...invitationCalls(client),
    ...messageCalls(client),
    ...hookCalls(client),
  };
};
