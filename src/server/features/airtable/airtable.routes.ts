import type { airtableRoutes } from "#contract/airtable.ts";
import { notFound } from "#platform/app-error.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { receiveNotification } from "./runs/feed-checks.ts";
import { findRun } from "./runs/runs.queries.ts";
import { findHealth } from "./runs/schedule.queries.ts";
import { startSync } from "./runs/start-run.ts";
import { decideDeletions } from "./status/decide-deletions.ts";
import { resolveConflict, resolveConflicts } from "./status/resolve-conflict.ts";
import { changeSettings, pause, resume } from "./status/settings.ts";
import {
  addSelectChoice,
  endErasure,
  readConflicts,
  readHistory,
  readRecord,
  readStatus,
  retryParkedRecord,
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
  retryParkedRecord: async ({ scope, params }) => {
    await retryParkedRecord(platform, scope, params.table, params.recordId);
    return { message: "Er wordt opnieuw geprobeerd." };
  },
  addSelectChoice: async ({ scope, body, ...request }) => {
    await addSelectChoice(platform, scope, actorOf(request), body);
    return { message: "De keuze wordt in Airtable toegevoegd." };
  },
  retryErasures: async ({ scope }) => {
    await retryRefusedErasures(platform, scope);
    return { message: "Er wordt opnieuw geprobeerd." };
  },
  endErasure: async ({ scope, params, ...request }) => {
    await endErasure(platform, scope, actorOf(request), params);
    return { message: "Het record staat niet meer op de lijst." };
  },
  resolveConflict: async ({ scope, params, body, ...request }) => {
    await resolveConflict(platform, scope, actorOf(request), params.id, body);
    return { message: "Het conflict is opgelost." };
  },
  conflicts: ({ scope, query }) => readConflicts(scope, query.page),
  resolveConflicts: ({ scope, body, ...request }) => resolveConflicts(platform, scope, actorOf(request), body),
  record: ({ scope, params }) => readRecord(platform, scope, params.table, params.recordId),
  history: ({ scope, params }) => readHistory(scope, params.table, params.recordId),
  pause: async ({ scope, body, ...request }) => {
    await pause(platform, scope, actorOf(request), body.reason);
    return { message: "De synchronisatie is gepauzeerd." };
  },
  resume: async ({ scope, ...request }) => {
    await resume(platform, scope, actorOf(request));
    return { message: "De synchronisatie gaat verder." };
  },
  changeSettings: async ({ scope, body, ...request }) => {
    await changeSettings(platform, scope, actorOf(request), body);
    return { message: "Opgeslagen." };
  },
  receiveNotification: async ({ params, body, requestHeader }) => {
    await receiveNotification(platform, params.companyId, body, requestHeader("x-airtable-content-mac"));
    return undefined;
  },
  decideDeletions: async ({ scope, params, body, ...request }) => {
    await decideDeletions(platform, scope, actorOf(request), params.table, body);
    return { message: "De keuze wordt uitgevoerd." };
  },
  health: ({ scope }) => findHealth(scope, platform.clock.now()),
});
