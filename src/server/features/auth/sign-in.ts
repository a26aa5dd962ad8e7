import type { SecondStep, SessionUser } from "#contract/auth.ts";
import type { Credentials, SignInCodeFormValues } from "#contract/forms.ts";
import type { SignedInWithCode } from "#contract/two-step.ts";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Reply } from "#platform/http/handlers.ts";
import { verifyPassword, withHashingSlot } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import type { SecretBox } from "#platform/secrets.ts";
import { endSession, hashToken, newToken, openSession, type SessionKind, type Visitor } from "#platform/sessions.ts";
import { recordFailedSignIn, recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { readSettings } from "#server/features/settings/settings.service.ts";
import {
  ATTEMPT_WINDOW_MS,
  addressKey,
  decideSignIn,
  nameKey,
  refuseBlockedAttempt,
  refuseFurtherCodes,
  toSessionUser,
} from "./auth.policy.ts";
import {
  type Account,
  claimFirstRefusal,
  DEVICE_LIFETIME_MS,
  deleteFailuresOf,
  findAccount,
  findAccountByName,
  insertFailure,
  isIssuedDevice,
  lockUser,
  markSignedIn,
  rememberDevice,
} from "./auth.queries.ts";
import { delayAttackedName } from "./sign-in-slowdown.ts";
import { isSsoOnly } from "./sso/sso.queries.ts";
import {
  countWrongCode,
  deleteChallenge,
  deleteChallengesOf,
  findChallenge,
  insertChallenge,
} from "./two-step/two-step.queries.ts";
import { acceptCode, acceptFirstCode, offerSecret } from "./two-step/two-step.service.ts";

export interface OpenedSession {
  user: SessionUser;
  token: string;
  expiresAt: Date;
}

/**
 * Opens the session after all checks have passed. Failures are cleared only here: the password alone must not reset the
 * count.
 */
export const openUserSession = async (
  scope: PlatformScope,
  sessionKind: SessionKind,
  account: Account,
  visitor: Visitor,
  now: Date,
): Promise<OpenedSession> => {
  const names = [account.username, account.email ?? ""].map(nameKey);
  await deleteFailuresOf(scope, [account.id, ...names], addressKey(visitor.address));
  await markSignedIn(scope, account.id, now);
  const session = await openSession(scope, sessionKind, account.id, visitor, now);
  const action = sessionKind === "main" ? "session.opened" : "admin_session.opened";
  await recordOwnAccountAction(scope, account, visitor, now, { action });
  return { user: toSessionUser(account), ...session };
};

interface CookieExchange {
  tokenOf(sessionKind: SessionKind): string | undefined;
  visitor: Visitor;
  reply: Reply;
}

/** Sets the cookies of the new session and of the browser, and ends the session that the browser had. */
export const setSessionCookie = async (
  { database, clock }: Pick<Platform, "database" | "clock">,
  sessionKind: SessionKind,
  { user, token, expiresAt }: OpenedSession,
  { tokenOf, visitor, reply }: CookieExchange,
): Promise<void> => {
  const scope = { db: database.platform };
  const now = clock.now();
  const replaced = tokenOf(sessionKind);
  if (replaced) await endSession(scope, sessionKind, replaced);
  reply.setSession(sessionKind, token, expiresAt);
  // One token per browser, for all users who sign in with it.
  const { deviceToken } = visitor;
  const device = deviceToken && (await isIssuedDevice(scope, hashToken(deviceToken))) ? deviceToken : newToken();
  await rememberDevice(scope, hashToken(device), user.id, now);
  reply.setDevice(device, new Date(now.getTime() + DEVICE_LIFETIME_MS));
};

/** Refuses a blocked attempt, and records the first refusal of each block. */
const refuseBlocked = async (
  scope: PlatformScope,
  key: string,
  account: Account | undefined,
  { visitor, now }: { visitor: Visitor; now: Date },
): Promise<AppError | undefined> => {
  const from = addressKey(visitor.address);
  const blocked = await refuseBlockedAttempt(scope, key, from, now);
  const since = new Date(now.getTime() - ATTEMPT_WINDOW_MS);
  if (blocked && (await claimFirstRefusal(scope, key, from, { since, now })))
    await recordFailedSignIn(scope, "sign_in.refused", account, visitor, now);
  return blocked;
};

const CODES_PER_CHALLENGE = 5;
const CHALLENGE_MS = 5 * 60_000;

const CODE_ERRORS: Record<SessionKind, { expired: string; wrong: string }> = {
  main: {
    expired: "Deze aanmelding is verlopen. Log opnieuw in.",
    wrong: "Deze code klopt niet of is al gebruikt.",
  },
  admin: {
    expired: "This sign-in has expired. Please sign in again.",
    wrong: "This code is not correct or has already been used.",
  },
};

const isTwoStepRequired = async (
  scope: PlatformScope,
  sessionKind: SessionKind,
  { twoStepDueAt }: Account,
  now: Date,
): Promise<boolean> =>
  sessionKind === "admin" &&
  ((twoStepDueAt !== null && twoStepDueAt <= now) || (await readSettings(scope)).adminTwoStepRequired);

/** Starts the second step where two-step sign-in is on or required; undefined where the password is enough. */
const createChallenge = async (
  secrets: SecretBox,
  scope: PlatformScope,
  sessionKind: SessionKind,
  account: Account,
  now: Date,
): Promise<SecondStep | undefined> => {
  if (!account.twoStepEnabled && !(await isTwoStepRequired(scope, sessionKind, account, now))) return undefined;
  const challenge = newToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await insertChallenge(scope, { tokenHash: hashToken(challenge), sessionKind, userId: account.id, expiresAt });
  if (account.twoStepEnabled) return { twoStep: true, challenge };
  return { twoStep: true, challenge, setUp: await offerSecret(secrets, scope, account) };
};

/** What the response tells about recovery codes. */
type RecoveryCodeInfo = Pick<SignedInWithCode, "recoveryCodesLeft" | "recoveryCodes">;

interface OpenedSessionWithCode extends OpenedSession {
  recoveryInfo: RecoveryCodeInfo;
}

interface CodeAttempt {
  sessionKind: SessionKind;
  form: SignInCodeFormValues;
  visitor: Visitor;
  now: Date;
}

/** Undefined when the code is wrong. */
const checkCode = async (
  secrets: SecretBox,
  scope: PlatformScope,
  account: Account,
  { form: { code }, visitor, now }: CodeAttempt,
): Promise<RecoveryCodeInfo | undefined> => {
  if (!account.twoStepEnabled) {
    const recoveryCodes = await acceptFirstCode(secrets, scope, { person: account, code, visitor, now });
    return recoveryCodes && { recoveryCodes };
  }
  const accepted = await acceptCode(secrets, scope, account.id, code, now);
  if (!accepted) return undefined;
  const { recoveryCodesLeft } = accepted;
  if (recoveryCodesLeft === undefined) return {};
  await recordOwnAccountAction(scope, account, visitor, now, {
    action: "two_step.recovery_code_used",
    after: { recoveryCodesLeft },
  });
  return { recoveryCodesLeft };
};

const checkSecondStep = async (
  secrets: SecretBox,
  scope: PlatformScope,
  attempt: CodeAttempt,
): Promise<OpenedSessionWithCode | AppError> => {
  const { sessionKind, form, visitor, now } = attempt;
  const expired = new AppError("expired", CODE_ERRORS[sessionKind].expired);
  const tokenHash = hashToken(form.challenge);
  const userId = await findChallenge(scope, sessionKind, tokenHash, now);
  if (!userId) return expired;
  const owner = await findAccount(scope, userId);
  const blocked = await refuseBlocked(scope, userId, owner, attempt);
  if (blocked) return blocked;
  await lockUser(scope, userId);
  const exhausted = await refuseFurtherCodes(scope, userId, now);
  if (exhausted) {
    await deleteChallengesOf(scope, userId);
    return exhausted;
  }
  // Read again after locking: another request may have used the challenge meanwhile.
  const account = (await findChallenge(scope, sessionKind, tokenHash, now)) && (await findAccount(scope, userId));
  if (!account || decideSignIn(account, sessionKind) !== "yes") return expired;
  const recoveryInfo = await checkCode(secrets, scope, account, attempt);
  if (!recoveryInfo) {
    await insertFailure(scope, userId, addressKey(visitor.address), now);
    await countWrongCode(scope, tokenHash, CODES_PER_CHALLENGE);
    await recordFailedSignIn(scope, "two_step.failed", account, visitor, now);
    return new AppError("invalid_credentials", CODE_ERRORS[sessionKind].wrong);
  }
  await deleteChallenge(scope, tokenHash);
  return { ...(await openUserSession(scope, sessionKind, account, visitor, now)), recoveryInfo };
};

export const signInWithCode = async (
  { database, clock, secrets }: Pick<Platform, "database" | "clock" | "secrets">,
  sessionKind: SessionKind,
  form: SignInCodeFormValues,
  visitor: Visitor,
): Promise<OpenedSessionWithCode> => {
  const outcome = await withHashingSlot(() =>
    transaction({ db: database.platform }, (scope) =>
      checkSecondStep(secrets, scope, { sessionKind, form, visitor, now: clock.now() }),
    ),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};

const CREDENTIAL_ERRORS: Record<SessionKind, string> = {
  main: "Ongeldige gebruikersnaam of wachtwoord",
  admin: "Invalid username or password",
};

type SignInDeps = Pick<Platform, "database" | "clock" | "secrets">;

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
  await insertFailure(scope, nameKey(credentials.username), addressKey(visitor.address), now);
  await recordFailedSignIn(scope, "sign_in.failed", account, visitor, now);
  return new AppError("invalid_credentials", CREDENTIAL_ERRORS[sessionKind]);
};

const checkPassword = async (
  { secrets }: SignInDeps,
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
      if (sessionKind === "main" && account.role !== "super_admin" && (await isSsoOnly(scope, account.companyId)))
        return new AppError("forbidden", "Je bedrijf logt alleen in via SSO.");
      return (
        // Codes are counted per account: the right password does not lead to further attempts.
        (await refuseBlocked(scope, account.id, account, attempt)) ??
        (await createChallenge(secrets, scope, sessionKind, account, now)) ??
        openUserSession(scope, sessionKind, account, visitor, now)
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
  const outcome = await withHashingSlot(() =>
    transaction({ db: database.platform }, (scope) =>
      checkPassword(platform, scope, { sessionKind, credentials, visitor, now: clock.now() }),
    ),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};
