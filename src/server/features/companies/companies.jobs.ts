import { transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob } from "#platform/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { discardPicture } from "#server/features/auth/auth.service.ts";
import { emptyWorkspace, findExpired, findPictures, purgeCompany } from "./companies.queries.ts";
import { restoreLimit } from "./companies.service.ts";
import { purgeJob } from "./job-definitions.ts";

// A restore that was let through in its last second has been committed long before this.
const GRACE_MS = 3_600_000;
const ROWS_AT_ONCE = 2_000;

interface Expired {
  id: string;
  name: string;
}

const removeFiles = async ({ storage, database }: Platform, companyId: string): Promise<void> => {
  for await (const { key } of storage.list(`companies/${companyId}/`)) await storage.delete(key);
  for (const url of await findPictures({ db: database.platform }, companyId)) await discardPicture(storage, url);
};

/** The last step, and the only one that is one transaction: the platform's log keeps that the company was there. */
const purgeRest = (platform: Platform, company: Expired, deletedBefore: Date): Promise<boolean | null> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    const purged = await purgeCompany(scope, company.id, deletedBefore, ROWS_AT_ONCE);
    if (!purged) return purged;
    await recordAudit(scope, {
      companyId: null,
      at: platform.clock.now(),
      actor: { id: null, name: "Systeem" },
      action: "company.purged",
      subject: { type: "company", ...company },
    });
    return true;
  });

/** As long as its row is there, a purge that was broken off is taken up again by the next run: the row goes last. */
const purge = async (platform: Platform, company: Expired, deletedBefore: Date, signal: AbortSignal): Promise<void> => {
  const workspace = { db: platform.database.tenant(company.id) };
  await removeFiles(platform, company.id);
  while ((await emptyWorkspace(workspace, ROWS_AT_ONCE)) > 0) signal.throwIfAborted();
  while ((await purgeRest(platform, company, deletedBefore)) === false) signal.throwIfAborted();
};

const purgeExpired = async (platform: Platform, signal: AbortSignal): Promise<void> => {
  const deletedBefore = new Date(restoreLimit(platform.clock).getTime() - GRACE_MS);
  for (const company of await findExpired({ db: platform.database.platform }, deletedBefore)) {
    await purge(platform, company, deletedBefore, signal);
  }
};

export const companiesJobs = (platform: Platform): BoundJob[] => [
  bindJob(purgeJob, (_payload, signal) => purgeExpired(platform, signal)),
];
