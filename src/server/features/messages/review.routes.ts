import type { reviewRoutes } from "#contract/review.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { JsonText } from "#platform/json-list.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { messageNotFound } from "#server/features/queue/queue.service.ts";
import { findMessageJson } from "./message-lists.queries.ts";
import { findNotes } from "./review.queries.ts";
import { addNote, assignMessage, countGroups, snoozeMessage } from "./review.service.ts";

const showMessage = async (scope: Scope, id: string): Promise<JsonText> => {
  const json = await findMessageJson(scope, id);
  if (!json) throw messageNotFound();
  return new JsonText(json);
};

export const reviewHandlers = (platform: Platform): Handlers<typeof reviewRoutes> => ({
  groups: ({ scope, query }) => countGroups(platform, scope, query),
  snooze: async ({ scope, params, body, ...request }) => {
    await snoozeMessage(platform, scope, authorOf(request), params.id, body.until);
    return showMessage(scope, params.id);
  },
  assign: async ({ scope, params, body, ...request }) => {
    await assignMessage(platform, scope, authorOf(request), params.id, body.userId);
    return showMessage(scope, params.id);
  },
  notes: async ({ scope, params }) => {
    await showMessage(scope, params.id);
    return findNotes(scope, params.id);
  },
  addNote: ({ scope, params, body }) => addNote(platform, scope, params.id, body.text),
});
