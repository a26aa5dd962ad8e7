import { z } from "zod";
import type { Scope } from "#platform/database/scope.ts";
import { defineJob } from "#platform/jobs/jobs.ts";

/** NOTIFY channel that wakes the workers when there is something to push. */
const EDITED_CHANNEL = "airtable_edited";

/** Syncs one company. Eight companies run at once, so that a slow or dead base does not delay the others. */
export const syncJob = defineJob({
  name: "airtable.sync",
  payload: z.object({ companyId: z.uuid() }),
  concurrency: 8,
  retryLimit: 2,
  expireInSeconds: 300,
  wakeOn: EDITED_CHANNEL,
});

/** Enqueues the companies whose run is due or was interrupted. */
export const scheduleJob = defineJob({
  name: "airtable.schedule",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});

/** Without it the edit would be pushed by the next scheduled run. */
export const wakeWorkers = ({ db, companyId }: Scope): Promise<void> => db.notify(EDITED_CHANNEL, companyId, {});
