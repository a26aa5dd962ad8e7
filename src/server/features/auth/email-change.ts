import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf, hashToken, newToken, type Visitor } from "#platform/sessions.ts";
import { HOUR_MS } from "#platform/time.ts";
import { emailChangeEmail, emailChangeNoticeEmail } from "#server/emails/account-emails.ts";
import { recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { lockAddress } from "./address-locks.queries.ts";
import {
  addressKey,
  decideSignIn,
  refuseSsoDomainOfOtherCompany,
  tooManyAttempts,
  waitBeforeAttempt,
} from "./auth.policy.ts";
import {
  type Account,
  findAccount,
  findAccountByName,
  findInvitedAccount,
  lockUser,
  updateEmail,
} from "./auth.queries.ts";
import {
  consumeEmailChange,
  countEmailChanges,
  insertEmailChange,
  invalidateResetsOf,
} from "./emailed-links.queries.ts";
import { insertFailure } from "./sign-in.queries.ts";

const LINK_LIFETIME_MS = 24 * HOUR_MS;
const EMAILS_PER_HOUR = 3;
const GUESSED_LINK = "email-link";

/** Undefined when the address belongs to somebody else or too many mails were sent: the user gets the same response. */
const issueConfirmation = (
  { database, clock }: Pick<Platform, "database" | "clock">,
  { id: userId, companyId }: Account,
  email: string,
): Promise<string | undefined> =>
  transaction({ db: database.platform }, async (scope) => {
    await lockUser(scope, userId);
    const now = clock.now();
    const owner = (await findAccountByName(scope, email)) ?? (await findInvitedAccount(scope, email, companyId));
    if (owner && owner.id !== userId) return undefined;
    if ((await countEmailChanges(scope, userId, new Date(now.getTime() - HOUR_MS))) >= EMAILS_PER_HOUR)
      return undefined;
    const token = newToken();
    const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
    await insertEmailChange(scope, { tokenHash: hashToken(token), userId, email, createdAt: now, expiresAt });
    return token;
  });

/** Mails the link to the new address. */
export const mailConfirmation = async (platform: Platform, userId: string, email: string): Promise<void> => {
  const { database, config, mailer } = platform;
  const account = await findAccount({ db: database.platform }, userId);
  const token = account && (await issueConfirmation(platform, account, email));
  if (!token) return;
  const link = new URL("/confirm-email", config.publicUrl);
  link.searchParams.set("token", token);
  await mailer.send({ to: email, ...emailChangeEmail({ name: fullNameOf(account), link: link.href }) });
};

/** Tells the old address, so that its owner notices a change by somebody else. */
export const mailOldAddress = async (
  { mailer, config }: Pick<Platform, "mailer" | "config">,
  { to, name, email }: { to: string; name: string; email: string },
): Promise<void> => {
  const link = new URL("/forgot-password", config.publicUrl).href;
  await mailer.send({ to, ...emailChangeNoticeEmail({ name, email, link }) });
};

const givenToColleague = () =>
  new AppError("conflict", "Met dit e-mailadres is intussen een collega uitgenodigd. Vraag je beheerder om hulp.");
const invalidLink = () => new AppError("invalid", "De link is ongeldig of verlopen.");

const storeEmail = async (scope: PlatformScope, token: string, visitor: Visitor, now: Date): Promise<boolean> => {
  const change = await consumeEmailChange(scope, hashToken(token), now);
  if (!change) return false;
  await lockUser(scope, change.userId);
  await lockAddress(scope, change.email);
  const account = await findAccount(scope, change.userId);
  if (!account || (decideSignIn(account, "main") !== "yes" && decideSignIn(account, "admin") !== "yes")) return false;
  await refuseSsoDomainOfOtherCompany(scope, { ...account, email: change.email });
  // An error instead of false: the link stays valid, in case the invitation is withdrawn.
  if (await findInvitedAccount(scope, change.email, account.companyId)) throw givenToColleague();
  await updateEmail(scope, account.id, change.email, now);
  // A reset link that was sent already went to the old address.
  await invalidateResetsOf(scope, account.id, now);
  await recordOwnAccountAction(scope, account, visitor, now, {
    action: "email.changed",
    before: { email: account.email },
    after: { email: change.email },
  });
  return true;
};

/** Makes the address that the link was mailed to the address of the account. */
export const confirmEmail = async (
  { database, clock }: Pick<Platform, "database" | "clock">,
  token: string,
  visitor: Visitor,
): Promise<void> => {
  const scope = { db: database.platform };
  const now = clock.now();
  const from = addressKey(visitor.ipAddress);
  const wait = await waitBeforeAttempt(scope, GUESSED_LINK, from, now);
  if (wait > 0) throw tooManyAttempts(wait);
  const done = await transaction(scope, (scope) => storeEmail(scope, token, visitor, now)).catch((error: unknown) => {
    // Somebody else has taken the address since the link was sent.
    if (isUniqueViolation(error)) return false;
    throw error;
  });
  if (done) return;
  await insertFailure(scope, GUESSED_LINK, from, now);
  throw invalidLink();
};
