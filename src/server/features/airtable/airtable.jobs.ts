import { type BoundJob, bindJob } from "#platform/jobs/jobs.ts";
import { scheduleJob, slowSyncJob, syncJob } from "./runs/job-definitions.ts";
import { findDueCompanies } from "./runs/runs.queries.ts";
import { syncCompany } from "./runs/sync-company.ts";
import type { SyncPlatform } from "./runs/sync-turn.ts";

const enqueueDueCompanies = async ({ database, jobs, clock }: SyncPlatform): Promise<void> => {
  for (const companyId of await findDueCompanies({ db: database.platform }, clock.now())) {
    await jobs.enqueue(database.platform, syncJob, { companyId });
  }
};

export const airtableJobs = (platform: SyncPlatform): BoundJob[] => [
  bindJob(syncJob, ({ companyId }, signal) => syncCompany(platform, companyId, signal, "fast")),
  bindJob(slowSyncJob, ({ companyId }, signal) => syncCompany(platform, companyId, signal, "slow")),
  bindJob(scheduleJob, () => enqueueDueCompanies(platform)),
];
