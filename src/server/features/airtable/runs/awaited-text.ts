import { type Scope, transaction } from "#platform/database/scope.ts";
import { isConnected } from "#server/features/companies/airtable-access.service.ts";
import type { SyncPlatform } from "../turn/turn.ts";
import { findAwaited, openRun } from "./runs.queries.ts";

/** No automation has written a text sooner; looking earlier only costs a request. */
const FIRST_LOOK_MS = 3_000;
/** Who has not written by then is waited for at the pace of the schedule. */
const PATIENCE_MS = 120_000;

/** How long ago somebody last asked for a new text that has not come; undefined when nobody waits for one. */
const findAskedAgo = async ({ database }: SyncPlatform, scope: Scope, now: Date): Promise<number | undefined> => {
  const asked = await findAwaited(scope, new Date(now.getTime() - PATIENCE_MS));
  if (!asked || !(await isConnected({ db: database.platform }, scope.companyId))) return undefined;
  return now.getTime() - asked.getTime();
};

/** Somebody who asked for a new text looks at the screen: messages are read without waiting for the schedule. */
export const openAwaitedRun = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const now = platform.clock.now();
  const askedAgo = await findAskedAgo(platform, scope, now);
  if (askedAgo === undefined || askedAgo < FIRST_LOOK_MS) return;
  await transaction(scope, async (scope) => {
    const run = await openRun(scope, ["messages"], null, now);
    await platform.events.publish(scope.db, scope.companyId, { topic: "sync", id: run.id });
  });
};

/** When to look again: the longer it takes, the less often. */
export const waitForText = async (platform: SyncPlatform, scope: Scope): Promise<number | undefined> => {
  const askedAgo = await findAskedAgo(platform, scope, platform.clock.now());
  return askedAgo === undefined ? undefined : Math.max(FIRST_LOOK_MS, askedAgo);
};
