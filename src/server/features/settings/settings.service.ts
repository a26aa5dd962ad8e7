import type { PlatformSettings } from "#contract/settings.ts";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, changedFields, recordAudit } from "#server/features/audit/audit.service.ts";
import { findSettings, lockSettings, updateSettings, usesTwoStep } from "./settings.queries.ts";

const requireSettings = (settings: PlatformSettings | undefined): PlatformSettings => {
  if (!settings) throw new Error("the settings row of the platform is missing");
  return settings;
};

export const readSettings = async (scope: PlatformScope): Promise<PlatformSettings> =>
  requireSettings(await findSettings(scope));

/** An admin without two-step sign-in who makes it required would lock themselves out. */
const requireOwnTwoStep = async (scope: PlatformScope, actor: AuditActor): Promise<void> => {
  if (await usesTwoStep(scope, actor.id)) return;
  throw new AppError("conflict", "Zet eerst zelf inloggen in twee stappen aan.");
};

export const changeSettings = (
  { database, clock }: Pick<Platform, "database" | "clock">,
  actor: AuditActor,
  change: { adminTwoStepRequired?: boolean | undefined },
): Promise<PlatformSettings> =>
  transaction({ db: database.platform }, async (scope) => {
    const before = requireSettings(await lockSettings(scope));
    const after = { adminTwoStepRequired: change.adminTwoStepRequired ?? before.adminTwoStepRequired };
    const changed = changedFields(before, after);
    if (!changed) return after;
    if (after.adminTwoStepRequired) await requireOwnTwoStep(scope, actor);
    await updateSettings(scope, after);
    await recordAudit(scope, {
      companyId: null,
      at: clock.now(),
      actor: { id: actor.id, name: actor.name },
      action: "settings.updated",
      subject: { type: "settings", id: "platform" },
      ipAddress: actor.ipAddress,
      ...changed,
    });
    return after;
  });
