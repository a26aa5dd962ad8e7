import { z } from "zod";
import type { Scope } from "#platform/database/scope.ts";
import { defineJob } from "#platform/jobs/jobs.ts";

/** Where edits are announced. */
const EDITED_CHANNEL = "airtable_edited";

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
  wakeOn: EDITED_CHANNEL,
});

/** Every minute: who is due, and whose work was broken off. */
export const scheduleJob = defineJob({
  name: "airtable.schedule",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});

/** There is something to send. They come by anyway; called, they come at once. */
export const wakeWorkers = ({ db, companyId }: Scope): Promise<void> => db.notify(EDITED_CHANNEL, companyId, {});
