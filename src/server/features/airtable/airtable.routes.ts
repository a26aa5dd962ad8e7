import type { airtableRoutes } from "#contract/airtable.ts";
import { notFound } from "#platform/app-error.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { findHealth, findRun } from "./runs/runs.queries.ts";
import { startSync } from "./runs/start-run.ts";
import { resolveConflict } from "./status/resolve-conflict.ts";
import { readStatus, retryParked, retryRefusedErasures } from "./status/status.ts";

export const airtableHandlers = (platform: Platform): Handlers<typeof airtableRoutes> => ({
  sync: ({ scope, body }) => startSync(platform, scope, body),
  run: async ({ scope, params }) => {
    const run = await findRun(scope, params.runId);
    if (!run) throw notFound();
    return run;
  },
  status: ({ scope }) => readStatus(platform, scope),
  retry: async ({ scope, params }) => {
    await retryParked(platform, scope, params.table, params.recordId);
    return { message: "Er wordt opnieuw geprobeerd." };
  },
  retryErasures: async ({ scope }) => {
    await retryRefusedErasures(platform, scope);
    return { message: "Er wordt opnieuw geprobeerd." };
  },
  choose: async ({ scope, params, body, ...by }) => {
    await resolveConflict(platform, scope, authorOf(by), params.id, body);
    return { message: "Het conflict is opgelost." };
  },
  health: ({ scope }) => findHealth(scope, platform.clock.now()),
});
