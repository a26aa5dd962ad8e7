import { makeMessage, makeQueueItem } from "../factories.ts";
import type { Caller } from "./caller.ts";
import { ENTITIES } from "./entities.ts";
import type { ExampleCall, ExamplesOf } from "./route-example.ts";

/** Gives the company a workflow whose webhook accepts any call: our own logout route. */
const workflowAt =
  (path: string, body: (workflowId: string, webhookUrl: string) => unknown) =>
  async ({ server, company }: Caller): Promise<ExampleCall> => {
    const [workflowId, url] = ["allocate-leads", `${server.url}${path}`];
    await server.query("update companies set workflow_urls = $1 where id = $2", [{ [workflowId]: url }, company.id]);
    return { body: body(workflowId, url) };
  };

export const MESSAGE_EXAMPLES: ExamplesOf<
  "messages" | "overview" | "prompts" | "queue" | "review" | "senders" | "statistics" | "undo" | "workflows"
> = {
  messages: {
    list: {},
    followup: {},
    flows: { call: () => ({ query: { type: "icebreaker" } }) },
    stats: {},
    dashboardStats: {},
    report: { ids: { id: "message" } },
    sendPreview: { ids: { id: "message" } },
    versions: { ids: { id: "message" } },
    change: {
      ids: { id: "message" },
      call: () => ({ body: { status: "rewritten", feedback: "Ice Breaker: korter" } }),
    },
    edit: { ids: { id: "message" }, call: () => ({ body: { editedContent: { "Bericht 1": "Anders" } } }) },
    send: { ids: { id: "message" } },
    rerun: { ids: { id: "message" } },
    cancelAllOfLead: { ids: { providerId: "personWithMessage" } },
    classify: { ids: { providerId: "personWithMessage" }, call: () => ({ body: { classification: "HOT" } }) },
    undo: { ids: { id: "approvedMessage" } },
    batch: {
      call: async ({ server, company }) => ({
        body: { action: "cancel", ids: [(await makeMessage(server, company.id)).id] },
      }),
    },
  },
  overview: { counts: {}, today: {}, checklist: {}, hideChecklist: {} },
  prompts: {
    list: {},
    managers: {},
    create: {
      call: () => ({
        body: { promptName: "Icebreaker", accountManager: "Anna", purpose: "icebreaker", prompt: "Schrijf kort." },
      }),
    },
    change: { ids: { id: "prompt" }, call: () => ({ body: { prompt: "Schrijf langer." } }) },
    setPurpose: { ids: { id: "prompt" }, call: () => ({ body: { purpose: "reply" } }) },
    versions: { ids: { id: "prompt" } },
    version: { ids: { id: "prompt" }, call: () => ({ params: { number: "1" } }) },
    restore: { ids: { id: "prompt" }, call: () => ({ params: { number: "1" }, body: {} }) },
  },
  queue: {
    queued: {},
    queuedAlias: {},
    queuedFlows: {},
    channelSwitch: {},
    cancel: { ids: { id: "queuedMessage" } },
    change: { ids: { id: "queuedMessage" }, call: () => ({ body: { text: "Anders." } }) },
    sendNow: { ids: { id: "queuedMessage" } },
    retryMany: {
      call: async ({ server, company }) => ({
        body: { ids: [await makeQueueItem(server, company.id, { status: "ERROR" })] },
      }),
    },
    retry: { ids: { id: "failedMessage" } },
    pause: { ids: { leadId: "waitingLead" } },
    resume: { ids: { leadId: "pausedLead" } },
    queuedReport: { ids: { id: "queuedMessage" } },
    sent: {},
    sentFlows: {},
    sentReport: { ids: { id: "sentMessage" } },
  },
  senders: {
    list: {},
    update: { ids: { id: "sender" }, call: ({ user }) => ({ body: { userId: user.id } }) },
    merge: {
      ids: { id: "sender" },
      call: async (owner) => ({ body: { into: await ENTITIES.sender.make(owner) } }),
    },
    simulation: { ids: { id: "sender" } },
    preview: { ids: { id: "sender" }, call: () => ({ body: { days: 7 } }) },
  },
  statistics: {
    goals: {},
    setGoals: {
      call: () => ({ body: { invited: 100, accepted: null, replied: null, meetings: 5, clients: null } }),
    },
    weeklyMail: {},
    setWeeklyMail: { call: () => ({ body: { isOn: true } }) },
    invitations: {},
    invitedPerDay: { call: () => ({ query: { month: "10", year: "2026" } }) },
    acceptedPerDay: {},
    invitedPerHour: {},
    messages: {},
    sentPerDay: {},
    results: { call: () => ({ query: { days: "7" } }) },
  },
  review: {
    groups: { call: () => ({ query: { type: "icebreaker" } }) },
    snooze: { ids: { id: "message" }, call: () => ({ body: { until: "2099-01-04" } }) },
    assign: { ids: { id: "message" }, call: () => ({ body: { userId: null } }) },
    notes: { ids: { id: "message" } },
    addNote: { ids: { id: "message" }, call: () => ({ body: { text: "Eerst bellen." } }) },
  },
  undo: { perform: { ids: { token: "undoToken" } } },
  workflows: {
    list: {},
    stats: {},
    queueCount: {},
    readyToSend: {},
    personToday: {},
    personQueue: {},
    personHold: {},
    personAccepted: {},
    trigger: {
      call: workflowAt("/api/logout", (workflowId, webhookUrl) => ({
        workflowId,
        webhookUrl,
        data: {
          triggered_by: "dashboard",
          trigger_time: "2026-11-14T09:30:00.000Z",
          workflow_name: "Allocate Leads",
        },
      })),
    },
    runBuiltIn: {
      call: async (owner) => {
        await ENTITIES.connectedSender.make(owner);
        await owner.server.query("update companies set workflow_urls = '{}' where id = $1", [owner.company.id]);
        return { body: { workflowId: "allocate-leads" } };
      },
    },
    openForm: { call: workflowAt("/form/", (workflowId) => ({ workflowId })) },
  },
};
