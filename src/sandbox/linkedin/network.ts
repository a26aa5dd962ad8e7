import { createHash, randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import { createRandom } from "../demo/random.ts";

export const STATUSES = ["OK", "CONNECTING", "CREDENTIALS", "ERROR", "STOPPED"] as const;
export type AccountStatus = (typeof STATUSES)[number];
export type Tier = "free" | "paid";

export type Account = {
  id: string;
  /** The API key of the workspace that the account belongs to. */
  key: string;
  name: string;
  ownerId: string;
  publicIdentifier: string;
  tier: Tier;
  status: AccountStatus;
  createdAt: number;
  profileViews: number;
};

export type Person = {
  providerId: string;
  publicIdentifier: string;
  name: string;
  headline: string;
};

export type Invitation = {
  id: string;
  accountId: string;
  providerId: string;
  text: string | null;
  at: number;
  status: "PENDING" | "ACCEPTED" | "IGNORED" | "WITHDRAWN";
  changedAt: number;
};

/** Of a group, `providerId` is the person who wrote in it. */
export type Chat = { id: string; accountId: string; providerId: string; at: number; isGroup?: boolean };

export type Message = {
  id: string;
  chatId: string;
  accountId: string;
  providerId: string;
  isFromOwner: boolean;
  /** Empty for an attachment or a voice message. */
  text: string;
  type: "MESSAGE" | "INVITATION";
  at: number;
  /** The API serves from its own copy, which lags behind. */
  visibleAt: number;
};

/** What a person received, for tests. */
export type Received = {
  account: string;
  providerId: string;
  kind: "invitation" | "message";
  text: string | null;
  at: string;
};

export type NetworkState = {
  accounts: Account[];
  /** Removed accounts with their owners, who keep their network when they connect again. */
  removedAccounts: { id: string; ownerId: string }[];
  people: Person[];
  relations: { accountId: string; providerId: string; at: number }[];
  invitations: Invitation[];
  chats: Chat[];
  messages: Message[];
  received: Received[];
};

export const EMPTY_NETWORK: NetworkState = {
  accounts: [],
  removedAccounts: [],
  people: [],
  relations: [],
  invitations: [],
  chats: [],
  messages: [],
  received: [],
};

export type Limits = { invitesPerDay: number; invitesPerWeek: number; notesPerMonth: number; noteLength: number };
const DAY = 86_400_000;
export const WITHDRAWN_BLOCK = 21 * DAY;

export const limitsOf = ({ tier }: Account): Limits =>
  tier === "paid"
    ? { invitesPerDay: 100, invitesPerWeek: 200, notesPerMonth: 1_000, noteLength: 300 }
    : { invitesPerDay: 100, invitesPerWeek: 150, notesPerMonth: 5, noteLength: 200 };

const letters = (text: string, length: number) =>
  createHash("sha256").update(text).digest("base64url").replaceAll(/[-_]/g, "x").slice(0, length);

/** Ids of Sales Navigator and Recruiter name the same person, but this API refuses them. */
export const isClassicId = (id: string): boolean => /^A[CD]oAA[\w-]+$/.test(id);
const isOtherProductId = (id: string): boolean => /^(ACwAA|AE)[\w-]+$/.test(id);

export type NetworkEvent =
  | { kind: "message"; message: Message }
  | { kind: "relation"; accountId: string; providerId: string; hadNote: boolean }
  | { kind: "status"; accountId: string; message: string };

export type Network = ReturnType<typeof createNetwork>;

/** The social network behind the gateway: accounts, people, invitations and chats. */
export function createNetwork(clock: Clock, onEvent: (event: NetworkEvent) => void) {
  let state: NetworkState = structuredClone(EMPTY_NETWORK);
  const settings = { historyLagMs: 0, nullIds: false };
  const now = () => clock.now().getTime();

  const findAccount = (id: string) => state.accounts.find((account) => account.id === id);
  const knownPerson = (id: string) =>
    state.people.find(({ providerId, publicIdentifier }) => providerId === id || publicIdentifier === id);

  const addPerson = (person: Person): Person => {
    state.people.push(person);
    return person;
  };

  /** Everybody exists: an unknown id or slug becomes a person at its first use. */
  const person = (idOrSlug: string): Person | undefined => {
    const known = knownPerson(idOrSlug);
    if (known) return known;
    if (idOrSlug === "" || idOrSlug.startsWith("onbekend") || isOtherProductId(idOrSlug)) return undefined;
    if (isClassicId(idOrSlug))
      return addPerson({
        providerId: idOrSlug,
        publicIdentifier: `lid-${letters(idOrSlug, 8).toLowerCase()}`,
        name: "LinkedIn-lid",
        headline: "",
      });
    const name = idOrSlug.replaceAll("-", " ");
    return addPerson({ providerId: `ACoAA${letters(idOrSlug, 28)}`, publicIdentifier: idOrSlug, name, headline: "" });
  };

  const isRelation = (accountId: string, providerId: string) =>
    state.relations.some((relation) => relation.accountId === accountId && relation.providerId === providerId);
  const pendingInvitation = (accountId: string, providerId: string) =>
    state.invitations.find(
      (one) =>
        one.accountId === accountId &&
        one.providerId === providerId &&
        (one.status === "PENDING" || one.status === "IGNORED"),
    );

  const chatWith = (accountId: string, providerId: string, isGroup = false): Chat => {
    const known = state.chats.find(
      (chat) => chat.accountId === accountId && chat.providerId === providerId && Boolean(chat.isGroup) === isGroup,
    );
    if (known) return known;
    const chat = { id: randomUUID(), accountId, providerId, at: now(), isGroup };
    state.chats.push(chat);
    return chat;
  };

  const addMessage = (
    chat: Chat,
    { text, isFromOwner, type = "MESSAGE" }: { text: string; isFromOwner: boolean; type?: Message["type"] },
  ): Message => {
    const { accountId, providerId } = chat;
    const at = now();
    const visibleAt = at + settings.historyLagMs;
    const message: Message = {
      id: randomUUID(),
      chatId: chat.id,
      accountId,
      providerId,
      isFromOwner,
      text,
      type,
      at,
      visibleAt,
    };
    state.messages.push(message);
    if (isFromOwner && type === "MESSAGE")
      state.received.push({ account: accountId, providerId, kind: "message", text, at: new Date(at).toISOString() });
    onEvent({ kind: "message", message });
    return message;
  };

  const connect = (accountId: string, providerId: string, hadNote: boolean) => {
    if (isRelation(accountId, providerId)) return;
    state.relations.push({ accountId, providerId, at: now() });
    onEvent({ kind: "relation", accountId, providerId, hadNote });
  };

  return {
    settings,
    state: () => state,
    load: (saved: NetworkState) => {
      state = { ...structuredClone(EMPTY_NETWORK), ...saved };
    },
    reset: () => {
      state = structuredClone(EMPTY_NETWORK);
      Object.assign(settings, { historyLagMs: 0, nullIds: false });
    },
    person,
    addPerson,
    isRelation,
    connect,
    disconnect: (accountId: string, providerId: string) => {
      state.relations = state.relations.filter(
        (relation) => relation.accountId !== accountId || relation.providerId !== providerId,
      );
    },
    chatWith,
    addMessage,
    pendingInvitation,
    account: findAccount,
    accountOf: (key: string, id: string) => state.accounts.find((one) => one.id === id && one.key === key),
    addAccount: (key: string, name: string, tier: Tier, status: AccountStatus = "OK"): Account => {
      const publicIdentifier = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
      const account: Account = {
        id: randomUUID().replaceAll("-", "").slice(0, 22),
        key,
        name,
        ownerId: `ACoAA${letters(`${key} ${name}`, 28)}`,
        publicIdentifier,
        tier,
        status,
        createdAt: now(),
        profileViews: 0,
      };
      const former = new Set(
        state.removedAccounts.flatMap(({ id, ownerId }) => (ownerId === account.ownerId ? [id] : [])),
      );
      for (const one of [...state.relations, ...state.invitations])
        if (former.has(one.accountId)) one.accountId = account.id;
      state.accounts.push(account);
      return account;
    },
    removeAccount: (id: string) => {
      const ownerId = findAccount(id)?.ownerId;
      if (ownerId) state.removedAccounts.push({ id, ownerId });
      state.accounts = state.accounts.filter((account) => account.id !== id);
      state.chats = state.chats.filter(({ accountId }) => accountId !== id);
      state.messages = state.messages.filter(({ accountId }) => accountId !== id);
      onEvent({ kind: "status", accountId: id, message: "DELETED" });
    },
    setStatus: (account: Account, status: AccountStatus, message: string = status) => {
      account.status = status;
      onEvent({ kind: "status", accountId: account.id, message });
    },
    invitationsSince: (accountId: string, ms: number) =>
      state.invitations.filter((one) => one.accountId === accountId && one.at > now() - ms),
    invite: (account: Account, providerId: string, text: string | null): Invitation => {
      const at = now();
      const invitation: Invitation = {
        id: randomUUID(),
        accountId: account.id,
        providerId,
        text,
        at,
        status: "PENDING",
        changedAt: at,
      };
      state.invitations.push(invitation);
      state.received.push({
        account: account.id,
        providerId,
        kind: "invitation",
        text,
        at: new Date(at).toISOString(),
      });
      return invitation;
    },
    /** A person accepts: they become a relation, and a note becomes the first message of a chat. */
    accept: (providerId: string, accountId?: string) => {
      for (const invitation of state.invitations) {
        if (invitation.providerId !== providerId || invitation.status !== "PENDING") continue;
        if (accountId !== undefined && invitation.accountId !== accountId) continue;
        Object.assign(invitation, { status: "ACCEPTED", changedAt: now() });
        if (invitation.text)
          addMessage(chatWith(invitation.accountId, providerId), {
            text: invitation.text,
            isFromOwner: true,
            type: "INVITATION",
          });
        connect(invitation.accountId, providerId, invitation.text !== null);
      }
    },
    ignore: (providerId: string) => {
      for (const invitation of state.invitations)
        if (invitation.providerId === providerId && invitation.status === "PENDING")
          Object.assign(invitation, { status: "IGNORED", changedAt: now() });
    },
    randomFor: (seed: string) => createRandom(seed),
    now,
  };
}
