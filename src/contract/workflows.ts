import { z } from "zod";
import { trimmedText } from "./field-schemas.ts";
import { management } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const WORKFLOW_IDS = ["allocate-leads", "add-to-search-queue", "move-from-on-hold"] as const;
export const workflowId = z.enum(WORKFLOW_IDS);
export type WorkflowId = z.infer<typeof workflowId>;

/** Names and descriptions. The URLs are settings of the company. */
export const WORKFLOWS: Readonly<Record<WorkflowId, { name: string; description: string }>> = {
  "allocate-leads": {
    name: "Allocate Leads",
    description: "Verdeelt nieuwe leads automatisch over de leden van het salesteam.",
  },
  "add-to-search-queue": {
    name: "Toevoegen items aan lead search Que",
    description: "Zet nieuwe zoekopdrachten klaar waarmee leads worden gezocht.",
  },
  "move-from-on-hold": {
    name: "Move Items from On Hold",
    description: "Haalt uitnodigingen uit de wacht en zet ze in de wachtrij.",
  },
};

/** A workflow with a form is opened in a window; any other is called by the server. */
export const isForm = (url: string): boolean => url.includes("/form/");

/** The outcome of a start: accepted, certainly failed, or unknown. */
export const RUN_OUTCOMES = ["started", "failed", "unknown"] as const;
const runOutcome = z.enum(RUN_OUTCOMES);
export type RunOutcome = z.infer<typeof runOutcome>;

const workflow = z.object({
  id: workflowId,
  name: z.string(),
  description: z.string(),
  status: z.literal("active"),
  webhookUrl: z.string().nullable(),
  totalRuns: z.number(),
  lastRun: z.iso.datetime().nullable(),
  lastOutcome: runOutcome.nullable(),
  /** It has no webhook and runs inside the product, where the company sends through LinkedIn. */
  isBuiltIn: z.boolean().optional(),
});
export type Workflow = z.infer<typeof workflow>;

const workflowStats = z.object({
  totalWorkflows: z.number(),
  successfulRuns: z.number(),
  lastActivity: z.iso.datetime().nullable(),
  workflowBreakdown: z.record(workflowId, z.object({ totalRuns: z.number(), lastRun: z.iso.datetime().nullable() })),
});
export type WorkflowStats = z.infer<typeof workflowStats>;

const workflowStart = z.strictObject({
  workflowId,
  /** Must equal the configured URL, which may have changed since the screen was loaded. */
  webhookUrl: trimmedText(2000),
  data: z.strictObject({
    triggered_by: z.literal("dashboard"),
    trigger_time: z.iso.datetime({ offset: true }),
    workflow_name: trimmedText(200),
  }),
});
export type WorkflowStart = z.infer<typeof workflowStart>;

export const BUILT_IN_WORKFLOWS = ["allocate-leads", "move-from-on-hold"] as const satisfies readonly WorkflowId[];
/** How leads are given to senders: evenly, or to the one who has most of that industry or region. */
export const ALLOCATION_RULES = ["share", "industry", "region"] as const;

const builtInRun = z.strictObject({
  workflowId: z.enum(BUILT_IN_WORKFLOWS),
  by: z.enum(ALLOCATION_RULES).default("share"),
  count: z
    .number("Vul een aantal in.")
    .int("Vul een heel getal in.")
    .min(1, "Minimaal 1.")
    .max(500, "Maximaal 500.")
    .default(50),
  /** With `share`: how much of these leads each sender gets, by name. Without shares, whoever has least gets the next. */
  shares: z
    .record(z.string().max(200), z.number("Vul een getal in.").min(0, "Minimaal 0.").max(100, "Maximaal 100."))
    .optional(),
  /** Only tells what would happen. */
  isPreview: z.boolean().default(false),
});
export type BuiltInRun = z.infer<typeof builtInRun>;

const count = <Name extends string>(name: Name) => z.object({ [name]: z.number() } as Record<Name, z.ZodNumber>);
const started = z.object({ runId: z.string(), outcome: z.literal("started"), message: z.string() });

export const workflowsRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/workflows",
    summary: "The workflows, with their URL and last run",
    access: management,
    response: z.array(workflow),
  },
  stats: {
    method: "GET",
    path: "/api/workflows/stats",
    summary: "The number of workflow starts",
    access: management,
    response: workflowStats,
  },
  queueCount: {
    method: "GET",
    path: "/api/workflows/queue-count",
    summary: "The number of queued messages",
    access: management,
    response: count("queueCount"),
  },
  readyToSend: {
    method: "GET",
    path: "/api/workflows/ready-to-send",
    summary: "The number of queued messages that are due",
    access: management,
    response: count("readyToSendCount"),
  },
  personToday: {
    method: "GET",
    path: "/api/workflows/frank-invitations-today",
    summary: "Invitations that the statistics person sent today",
    access: management,
    response: count("frankInvitationsToday"),
  },
  personQueue: {
    method: "GET",
    path: "/api/workflows/frank-invitations-queue",
    summary: "Queued invitations of the statistics person",
    access: management,
    response: count("frankInvitationsQueue"),
  },
  personHold: {
    method: "GET",
    path: "/api/workflows/frank-invitations-hold",
    summary: "Invitations of the statistics person that are on hold",
    access: management,
    response: count("frankInvitationsHold"),
  },
  personAccepted: {
    method: "GET",
    path: "/api/workflows/frank-invitations-accepted",
    summary: "Accepted invitations of the statistics person",
    access: management,
    response: count("frankInvitationsAccepted"),
  },
  trigger: {
    method: "POST",
    path: "/api/workflows/trigger",
    summary: "Start a workflow at its configured URL",
    access: management,
    body: workflowStart,
    response: started,
  },
  runBuiltIn: {
    method: "POST",
    path: "/api/workflows/built-in",
    summary: "Run a workflow inside the product, or preview it",
    access: management,
    body: builtInRun,
    response: z.object({
      count: z.number(),
      senders: z.array(z.object({ name: z.string(), count: z.number() })),
      message: z.string(),
    }),
  },
  openForm: {
    method: "POST",
    path: "/api/workflows/form-opened",
    summary: "Record that the form of a workflow was opened; whether it was submitted is unknown",
    access: management,
    body: z.strictObject({ workflowId }),
    response: z.object({ runId: z.string() }),
  },
});
