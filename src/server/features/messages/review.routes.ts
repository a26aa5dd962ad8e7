import type { reviewRoutes } from "#contract/review.ts";
import type { Undo } from "#contract/undo.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { extendJson, JsonText } from "#platform/json-list.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { messageNotFound } from "#server/features/queue/queue.service.ts";
import { findMessageJson } from "./message-lists.queries.ts";
import { findNotes } from "./review.queries.ts";
import { addNote, assignMessage, countGroups, snoozeMessage } from "./review.service.ts";

const requireMessageJson = async (scope: Scope, id: string): Promise<string> => {
  const json = await findMessageJson(scope, id);
  if (!json) throw messageNotFound();
  return json;
};

const showMessage = async (scope: Scope, id: string, more: { undo?: Undo } = {}): Promise<JsonText> =>
  new JsonText(extendJson(await requireMessageJson(scope, id), more));

export const reviewHandlers = (platform: Platform): Handlers<typeof reviewRoutes> => ({
  groups: ({ scope, query }) => countGroups(platform, scope, query),
  snooze: async ({ scope, params, body, ...request }) => {
    await snoozeMessage(platform, scope, actorOf(request), params.id, body.until);
    return showMessage(scope, params.id);
  },
  assign: async ({ scope, params, body, ...request }) => {
    const undoable = await assignMessage(platform, scope, actorOf(request), params.id, body.userId);
    return showMessage(scope, params.id, undoable);
  },
  notes: async ({ scope, params }) => {
    await requireMessageJson(scope, params.id);
    return findNotes(scope, params.id);
  },
  addNote: ({ scope, params, body }) => addNote(platform, scope, params.id, body.text),
});
