import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { HOUR_MS } from "#platform/time.ts";
import { hasEndedFirstSync, insertClientHistory } from "./demo.queries.ts";

const NEXT_ATTEMPT_MS = 5_000;

const payload = z.object({ companyId: z.string(), giveUpAt: z.iso.datetime() });
type DemoHistory = z.infer<typeof payload>;

const demoHistoryJob = defineJob({ name: "demo.history", payload, retryLimit: 2 });

export const demoHistoryJobs = [demoHistoryJob];

/** The base has no history of classes: without one, Management would show that no lead ever became a client. */
const addHistory = async (platform: Platform, history: DemoHistory): Promise<void> => {
  const { database, clock, jobs, events } = platform;
  const { companyId, giveUpAt } = history;
  const scope = { db: database.tenant(companyId), companyId };
  if (await hasEndedFirstSync(scope)) {
    await insertClientHistory(scope);
    return events.publish(scope.db, companyId, { topic: "leads" });
  }
  const now = clock.now();
  if (now > new Date(giveUpAt)) return;
  const startAfter = new Date(now.getTime() + NEXT_ATTEMPT_MS);
  await jobs.enqueue(database.platform, demoHistoryJob, history, { startAfter });
};

/** Adds the history of a demo company once its first sync has ended. */
export const enqueueDemoHistory = ({ database, clock, jobs }: Platform, companyId: string): Promise<void> =>
  jobs.enqueue(database.platform, demoHistoryJob, {
    companyId,
    giveUpAt: new Date(clock.now().getTime() + HOUR_MS).toISOString(),
  });

export const demoJobs = (platform: Platform): BoundJob[] => [
  bindJob(demoHistoryJob, (history) => addHistory(platform, history)),
];
