import type { SecondStep } from "#contract/auth.ts";
import type { SignInCodeFormValues } from "#contract/forms.ts";
import type { SignedInWithCode } from "#contract/two-step.ts";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { withHashingSlot } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import type { SecretBox } from "#platform/secrets.ts";
import { hashToken, newToken, type SessionKind, type Visitor } from "#platform/sessions.ts";
import { recordFailedSignIn, recordOwnAccountAction } from "#server/features/audit/audit.service.ts";
import { readSettings } from "#server/features/settings/settings.service.ts";
import { addressKey, decideSignIn, refuseFurtherCodes } from "../auth.policy.ts";
import { type Account, findAccount, lockUser } from "../auth.queries.ts";
import { type OpenedSession, openUserSession, refuseBlocked } from "../open-session.ts";
import { insertFailure } from "../sign-in.queries.ts";
import {
  countWrongCode,
  deleteChallenge,
  deleteChallengesOf,
  findChallenge,
  insertChallenge,
} from "./two-step.queries.ts";
import { acceptCode, acceptFirstCode, offerSecret } from "./two-step.service.ts";

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
export const createChallenge = async (
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

/** The part of the response about recovery codes: how many are left, or new ones. */
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
    await insertFailure(scope, userId, addressKey(visitor.ipAddress), now);
    await countWrongCode(scope, tokenHash, CODES_PER_CHALLENGE);
    await recordFailedSignIn(scope, "two_step.failed", account, visitor, now);
    return new AppError("invalid_credentials", CODE_ERRORS[sessionKind].wrong);
  }
  await deleteChallenge(scope, tokenHash);
  const opened = await openUserSession(scope, sessionKind, account, { visitor, now, method: { signInMethod: "code" } });
  return { ...opened, recoveryInfo };
};

export const signInWithCode = async (
  { database, clock, secrets }: Pick<Platform, "database" | "clock" | "secrets">,
  sessionKind: SessionKind,
  form: SignInCodeFormValues,
  visitor: Visitor,
): Promise<OpenedSessionWithCode> => {
  const outcome = await withHashingSlot(
    () =>
      transaction({ db: database.platform }, (scope) =>
        checkSecondStep(secrets, scope, { sessionKind, form, visitor, now: clock.now() }),
      ),
    addressKey(visitor.ipAddress),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};
