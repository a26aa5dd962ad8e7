import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/**
 * Sends a company's due messages. One job per company at a time: a running job also sends messages that become due
 * meanwhile, and the minutely job finds those that it just missed.
 */
export const deliverMessagesJob = defineJob({
  name: "automation.deliver",
  payload: z.object({ companyId: z.uuid() }),
  singleton: true,
  retryLimit: 3,
  // One company with a slow webhook does not delay the others.
  concurrency: 4,
});

/**
 * Starts the delivery at a later moment. Not a singleton, because each waits for the end of its own undo period, and a waiting
 * deliverMessagesJob would hold up messages that are due earlier.
 */
export const delayedDeliveryJob = defineJob({
  name: "automation.delayed-delivery",
  payload: z.object({ companyId: z.uuid() }),
  retryLimit: 3,
});

/** Enqueues the companies with due messages or with a claim of a process that died. */
export const enqueueDeliveriesJob = defineJob({
  name: "automation.enqueue-deliveries",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});
