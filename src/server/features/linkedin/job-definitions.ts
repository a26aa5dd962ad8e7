import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/**
 * Asks the gateway what has changed. After events about messages the payload has the ids of these messages: the job fails, and
 * is retried, until the gateway lists them all.
 */
export const pollLinkedInJob = defineJob({
  name: "linkedin.poll",
  payload: z.object({
    companyId: z.uuid(),
    /** The gateway's id. Without it, all accounts of the company. */
    accountId: z.string().optional(),
    expectedMessageIds: z.array(z.string()).optional(),
    /** When the earliest of these was written. */
    expectedMessageAt: z.iso.datetime().optional(),
    /** Read the newest relations too: one was reported, or the account is new. `poll.ts` says when all are read. */
    includeRelations: z.boolean().optional(),
    /** A copy of a request that waits in memory; it is handled again later, in case the process died. */
    isRepeat: z.boolean().optional(),
  }),
  retryLimit: 6,
  concurrency: 4,
});

/** The scheduled poll of all accounts of a company. One per company at a time: polls of a slow gateway must not take all four places. */
export const pollAllAccountsJob = defineJob({
  name: "linkedin.poll-all-accounts",
  payload: z.object({ companyId: z.uuid() }),
  singleton: true,
  retryLimit: 0,
  concurrency: 4,
});

export const schedulePollsJob = defineJob({
  name: "linkedin.schedule-polls",
  payload: z.object({}),
  schedule: { cron: "*/2 * * * *" },
  singleton: true,
  retryLimit: 0,
});

/** Tells the account's user, or the company admins if it has none, that it stopped working: once for each outage. */
export const accountProblemJob = defineJob({
  name: "linkedin.account-problem",
  payload: z.object({ companyId: z.uuid(), accountRowId: z.uuid() }),
});

/** One mail of those: the recipients do not wait for each other. */
export const accountProblemMailJob = defineJob({
  name: "linkedin.account-problem-mail",
  payload: z.object({
    companyId: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    accountName: z.string(),
    problem: z.string(),
    isOwner: z.boolean(),
    isRestricted: z.boolean(),
  }),
});
