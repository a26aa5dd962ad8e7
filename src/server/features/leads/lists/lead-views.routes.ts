import type { leadViewsRoutes } from "#contract/lead-views.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { changeView, createView, listViews, removeView } from "./lead-views.service.ts";

export const leadViewsHandlers = (platform: Platform): Handlers<typeof leadViewsRoutes> => ({
  list: ({ scope }) => listViews(scope),
  create: ({ scope, body, ...request }) => createView(platform, scope, actorOf(request), body),
  change: ({ scope, params, body, ...request }) => changeView(platform, scope, actorOf(request), params.id, body),
  remove: async ({ scope, params, ...request }) => {
    await removeView(platform, scope, actorOf(request), params.id);
    return undefined;
  },
});
