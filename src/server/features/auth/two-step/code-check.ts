import type { PlatformScope } from "#platform/database/scope.ts";
import type { SecretBox } from "#platform/secrets.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { readDigits, secretContext } from "./set-up.ts";
import { matchingStep } from "./totp.ts";
import { findTwoStep, spendRecoveryCode, spendStep } from "./two-step.queries.ts";

const SIX_DIGITS = /^\d{6}$/;

/** Present after a recovery code. */
interface Accepted {
  recoveryCodesLeft?: number;
}

/**
 * Takes a code of the app or a recovery code, and each of them once; nothing when it is neither. To be called with a
 * hashing place in hand.
 */
export const acceptCode = async (
  secrets: SecretBox,
  scope: PlatformScope,
  userId: string,
  code: string,
  now: Date,
): Promise<Accepted | undefined> => {
  const found = await findTwoStep(scope, userId);
  if (!found?.secret) return undefined;
  const digits = readDigits(code);
  if (SIX_DIGITS.test(digits)) {
    const step = matchingStep(secrets.open(found.secret, secretContext(userId)), digits, now);
    return step !== undefined && (await spendStep(scope, userId, step)) ? {} : undefined;
  }
  const spent = await spendRecoveryCode(scope, userId, await hashRecoveryCode(userId, code), now);
  return spent ? { recoveryCodesLeft: found.recoveryCodesLeft - 1 } : undefined;
};
