import { type MessageChange, messagesRoutes } from "#contract/messages.ts";
import { findManagers } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Handler, Handlers } from "#platform/http/handlers.ts";
import { JsonText, respondWithJsonList, sanitizeReports } from "#platform/json-list.ts";
import type { Platform } from "#platform/platform.ts";
import { renderReportPage } from "#platform/report-page.ts";
import { type Author, authorOf } from "#server/features/audit/audit.service.ts";
import { classifyPerson } from "#server/features/leads/leads.service.ts";
import { messageNotFound } from "#server/features/queue/queue.service.ts";
import { editMessage, moveDueDate, rerunMessage, rewriteMessage } from "./message-edits.ts";
import { findMessageJson, findReport, readMessages } from "./message-lists.queries.ts";
import { approveMessage, cancelAllOfLead, readStats, runBatch, sendMessage, undoMessage } from "./messages.service.ts";

const showMessage = async (scope: Scope, id: string): Promise<JsonText> => {
  const json = await findMessageJson(scope, id);
  if (!json) throw messageNotFound();
  return new JsonText(json);
};

const change = (platform: Platform, scope: Scope, author: Author, id: string, body: MessageChange): Promise<void> => {
  if ("feedback" in body) return rewriteMessage(platform, scope, author, id, body);
  if ("messageContent" in body) return approveMessage(platform, scope, author, id, body);
  return moveDueDate(platform, scope, author, id, body);
};

const list: Handler<typeof messagesRoutes.list> = async ({ scope, query, reply }) => {
  const page = await readMessages(scope, query);
  const shown = query.include ? await sanitizeReports(page, query.include) : page;
  return respondWithJsonList({ reply, path: messagesRoutes.list.path, query }, shown);
};

export const messagesHandlers = (platform: Platform): Handlers<typeof messagesRoutes> => ({
  list,
  followup: ({ query, ...rest }) => list({ ...rest, query: { ...query, type: "followup" } }),
  flows: ({ scope, query }) => findManagers(scope.db, scope.companyId, { subject: "messages", kind: query.type }),
  stats: ({ scope }) => readStats(scope, platform.clock.now()),
  dashboardStats: ({ scope }) => readStats(scope, platform.clock.now()),
  report: async ({ scope, params, reply }) => renderReportPage(reply, await findReport(scope, params.id)),
  change: async ({ scope, params, body, ...request }) => {
    await change(platform, scope, authorOf(request), params.id, body);
    return showMessage(scope, params.id);
  },
  edit: async ({ scope, params, body, ...request }) => {
    await editMessage(platform, scope, authorOf(request), params.id, body);
    return showMessage(scope, params.id);
  },
  send: async ({ scope, params, ...request }) => {
    await sendMessage(platform, scope, authorOf(request), params.id);
    return { message: "Het bericht wordt verstuurd." };
  },
  rerun: async ({ scope, params, ...request }) => {
    await rerunMessage(platform, scope, authorOf(request), params.id);
    return { message: "Er wordt een nieuwe tekst gemaakt." };
  },
  cancelAllOfLead: async ({ scope, params, ...request }) => {
    await cancelAllOfLead(platform, scope, authorOf(request), params.providerId);
    return { message: "De berichten van deze lead zijn geannuleerd." };
  },
  classify: async ({ scope, params, body, ...request }) => {
    await classifyPerson(platform, scope, authorOf(request), params.providerId, body.classification);
    return { message: "De classificatie is bijgewerkt." };
  },
  undo: async ({ scope, params, ...request }) => {
    await undoMessage(platform, scope, authorOf(request), params.id);
    return showMessage(scope, params.id);
  },
  batch: ({ scope, body, ...request }) => runBatch(platform, scope, authorOf(request), body),
});
