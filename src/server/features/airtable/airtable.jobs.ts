import { type BoundJob, bindJob } from "#platform/jobs.ts";
import { scheduleJob, syncJob } from "./runs/job-definitions.ts";
import { findDueCompanies } from "./runs/runs.queries.ts";
import { workOnCompany } from "./runs/work.ts";
import type { SyncPlatform } from "./turn/turn.ts";

const startDue = async ({ database, jobs, clock }: SyncPlatform): Promise<void> => {
  for (const companyId of await findDueCompanies({ db: database.platform }, clock.now())) {
    await jobs.enqueue(database.platform, syncJob, { companyId });
  }
};

export const airtableJobs = (platform: SyncPlatform): BoundJob[] => [
  bindJob(syncJob, ({ companyId }, signal) => workOnCompany(platform, companyId, signal)),
  bindJob(scheduleJob, () => startDue(platform)),
];
