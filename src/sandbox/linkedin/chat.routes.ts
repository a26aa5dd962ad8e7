import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Gateway, iso, keyOf, PREFIX, page, queryOf, requireActingAccount } from "./api-requests.ts";
import { GatewayError } from "./failures.ts";
import { isClassicId, type Network } from "./network.ts";
import type { Account, Chat, Message } from "./network-state.ts";

const MAX_MESSAGE = 8_000;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const momentOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!INSTANT.test(text)) throw new GatewayError("invalid_parameters");
  return Date.parse(text);
};

const showChat = (chat: Chat) => ({
  object: "Chat",
  id: chat.id,
  account_id: chat.accountId,
  account_type: "LINKEDIN",
  provider_id: `2-${chat.id}`,
  attendee_provider_id: chat.isGroup ? null : chat.providerId,
  type: chat.isGroup ? 1 : 0,
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
  text: message.text || null,
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

const ownChat = (network: Network, request: FastifyRequest<{ Params: { id: string } }>): Chat => {
  const chat = network.state().chats.find(({ id }) => id === request.params.id);
  if (!chat || !network.accountOf(keyOf(request), chat.accountId)) throw new GatewayError("resource_not_found");
  return chat;
};

const visibleMessages = (network: Network, request: FastifyRequest, messages: readonly Message[]) => {
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

function addSendingRoutes(app: FastifyInstance, { network, failures, onSent }: Gateway): void {
  const send = (account: Account, providerId: string, text: string, chat?: Chat): Message =>
    failures.withInjectedFailure("message", () => {
      if (text === "" || text.length > MAX_MESSAGE)
        throw new GatewayError(text === "" ? "missing_parameters" : "too_many_characters");
      if (!isClassicId(providerId)) throw new GatewayError("invalid_recipient");
      if (!network.isRelation(account.id, providerId)) throw new GatewayError("no_connection_with_recipient");
      const message = network.addMessage(chat ?? network.chatWith(account.id, providerId), { text, isFromOwner: true });
      onSent(account, providerId, "message");
      return message;
    });
  const idOrNull = (id: string) => (network.settings.nullIds ? null : id);

  app.post(`${PREFIX}/chats`, async (request, reply) => {
    const form = await formOf(request);
    const account = requireActingAccount(network, request, textOf(form, "account_id"));
    const attendees = form.getAll("attendees_ids").flatMap((id) => (typeof id === "string" ? [id] : []));
    if (attendees.length !== 1) throw new GatewayError("invalid_parameters");
    const message = send(account, attendees[0] ?? "", textOf(form, "text"));
    return reply
      .code(201)
      .send({ object: "ChatStarted", chat_id: idOrNull(message.chatId), message_id: idOrNull(message.id) });
  });
  app.post<{ Params: { id: string } }>(`${PREFIX}/chats/:id/messages`, async (request, reply) => {
    const form = await formOf(request);
    const chat = ownChat(network, request);
    const accountId = textOf(form, "account_id");
    if (accountId !== "" && accountId !== chat.accountId) throw new GatewayError("resource_not_found");
    const account = requireActingAccount(network, request, chat.accountId);
    const message = send(account, chat.providerId, textOf(form, "text"), chat);
    return reply.code(201).send({ object: "MessageSent", message_id: idOrNull(message.id) });
  });
}

export function addChatRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { network, failures } = gateway;
  addSendingRoutes(app, gateway);
  app.get<{ Params: { id: string } }>(`${PREFIX}/chats/:id/messages`, (request) => {
    const chat = ownChat(network, request);
    const messages = network.state().messages.filter(({ chatId }) => chatId === chat.id);
    return page("MessageList", visibleMessages(network, request, messages), queryOf(request), {
      max: 250,
      defaultLimit: 100,
    });
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/chats/:id`, (request) => {
    const chat = ownChat(network, request);
    return showChat(chat);
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/chat_attendees/:id/chats`, (request) => {
    const account = network.accountOf(keyOf(request), queryOf(request)["account_id"] ?? "");
    const chats = network
      .state()
      .chats.filter((chat) => chat.accountId === account?.id && chat.providerId === request.params.id);
    if (chats.length === 0) throw new GatewayError("resource_not_found");
    return page("ChatList", chats.map(showChat), queryOf(request), { max: 250, defaultLimit: 100 });
  });
  app.get<{ Params: { id: string } }>(`${PREFIX}/chat_attendees/:id/messages`, (request) => {
    failures.failIfRequested("history");
    const account = network.accountOf(keyOf(request), queryOf(request)["account_id"] ?? "");
    const messages = network
      .state()
      .messages.filter((message) => message.accountId === account?.id && message.providerId === request.params.id);
    return page("MessageList", visibleMessages(network, request, messages), queryOf(request), {
      max: 250,
      defaultLimit: 100,
    });
  });
  app.get(`${PREFIX}/messages`, (request) => {
    const account = network.accountOf(keyOf(request), queryOf(request)["account_id"] ?? "");
    if (!account) throw new GatewayError("resource_not_found");
    const messages = network.state().messages.filter(({ accountId }) => accountId === account.id);
    return page("MessageList", visibleMessages(network, request, messages), queryOf(request), {
      max: 250,
      defaultLimit: 100,
    });
  });
}
