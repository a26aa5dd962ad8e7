import type { leadDetailsRoutes } from "#contract/lead-details.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { mergeWithMessages } from "#server/features/messages/merged-lead.service.ts";
import { addNote, changeNote, listNotes, readTags, removeNote, setTags } from "./lead-notes.service.ts";
import { readTexts } from "./lead-texts.service.ts";
import { listDuplicates } from "./merge.service.ts";

export const leadDetailsHandlers = (platform: Platform): Handlers<typeof leadDetailsRoutes> => ({
  notes: ({ scope, params }) => listNotes(scope, params.id),
  addNote: ({ scope, params, body, ...request }) => addNote(platform, scope, actorOf(request), params.id, body.text),
  changeNote: ({ scope, params, body, ...request }) =>
    changeNote(platform, scope, actorOf(request), params.id, params.noteId, body.text),
  removeNote: async ({ scope, params, ...request }) => {
    await removeNote(platform, scope, actorOf(request), params.id, params.noteId);
    return undefined;
  },
  tags: ({ scope, params }) => readTags(scope, params.id),
  setTags: ({ scope, params, body, ...request }) => setTags(platform, scope, actorOf(request), params.id, body),
  texts: ({ scope, params }) => readTexts(scope, params.id),
  duplicates: ({ scope, params }) => listDuplicates(scope, params.id),
  merge: ({ scope, params, body, ...request }) =>
    mergeWithMessages(platform, scope, actorOf(request), params.id, body.duplicateId),
});
