import { stoppedMessagesText } from "#contract/classification.ts";
import { type MessageChange, messagesInFlightText, messagesRoutes } from "#contract/messages.ts";
import type { Undo } from "#contract/undo.ts";
import { findManagers } from "#platform/database/counters.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Handler, Handlers } from "#platform/http/handlers.ts";
import { extendJson, JsonText, respondWithJsonList, sanitizeReports } from "#platform/json-list.ts";
import type { Platform } from "#platform/platform.ts";
import { renderReportPage } from "#platform/report-page.ts";
import { type AuditActor, actorOf } from "#server/features/audit/audit.service.ts";
import { classifyPerson } from "#server/features/leads/leads.service.ts";
import { messageNotFound } from "#server/features/queue/queue.service.ts";
import { recordUndoable, type UndoableChanges } from "#server/features/undo/undo.service.ts";
import { cancelAllOfLead, undoMessage } from "./message-cancelling.service.ts";
import { editMessage, moveDueDate, rerunMessage, rewriteMessage } from "./message-edits.ts";
import { findMessageJson, findReport, readMessages } from "./message-lists.queries.ts";
import { readStats } from "./message-stats.service.ts";
import { findVersions } from "./messages.queries.ts";
import { approveMessage, explainSending, previewSending, runBatch, sendMessage } from "./messages.service.ts";

const showMessage = async (scope: Scope, id: string, more: { undo?: Undo } = {}): Promise<JsonText> => {
  const json = await findMessageJson(scope, id);
  if (!json) throw messageNotFound();
  return new JsonText(extendJson(json, more));
};

/** Performs an action and stores what its undo restores, in one transaction. */
const withUndo = (
  platform: Platform,
  scope: Scope,
  act: (scope: Scope) => Promise<UndoableChanges>,
): Promise<{ undo?: Undo }> => transaction(scope, async (scope) => recordUndoable(platform, scope, await act(scope)));

const change = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  id: string,
  body: MessageChange,
): Promise<{ undo?: Undo }> => {
  if ("messageContent" in body) {
    return withUndo(platform, scope, (scope) => approveMessage(platform, scope, actor, id, body));
  }
  if ("feedback" in body) await rewriteMessage(platform, scope, actor, id, body);
  else await moveDueDate(platform, scope, actor, id, body);
  return {};
};

const readList =
  ({ clock }: Pick<Platform, "clock">): Handler<typeof messagesRoutes.list> =>
  async ({ scope, query, reply }) => {
    const page = await readMessages(scope, query, clock.now());
    const shown = query.include ? await sanitizeReports(page, query.include) : page;
    return respondWithJsonList({ reply, path: messagesRoutes.list.path, query }, shown);
  };

export const messagesHandlers = (platform: Platform): Handlers<typeof messagesRoutes> => ({
  list: readList(platform),
  followup: ({ query, ...rest }) => readList(platform)({ ...rest, query: { ...query, type: "followup" } }),
  flows: ({ scope, query }) => findManagers(scope.db, scope.companyId, { subject: "messages", kind: query.type }),
  stats: ({ scope }) => readStats(scope, platform.clock.now()),
  dashboardStats: ({ scope }) => readStats(scope, platform.clock.now()),
  report: async ({ scope, params, reply }) => renderReportPage(reply, await findReport(scope, params.id)),
  versions: async ({ scope, params }) => {
    const versions = await findVersions(scope, params.id);
    if (versions.length === 0) throw messageNotFound();
    return versions;
  },
  change: async ({ scope, params, body, ...request }) => {
    const undoable = await change(platform, scope, actorOf(request), params.id, body);
    return showMessage(scope, params.id, undoable);
  },
  edit: async ({ scope, params, body, ...request }) => {
    await editMessage(platform, scope, actorOf(request), params.id, body);
    return showMessage(scope, params.id);
  },
  sendPreview: ({ scope, params }) => previewSending(platform, scope, params.id),
  send: async ({ scope, params, body, ...request }) => {
    const actor = actorOf(request);
    const undoable = await withUndo(platform, scope, (scope) => sendMessage(platform, scope, actor, params.id, body));
    return { ...(await explainSending(platform, scope, params.id)), ...undoable };
  },
  rerun: async ({ scope, params, ...request }) => {
    await rerunMessage(platform, scope, actorOf(request), params.id);
    return { message: "Er wordt een nieuwe tekst gemaakt." };
  },
  cancelAllOfLead: async ({ scope, params, ...request }) => {
    const actor = actorOf(request);
    return transaction(scope, async (scope) => {
      const changes = await cancelAllOfLead(platform, scope, actor, params.providerId);
      const messagesInFlight = changes.partsInFlight?.length ?? 0;
      const message = `De berichten van deze lead zijn geannuleerd.${messagesInFlightText(messagesInFlight)}`;
      return { message, messagesInFlight, ...(await recordUndoable(platform, scope, changes)) };
    });
  },
  classify: async ({ scope, params, body, ...request }) => {
    const actor = actorOf(request);
    const { stoppedMessages, ...undoable } = await classifyPerson(
      platform,
      scope,
      actor,
      params.providerId,
      body.classification,
    );
    return {
      message: `De classificatie is bijgewerkt.${stoppedMessagesText(stoppedMessages)}`,
      stoppedMessages,
      ...undoable,
    };
  },
  undo: async ({ scope, params, ...request }) => {
    await undoMessage(platform, scope, actorOf(request), params.id);
    return showMessage(scope, params.id);
  },
  batch: ({ scope, body, ...request }) => runBatch(platform, scope, actorOf(request), body),
});
