import type { SecondStep } from "#contract/auth.ts";
import type { SignInCodeForm } from "#contract/auth-forms.ts";
import type { SignedInWithCode } from "#contract/two-step.ts";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { withHashingPlace } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import type { SecretBox } from "#platform/secrets.ts";
import { hashToken, newToken, type Side, type Visitor } from "#platform/sessions.ts";
import { readSettings } from "#server/features/settings/settings.service.ts";
import { beginAttempt } from "../attempts.ts";
import { mayEnter } from "../auth.policy.ts";
import { type Account, findAccount, insertFailure, lockUser } from "../auth.queries.ts";
import { type Opened, open } from "../opening.ts";
import { recordOwn } from "../own-audit.ts";
import { acceptCode } from "./code-check.ts";
import { acceptFirstCode, offerSecret } from "./set-up.ts";
import { deleteChallenge, findChallenge, insertChallenge } from "./two-step.queries.ts";

const CHALLENGE_MS = 5 * 60_000;

const TEXTS: Record<Side, { expired: string; wrong: string }> = {
  main: {
    expired: "Deze aanmelding is verlopen. Log opnieuw in.",
    wrong: "Deze code klopt niet of is al gebruikt.",
  },
  admin: {
    expired: "This sign-in has expired. Please sign in again.",
    wrong: "This code is not correct or has already been used.",
  },
};

const isRequired = async (scope: PlatformScope, side: Side): Promise<boolean> =>
  side === "admin" && (await readSettings(scope)).adminTwoStepRequired;

/** What somebody with the right password still has to do; nothing when that was all. */
export const askSecondStep = async (
  secrets: SecretBox,
  scope: PlatformScope,
  side: Side,
  account: Account,
  now: Date,
): Promise<SecondStep | undefined> => {
  if (!account.twoStepEnabled && !(await isRequired(scope, side))) return undefined;
  const challenge = newToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await insertChallenge(scope, { tokenHash: hashToken(challenge), side, userId: account.id, expiresAt });
  if (account.twoStepEnabled) return { twoStep: true, challenge };
  return { twoStep: true, challenge, setUp: await offerSecret(secrets, scope, account) };
};

/** What there is to tell about recovery codes once somebody is in. */
type CodeNews = Pick<SignedInWithCode, "recoveryCodesLeft" | "recoveryCodes">;

export interface OpenedWithCode extends Opened {
  news: CodeNews;
}

interface Attempt {
  side: Side;
  form: SignInCodeForm;
  visitor: Visitor;
  now: Date;
}

/** Nothing when the code is wrong. */
const checkCode = async (
  secrets: SecretBox,
  scope: PlatformScope,
  account: Account,
  { form: { code }, visitor, now }: Attempt,
): Promise<CodeNews | undefined> => {
  if (!account.twoStepEnabled) {
    const recoveryCodes = await acceptFirstCode(secrets, scope, { person: account, code, visitor, now });
    return recoveryCodes && { recoveryCodes };
  }
  const accepted = await acceptCode(secrets, scope, account.id, code, now);
  if (!accepted) return undefined;
  const { recoveryCodesLeft } = accepted;
  if (recoveryCodesLeft === undefined) return {};
  await recordOwn(scope, account, visitor, now, {
    action: "two_step.recovery_code_used",
    after: { recoveryCodesLeft },
  });
  return { recoveryCodesLeft };
};

const attempt = async (
  secrets: SecretBox,
  scope: PlatformScope,
  asked: Attempt,
): Promise<OpenedWithCode | AppError> => {
  const { side, form, visitor, now } = asked;
  const expired = new AppError("expired", TEXTS[side].expired);
  const tokenHash = hashToken(form.challenge);
  const userId = await findChallenge(scope, side, tokenHash, now);
  if (!userId) return expired;
  const blocked = await beginAttempt(scope, userId, visitor.address, now);
  if (blocked) return blocked;
  await lockUser(scope, userId);
  // Asked again behind the lock: of two codes for one challenge, the second comes too late.
  const account = (await findChallenge(scope, side, tokenHash, now)) && (await findAccount(scope, userId));
  if (!account || mayEnter(account, side) !== "yes") return expired;
  const news = await checkCode(secrets, scope, account, asked);
  if (!news) {
    await insertFailure(scope, userId, visitor.address, now);
    return new AppError("invalid_credentials", TEXTS[side].wrong);
  }
  await deleteChallenge(scope, tokenHash);
  return { ...(await open(scope, side, account, visitor, now)), news };
};

export const signInWithCode = async (
  { database, clock, secrets }: Pick<Platform, "database" | "clock" | "secrets">,
  side: Side,
  form: SignInCodeForm,
  visitor: Visitor,
): Promise<OpenedWithCode> => {
  const outcome = await withHashingPlace(() =>
    transaction({ db: database.platform }, (scope) =>
      attempt(secrets, scope, { side, form, visitor, now: clock.now() }),
    ),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};
