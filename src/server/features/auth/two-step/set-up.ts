import type { TwoStepSecret } from "#contract/auth.ts";
import { AppError } from "#platform/app-error.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { SealedColumn } from "#platform/reseal.ts";
import type { SecretBox } from "#platform/secrets.ts";
import { endSessionsOf, type Visitor } from "#platform/sessions.ts";
import { type OwnPerson, recordOwn } from "../own-audit.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { matchingStep, newSecret, otpauthUri } from "./totp.ts";
import { findTwoStep, replaceRecoveryCodes, storeNewSecret, turnOn } from "./two-step.queries.ts";

/** Where the secret is sealed for: a secret of one account opens for no other. */
export const secretContext = (userId: string): string => `user:${userId}:two-step`;
export const twoStepSecretColumn: SealedColumn = {
  table: "users",
  column: "two_step_secret_sealed",
  contextOf: secretContext,
};

/** Authenticator apps show a gap in the middle. */
export const readDigits = (code: string): string => code.replace(/\s/g, "");

/** Hands out a secret. It counts for nothing until a code shows that it arrived. */
export const offerSecret = async (
  secrets: SecretBox,
  scope: PlatformScope,
  { id, username }: { id: string; username: string },
): Promise<TwoStepSecret> => {
  const secret = newSecret();
  const stored = await storeNewSecret(scope, id, secrets.seal(secret, secretContext(id)));
  if (!stored) throw new AppError("conflict", "Inloggen in twee stappen staat al aan.");
  return { secret, otpauthUri: otpauthUri(secret, username) };
};

/** To be called with a hashing place in hand. */
export const issueRecoveryCodes = async (scope: PlatformScope, userId: string): Promise<string[]> => {
  const codes = newRecoveryCodes();
  const hashes: Buffer[] = [];
  // One after the other: the place is for one hash at a time.
  for (const code of codes) hashes.push(await hashRecoveryCode(userId, code));
  await replaceRecoveryCodes(scope, userId, hashes);
  return codes;
};

interface FirstCode {
  person: OwnPerson;
  code: string;
  visitor: Visitor;
  now: Date;
  keepSession?: string;
}

/**
 * Turns two-step sign-in on, ends the other sessions and gives the recovery codes; nothing when the code is wrong. To be
 * called with a hashing place in hand.
 */
export const acceptFirstCode = async (
  secrets: SecretBox,
  scope: PlatformScope,
  { person, code, visitor, now, keepSession }: FirstCode,
): Promise<string[] | undefined> => {
  const { id } = person;
  const found = await findTwoStep(scope, id);
  if (!found?.secret || found.enabledAt) throw new AppError("conflict", "Vraag eerst een nieuwe QR-code aan.");
  const step = matchingStep(secrets.open(found.secret, secretContext(id)), readDigits(code), now);
  if (step === undefined) return undefined;
  const turnedOn = await turnOn(scope, id, { secret: found.secret, step, at: now });
  if (!turnedOn) throw new AppError("conflict", "Er is intussen een nieuwe QR-code aangevraagd. Gebruik die.");
  await endSessionsOf(scope, id, keepSession);
  await recordOwn(scope, person, visitor, now, { action: "two_step.enabled" });
  return issueRecoveryCodes(scope, id);
};
