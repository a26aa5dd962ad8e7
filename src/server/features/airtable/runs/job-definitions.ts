import { z } from "zod";
import type { Scope } from "#platform/database/scope.ts";
import { defineJob } from "#platform/jobs/jobs.ts";

/** NOTIFY channel that wakes the workers when there is something to push. */
const EDITED_CHANNEL = "airtable_edited";

const turnJob = { payload: z.object({ companyId: z.uuid() }), retryLimit: 2, expireInSeconds: 300 };

/** How many companies a process syncs at once: those whose base answers quickly, and the others. */
export const TURNS_AT_ONCE = { fast: 8, slow: 8 } as const;
export type Lane = keyof typeof TURNS_AT_ONCE;

/** Syncs one company. A company whose base answers slowly continues in the slow lane, so that the others do not wait for it. */
export const syncJob = defineJob({
  ...turnJob,
  name: "airtable.sync",
  concurrency: TURNS_AT_ONCE.fast,
  wakeOn: EDITED_CHANNEL,
});
export const syncSlowBaseJob = defineJob({ ...turnJob, name: "airtable.sync-slow", concurrency: TURNS_AT_ONCE.slow });

/** Enqueues the companies whose run is due or was interrupted. */
export const scheduleSyncsJob = defineJob({
  name: "airtable.schedule-syncs",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});

/** Without it the edit would be pushed by the next scheduled run. */
export const wakeWorkers = ({ db, companyId }: Scope): Promise<void> => db.notify(EDITED_CHANNEL, companyId, {});
