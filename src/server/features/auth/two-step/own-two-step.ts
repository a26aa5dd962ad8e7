import type { TwoStepSecret } from "#contract/auth.ts";
import type { TwoStepStatus } from "#contract/two-step.ts";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { withHashingPlace } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, type SessionPerson, type Visitor } from "#platform/sessions.ts";
import { readSettings } from "#server/features/settings/settings.service.ts";
import { beginAttempt } from "../attempts.ts";
import { insertFailure, lockUser } from "../auth.queries.ts";
import { recordOwn } from "../own-audit.ts";
import { confirmPassword } from "../password-confirmation.ts";
import { acceptFirstCode, issueRecoveryCodes, offerSecret } from "./set-up.ts";
import { findTwoStep, turnOff } from "./two-step.queries.ts";

type Needs = Pick<Platform, "database" | "clock" | "secrets">;

const isRequired = async (scope: PlatformScope, { role }: SessionPerson): Promise<boolean> =>
  role === "super_admin" && (await readSettings(scope)).adminTwoStepRequired;

const isOff = () => new AppError("conflict", "Inloggen in twee stappen staat niet aan.");

export const readTwoStep = async ({ database }: Needs, user: SessionPerson): Promise<TwoStepStatus> => {
  const scope = { db: database.platform };
  const { enabledAt = null, recoveryCodesLeft = 0 } = (await findTwoStep(scope, user.id)) ?? {};
  return {
    enabled: enabledAt !== null,
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft,
    required: await isRequired(scope, user),
  };
};

export const startTwoStep = async (
  platform: Needs,
  user: SessionPerson,
  password: string,
  visitor: Visitor,
): Promise<TwoStepSecret> => {
  await confirmPassword(platform, user, password, visitor);
  return offerSecret(platform.secrets, { db: platform.database.platform }, user);
};

/** Guessing the code is limited as guessing the password is. */
export const confirmTwoStep = async (
  { database, clock, secrets }: Needs,
  user: SessionPerson,
  code: string,
  visitor: Visitor,
): Promise<string[]> => {
  const outcome = await withHashingPlace(() =>
    transaction({ db: database.platform }, async (scope) => {
      const now = clock.now();
      const blocked = await beginAttempt(scope, user.id, visitor.address, now);
      if (blocked) return blocked;
      await lockUser(scope, user.id);
      const keepSession = user.sessionId;
      const codes = await acceptFirstCode(secrets, scope, { person: user, code, visitor, now, keepSession });
      if (codes) return codes;
      await insertFailure(scope, user.id, visitor.address, now);
      const message = "Deze code klopt niet. Vul de code in die je app nu toont.";
      return new AppError("invalid", message, { details: [{ path: "code", message }] });
    }),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};

export const renewRecoveryCodes = async (
  platform: Needs,
  user: SessionPerson,
  password: string,
  visitor: Visitor,
): Promise<string[]> => {
  await confirmPassword(platform, user, password, visitor);
  return withHashingPlace(() =>
    transaction({ db: platform.database.platform }, async (scope) => {
      await lockUser(scope, user.id);
      if (!(await findTwoStep(scope, user.id))?.enabledAt) throw isOff();
      await recordOwn(scope, user, visitor, platform.clock.now(), { action: "two_step.recovery_codes_renewed" });
      return issueRecoveryCodes(scope, user.id);
    }),
  );
};

export const turnTwoStepOff = async (
  platform: Needs,
  user: SessionPerson,
  password: string,
  visitor: Visitor,
): Promise<void> => {
  await confirmPassword(platform, user, password, visitor);
  await transaction({ db: platform.database.platform }, async (scope) => {
    const now = platform.clock.now();
    if (await isRequired(scope, user))
      throw new AppError("conflict", "Inloggen in twee stappen is verplicht voor platformbeheerders.");
    if (!(await turnOff(scope, user.id, now))) throw isOff();
    await endSessionsOf(scope, user.id, user.sessionId);
    await recordOwn(scope, user, visitor, now, { action: "two_step.disabled" });
  });
};
