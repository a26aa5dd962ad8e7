import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/** Writes the requested texts of a company until none is due. */
export const writeTextsJob = defineJob({
  name: "writer.write",
  payload: z.object({ companyId: z.uuid() }),
  retryLimit: 3,
  // One company has one place: a slow model does not delay the others.
  concurrency: 4,
});

/** Requests the automatic drafts of the day, and finds requests that wait or that a dead worker left. */
export const scheduleWritingJob = defineJob({
  name: "writer.schedule",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  wakeOn: "first_sync_ended",
  singleton: true,
  retryLimit: 0,
});
