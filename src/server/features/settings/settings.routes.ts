import type { settingsRoutes } from "#contract/settings.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { changeSettings, readSettings } from "./settings.service.ts";

export const settingsHandlers = (platform: Platform): Handlers<typeof settingsRoutes> => ({
  read: ({ scope }) => readSettings(scope),
  update: ({ body, ...request }) => changeSettings(platform, actorOf(request), body),
});
