import type { sendersRoutes } from "#contract/senders.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { simulateSends } from "#server/features/queue/planning/simulation.service.ts";
import { findSenders } from "./senders.queries.ts";
import { changeSender, mergeSenders, requireSender } from "./senders.service.ts";

export const sendersHandlers = (platform: Platform): Handlers<typeof sendersRoutes> => ({
  list: ({ scope }) => findSenders(scope),
  update: async ({ scope, params, body, ...request }) => {
    await changeSender(platform, scope, actorOf(request), params.id, body);
    return requireSender(scope, params.id);
  },
  merge: async ({ scope, params, body, ...request }) => {
    await mergeSenders(platform, scope, actorOf(request), params.id, body.into);
    return requireSender(scope, body.into);
  },
  simulation: ({ scope, params, query }) => simulateSends(platform, scope, params.id, query),
  preview: ({ scope, params, body }) => simulateSends(platform, scope, params.id, body),
});
