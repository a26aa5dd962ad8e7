import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/**
 * Asks the gateway what has changed. After an event about a message the payload has that message's id: the job fails, and is
 * retried, until the gateway lists it.
 */
export const pollLinkedInJob = defineJob({
  name: "linkedin.poll",
  payload: z.object({
    companyId: z.uuid(),
    /** The gateway's id. Without it, all accounts of the company. */
    accountId: z.string().optional(),
    expectedMessageId: z.string().optional(),
    expectedMessageAt: z.iso.datetime().optional(),
    /** Read the newest relations too: one was reported, or the account is new. `poll.ts` says when all are read. */
    includeRelations: z.boolean().optional(),
  }),
  retryLimit: 6,
  concurrency: 4,
});

export const schedulePollsJob = defineJob({
  name: "linkedin.schedule-polls",
  payload: z.object({}),
  schedule: { cron: "*/2 * * * *" },
  singleton: true,
  retryLimit: 0,
});

/** Emails the account's user, or the company admins if it has none, that it stopped working: once for each outage. */
export const accountProblemJob = defineJob({
  name: "linkedin.account-problem",
  payload: z.object({ companyId: z.uuid(), accountRowId: z.uuid() }),
});
