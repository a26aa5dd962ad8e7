import type { overviewRoutes } from "#contract/overview.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findCounts } from "./overview.queries.ts";
import { hideChecklist, readChecklist, readOverview } from "./overview.service.ts";

export const overviewHandlers = (platform: Platform): Handlers<typeof overviewRoutes> => ({
  counts: ({ scope }) => findCounts(scope, platform.clock.now()),
  today: ({ scope }) => readOverview(platform, scope),
  checklist: ({ scope }) => readChecklist(scope),
  hideChecklist: async ({ scope, ...request }) => {
    await hideChecklist(platform, scope, actorOf(request));
    return { message: "De lijst is verborgen." };
  },
});
