import { z } from "zod";
import { transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { HOUR_MS } from "#platform/time.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { discardPicture } from "#server/features/auth/auth.service.ts";
import { removeAccountsOfCompany } from "#server/features/linkedin/accounts/accounts.service.ts";
import { deleteWorkspaceRows, findExpired, findProfilePictures, purgeCompany } from "./companies.queries.ts";
import { restorableSince } from "./companies.service.ts";
import { deleteUploads, findObjectsInUse } from "./logo.queries.ts";

/** At night, when the load is low. */
export const purgeCompaniesJob = defineJob({
  name: "companies.purge",
  payload: z.object({}),
  schedule: { cron: "40 3 * * *" },
  singleton: true,
  expireInSeconds: 4 * 3600,
});

// Leaves time for a restore that was accepted in the last second before the limit.
const GRACE_MS = 3_600_000;
const ROWS_AT_ONCE = 2_000;

interface ExpiredCompany {
  id: string;
  name: string;
}

const removeFiles = async ({ storage, database }: Platform, companyId: string): Promise<void> => {
  for await (const { key } of storage.list(`companies/${companyId}/`)) await storage.delete(key);
  for (const url of await findProfilePictures({ db: database.platform }, companyId)) await discardPicture(storage, url);
};

/**
 * The last step: deletes the company's audit log in batches, with the last one also its row, and records that in the audit log of
 * the platform. False: call it for the next batch. Null: the company is already gone, or was restored.
 */
const purgeCompanyRow = (platform: Platform, company: ExpiredCompany, deletedBefore: Date): Promise<boolean | null> =>
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

/** The row is deleted last, so that the next run resumes a purge that was interrupted. */
const purgeExpiredCompany = async (
  platform: Platform,
  company: ExpiredCompany,
  deletedBefore: Date,
  signal: AbortSignal,
): Promise<void> => {
  const scope = { db: platform.database.tenant(company.id) };
  await removeFiles(platform, company.id);
  await removeAccountsOfCompany(platform, company.id);
  while ((await deleteWorkspaceRows(scope, ROWS_AT_ONCE)) > 0) signal.throwIfAborted();
  while ((await purgeCompanyRow(platform, company, deletedBefore)) === false) signal.throwIfAborted();
};

const purgeExpired = async (platform: Platform, signal: AbortSignal): Promise<void> => {
  const deletedBefore = new Date(restorableSince(platform.clock).getTime() - GRACE_MS);
  const failures: unknown[] = [];
  for (const company of await findExpired({ db: platform.database.platform }, deletedBefore)) {
    signal.throwIfAborted();
    // A company that cannot be purged must not keep the others from being purged.
    await purgeExpiredCompany(platform, company, deletedBefore, signal).catch((error: unknown) => {
      platform.log.error({ err: error, companyId: company.id }, "a deleted company could not be purged");
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
};

export const companiesJobs = (platform: Platform): BoundJob[] => [
  bindJob(purgeCompaniesJob, (_payload, signal) => purgeExpired(platform, signal)),
];

const BATCH = 500;
const LOGO_KEY = /^companies\/[^/]+\/logo\/[^/]+$/;

export const deleteOrphanedLogosJob = defineJob({
  name: "companies.delete-orphaned-logos",
  payload: z.object({}),
  schedule: { cron: "37 * * * *" },
  singleton: true,
});

async function* oldLogos(storage: Storage, before: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of storage.list("companies/")) {
    if (modifiedAt >= before || !LOGO_KEY.test(key)) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Deletes orphaned logos: uploaded but never linked, replaced while the storage was unavailable, or left by a purged
 * company. Only files older than an hour, so that uploads in progress are not touched. The rows of uploads that
 * have expired are deleted first: a file without a row can no longer be linked.
 */
const deleteOrphanedLogos = async (
  { database, storage, clock }: Pick<Platform, "database" | "storage" | "clock">,
  signal: AbortSignal,
): Promise<void> => {
  const scope = { db: database.platform };
  const before = new Date(clock.now().getTime() - HOUR_MS);
  await deleteUploads(scope, before);
  for await (const keys of oldLogos(storage, before)) {
    const inUse = await findObjectsInUse(scope, keys);
    for (const key of keys) {
      signal.throwIfAborted();
      if (!inUse.has(key)) await storage.delete(key);
    }
  }
};

export const logoJobs = (platform: Platform): BoundJob[] => [
  bindJob(deleteOrphanedLogosJob, (_, signal) => deleteOrphanedLogos(platform, signal)),
];
