import { transaction } from "../../platform/database/scope.ts";
import { type BoundJob, bindJob } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { discardPicture } from "../auth/auth.service.ts";
import { findExpired, findPictures, purgeCompany } from "./companies.queries.ts";
import { restoreLimit } from "./companies.service.ts";
import { purgeJob } from "./job-definitions.ts";

// A restore that was let through in its last second has been committed long before this.
const GRACE_MS = 3_600_000;

const removeFiles = async ({ storage, database }: Platform, companyId: string): Promise<void> => {
  for await (const { key } of storage.list(`companies/${companyId}/`)) await storage.delete(key);
  for (const url of await findPictures({ db: database.platform }, companyId)) await discardPicture(storage, url);
};

/**
 * The files go first: as long as the row is there, a run that was broken off is taken up again by the next one.
 * The company's own log goes with it, so the platform's log keeps that it was purged.
 */
const purge = async (platform: Platform, company: { id: string; name: string }, deletedBefore: Date): Promise<void> => {
  await removeFiles(platform, company.id);
  await transaction({ db: platform.database.platform }, async (scope) => {
    if (!(await purgeCompany(scope, company.id, deletedBefore))) return;
    await recordAudit(scope, {
      companyId: null,
      at: platform.clock.now(),
      actor: { id: null, name: "Systeem" },
      action: "company.purged",
      subject: { type: "company", ...company },
    });
  });
};

const purgeExpired = async (platform: Platform, signal: AbortSignal): Promise<void> => {
  const deletedBefore = new Date(restoreLimit(platform.clock).getTime() - GRACE_MS);
  for (const company of await findExpired({ db: platform.database.platform }, deletedBefore)) {
    signal.throwIfAborted();
    await purge(platform, company, deletedBefore);
  }
};

export const companiesJobs = (platform: Platform): BoundJob[] => [
  bindJob(purgeJob, (_payload, signal) => purgeExpired(platform, signal)),
];
