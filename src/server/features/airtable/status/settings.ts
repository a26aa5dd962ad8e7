import type { SyncPause } from "#contract/airtable.ts";
import type { SyncSettings } from "#contract/integration-forms.ts";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { syncJob } from "../runs/job-definitions.ts";
import { findPause, findSettings, pauseSync, resumeSync, saveBudget } from "./settings.queries.ts";

type SettingsDeps = Pick<Platform, "clock" | "events" | "jobs">;

const NOT_SYNCED = "De synchronisatie is nog niet begonnen.";
const NOT_PAUSED = "De synchronisatie is niet gepauzeerd.";

const recordSetting = (
  deps: SettingsDeps,
  scope: Scope,
  actor: AuditActor,
  action: string,
  values: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> => {
  const { companyId } = scope;
  const subject = { type: "sync", id: companyId, name: "Airtable" };
  return recordChange(deps, scope, actor, { companyId, action, subject, ...values }, "sync");
};

/** The queue and the calendar show that messages wait for the sync, or no longer do. */
const replan = async ({ events }: SettingsDeps, scope: Scope): Promise<void> => {
  await invalidatePlans(scope);
  for (const topic of ["queue", "senders", "invitations"] as const)
    await events.publish(scope.db, scope.companyId, { topic });
};

/**
 * The sync sends no request to Airtable until it is resumed, and edits wait in the outbox. What a user waits for still does: DO NOT SEND,
 * because a message would be sent otherwise, and the mapping.
 */
export const pause = (deps: SettingsDeps, scope: Scope, actor: AuditActor, reason: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await pauseSync(scope, reason, deps.clock.now());
    await recordSetting(deps, scope, actor, "sync.paused", { after: { reden: reason } });
    await replan(deps, scope);
  });

export const resume = (deps: SettingsDeps, scope: Scope, actor: AuditActor): Promise<void> =>
  transaction(scope, async (scope) => {
    const paused: SyncPause | null = await findPause(scope);
    if (!paused) throw new AppError("conflict", NOT_PAUSED);
    await resumeSync(scope);
    await recordSetting(deps, scope, actor, "sync.resumed", { before: { reden: paused.reason } });
    await replan(deps, scope);
    await deps.jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
  });

export const changeSettings = (
  deps: SettingsDeps,
  scope: Scope,
  actor: AuditActor,
  { monthlyBudget }: SyncSettings,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const before = await findSettings(scope);
    if (!before) throw new AppError("conflict", NOT_SYNCED);
    await saveBudget(scope, monthlyBudget);
    await recordSetting(deps, scope, actor, "sync.budget_changed", {
      before: { verzoeken: before.monthlyBudget },
      after: { verzoeken: monthlyBudget },
    });
  });
