import type { airtableRoutes } from "#contract/airtable.ts";
import { notFound } from "#platform/app-error.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { receiveNotification } from "./runs/feed-checks.ts";
import { findHealth, findRun } from "./runs/runs.queries.ts";
import { startSync } from "./runs/start-run.ts";
import { chooseDeletions } from "./status/choose-deletions.ts";
import { resolveConflict, resolveSeveral } from "./status/resolve-conflict.ts";
import { changeSettings, pause, resume } from "./status/settings.ts";
import {
  addChoice,
  readConflicts,
  readHistory,
  readStatus,
  retryParked,
  retryRefusedErasures,
} from "./status/status.ts";

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
  addChoice: async ({ scope, body, ...by }) => {
    await addChoice(platform, scope, authorOf(by), body);
    return { message: "De keuze wordt in Airtable toegevoegd." };
  },
  retryErasures: async ({ scope }) => {
    await retryRefusedErasures(platform, scope);
    return { message: "Er wordt opnieuw geprobeerd." };
  },
  choose: async ({ scope, params, body, ...by }) => {
    await resolveConflict(platform, scope, authorOf(by), params.id, body);
    return { message: "Het conflict is opgelost." };
  },
  conflicts: ({ scope, query }) => readConflicts(scope, query.page),
  chooseSeveral: ({ scope, body, ...by }) => resolveSeveral(platform, scope, authorOf(by), body),
  history: ({ scope, params }) => readHistory(scope, params.table, params.recordId),
  pause: async ({ scope, body, ...by }) => {
    await pause(platform, scope, authorOf(by), body.reason);
    return { message: "De synchronisatie is gepauzeerd." };
  },
  resume: async ({ scope, ...by }) => {
    await resume(platform, scope, authorOf(by));
    return { message: "De synchronisatie gaat verder." };
  },
  changeSettings: async ({ scope, body, ...by }) => {
    await changeSettings(platform, scope, authorOf(by), body);
    return { message: "Opgeslagen." };
  },
  notify: async ({ params, body, requestHeader }) => {
    await receiveNotification(platform, params.companyId, body, requestHeader("x-airtable-content-mac"));
    return undefined;
  },
  chooseDeletions: async ({ scope, params, body, ...by }) => {
    await chooseDeletions(platform, scope, authorOf(by), params.table, body);
    return { message: "De keuze wordt uitgevoerd." };
  },
  health: ({ scope }) => findHealth(scope, platform.clock.now()),
});
