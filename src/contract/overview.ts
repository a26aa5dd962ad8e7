import { z } from "zod";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const overviewCounts = z.object({
  /** Messages that wait for a decision. */
  iceBreakers: z.number(),
  followUps: z.number(),
  /** Queued messages whose date has passed; counted up to OVERDUE_LIMIT. */
  overdue: z.number(),
  newMeetings: z.number(),
  /** The user's own open tasks that are due today or earlier. */
  tasks: z.number(),
});
export type OverviewCounts = z.infer<typeof overviewCounts>;

export const OVERDUE_LIMIT = 999;

export const PROBLEM_KINDS = ["sync", "conflicts", "failed_sends", "holds"] as const;

const overview = z.object({
  /** Of yesterday in Amsterdam. */
  yesterday: z.object({ sent: z.number(), invited: z.number(), accepted: z.number(), replies: z.number() }),
  problems: z.array(z.object({ kind: z.enum(PROBLEM_KINDS), text: z.string() })),
});
export type Overview = z.infer<typeof overview>;

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
});
