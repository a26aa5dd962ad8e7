import { createHash, randomUUID } from "node:crypto";
import { type Clock, DAY_MS } from "../clock.ts";
import { createRandom } from "../demo/random.ts";
import {
  type Account,
  type AccountStatus,
  type Chat,
  EMPTY_NETWORK,
  type Invitation,
  type Message,
  type NetworkState,
  type Person,
  type Tier,
} from "./network-state.ts";

export type Limits = { invitesPerDay: number; invitesPerWeek: number; notesPerMonth: number; noteLength: number };
export const WITHDRAWN_BLOCK = 21 * DAY_MS;

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

/** What the parts of the network share. Loading and resetting replace the state. */
type Store = {
  state: NetworkState;
  readonly settings: { historyLagMs: number; nullIds: boolean };
  now(): number;
  onEvent(event: NetworkEvent): void;
};

const createPeople = (store: Store) => {
  const knownPerson = (id: string) =>
    store.state.people.find(({ providerId, publicIdentifier }) => providerId === id || publicIdentifier === id);

  const addPerson = (person: Person): Person => {
    store.state.people.push(person);
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

  return { person, addPerson };
};

const createRelations = (store: Store) => {
  const isRelation = (accountId: string, providerId: string) =>
    store.state.relations.some((relation) => relation.accountId === accountId && relation.providerId === providerId);
  return {
    isRelation,
    connect: (accountId: string, providerId: string, hadNote: boolean) => {
      if (isRelation(accountId, providerId)) return;
      store.state.relations.push({ accountId, providerId, at: store.now() });
      store.onEvent({ kind: "relation", accountId, providerId, hadNote });
    },
    disconnect: (accountId: string, providerId: string) => {
      store.state.relations = store.state.relations.filter(
        (relation) => relation.accountId !== accountId || relation.providerId !== providerId,
      );
    },
  };
};

const createChats = (store: Store) => ({
  chatWith: (accountId: string, providerId: string, isGroup = false): Chat => {
    const known = store.state.chats.find(
      (chat) => chat.accountId === accountId && chat.providerId === providerId && Boolean(chat.isGroup) === isGroup,
    );
    if (known) return known;
    const chat = { id: randomUUID(), accountId, providerId, at: store.now(), isGroup };
    store.state.chats.push(chat);
    return chat;
  },
  addMessage: (
    chat: Chat,
    { text, isFromOwner, type = "MESSAGE" }: { text: string; isFromOwner: boolean; type?: Message["type"] },
  ): Message => {
    const { accountId, providerId } = chat;
    const at = store.now();
    const visibleAt = at + store.settings.historyLagMs;
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
    store.state.messages.push(message);
    if (isFromOwner && type === "MESSAGE")
      store.state.received.push({
        account: accountId,
        providerId,
        kind: "message",
        text,
        at: new Date(at).toISOString(),
      });
    store.onEvent({ kind: "message", message });
    return message;
  },
});

const createInvitations = (
  store: Store,
  { connect }: ReturnType<typeof createRelations>,
  { chatWith, addMessage }: ReturnType<typeof createChats>,
) => ({
  pendingInvitation: (accountId: string, providerId: string) =>
    store.state.invitations.find(
      (one) =>
        one.accountId === accountId &&
        one.providerId === providerId &&
        (one.status === "PENDING" || one.status === "IGNORED"),
    ),
  invitationsSince: (accountId: string, ms: number) =>
    store.state.invitations.filter((one) => one.accountId === accountId && one.at > store.now() - ms),
  invite: (account: Account, providerId: string, text: string | null): Invitation => {
    const at = store.now();
    const invitation: Invitation = {
      id: randomUUID(),
      accountId: account.id,
      providerId,
      text,
      at,
      status: "PENDING",
      changedAt: at,
    };
    store.state.invitations.push(invitation);
    store.state.received.push({
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
    for (const invitation of store.state.invitations) {
      if (invitation.providerId !== providerId || invitation.status !== "PENDING") continue;
      if (accountId !== undefined && invitation.accountId !== accountId) continue;
      Object.assign(invitation, { status: "ACCEPTED", changedAt: store.now() });
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
    for (const invitation of store.state.invitations)
      if (invitation.providerId === providerId && invitation.status === "PENDING")
        Object.assign(invitation, { status: "IGNORED", changedAt: store.now() });
  },
});

const createAccounts = (store: Store) => {
  const findAccount = (id: string) => store.state.accounts.find((account) => account.id === id);
  return {
    account: findAccount,
    accountOf: (key: string, id: string) => store.state.accounts.find((one) => one.id === id && one.key === key),
    addAccount: (key: string, name: string, tier: Tier, status: AccountStatus = "OK"): Account => {
      const { state } = store;
      const publicIdentifier = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
      const account: Account = {
        id: randomUUID().replaceAll("-", "").slice(0, 22),
        key,
        name,
        ownerId: `ACoAA${letters(`${key} ${name}`, 28)}`,
        publicIdentifier,
        tier,
        status,
        createdAt: store.now(),
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
      const { state } = store;
      const ownerId = findAccount(id)?.ownerId;
      if (ownerId) state.removedAccounts.push({ id, ownerId });
      state.accounts = state.accounts.filter((account) => account.id !== id);
      state.chats = state.chats.filter(({ accountId }) => accountId !== id);
      state.messages = state.messages.filter(({ accountId }) => accountId !== id);
      store.onEvent({ kind: "status", accountId: id, message: "DELETED" });
    },
    setStatus: (account: Account, status: AccountStatus, message: string = status) => {
      account.status = status;
      store.onEvent({ kind: "status", accountId: account.id, message });
    },
  };
};

/** The social network behind the gateway: accounts, people, invitations and chats. */
export function createNetwork(clock: Clock, onEvent: (event: NetworkEvent) => void) {
  const store: Store = {
    state: structuredClone(EMPTY_NETWORK),
    settings: { historyLagMs: 0, nullIds: false },
    now: () => clock.now().getTime(),
    onEvent,
  };
  const relations = createRelations(store);
  const chats = createChats(store);
  return {
    settings: store.settings,
    state: () => store.state,
    load: (saved: NetworkState) => {
      store.state = { ...structuredClone(EMPTY_NETWORK), ...saved };
    },
    reset: () => {
      store.state = structuredClone(EMPTY_NETWORK);
      Object.assign(store.settings, { historyLagMs: 0, nullIds: false });
    },
    ...createPeople(store),
    ...relations,
    ...chats,
    ...createInvitations(store, relations, chats),
    ...createAccounts(store),
    randomFor: (seed: string) => createRandom(seed),
    now: store.now,
  };
}
