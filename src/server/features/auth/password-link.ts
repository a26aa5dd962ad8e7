import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken, type SessionKind } from "#platform/sessions.ts";
import { decideSignIn, refusesPassword } from "./auth.policy.ts";
import {
  type Account,
  countResets,
  deleteReset,
  findAccountByName,
  insertReset,
  invalidateResetsOf,
  lockUser,
} from "./auth.queries.ts";

const HOUR = 3_600_000;
const MAILS_PER_HOUR = 3;
const PAGE: Record<SessionKind, string> = { main: "/reset-password", admin: "/admin/reset-password" };

type MailAccount = Account & { email: string };

/** A single-use link to set a password. */
export interface PasswordLink {
  account: MailAccount;
  sessionKind: SessionKind;
  token: string;
  expiresAt: Date;
}

/** Creates the only valid link of an account, which the caller has locked: older links become invalid. */
export const issueLink = async (
  scope: PlatformScope,
  {
    account,
    sessionKind,
    lifetimeMs,
    now,
  }: { account: MailAccount; sessionKind: SessionKind; lifetimeMs: number; now: Date },
): Promise<PasswordLink> => {
  await invalidateResetsOf(scope, account.id, now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await insertReset(scope, { tokenHash: hashToken(token), sessionKind, userId: account.id, createdAt: now, expiresAt });
  return { account, sessionKind, token, expiresAt };
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
): Promise<PasswordLink | undefined> =>
  transaction({ db: database.platform }, async (scope) => {
    const account = await findAccountByName(scope, email);
    if (account?.email?.toLowerCase() !== email.toLowerCase() || decideSignIn(account, sessionKind) !== "yes")
      return undefined;
    if (await refusesPassword(scope, account)) return undefined;
    await lockUser(scope, account.id);
    const now = clock.now();
    if ((await countResets(scope, account.id, new Date(now.getTime() - HOUR))) >= MAILS_PER_HOUR) return undefined;
    return issueLink(scope, { account: { ...account, email: account.email }, sessionKind, lifetimeMs: HOUR, now });
  });
