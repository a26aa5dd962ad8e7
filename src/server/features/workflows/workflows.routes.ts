import type { workflowsRoutes } from "#contract/workflows.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { countPersonToday, countPersonTotal, countQueue } from "#server/features/statistics/statistics.service.ts";
import {
  listWorkflows,
  readWorkflowStats,
  recordFormOpened,
  startBuiltIn,
  startWorkflow,
} from "./workflows.service.ts";

export const workflowsHandlers = (platform: Platform): Handlers<typeof workflowsRoutes> => {
  const now = () => platform.clock.now();
  return {
    list: ({ scope }) => listWorkflows(platform, scope),
    stats: ({ scope }) => readWorkflowStats(platform, scope),
    queueCount: async ({ scope }) => ({ queueCount: (await countQueue(scope, now())).queued }),
    readyToSend: async ({ scope }) => ({ readyToSendCount: (await countQueue(scope, now())).ready }),
    personToday: async ({ scope }) => ({ frankInvitationsToday: await countPersonToday(scope, now()) }),
    personQueue: async ({ scope }) => ({ frankInvitationsQueue: await countPersonTotal(scope, "queued") }),
    personHold: async ({ scope }) => ({ frankInvitationsHold: await countPersonTotal(scope, "on_hold") }),
    personAccepted: async ({ scope }) => ({ frankInvitationsAccepted: await countPersonTotal(scope, "accepted") }),
    trigger: ({ scope, body, ...request }) => startWorkflow(platform, scope, actorOf(request), body),
    runBuiltIn: ({ scope, body, ...request }) => startBuiltIn(platform, scope, actorOf(request), body),
    openForm: async ({ scope, body, ...request }) => ({
      runId: await recordFormOpened(platform, scope, actorOf(request), body.workflowId),
    }),
  };
};
