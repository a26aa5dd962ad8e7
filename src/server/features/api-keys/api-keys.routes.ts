import type { apiKeysRoutes } from "#contract/api-keys.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findApiKeys } from "./api-keys.queries.ts";
import { createApiKey, endApiKey } from "./api-keys.service.ts";

export const apiKeysHandlers = (platform: Platform): Handlers<typeof apiKeysRoutes> => ({
  list: ({ scope }) => findApiKeys(scope, platform.clock.now()),
  create: ({ scope, body, ...request }) => createApiKey(platform, scope, actorOf(request), body),
  revoke: ({ scope, params, ...request }) => endApiKey(platform, scope, actorOf(request), params.id),
});
