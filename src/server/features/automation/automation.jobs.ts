import { type BoundJob, bindJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { readDatabaseTime } from "#server/features/queue/sending.service.ts";
import { findCompaniesWithWork } from "./automation.queries.ts";
import { deliverDue, staleLimit } from "./delivery.ts";
import { deliverJob, findDueJob, wakeDeliveryJob } from "./job-definitions.ts";

const enqueueDueCompanies = async (platform: Platform): Promise<void> => {
  const { jobs, database } = platform;
  const scope = { db: database.platform };
  const now = await readDatabaseTime(platform, scope);
  for (const companyId of await findCompaniesWithWork(scope, now, staleLimit(platform))) {
    await jobs.enqueue(scope.db, deliverJob, { companyId }, { singletonKey: companyId });
  }
};

export const automationJobs = (platform: Platform): BoundJob[] => [
  bindJob(deliverJob, ({ companyId }, signal) => deliverDue(platform, companyId, signal)),
  bindJob(findDueJob, () => enqueueDueCompanies(platform)),
  bindJob(wakeDeliveryJob, ({ companyId }) =>
    platform.jobs.enqueue(platform.database.platform, deliverJob, { companyId }, { singletonKey: companyId }),
  ),
];
