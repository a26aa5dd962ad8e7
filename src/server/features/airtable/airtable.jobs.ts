import { type BoundJob, bindJob } from "#platform/jobs/jobs.ts";
import { scheduleSyncsJob, syncJob, syncSlowBaseJob } from "./runs/job-definitions.ts";
import { findDueCompanies } from "./runs/schedule.queries.ts";
import { syncCompany } from "./runs/sync-company.ts";
import type { SyncPlatform } from "./runs/sync-turn.ts";

const enqueueSyncs = async ({ database, jobs, clock }: SyncPlatform): Promise<void> => {
  for (const companyId of await findDueCompanies({ db: database.platform }, clock.now())) {
    await jobs.enqueue(database.platform, syncJob, { companyId });
  }
};

export const airtableJobs = (platform: SyncPlatform): BoundJob[] => [
  bindJob(syncJob, ({ companyId }, signal) => syncCompany(platform, companyId, signal, "fast")),
  bindJob(syncSlowBaseJob, ({ companyId }, signal) => syncCompany(platform, companyId, signal, "slow")),
  bindJob(scheduleSyncsJob, () => enqueueSyncs(platform)),
];
