import type { leadDetailsRoutes } from "#contract/lead-details.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { addNote, changeNote, listNotes, readTags, removeNote, setTags } from "./lead-notes.service.ts";
import { readTexts } from "./lead-texts.service.ts";
import { listDuplicates, mergeLeads } from "./merge.service.ts";

export const leadDetailsHandlers = (platform: Platform): Handlers<typeof leadDetailsRoutes> => ({
  notes: ({ scope, params }) => listNotes(scope, params.id),
  addNote: ({ scope, params, body, ...request }) => addNote(platform, scope, authorOf(request), params.id, body.text),
  changeNote: ({ scope, params, body, ...request }) =>
    changeNote(platform, scope, authorOf(request), params.id, params.noteId, body.text),
  removeNote: async ({ scope, params, ...request }) => {
    await removeNote(platform, scope, authorOf(request), params.id, params.noteId);
    return undefined;
  },
  tags: ({ scope, params }) => readTags(scope, params.id),
  setTags: ({ scope, params, body, ...request }) => setTags(platform, scope, authorOf(request), params.id, body.tags),
  texts: ({ scope, params }) => readTexts(scope, params.id),
  duplicates: ({ scope, params }) => listDuplicates(scope, params.id),
  merge: ({ scope, params, body, ...request }) =>
    mergeLeads(platform, scope, authorOf(request), params.id, body.duplicateId),
});
