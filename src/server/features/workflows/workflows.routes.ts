import {
  WORKFLOW_IDS,
  WORKFLOWS,
  type Workflow,
  type WorkflowStats,
  type workflowsRoutes,
} from "#contract/workflows.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { countPersonToday, countPersonTotal, countQueue } from "#server/features/statistics/statistics.service.ts";
import { findRuns, findWorkflowUrls, type WorkflowRuns } from "./workflows.queries.ts";
import { recordFormOpened, staleLimit, startWorkflow } from "./workflows.service.ts";

const NEVER_RUN = { totalRuns: 0, successfulRuns: 0, lastRun: null, lastOutcome: null };
const runsOf = (all: readonly WorkflowRuns[], id: string) =>
  all.find(({ workflowId }) => workflowId === id) ?? NEVER_RUN;

const listWorkflows = (urls: Partial<Record<string, string>>, all: readonly WorkflowRuns[]): Workflow[] =>
  WORKFLOW_IDS.map((id) => {
    const { totalRuns, lastRun, lastOutcome } = runsOf(all, id);
    return { id, ...WORKFLOWS[id], status: "active", webhookUrl: urls[id] ?? null, totalRuns, lastRun, lastOutcome };
  });

const toStats = (all: readonly WorkflowRuns[]): WorkflowStats => {
  const own = WORKFLOW_IDS.map((id) => [id, runsOf(all, id)] as const);
  return {
    totalWorkflows: WORKFLOW_IDS.length,
    successfulRuns: own.reduce((sum, [, { successfulRuns }]) => sum + successfulRuns, 0),
    lastActivity: own.map(([, { lastRun }]) => lastRun).reduce(laterOf, null),
    workflowBreakdown: Object.fromEntries(
      own.map(([id, { totalRuns, lastRun }]) => [id, { totalRuns, lastRun }]),
    ) as WorkflowStats["workflowBreakdown"],
  };
};

const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

export const workflowsHandlers = (platform: Platform): Handlers<typeof workflowsRoutes> => {
  const now = () => platform.clock.now();
  return {
    list: async ({ scope }) => {
      const [urls, runs] = await Promise.all([findWorkflowUrls(scope), findRuns(scope, staleLimit(platform))]);
      return listWorkflows(urls, runs);
    },
    stats: async ({ scope }) => toStats(await findRuns(scope, staleLimit(platform))),
    queueCount: async ({ scope }) => ({ queueCount: (await countQueue(scope, now())).queued }),
    readyToSend: async ({ scope }) => ({ readyToSendCount: (await countQueue(scope, now())).ready }),
    personToday: async ({ scope }) => ({ frankInvitationsToday: await countPersonToday(scope, now()) }),
    personQueue: async ({ scope }) => ({ frankInvitationsQueue: await countPersonTotal(scope, "queued") }),
    personHold: async ({ scope }) => ({ frankInvitationsHold: await countPersonTotal(scope, "on_hold") }),
    personAccepted: async ({ scope }) => ({ frankInvitationsAccepted: await countPersonTotal(scope, "accepted") }),
    trigger: ({ scope, body, ...by }) => startWorkflow(platform, scope, authorOf(by), body),
    openForm: async ({ scope, body, ...by }) => ({
      runId: await recordFormOpened(platform, scope, authorOf(by), body.workflowId),
    }),
  };
};
