import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/** Writes the requested texts of a company until none is due. */
export const writeTextsJob = defineJob({
  name: "writer.write",
  payload: z.object({ companyId: z.uuid() }),
  retryLimit: 3,
  // A company takes at most one of these places (`performRequests`), so that its slow model leaves the others free.
  concurrency: 4,
});

/**
 * Requests the automatic drafts of the day, ends A/B tests that are decided, and starts `writeTextsJob` for companies with a request
 * that is due or that a dead worker left.
 */
export const scheduleWritingJob = defineJob({
  name: "writer.schedule",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  wakeOn: "first_sync_ended",
  singleton: true,
  retryLimit: 0,
});
