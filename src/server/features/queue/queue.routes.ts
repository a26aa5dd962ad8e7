import { CANCEL_PENDING_TEXT, queueRoutes } from "#contract/queue.ts";
import { findManagers } from "#platform/database/counters.ts";
import type { Handler, Handlers } from "#platform/http/handlers.ts";
import { extendJson, JsonText, respondWithJsonList, sanitizeReports } from "#platform/json-list.ts";
import type { Platform } from "#platform/platform.ts";
import { renderReportPage } from "#platform/report-page.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { readChannelSwitch } from "#server/features/automation/automation.service.ts";
import {
  changeQueued,
  retryManyQueued,
  retryQueued,
  sendQueuedNow,
} from "#server/features/messages/queued-parts.service.ts";
import { doNotSend } from "./do-not-send.service.ts";
import { setPaused } from "./pause.service.ts";
import { refreshPlans } from "./planning/plans.service.ts";
import { messageNotFound, requireDateNotPassed } from "./queue.policy.ts";
import { findOtherParts } from "./queue-cancelling.queries.ts";
import { findQueuedJson, findReport, readQueuedPage, readSent } from "./queue-lists.queries.ts";

type Queued = Handler<typeof queueRoutes.queued>;

const readQueued =
  (platform: Platform, path: string): Queued =>
  async ({ scope, query, reply }) => {
    const read = () => readQueuedPage(scope, query, platform.clock.now());
    const current = await read();
    if (current.hasOutdatedPlans) await refreshPlans(platform, scope);
    const { page } = current.hasOutdatedPlans ? await read() : current;
    return respondWithJsonList(
      { reply, path, query },
      query.include ? await sanitizeReports(page, query.include) : page,
    );
  };

export const queueHandlers = (platform: Platform): Handlers<typeof queueRoutes> => ({
  queued: readQueued(platform, queueRoutes.queued.path),
  queuedAlias: readQueued(platform, queueRoutes.queuedAlias.path),
  queuedFlows: ({ scope }) => findManagers(scope.db, scope.companyId, { subject: "queue", status: "QUEUED" }),
  channelSwitch: ({ scope }) => readChannelSwitch(scope),
  cancel: async ({ scope, params, ...request }) => {
    const { fullName, ...cancelled } = await doNotSend(platform, scope, actorOf(request), params.id);
    const confirmation = `Het bericht${fullName ? ` aan ${fullName}` : ""} wordt niet verstuurd.`;
    const remaining = await findOtherParts(scope, params.id);
    return { message: cancelled.isPending ? CANCEL_PENDING_TEXT : confirmation, remaining, ...cancelled };
  },
  change: async ({ scope, params, body: { text, dateDue, originalText }, ...request }) => {
    const change = {
      text,
      originalText,
      dateDue: dateDue === undefined ? undefined : requireDateNotPassed(dateDue, platform.clock.now()),
    };
    const undoable = await changeQueued(platform, scope, actorOf(request), params.id, change);
    await refreshPlans(platform, scope);
    const json = await findQueuedJson(scope, params.id, platform.clock.now());
    if (!json) throw messageNotFound();
    return new JsonText(extendJson(json, undoable));
  },
  sendNow: ({ scope, params, ...request }) => sendQueuedNow(platform, scope, actorOf(request), params.id),
  retryMany: ({ scope, body, ...request }) => retryManyQueued(platform, scope, actorOf(request), body.ids),
  retry: async ({ scope, params, ...request }) => {
    await retryQueued(platform, scope, actorOf(request), params.id);
    return { message: "Het bericht staat weer klaar om verstuurd te worden." };
  },
  pause: async ({ scope, params, ...request }) => ({
    message: await setPaused(platform, scope, actorOf(request), params.leadId, "pause"),
  }),
  resume: async ({ scope, params, ...request }) => ({
    message: await setPaused(platform, scope, actorOf(request), params.leadId, "resume"),
  }),
  queuedReport: async ({ scope, params, reply }) =>
    renderReportPage(reply, await findReport(scope, params.id, "queued")),
  sent: async ({ scope, query, reply }) => {
    const page = await readSent(scope, query);
    const shown = query.include ? await sanitizeReports(page, query.include) : page;
    return respondWithJsonList({ reply, path: queueRoutes.sent.path, query }, shown);
  },
  sentFlows: ({ scope }) => findManagers(scope.db, scope.companyId, { subject: "queue", status: "SENT" }),
  sentReport: async ({ scope, params, reply }) => renderReportPage(reply, await findReport(scope, params.id, "sent")),
});
