import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Failures, GatewayError } from "./failures.ts";
import { type Hooks, hookRequest } from "./hooks.ts";
import { type HostedLinks, hostedLinkRequest } from "./hosted-page.ts";
import {
  type Account,
  type Chat,
  type Invitation,
  isClassicId,
  limitsOf,
  type Message,
  type Network,
  WITHDRAWN_BLOCK,
} from "./network.ts";

const PREFIX = "/unipile/api/v1";
const DAY = 86_400_000;
const USAGE_STEPS = [95, 90, 75, 50];
const MAX_MESSAGE = 8_000;

export type Gateway = {
  network: Network;
  hooks: Hooks;
  links: HostedLinks;
  failures: Failures;
  onSent: (account: Account, providerId: string, kind: "invitation" | "message") => void;
};

const isKey = (key: string) => /^sandbox-unipile-[\w-]+$/.test(key);
const keyOf = ({ headers }: FastifyRequest): string => {
  const key = String(headers["x-api-key"] ?? "");
  if (!isKey(key)) throw new GatewayError("missing_credentials");
  return key;
};

type Query = Record<string, string | undefined>;
const queryOf = (request: FastifyRequest) => request.query as Query;

const iso = (at: number) => new Date(at).toISOString();

/** `{ object, items, cursor }`; the cursor is the number of items before. */
function page<T>(
  object: string,
  items: readonly T[],
  { limit, cursor }: Query,
  { max, usual }: { max: number; usual: number },
) {
  const size = limit === undefined ? usual : Number(limit);
  if (!Number.isInteger(size) || size < 1 || size > max) throw new GatewayError("invalid_parameters");
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, "base64url").toString());
  const next = start + size;
  const more = next < items.length ? Buffer.from(String(next)).toString("base64url") : null;
  return { object, items: items.slice(start, next), cursor: more };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const momentOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!INSTANT.test(text)) throw new GatewayError("invalid_parameters");
  return Date.parse(text);
};

const showAccount = (account: Account) => ({
  object: "Account",
  type: "LINKEDIN",
  id: account.id,
  name: account.name,
  created_at: iso(account.createdAt),
  connection_params: {
    im: {
      id: account.ownerId,
      publicIdentifier: account.publicIdentifier,
      username: account.name,
      premiumId: account.tier === "paid" ? `premium-${account.id}` : null,
      premiumFeatures: account.tier === "paid" ? ["sales_navigator"] : [],
    },
  },
  sources: [{ id: `${account.id}_MESSAGING`, status: account.status }],
});

const showChat = (chat: Chat) => ({
  object: "Chat",
  id: chat.id,
  account_id: chat.accountId,
  account_type: "LINKEDIN",
  provider_id: `2-${chat.id}`,
  attendee_provider_id: chat.providerId,
  type: 0,
  read_only: 0,
  content_type: null,
  timestamp: iso(chat.at),
});

const showMessage = (message: Message, account: Account | undefined) => ({
  object: "Message",
  id: message.id,
  provider_id: `2-${message.id}`,
  chat_id: message.chatId,
  account_id: message.accountId,
  sender_id: message.isFromOwner ? (account?.ownerId ?? "") : message.providerId,
  is_sender: message.isFromOwner ? 1 : 0,
  text: message.text,
  timestamp: iso(message.at),
  message_type: message.type,
  attendee_distance: 1,
  seen: 1,
  delivered: 1,
  deleted: 0,
  hidden: 0,
  is_event: 0,
});

const formOf = async (request: FastifyRequest): Promise<FormData> => {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) throw new GatewayError("invalid_content_type", 415);
  return new Response(new Uint8Array(request.body as Buffer), { headers: { "content-type": type } }).formData();
};

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

function addAccountRoutes(app: FastifyInstance, { network, links, hooks }: Gateway): void {
  const own = (request: FastifyRequest) => {
    const key = keyOf(request);
    return network.state().accounts.filter((account) => account.key === key);
  };
  const find = (request: FastifyRequest, id: string | undefined): Account => {
    const account = network.accountOf(keyOf(request), id ?? "");
    if (!account) throw new GatewayError("resource_not_found");
    return account;
  };
  app.get(`${PREFIX}/accounts`, (request) =>
    page("AccountList", own(request).map(showAccount), queryOf(request), { max: 250, usual: 100 }),
  );
  app.get<{ Params: { id: string } }>(`${PREFIX}/accounts/:id`, (request) =>
    showAccount(find(request, request.params.id)),
  );
  app.delete<{ Params: { id: string } }>(`${PREFIX}/accounts/:id`, (request) => {
    network.removeAccount(find(request, request.params.id).id);
    return { object: "AccountDeleted" };
  });
  app.get(`${PREFIX}/users/me`, (request) => {
    const account = find(request, queryOf(request)["account_id"]);
    const [first_name = "", ...rest] = account.name.split(" ");
    return {
      object: "AccountOwnerProfile",
      provider: "LINKEDIN",
      provider_id: account.ownerId,
      public_identifier: account.publicIdentifier,
      first_name,
      last_name: rest.join(" "),
      premium: account.tier === "paid",
      sales_navigator: account.tier === "paid" ? { contract_id: "1" } : null,
      recruiter: null,
    };
  });
  app.post(`${PREFIX}/hosted/accounts/link`, (request) => ({
    object: "HostedAuthUrl",
    url: `http://${request.headers.host}${links.create(keyOf(request), hostedLinkRequest.parse(request.body))}`,
  }));
  app.post(`${PREFIX}/webhooks`, (request, reply) => {
    const { id } = hooks.add(keyOf(request), hookRequest.parse(request.body));
    return reply.code(201).send({ object: "WebhookCreated", webhook_id: id });
  });
  app.get(`${PREFIX}/webhooks`, (request) => {
    const key = keyOf(request);
    const items = hooks.state.hooks.flatMap(({ key: owner, ...hook }) =>
      owner === key ? [{ object: "Webhook", ...hook }] : [],
    );
    return page("WebhookList", items, queryOf(request), { max: 250, usual: 100 });
  });
  app.delete<{ Params: { id: string } }>(`${PREFIX}/webhooks/:id`, (request) => {
    if (!hooks.remove(keyOf(request), request.params.id)) throw new GatewayError("resource_not_found");
    return { object: "WebhookDeleted" };
  });
}

/** The account in whose name a call acts. Throws unless it belongs to the API key and is connected. */
const actingAccount = (network: Network, request: FastifyRequest, id: string | undefined): Account => {
  const account = network.accountOf(keyOf(request), id ?? "");
  if (!account) throw new GatewayError("resource_not_found");
  if (account.status !== "OK") throw new GatewayError("disconnected_account");
  return account;
};

const inviteRequest = z.object({
  account_id: z.string(),
  provider_id: z.string(),
  message: z.string().optional(),
  user_email: z.string().optional(),
});

function checkInvitation(network: Network, account: Account, providerId: string, note: string | undefined): void {
  if (!isClassicId(providerId)) throw new GatewayError("invalid_recipient");
  const limits = limitsOf(account);
  if ((note?.length ?? 0) > limits.noteLength) throw new GatewayError("too_many_characters");
  if (network.isRelation(account.id, providerId)) throw new GatewayError("already_connected");
  const earlier = network
    .state()
    .invitations.filter((one) => one.accountId === account.id && one.providerId === providerId);
  const isBlocked = earlier.some(
    ({ status, changedAt }) =>
      status === "PENDING" ||
      status === "IGNORED" ||
      (status === "WITHDRAWN" && changedAt > network.now() - WITHDRAWN_BLOCK),
  );
  if (isBlocked) throw new GatewayError("already_invited_recently");
  const isOverLimit =
    network.invitationsSince(account.id, DAY).length >= limits.invitesPerDay ||
    network.invitationsSince(account.id, 7 * DAY).length >= limits.invitesPerWeek;
  if (isOverLimit) throw new GatewayError("cannot_resend_yet");
  const notes = network.invitationsSince(account.id, 30 * DAY).filter(({ text }) => text !== null);
  if (note && notes.length >= limits.notesPerMonth) throw new GatewayError("limit_exceeded");
}

const showPending = (network: Network, { id, providerId, at, text }: Invitation) => {
  const person = network.person(providerId);
  return {
    object: "UserInvitation",
    id,
    invited_user_id: providerId,
    invited_user_public_id: person?.publicIdentifier ?? "",
    invited_user: person?.name ?? "",
    date: "Sent recently",
    parsed_datetime: iso(at),
    invitation_text: text,
  };
};

function addPeopleRoutes(app: FastifyInstance, { network, failures, onSent }: Gateway): void {
  app.post(`${PREFIX}/users/invite`, (request) => {
    const body = inviteRequest.parse(request.body);
    const account = actingAccount(network, request, body.account_id);
    const note = body.message || undefined;
    return failures.around("invite", () => {
      checkInvitation(network, account, body.provider_id, note);
      const { id } = network.invite(account, body.provider_id, note ?? null);
      onSent(account, body.provider_id, "invitation");
      const limits = limitsOf(account);
      const week = (100 * network.invitationsSince(account.id, 7 * DAY).length) / limits.invitesPerWeek;
      const day = (100 * network.invitationsSince(account.id, DAY).length) / limits.invitesPerDay;
      const usage = USAGE_STEPS.find((step) => Math.max(week, day) >= step);
      return { object: "UserInvitationSent", invitation_id: id, ...(usage === undefined ? {} : { usage }) };
    });
  });
  app.get(`${PREFIX}/users/invite/sent`, (request) => {
    const account = actingAccount(network, request, queryOf(request)["account_id"]);
    const pending = network
      .state()
      .invitations.filter(
        (one) => one.accountId === account.id && (one.status === "PENDING" || one.status === "IGNORED"),
      )
      .toReversed();
    return page(
      "UserInvitationsList",
      pending.map((one) => showPending(network, one)),
      queryOf(request),
      { max: 100, usual: 10 },
    );
  });
  app.delete<{ Params: { id: string } }>(`${PREFIX}/users/invite/sent/:id`, (request) => {
    const account = actingAccount(network, request, queryOf(request)["account_id"]);
    const invitation = network
      .state()
      .invitations.find((one) => one.id === request.params.id && one.accountId === account.id);
    if (!invitation || invitation.status === "ACCEPTED") throw new GatewayError("resource_not_found");
    Object.assign(invitation, { status: "WITHDRAWN", changedAt: network.now() });
    return { object: "InvitationCanceled" };
  });
  app.get(`${PREFIX}/users/relations`, (request) => {
    const account = actingAccount(network, request, queryOf(request)["account_id"]);
    const relations = network
      .state()
      .relations.filter(({ accountId }) => accountId === account.id)
      .toReversed()
      .map(({ providerId, at }) => {
        const person = network.person(providerId);
        const [first_name = "", ...rest] = (person?.name ?? "").split(" ");
        return {
          object: "UserRelation",
          member_id: providerId,
          public_identifier: person?.publicIdentifier ?? "",
          first_name,
          last_name: rest.join(" "),
          headline: person?.headline ?? "",
          created_at: at,
        };
      });
    return page("UserRelationsList", relations, queryOf(request), { max: 1_000, usual: 100 });
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/users/:id`, (request) => {
    const account = actingAccount(network, request, queryOf(request)["account_id"]);
    const person = network.person(decodeURIComponent(request.params.id));
    if (!person) throw new GatewayError("invalid_resource_identifier");
    account.profileViews += 1;
    const isRelation = network.isRelation(account.id, person.providerId);
    const pending = network.pendingInvitation(account.id, person.providerId);
    const [first_name = "", ...rest] = person.name.split(" ");
    return {
      object: "UserProfile",
      provider: "LINKEDIN",
      provider_id: person.providerId,
      public_identifier: person.publicIdentifier,
      first_name,
      last_name: rest.join(" "),
      headline: person.headline,
      network_distance: isRelation ? "FIRST_DEGREE" : "SECOND_DEGREE",
      is_relationship: isRelation,
      ...(pending ? { invitation: { type: "SENT", status: "PENDING" } } : {}),
      // The real service sends these along; the product must not keep them.
      contact_info: { emails: ["prive@voorbeeld.example"] },
      birthdate: { day: 1, month: 1 },
    };
  });
}

function addChatRoutes(app: FastifyInstance, { network, failures, onSent }: Gateway): void {
  const visible = (request: FastifyRequest, messages: readonly Message[]) => {
    const { after, before } = queryOf(request);
    const [from, until] = [momentOf(after), momentOf(before)];
    return messages
      .filter(
        ({ at, visibleAt }) =>
          visibleAt <= network.now() && (from === undefined || at > from) && (until === undefined || at < until),
      )
      .toSorted((one, other) => other.at - one.at)
      .map((message) => showMessage(message, network.account(message.accountId)));
  };
  const send = (account: Account, providerId: string, text: string, chat?: Chat): Message =>
    failures.around("message", () => {
      if (text === "" || text.length > MAX_MESSAGE)
        throw new GatewayError(text === "" ? "missing_parameters" : "too_many_characters");
      if (!isClassicId(providerId)) throw new GatewayError("invalid_recipient");
      if (!network.isRelation(account.id, providerId)) throw new GatewayError("no_connection_with_recipient");
      const message = network.addMessage(chat ?? network.chatWith(account.id, providerId), { text, isFromOwner: true });
      onSent(account, providerId, "message");
      return message;
    });
  const shown = (id: string) => (network.settings.nullIds ? null : id);

  app.post(`${PREFIX}/chats`, async (request, reply) => {
    const form = await formOf(request);
    const account = actingAccount(network, request, textOf(form, "account_id"));
    const attendees = form.getAll("attendees_ids").flatMap((id) => (typeof id === "string" ? [id] : []));
    if (attendees.length !== 1) throw new GatewayError("invalid_parameters");
    const message = send(account, attendees[0] ?? "", textOf(form, "text"));
    return reply
      .code(201)
      .send({ object: "ChatStarted", chat_id: shown(message.chatId), message_id: shown(message.id) });
  });
  app.post<{ Params: { id: string } }>(`${PREFIX}/chats/:id/messages`, async (request, reply) => {
    const form = await formOf(request);
    const chat = network.state().chats.find(({ id }) => id === request.params.id);
    const accountId = textOf(form, "account_id");
    if (!chat || !network.accountOf(keyOf(request), chat.accountId)) throw new GatewayError("resource_not_found");
    if (accountId !== "" && accountId !== chat.accountId) throw new GatewayError("resource_not_found");
    const account = actingAccount(network, request, chat.accountId);
    const message = send(account, chat.providerId, textOf(form, "text"), chat);
    return reply.code(201).send({ object: "MessageSent", message_id: shown(message.id) });
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/chats/:id/messages`, (request) => {
    const chat = network.state().chats.find(({ id }) => id === request.params.id);
    if (!chat || !network.accountOf(keyOf(request), chat.accountId)) throw new GatewayError("resource_not_found");
    const messages = network.state().messages.filter(({ chatId }) => chatId === chat.id);
    return page("MessageList", visible(request, messages), queryOf(request), { max: 250, usual: 100 });
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/chats/:id`, (request) => {
    const chat = network.state().chats.find(({ id }) => id === request.params.id);
    if (!chat || !network.accountOf(keyOf(request), chat.accountId)) throw new GatewayError("resource_not_found");
    return showChat(chat);
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/chat_attendees/:id/chats`, (request) => {
    const account = network.accountOf(keyOf(request), queryOf(request)["account_id"] ?? "");
    const chats = network
      .state()
      .chats.filter((chat) => chat.accountId === account?.id && chat.providerId === request.params.id);
    if (chats.length === 0) throw new GatewayError("resource_not_found");
    return page("ChatList", chats.map(showChat), queryOf(request), { max: 250, usual: 100 });
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/chat_attendees/:id/messages`, (request) => {
    const account = network.accountOf(keyOf(request), queryOf(request)["account_id"] ?? "");
    const messages = network
      .state()
      .messages.filter((message) => message.accountId === account?.id && message.providerId === request.params.id);
    return page("MessageList", visible(request, messages), queryOf(request), { max: 250, usual: 100 });
  });
  app.get(`${PREFIX}/messages`, (request) => {
    const account = network.accountOf(keyOf(request), queryOf(request)["account_id"] ?? "");
    if (!account) throw new GatewayError("resource_not_found");
    const messages = network.state().messages.filter(({ accountId }) => accountId === account.id);
    return page("MessageList", visible(request, messages), queryOf(request), { max: 250, usual: 100 });
  });
}

/** The gateway's API, version 1. */
export function addGatewayRoutes(app: FastifyInstance, gateway: Gateway): void {
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof GatewayError) return reply.code(error.status).send(error.body);
    const isInput = error instanceof z.ZodError || error.statusCode === 400;
    const problem = isInput
      ? new GatewayError("invalid_parameters")
      : new GatewayError("unexpected_error", error.statusCode ?? 500);
    return reply.code(problem.status).send(problem.body);
  });
  addAccountRoutes(app, gateway);
  addPeopleRoutes(app, gateway);
  addChatRoutes(app, gateway);
}
