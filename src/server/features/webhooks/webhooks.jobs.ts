import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { deliverEvents } from "./deliver-events.ts";
import { deleteOldEvents, findCompaniesWithDueDeliveries, findNextDue } from "./webhooks.queries.ts";
import { deliverEventsJob } from "./webhooks.service.ts";

export const findDueEventsJob = defineJob({
  name: "webhooks.find-due",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});

export const deleteOldEventsJob = defineJob({
  name: "webhooks.delete-old",
  payload: z.object({}),
  schedule: { cron: "53 2 * * *" },
});

const SOON_MS = 60_000;

/** What becomes due within a minute, such as an event at the end of its undo period, does not wait for the minutely job. */
const deliverAndReschedule = async (platform: Platform, companyId: string, signal: AbortSignal): Promise<void> => {
  await deliverEvents(platform, companyId, signal);
  const db = platform.database.tenant(companyId);
  const next = await findNextDue({ db, companyId, actor: { id: companyId, name: "Systeem", role: "user" } });
  const now = platform.clock.now().getTime();
  if (!next || next.getTime() <= now || next.getTime() > now + SOON_MS) return;
  await platform.jobs.enqueue(platform.database.platform, deliverEventsJob, { companyId }, { startAfter: next });
};

export const webhooksJobs = (platform: Platform): BoundJob[] => {
  const scope = { db: platform.database.platform };
  return [
    bindJob(deliverEventsJob, ({ companyId }, signal) => deliverAndReschedule(platform, companyId, signal)),
    bindJob(findDueEventsJob, async () => {
      for (const companyId of await findCompaniesWithDueDeliveries(scope, platform.clock.now()))
        await platform.jobs.enqueue(scope.db, deliverEventsJob, { companyId });
    }),
    bindJob(deleteOldEventsJob, () => deleteOldEvents(scope)),
  ];
};
