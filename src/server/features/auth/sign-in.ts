import type { SecondStep } from "#contract/auth.ts";
import type { Credentials } from "#contract/forms.ts";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { verifyPassword, withHashingSlot } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import type { SessionKind, Visitor } from "#platform/sessions.ts";
import { recordFailedSignIn } from "#server/features/audit/audit.service.ts";
import { mailResetLinkJob } from "./auth.jobs.ts";
import { addressKey, decideSignIn, nameKey, refusesPassword } from "./auth.policy.ts";
import { type Account, endPasswordRenewal, findAccountByName } from "./auth.queries.ts";
import { type OpenedSession, openUserSession, refuseBlocked } from "./open-session.ts";
import { findPasswordProblem } from "./password-rules.ts";
import { insertFailure } from "./sign-in.queries.ts";
import { delayAttackedName } from "./sign-in-slowdown.ts";
import { createChallenge } from "./two-step/sign-in-with-code.ts";

const CREDENTIAL_ERRORS: Record<SessionKind, string> = {
  main: "Ongeldige gebruikersnaam of wachtwoord",
  admin: "Invalid username or password",
};

type SignInDeps = Pick<Platform, "database" | "clock" | "secrets" | "jobs">;

// The failure has to be committed, so it is returned from the transaction and thrown outside it.
type SignInOutcome = OpenedSession | SecondStep | AppError;

interface PasswordAttempt {
  sessionKind: SessionKind;
  credentials: Credentials;
  visitor: Visitor;
  now: Date;
}

const refuseCredentials = async (
  scope: PlatformScope,
  account: Account | undefined,
  { sessionKind, credentials, visitor, now }: PasswordAttempt,
) => {
  await insertFailure(scope, nameKey(credentials.username), addressKey(visitor.ipAddress), now);
  await recordFailedSignIn(scope, "sign_in.failed", account, visitor, now);
  return new AppError("invalid_credentials", CREDENTIAL_ERRORS[sessionKind]);
};

const RENEWAL_ERRORS: Record<SessionKind, { rule: string; mailed: string; withoutAddress: string }> = {
  main: {
    rule: "Een platformbeheerder heeft een wachtwoord van minimaal 12 karakters nodig.",
    mailed: "We hebben je een link gemaild om een nieuw wachtwoord te kiezen.",
    withoutAddress: "Vraag een andere platformbeheerder om een nieuw wachtwoord.",
  },
  admin: {
    rule: "A platform admin needs a password of at least 12 characters.",
    mailed: "We have mailed you a link to choose a new password.",
    withoutAddress: "Ask another platform admin for a new password.",
  },
};

/** A user who became a platform admin keeps a password that is long enough, and otherwise gets a link for a new one. */
const refuseWeakPassword = async (
  { jobs }: SignInDeps,
  scope: PlatformScope,
  account: Account,
  { sessionKind, credentials: { password }, visitor, now }: PasswordAttempt,
): Promise<AppError | undefined> => {
  if (!account.passwordRenewalDue) return undefined;
  if (!findPasswordProblem(password, account)) {
    await endPasswordRenewal(scope, account.id);
    return undefined;
  }
  await recordFailedSignIn(scope, "sign_in.refused", account, visitor, now);
  if (account.email) await jobs.enqueue(scope.db, mailResetLinkJob, { sessionKind, email: account.email });
  const { rule, mailed, withoutAddress } = RENEWAL_ERRORS[sessionKind];
  return new AppError("forbidden", `${rule} ${account.email ? mailed : withoutAddress}`);
};

const checkPassword = async (
  deps: SignInDeps,
  scope: PlatformScope,
  attempt: PasswordAttempt,
): Promise<SignInOutcome> => {
  const { sessionKind, credentials, visitor, now } = attempt;
  const account = await findAccountByName(scope, credentials.username);
  const blocked = await refuseBlocked(scope, nameKey(credentials.username), account, attempt);
  if (blocked) return blocked;
  const right = await verifyPassword(account?.passwordHash, credentials.password);
  if (!account || !right) return refuseCredentials(scope, account, attempt);
  switch (decideSignIn(account, sessionKind)) {
    case "no":
      return refuseCredentials(scope, account, attempt);
    case "inactive":
      await recordFailedSignIn(scope, "sign_in.refused", account, visitor, now);
      return new AppError("inactive_account", "Dit account is niet actief. Neem contact op met je beheerder.");
    case "yes":
      if (await refusesPassword(scope, account)) {
        await recordFailedSignIn(scope, "sign_in.refused", account, visitor, now);
        return new AppError("forbidden", "Je bedrijf logt alleen in via SSO.");
      }
      return (
        // Codes are counted per account: the right password does not lead to further attempts.
        (await refuseBlocked(scope, account.id, account, attempt)) ??
        (await refuseWeakPassword(deps, scope, account, attempt)) ??
        (await createChallenge(deps.secrets, scope, sessionKind, account, now)) ??
        openUserSession(scope, sessionKind, account, { visitor, now, method: { signInMethod: "password" } })
      );
  }
};

export const signIn = async (
  platform: SignInDeps,
  sessionKind: SessionKind,
  credentials: Credentials,
  visitor: Visitor,
): Promise<OpenedSession | SecondStep> => {
  const { database, clock } = platform;
  await delayAttackedName(platform, nameKey(credentials.username), visitor);
  const outcome = await withHashingSlot(
    () =>
      transaction({ db: database.platform }, (scope) =>
        checkPassword(platform, scope, { sessionKind, credentials, visitor, now: clock.now() }),
      ),
    addressKey(visitor.ipAddress),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};
