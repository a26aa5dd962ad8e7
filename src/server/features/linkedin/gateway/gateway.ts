/** An account at the gateway. */
export interface GatewayAccount {
  id: string;
  isLinkedIn: boolean;
  name: string;
  ownerId: string;
  status: "ok" | "connecting" | "credentials" | "stopped" | "error";
}

export interface GatewayMessage {
  id: string;
  chatId: string;
  /** The id on LinkedIn of the person who sent it. */
  senderId: string;
  isOurs: boolean;
  text: string;
  at: Date;
  /** The note of an invitation. */
  isNote: boolean;
  /** False for a notice of LinkedIn, and for a message that was deleted. */
  isWritten: boolean;
}

export interface Relation {
  providerId: string;
  publicIdentifier: string;
  at: Date | null;
}

export interface Profile {
  providerId: string;
  publicIdentifier: string;
  isRelation: boolean;
  isInvited: boolean;
}

export interface AccountLinkRequest {
  /** The gateway's id of the account to connect again; null for a new account. */
  accountId: string | null;
  expiresAt: Date;
  notifyUrl: string;
  successUrl: string;
  failureUrl: string;
}

export interface MessageRequest {
  accountId: string;
  /** Where it is known, the message goes into this chat. */
  chatId: string | null;
  providerId: string;
  text: string;
}

/** What the product asks of LinkedIn. A gateway with another protocol is another file that implements this. */
export interface LinkedInGateway {
  /** Host and port. */
  readonly name: string;
  listAccounts(): Promise<GatewayAccount[]>;
  findAccount(id: string): Promise<GatewayAccount | undefined>;
  isPaid(accountId: string): Promise<boolean>;
  removeAccount(id: string): Promise<void>;
  /** The URL of the page on which a user connects a LinkedIn account. */
  createAccountLink(request: AccountLinkRequest): Promise<string>;
  /** Costs a profile view. */
  findProfile(accountId: string, idOrSlug: string): Promise<Profile | undefined>;
  /** `usage`: the percentage of LinkedIn's invitation quota that is used; 0 when unknown. */
  invite(
    accountId: string,
    providerId: string,
    note: string | null,
  ): Promise<{ invitationId: string | null; usage: number }>;
  /** The sent invitations without a response. */
  listPendingInvitations(accountId: string): Promise<{ invitationId: string; providerId: string }[]>;
  withdraw(accountId: string, invitationId: string): Promise<void>;
  /** The newest first. */
  listRelations(accountId: string, which: "newest" | "all"): Promise<Relation[]>;
  sendMessage(request: MessageRequest): Promise<{ chatId: string | null; messageId: string | null }>;
  findChat(accountId: string, providerId: string): Promise<string | undefined>;
  /** Not one-to-one: a group, or an advertisement. `partnerId`: the id on LinkedIn of the other person in a chat of two. */
  describeChat(chatId: string): Promise<{ isOneToOne: boolean; partnerId: string | null } | undefined>;
  listMessages(accountId: string, since: Date): Promise<GatewayMessage[]>;
  listMessagesWith(accountId: string, providerId: string, since: Date | null): Promise<GatewayMessage[]>;
  /**
   * Calls `url` with this token for messages, new relations and changes of accounts. Returns the ids of the webhooks. When one
   * cannot be registered, none is.
   */
  registerHooks(url: string, token: string): Promise<string[]>;
  removeHook(id: string): Promise<void>;
}

/**
 * What an error means for us.
 * key: the key of the company is wrong. reconnect: the owner must connect the account again. restricted: LinkedIn has limited
 * the account. refused: this request, for good. not_related: the person has to accept an invitation first. related: they are
 * a relation already. invited: they were invited recently. invitation_limit, busy: the account has to wait for hours.
 * profile_limit: our own daily limit of profile views is reached. not_found: what the request is about does not exist.
 * unreachable: certainly not carried out. unknown: it may have been carried out.
 */
export type GatewayProblem =
  | "key"
  | "reconnect"
  | "restricted"
  | "refused"
  | "not_related"
  | "related"
  | "invited"
  | "invitation_limit"
  | "busy"
  | "profile_limit"
  | "not_found"
  | "unreachable"
  | "unknown";

export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly problem: GatewayProblem;
  /** The gateway's name for the error, or why there was no answer; for the log. */
  readonly type: string;

  constructor(problem: GatewayProblem, type: string) {
    super(`The LinkedIn gateway failed: ${problem} (${type}).`);
    this.problem = problem;
    this.type = type;
  }
}
