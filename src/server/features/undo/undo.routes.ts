import type { undoRoutes } from "#contract/undo.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { performUndo } from "./perform-undo.ts";

export const undoHandlers = (platform: Platform): Handlers<typeof undoRoutes> => ({
  perform: async ({ scope, params, ...request }) => {
    const warning = await performUndo(platform, scope, actorOf(request), params.token);
    return { message: "De actie is ongedaan gemaakt.", ...(warning ? { warning } : {}) };
  },
});
