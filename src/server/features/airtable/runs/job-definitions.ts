import { z } from "zod";
import { defineJob } from "#platform/jobs.ts";

/** Where edits are announced. */
export const EDITED = "airtable_edited";

/**
 * Work on one company's base: whatever its turn finds to do. Many may run at once, each for another company: one whose
 * Airtable is slow or dead costs the others nothing but its place.
 */
export const syncJob = defineJob({
  name: "airtable.sync",
  payload: z.object({ companyId: z.uuid() }),
  concurrency: 8,
  retryLimit: 2,
  expireInSeconds: 300,
  wakeOn: EDITED,
});

/** Every minute: who is due, and whose work was broken off. */
export const scheduleJob = defineJob({
  name: "airtable.schedule",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});
