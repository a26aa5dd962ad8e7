import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/**
 * Sends what is due in one company. Asked for while it runs, it is not asked for twice: it looks until nothing is left,
 * and what falls into its very last moment is found a minute later.
 */
export const deliverJob = defineJob({
  name: "automation.deliver",
  payload: z.object({ companyId: z.uuid() }),
  singleton: true,
  retryLimit: 3,
  // Of one company that is slow to take its messages the others notice nothing.
  concurrency: 4,
});

/** Wakes the companies that have something due, and those whose sender died. */
export const findDueJob = defineJob({
  name: "automation.find-due",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});
