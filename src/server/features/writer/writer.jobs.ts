import { type BoundJob, bindJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { scheduleWritingJob, writeTextsJob } from "./job-definitions.ts";
import { performRequests, staleClaimLimit, writerScope } from "./perform-request.ts";
import { findCompaniesWithExperiments } from "./workbench/workbench.queries.ts";
import { endDecidedExperiments } from "./workbench/workbench.service.ts";
import {
  findCompaniesThatDraft,
  findCompaniesWithRequests,
  insertAutomaticRequests,
} from "./writing-requests.queries.ts";

/** The work of `scheduleWritingJob`, for all companies. */
export const scheduleWriting = async (platform: Platform): Promise<void> => {
  const { clock, jobs, database } = platform;
  const scope = { db: database.platform };
  for (const companyId of await findCompaniesThatDraft(scope)) {
    await insertAutomaticRequests(writerScope(platform, companyId), clock.now());
  }
  for (const companyId of await findCompaniesWithExperiments(scope))
    await endDecidedExperiments(platform, writerScope(platform, companyId));
  for (const companyId of await findCompaniesWithRequests(scope, clock.now(), staleClaimLimit(platform))) {
    await jobs.enqueue(scope.db, writeTextsJob, { companyId });
  }
};

export const writerJobs = (platform: Platform): BoundJob[] => [
  bindJob(writeTextsJob, ({ companyId }, signal) => performRequests(platform, companyId, signal)),
  bindJob(scheduleWritingJob, () => scheduleWriting(platform)),
];
