import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import type { Storage } from "#platform/storage.ts";
import { deleteUploads, findObjectsInUse } from "./logo.queries.ts";

const HOUR = 3_600_000;
const BATCH = 500;
const LOGO = /^companies\/[^/]+\/logo\/[^/]+$/;

export const collectLogosJob = defineJob({
  name: "companies.collect-logos",
  payload: z.object({}),
  schedule: { cron: "37 * * * *" },
  singleton: true,
});

async function* oldLogos(storage: Storage, before: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of storage.list("companies/")) {
    if (modifiedAt >= before || !LOGO.test(key)) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Deletes logos that are nobody's: sent but never linked, replaced while the storage was away, or left by a purged company.
 * An hour's patience keeps it clear of uploads under way. The uploads go first: what has no row can no longer be linked.
 */
const collectLogos = async (
  { database, storage, clock }: Pick<Platform, "database" | "storage" | "clock">,
  signal: AbortSignal,
): Promise<void> => {
  const scope = { db: database.platform };
  const before = new Date(clock.now().getTime() - HOUR);
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
  bindJob(collectLogosJob, (_, signal) => collectLogos(platform, signal)),
];
