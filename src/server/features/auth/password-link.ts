import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken, type SessionKind } from "#platform/sessions.ts";
import { HOUR_MS } from "#platform/time.ts";
import { type ResetRequest, recordResetRequest } from "#server/features/audit/audit.service.ts";
import { decideSignIn, refusesPassword } from "./auth.policy.ts";
import { type Account, findAccountByName, findInvitedAccount, lockUser } from "./auth.queries.ts";
import { countResets, deleteReset, findInviter, insertReset, invalidateResetsOf } from "./emailed-links.queries.ts";

const EMAILS_PER_HOUR = 3;
const PAGE: Record<SessionKind, string> = { main: "/reset-password", admin: "/admin/reset-password" };

type MailAccount = Account & { email: string };

/** A single-use link to set a password. */
export interface PasswordLink {
  account: MailAccount;
  sessionKind: SessionKind;
  token: string;
  expiresAt: Date;
  /** For a link that also accepts an invitation: the name of whoever invited. */
  invitedBy: string | undefined;
}

/** Creates the only valid link of an account, which the caller has locked: older links become invalid. */
export const issueLink = async (
  scope: PlatformScope,
  {
    account,
    sessionKind,
    lifetimeMs,
    invitedBy,
    now,
  }: { account: MailAccount; sessionKind: SessionKind; lifetimeMs: number; invitedBy: string | undefined; now: Date },
): Promise<PasswordLink> => {
  await invalidateResetsOf(scope, account.id, now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await insertReset(scope, {
    tokenHash: hashToken(token),
    sessionKind,
    userId: account.id,
    createdAt: now,
    expiresAt,
    invitedBy,
  });
  return { account, sessionKind, token, expiresAt, invitedBy };
};

/** The host comes from the configuration, never from a request. */
const addressOf = ({ sessionKind, token }: PasswordLink, publicUrl: URL): string => {
  const address = new URL(PAGE[sessionKind], publicUrl);
  address.searchParams.set("token", token);
  return address.href;
};

/** Deletes a link whose mail could not be sent, so that a retry does not count towards the limit of mails per hour. */
export const deliverLink = async (
  { config, database }: Pick<Platform, "config" | "database">,
  link: PasswordLink,
  deliver: (address: string) => Promise<unknown>,
): Promise<void> => {
  try {
    await deliver(addressOf(link, config.publicUrl));
  } catch (error) {
    await deleteReset({ db: database.platform }, hashToken(link.token));
    throw error;
  }
};

/** Creates the only valid link of the account; undefined when the address is unknown, passwords are refused or the limit is reached. */
export const makeResetLink = (
  { database, clock }: Pick<Platform, "database" | "clock">,
  sessionKind: SessionKind,
  email: string,
  request: ResetRequest | undefined,
): Promise<PasswordLink | undefined> =>
  transaction({ db: database.platform }, async (scope) => {
    const known = await findAccountByName(scope, email);
    const account = known ?? (await findInvitedAccount(scope, email));
    if (account?.email?.toLowerCase() !== email.toLowerCase() || decideSignIn(account, sessionKind) !== "yes")
      return undefined;
    if (await refusesPassword(scope, account)) return undefined;
    await lockUser(scope, account.id);
    const now = clock.now();
    if ((await countResets(scope, account.id, new Date(now.getTime() - HOUR_MS))) >= EMAILS_PER_HOUR) return undefined;
    if (request) await recordResetRequest(scope, account, request);
    return issueLink(scope, {
      account: { ...account, email: account.email },
      sessionKind,
      lifetimeMs: HOUR_MS,
      // Mail and page name the company whose invitation is accepted with the link: several may have invited this address.
      invitedBy: known ? undefined : ((await findInviter(scope, account.id)) ?? "Een beheerder"),
      now,
    });
  });
