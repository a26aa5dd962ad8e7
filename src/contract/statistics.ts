import { z } from "zod";
import { companyAdministration, management } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const invitationStats = z.object({
  invitationsSentToday: z.number(),
  invitationsInQueue: z.number(),
  invitationsOnHold: z.number(),
  invitationsAccepted: z.number(),
  totalInvitationsSent: z.number(),
});
export type InvitationStats = z.infer<typeof invitationStats>;

/** The field name is this prefix followed by the name of the company's statistics person. */
export const TO_APPROVE = "icebreakersToApprove";

const messageStats = z
  .object({
    icebreakersCreatedToday: z.number(),
    messagesSentToday: z.number(),
    messagesQueuedToday: z.number(),
  })
  .catchall(z.number());
export type MessageStats = z.infer<typeof messageStats>;

/** Days in Amsterdam time, such as "2026-11-14"; days without a count are included. */
const dayCount = z.object({ date: z.iso.date(), count: z.number() });
export type DayCount = z.infer<typeof dayCount>;
const hourCount = z.object({ hour: z.number().int().min(0).max(23), count: z.number() });
export type HourCount = z.infer<typeof hourCount>;

/** January is 0. The default is the current month. */
const monthQuery = z.object({
  month: z.coerce.number().int().min(0).max(11).optional(),
  year: z.coerce.number().int().min(2000).max(2100).optional(),
});
export type MonthQuery = z.infer<typeof monthQuery>;

/** Whole weeks, so that all intervals of a period have the same length. */
export const RESULT_DAYS = [7, 28, 84] as const;
const resultDays = z.union(RESULT_DAYS.map((days) => z.literal(days)));
export type ResultDays = (typeof RESULT_DAYS)[number];

/** Calendar periods up to today. */
export const RESULT_PERIODS = ["today", "week", "month", "last-month", "quarter"] as const;
export type ResultPeriod = (typeof RESULT_PERIODS)[number];

/** The days from and to win over the named period, which wins over the number of days. */
const resultsQuery = z.object({
  days: z.coerce.number().pipe(resultDays).default(28),
  period: z.enum(RESULT_PERIODS).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ResultsQuery = z.infer<typeof resultsQuery>;

/** The results of a period. Rates are between 0 and 1, and null where nothing was sent. */
const results = z.object({
  invited: z.number(),
  accepted: z.number(),
  acceptanceRate: z.number().nullable(),
  /** On average. */
  hoursToAcceptance: z.number().nullable(),
  sent: z.number(),
  replied: z.number(),
  replyRate: z.number().nullable(),
});
export type Results = z.infer<typeof results>;

const compared = z.object({ current: results, previous: results });
export type Compared = z.infer<typeof compared>;

const period = z.object({ from: z.iso.date(), to: z.iso.date() });
/** What became of the texts that the built-in writer wrote with one version of a prompt. */
const promptResult = z.object({
  promptId: z.string(),
  promptName: z.string(),
  accountManager: z.string(),
  version: z.number(),
  /** Null for a first version that came from Airtable. */
  since: z.iso.datetime().nullable(),
  /** The sample: the number of texts. */
  written: z.number(),
  unchanged: z.number(),
  edited: z.number(),
  /** The share of the words that users changed, on average over the edited texts. */
  changedShare: z.number().nullable(),
  rewritten: z.number(),
  sent: z.number(),
  accepted: z.number(),
  replied: z.number(),
  /** What may be concluded from the difference with the version before it. */
  comparison: z.string().nullable(),
});
export type PromptResult = z.infer<typeof promptResult>;

/** The last steps of the funnel: meetings that were held, and leads that became a client. */
const outcomes = z.object({ meetings: z.number(), clients: z.number() });
export type Outcomes = z.infer<typeof outcomes>;
const comparedOutcomes = z.object({ current: outcomes, previous: outcomes });

const resultsOverview = z.object({
  /** Both days included. */
  current: period,
  /** As many days as the current period has so far. */
  previous: period,
  /** Today belongs to the current period: it is not complete. */
  isRunning: z.boolean(),
  total: compared,
  /** Invitations sent in the current period that were withdrawn, refused or ignored. The others without an acceptance are open. */
  endedInvitations: z.number(),
  outcomes: comparedOutcomes,
  outcomesByManager: z.array(comparedOutcomes.extend({ name: z.string() })),
  /** By the number of messages and invitations; an empty name is an unknown industry. */
  byIndustry: z.array(compared.extend({ name: z.string() })),
  byManager: z.array(compared.extend({ name: z.string() })),
  byPrompt: z.array(promptResult),
  /** Per day or per seven days, the latest first, each with the interval before it. */
  byPeriod: z.array(compared.extend(period.shape)),
});
export type ResultsOverview = z.infer<typeof resultsOverview>;

export const GOAL_MEASURES = ["invited", "accepted", "replied", "meetings", "clients"] as const;
export type GoalMeasure = (typeof GOAL_MEASURES)[number];

export const MAX_GOAL = 1_000_000;
const target = z.number().int().min(1).max(MAX_GOAL).nullable();
const goalTargets = z.strictObject(
  Object.fromEntries(GOAL_MEASURES.map((measure) => [measure, target])) as Record<GoalMeasure, typeof target>,
);
export type GoalTargets = z.infer<typeof goalTargets>;

const goals = z.object({
  /** The current calendar month up to today. */
  period,
  measures: z.array(z.object({ measure: z.enum(GOAL_MEASURES), target, reached: z.number() })),
});
export type Goals = z.infer<typeof goals>;

const weeklyMail = z.strictObject({ isOn: z.boolean() });

/** The user's own preference; an API key has none. */
const ownManagement = { ...management, ownAccount: true } as const;

export const statisticsRoutes = defineRoutes({
  invitations: {
    method: "GET",
    path: "/api/linkedin-invitations/stats",
    summary: "Counters of invitations",
    access: management,
    response: invitationStats,
  },
  invitedPerDay: {
    method: "GET",
    path: "/api/linkedin-invitations/last-month",
    summary: "Invitations sent on each day of a month",
    access: management,
    query: monthQuery,
    response: z.object({ chartData: z.array(dayCount), totalSent: z.number() }),
  },
  acceptedPerDay: {
    method: "GET",
    path: "/api/linkedin-invitations/accepted-per-day",
    summary: "Invitations accepted on each day of a month",
    access: management,
    query: monthQuery,
    response: z.object({ chartData: z.array(dayCount), totalAccepted: z.number() }),
  },
  invitedPerHour: {
    method: "GET",
    path: "/api/linkedin-invitations/today-by-hour",
    summary: "Invitations sent today, per hour",
    access: management,
    response: z.object({ chartData: z.array(hourCount), totalSentToday: z.number() }),
  },
  messages: {
    method: "GET",
    path: "/api/message-stats",
    summary: "Counters of today's messages",
    access: management,
    response: messageStats,
  },
  sentPerDay: {
    method: "GET",
    path: "/api/messages-sent-chart",
    summary: "Messages sent on each of the last thirty days",
    access: management,
    response: z.object({ chartData: z.array(dayCount), totalSent: z.number() }),
  },
  results: {
    method: "GET",
    path: "/api/statistics/results",
    summary: "Acceptance and reply rates of a period, compared with the period before it",
    access: management,
    query: resultsQuery,
    response: resultsOverview,
  },
  goals: {
    method: "GET",
    path: "/api/statistics/goals",
    summary: "The goals of the company for a calendar month, and what this month has reached so far",
    access: management,
    response: goals,
  },
  setGoals: {
    method: "PUT",
    path: "/api/statistics/goals",
    summary: "Set the goals for a calendar month; null removes one",
    access: companyAdministration,
    body: goalTargets,
    response: goals,
  },
  weeklyMail: {
    method: "GET",
    path: "/api/statistics/weekly-mail",
    summary: "Whether the user gets the results of the past week by mail",
    access: ownManagement,
    response: weeklyMail,
  },
  setWeeklyMail: {
    method: "PUT",
    path: "/api/statistics/weekly-mail",
    summary: "Turn the weekly mail of the user on or off",
    access: ownManagement,
    body: weeklyMail,
    response: weeklyMail,
  },
});
