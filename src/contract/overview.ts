import { z } from "zod";
import { companyAdministration, everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const overviewCounts = z.object({
  /** Messages that wait for a decision. */
  iceBreakers: z.number(),
  followUps: z.number(),
  /** Late messages (`isLate` of a queued message). */
  overdue: z.number(),
  /** With many late messages not all are counted: there are at least `overdue`. */
  hasMoreOverdue: z.boolean(),
  newMeetings: z.number(),
  /** The user's own open tasks that are due today or earlier. */
  tasks: z.number(),
  /** The company is new: its checklist has not been hidden yet. */
  isNewCompany: z.boolean(),
  /** The first sync with Airtable is still running: leads and messages are missing. */
  isFirstSync: z.boolean(),
});
export type OverviewCounts = z.infer<typeof overviewCounts>;

export const PROBLEM_KINDS = [
  "sync",
  "sync_paused",
  "conflicts",
  "held_deletions",
  "parked",
  "failed_sends",
  "accounts",
  "account_holds",
  "holds",
  "writer",
] as const;

const overview = z.object({
  /** The messages to review that are assigned to the user. */
  assigned: z.object({ iceBreakers: z.number(), followUps: z.number() }),
  /** The counts of the previous day in Amsterdam. */
  yesterday: z.object({ sent: z.number(), invited: z.number(), accepted: z.number(), replies: z.number() }),
  problems: z.array(z.object({ kind: z.enum(PROBLEM_KINDS), text: z.string() })),
});
export type Overview = z.infer<typeof overview>;

export const CHECKLIST_STEPS = ["logo", "colleagues", "leads", "prompt", "sender", "approval"] as const;
export type ChecklistStep = (typeof CHECKLIST_STEPS)[number];

const checklist = z.object({ done: z.array(z.enum(CHECKLIST_STEPS)) });
export type Checklist = z.infer<typeof checklist>;

export const overviewRoutes = defineRoutes({
  counts: {
    method: "GET",
    path: "/api/overview/counts",
    summary: "What waits for the user: the counts in the sidebar",
    access: everyRole,
    response: overviewCounts,
  },
  today: {
    method: "GET",
    path: "/api/overview",
    summary: "Yesterday's result, and problems that somebody has to solve",
    access: everyRole,
    response: overview,
  },
  checklist: {
    method: "GET",
    path: "/api/overview/checklist",
    summary: "Which first steps of a new company are done",
    access: everyRole,
    response: checklist,
  },
  hideChecklist: {
    method: "POST",
    path: "/api/overview/checklist/hide",
    summary: "Hide the checklist for everybody in the company",
    access: companyAdministration,
    response: z.object({ message: z.string() }),
  },
});
