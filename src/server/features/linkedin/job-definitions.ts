import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/**
 * Asks the gateway what has changed. A webhook enqueues it with the id of the message that it reported: where the gateway
 * does not list that message yet, the job fails and is retried.
 */
export const pollLinkedInJob = defineJob({
  name: "linkedin.poll",
  payload: z.object({
    companyId: z.uuid(),
    /** The gateway's id. Without it, all accounts of the company. */
    accountId: z.string().optional(),
    expectedMessageId: z.string().optional(),
    expectedMessageAt: z.iso.datetime().optional(),
    /** A relation was reported: the list of relations is read, which is otherwise done twice a day. */
    readsRelations: z.boolean().optional(),
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

/** Mails that an account does not work. */
export const accountProblemJob = defineJob({
  name: "linkedin.account-problem",
  payload: z.object({ companyId: z.uuid(), id: z.uuid() }),
});
