import type { overviewRoutes } from "#contract/overview.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { findCounts } from "./overview.queries.ts";
import { readOverview } from "./overview.service.ts";

export const overviewHandlers = (platform: Platform): Handlers<typeof overviewRoutes> => ({
  counts: ({ scope }) => findCounts(scope, platform.clock.now()),
  today: ({ scope }) => readOverview(platform, scope),
});
