import type { SyncPause } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findPause, findPausedBy } from "#server/features/airtable/airtable.service.ts";

/** Null also without a base: then nothing waits for the sync. */
export const findSyncPause = async (scope: Scope): Promise<SyncPause | null> =>
  (await findPausedBy(scope)) === null ? null : await findPause(scope);
