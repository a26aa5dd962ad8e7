import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken, type Side } from "#platform/sessions.ts";
import { type Account, deleteReset, endResetsOf, insertReset } from "./auth.queries.ts";

const PAGE: Record<Side, string> = { main: "/reset-password", admin: "/admin/reset-password" };

export type MailAccount = Account & { email: string };

/** Leave to set a password, once and until then. */
export interface PasswordLink {
  account: MailAccount;
  side: Side;
  token: string;
  expiresAt: Date;
}

/** Makes the one valid link of an account, which the caller has locked: a new one ends the older ones. */
export const issueLink = async (
  scope: PlatformScope,
  { account, side, lifetimeMs, now }: { account: MailAccount; side: Side; lifetimeMs: number; now: Date },
): Promise<PasswordLink> => {
  await endResetsOf(scope, account.id, now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await insertReset(scope, { tokenHash: hashToken(token), side, userId: account.id, createdAt: now, expiresAt });
  return { account, side, token, expiresAt };
};

/** The address comes from the configuration, never from a request. */
const addressOf = ({ side, token }: PasswordLink, publicUrl: URL): string => {
  const address = new URL(PAGE[side], publicUrl);
  address.searchParams.set("token", token);
  return address.href;
};

/** A link whose mail could not be sent is taken back, so that trying again does not use up the hour's mails. */
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
