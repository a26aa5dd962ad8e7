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
