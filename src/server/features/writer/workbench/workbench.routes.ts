import type { workbenchRoutes } from "#contract/workbench.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { TEST_LEADS } from "./test-leads.ts";
import {
  readExperiment,
  readFeedback,
  readTestResults,
  startExperiment,
  stopExperiment,
  testNewPrompt,
  testPrompt,
  tryPrompt,
} from "./workbench.service.ts";

export const workbenchHandlers = (platform: Platform): Handlers<typeof workbenchRoutes> => ({
  tryPrompt: ({ scope, params, body }) => tryPrompt(platform, scope, params.id, body),
  testLeads: () => Promise.resolve(TEST_LEADS.map(({ n, name, kind }) => ({ n, name, kind }))),
  testPrompt: ({ scope, params, body }) => testPrompt(platform, scope, params.id, body),
  testNewPrompt: ({ scope, body }) => testNewPrompt(platform, scope, body),
  testResults: ({ scope, query }) => readTestResults(platform, scope, query.promptId),
  feedback: ({ scope, params }) => readFeedback(platform, scope, params.id),
  experiment: async ({ scope, params }) => ({ experiment: await readExperiment(scope, params.id) }),
  startExperiment: async ({ scope, params, body, ...request }) => ({
    experiment: await startExperiment(platform, scope, actorOf(request), params.id, body),
  }),
  stopExperiment: async ({ scope, params, ...request }) => {
    await stopExperiment(platform, scope, actorOf(request), params.id);
  },
});
