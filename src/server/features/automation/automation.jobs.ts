import { type BoundJob, bindJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { readDatabaseTime } from "#server/features/queue/sending.service.ts";
import { findCompaniesWithWork } from "./automation.queries.ts";
import { deliverDue, staleClaimsBefore } from "./delivery.ts";
import { delayedDeliveryJob, deliverMessagesJob, enqueueDeliveriesJob } from "./job-definitions.ts";

const enqueueDeliveries = async (platform: Platform): Promise<void> => {
  const { jobs, database } = platform;
  const scope = { db: database.platform };
  const now = await readDatabaseTime(platform, scope);
  for (const companyId of await findCompaniesWithWork(scope, now, staleClaimsBefore(platform))) {
    await jobs.enqueue(scope.db, deliverMessagesJob, { companyId }, { singletonKey: companyId });
  }
};

export const automationJobs = (platform: Platform): BoundJob[] => [
  bindJob(deliverMessagesJob, ({ companyId }, signal) => deliverDue(platform, companyId, signal)),
  bindJob(enqueueDeliveriesJob, () => enqueueDeliveries(platform)),
  bindJob(delayedDeliveryJob, ({ companyId }) =>
    platform.jobs.enqueue(platform.database.platform, deliverMessagesJob, { companyId }, { singletonKey: companyId }),
  ),
];
