import { createHash, randomInt } from "node:crypto";
import type { TwoStepSecret } from "#contract/auth.ts";
import type { PasswordAndCode } from "#contract/forms.ts";
import { RECOVERY_CODES, type TwoStepStatus } from "#contract/two-step.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { hashWithSalt, withHashingSlot } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import type { SecretBox } from "#platform/secrets.ts";
import { endSessionsOf, fullNameOf, type SignedInUser, type Visitor } from "#platform/sessions.ts";
import {
  type AccountOwner,
  type AuditActor,
  recordChange,
  recordFailedSignIn,
  recordOwnAccountAction,
} from "#server/features/audit/audit.service.ts";
import { readSettings } from "#server/features/settings/settings.service.ts";
import { mailTwoStepOffJob } from "../auth.jobs.ts";
import { addressKey, refuseBlockedAttempt, refuseFurtherCodes } from "../auth.policy.ts";
import { findAccount, lockUser } from "../auth.queries.ts";
import { confirmPassword } from "../profile.ts";
import { insertFailure } from "../sign-in.queries.ts";
import { matchingStep, newSecret, otpauthUri } from "./totp.ts";
import {
  consumeRecoveryCode,
  consumeTotpStep,
  findTwoStep,
  replaceRecoveryCodes,
  storeNewSecret,
  turnOff,
  turnOn,
} from "./two-step.queries.ts";

// Crockford's base32, without I, L, O and U, which are easily misread.
const RECOVERY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RECOVERY_CODE_LENGTH = 8;

const newRecoveryCode = (): string => {
  const letters = Array.from({ length: RECOVERY_CODE_LENGTH }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  ).join("");
  return `${letters.slice(0, RECOVERY_CODE_LENGTH / 2)}-${letters.slice(RECOVERY_CODE_LENGTH / 2)}`;
};

const newRecoveryCodes = (): string[] => {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode());
  return [...codes];
};

/** Accepts spaces, hyphens, lower case and misread letters. */
const normalizeRecoveryCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");

/**
 * With a fast hash, 40 bits could be brute-forced from a leaked table within a day, so the codes are hashed like
 * passwords. The salt is derived from the user's random id: one hash is enough to look a code up.
 */
const hashRecoveryCode = (userId: string, code: string): Promise<Buffer> =>
  hashWithSalt(
    normalizeRecoveryCode(code),
    createHash("sha256").update(`recovery code ${userId}`).digest().subarray(0, 16),
  );

/** Encryption context: the secret of one account cannot be decrypted for another. */
export const secretContext = (userId: string): string => `user:${userId}:two-step`;
export const twoStepSecretColumn: EncryptedColumn = {
  table: "users",
  column: "two_step_secret_encrypted",
  contextOf: secretContext,
};

/** Authenticator apps show codes with a space in the middle. */
const removeSpaces = (code: string): string => code.replace(/\s/g, "");

/** Issues a secret. It has no effect until a first code confirms it. */
export const offerSecret = async (
  secrets: SecretBox,
  scope: PlatformScope,
  { id, username }: { id: string; username: string },
): Promise<TwoStepSecret> => {
  const secret = newSecret();
  const stored = await storeNewSecret(scope, id, secrets.encrypt(secret, secretContext(id)));
  if (!stored) throw new AppError("conflict", "Inloggen in twee stappen staat al aan.");
  return { secret, otpauthUri: otpauthUri(secret, username) };
};

/** Call it inside withHashingSlot. */
const issueRecoveryCodes = async (scope: PlatformScope, userId: string): Promise<string[]> => {
  const codes = newRecoveryCodes();
  const hashes: Buffer[] = [];
  // Sequential: a hashing place allows one hash at a time.
  for (const code of codes) hashes.push(await hashRecoveryCode(userId, code));
  await replaceRecoveryCodes(scope, userId, hashes);
  return codes;
};

interface FirstCode {
  person: AccountOwner;
  code: string;
  visitor: Visitor;
  now: Date;
  keepSession?: string;
}

/**
 * Turns two-step sign-in on, ends the other sessions and returns the recovery codes; undefined when the code is wrong.
 * Call it inside withHashingSlot.
 */
export const acceptFirstCode = async (
  secrets: SecretBox,
  scope: PlatformScope,
  { person, code, visitor, now, keepSession }: FirstCode,
): Promise<string[] | undefined> => {
  const { id } = person;
  const found = await findTwoStep(scope, id);
  if (!found?.secret || found.enabledAt) throw new AppError("conflict", "Vraag eerst een nieuwe QR-code aan.");
  const step = matchingStep(secrets.decrypt(found.secret, secretContext(id)), removeSpaces(code), now);
  if (step === undefined) return undefined;
  const turnedOn = await turnOn(scope, id, { secret: found.secret, step, at: now });
  if (!turnedOn) throw new AppError("conflict", "Er is intussen een nieuwe QR-code aangevraagd. Gebruik die.");
  await endSessionsOf(scope, id, keepSession);
  await recordOwnAccountAction(scope, person, visitor, now, { action: "two_step.enabled" });
  return issueRecoveryCodes(scope, id);
};

type TwoStepDeps = Pick<Platform, "database" | "clock" | "secrets">;

const isRequired = async (scope: PlatformScope, { id, role }: SignedInUser, now: Date): Promise<boolean> => {
  if (role !== "super_admin") return false;
  const due = (await findAccount(scope, id))?.twoStepDueAt;
  return (due && due <= now) || (await readSettings(scope)).adminTwoStepRequired;
};

const wrongCode = (message: string) => new AppError("invalid", message, { details: [{ path: "code", message }] });
const notEnabled = () => new AppError("conflict", "Inloggen in twee stappen staat niet aan.");

export const readTwoStep = async ({ database, clock }: TwoStepDeps, user: SignedInUser): Promise<TwoStepStatus> => {
  const scope = { db: database.platform };
  const { enabledAt = null, recoveryCodesLeft = 0 } = (await findTwoStep(scope, user.id)) ?? {};
  return {
    enabled: enabledAt !== null,
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft,
    required: await isRequired(scope, user, clock.now()),
  };
};

export const startTwoStep = async (
  platform: TwoStepDeps,
  user: SignedInUser,
  password: string,
  visitor: Visitor,
): Promise<TwoStepSecret> => {
  await confirmPassword(platform, user, password, visitor);
  return offerSecret(platform.secrets, { db: platform.database.platform }, user);
};

/** Failed codes are limited like failed passwords. */
export const confirmTwoStep = async (
  { database, clock, secrets }: TwoStepDeps,
  user: SignedInUser,
  code: string,
  visitor: Visitor,
): Promise<string[]> => {
  const outcome = await withHashingSlot(
    () =>
      transaction({ db: database.platform }, async (scope) => {
        const now = clock.now();
        const from = addressKey(visitor.ipAddress);
        const blocked = await refuseBlockedAttempt(scope, user.id, from, now);
        if (blocked) return blocked;
        await lockUser(scope, user.id);
        const keepSession = user.sessionId;
        const codes = await acceptFirstCode(secrets, scope, { person: user, code, visitor, now, keepSession });
        if (codes) return codes;
        await insertFailure(scope, user.id, from, now);
        return wrongCode("Deze code klopt niet. Vul de code in die je app nu toont.");
      }),
    addressKey(visitor.ipAddress),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};

/**
 * Runs a change that takes the password and a code of the app or a recovery code. Wrong ones are limited as at sign-in. An error
 * of the change leaves the code unused.
 */
const changeWithBothFactors = async <Result>(
  platform: TwoStepDeps,
  user: SignedInUser,
  { currentPassword, code }: PasswordAndCode,
  visitor: Visitor,
  change: (scope: PlatformScope, now: Date) => Promise<Result>,
): Promise<Result> => {
  await confirmPassword(platform, user, currentPassword, visitor);
  const from = addressKey(visitor.ipAddress);
  const outcome = await withHashingSlot(
    () =>
      transaction({ db: platform.database.platform }, async (scope) => {
        const now = platform.clock.now();
        const blocked = await refuseBlockedAttempt(scope, user.id, from, now);
        if (blocked) return blocked;
        await lockUser(scope, user.id);
        const exhausted = await refuseFurtherCodes(scope, user.id, now);
        if (exhausted) return exhausted;
        if (!(await findTwoStep(scope, user.id))?.enabledAt) throw notEnabled();
        const accepted = await acceptCode(platform.secrets, scope, user.id, code, now);
        if (accepted) return change(scope, now);
        await insertFailure(scope, user.id, from, now);
        await recordFailedSignIn(scope, "two_step.failed", user, visitor, now);
        return wrongCode("Deze code klopt niet of is al gebruikt.");
      }),
    from,
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};

export const renewRecoveryCodes = (
  platform: TwoStepDeps,
  user: SignedInUser,
  factors: PasswordAndCode,
  visitor: Visitor,
): Promise<string[]> =>
  changeWithBothFactors(platform, user, factors, visitor, async (scope, now) => {
    await recordOwnAccountAction(scope, user, visitor, now, { action: "two_step.recovery_codes_renewed" });
    return issueRecoveryCodes(scope, user.id);
  });

export const turnTwoStepOff = (
  platform: TwoStepDeps & Pick<Platform, "jobs">,
  user: SignedInUser,
  factors: PasswordAndCode,
  visitor: Visitor,
): Promise<void> =>
  changeWithBothFactors(platform, user, factors, visitor, async (scope, now) => {
    if (await isRequired(scope, user, now))
      throw new AppError("conflict", "Inloggen in twee stappen is verplicht voor platformbeheerders.");
    if (!(await turnOff(scope, user.id, now))) throw notEnabled();
    await endSessionsOf(scope, user.id, user.sessionId);
    await recordOwnAccountAction(scope, user, visitor, now, { action: "two_step.disabled" });
    await platform.jobs.enqueue(scope.db, mailTwoStepOffJob, { userId: user.id });
  });

/** For a user who lost device and codes. Afterwards the password alone is enough, so all their sessions end. */
export const resetTwoStep = (
  platform: Pick<Platform, "database" | "clock" | "events" | "jobs">,
  actor: AuditActor,
  userId: string,
): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    await lockUser(scope, userId);
    const account = await findAccount(scope, userId);
    if (!account || account.companyIsDeleted) throw notFound();
    // An unattended admin session must not be enough to turn off the admin's own second step.
    if (actor.id === userId)
      throw new AppError("conflict", "Je eigen inloggen in twee stappen zet je uit met je wachtwoord en een code.");
    if (!(await turnOff(scope, userId, platform.clock.now())))
      throw new AppError("conflict", "Deze gebruiker heeft inloggen in twee stappen niet aan.");
    await endSessionsOf(scope, userId);
    const { companyId } = account;
    const subject = { type: "user", id: userId, name: fullNameOf(account) };
    await recordChange(platform, scope, actor, { companyId, action: "two_step.reset", subject }, "users");
    await platform.jobs.enqueue(scope.db, mailTwoStepOffJob, { userId });
  });

const SIX_DIGITS = /^\d{6}$/;

/** Set when a recovery code was used. */
interface AcceptedCode {
  recoveryCodesLeft?: number;
}

/**
 * Accepts a code of the app or a recovery code, each only once; undefined when it is neither. Call it inside
 * withHashingSlot.
 */
export const acceptCode = async (
  secrets: SecretBox,
  scope: PlatformScope,
  userId: string,
  code: string,
  now: Date,
): Promise<AcceptedCode | undefined> => {
  const found = await findTwoStep(scope, userId);
  if (!found?.secret) return undefined;
  const digits = removeSpaces(code);
  if (SIX_DIGITS.test(digits)) {
    const step = matchingStep(secrets.decrypt(found.secret, secretContext(userId)), digits, now);
    return step !== undefined && (await consumeTotpStep(scope, userId, step)) ? {} : undefined;
  }
  const spent = await consumeRecoveryCode(scope, userId, await hashRecoveryCode(userId, code), now);
  return spent ? { recoveryCodesLeft: found.recoveryCodesLeft - 1 } : undefined;
};
