import type { leadViewsRoutes } from "#contract/lead-views.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { changeView, createView, listViews, removeView } from "./lead-views.service.ts";

export const leadViewsHandlers = (platform: Platform): Handlers<typeof leadViewsRoutes> => ({
  list: ({ scope }) => listViews(scope),
  create: ({ scope, body }) => createView(platform, scope, body),
  change: ({ scope, params, body }) => changeView(platform, scope, params.id, body),
  remove: async ({ scope, params }) => {
    await removeView(platform, scope, params.id);
    return undefined;
  },
});
