import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { isConnected } from "#server/features/companies/connections.service.ts";
import { msUntilFeedPoll } from "./feed-checks.ts";
import { claimNextPoll, deleteAwaitedOutcomes, findAwaitedOutcomes, markPolled } from "./outcome-polling.queries.ts";
import { openRun } from "./runs.queries.ts";
import type { SyncPlatform } from "./sync-turn.ts";

/** The base is polled this long after the latest action, until its outcome is visible. */
const POLL_AFTER_MS = [2_000, 5_000, 10_000, 20_000, 40_000, 80_000] as const;

/** The tables in which the outcome of an action on a message appears. */
const MESSAGE_TABLES: readonly SyncedTable[] = ["messages", "queue"];

/** Undefined when the series has ended. */
export const msUntilNextPoll = (elapsedMs: number): number | undefined => {
  const next = POLL_AFTER_MS.find((after) => after > elapsedMs);
  return next === undefined ? undefined : next - elapsedMs;
};

/** The base was not polled since the last time of the series that has passed. */
export const isPollDue = (elapsedMs: number, polledAtMs: number | null): boolean => {
  const passed = POLL_AFTER_MS.findLast((after) => after <= elapsedMs);
  return passed !== undefined && (polledAtMs === null || polledAtMs < passed);
};

/** Opens a run when a poll is due. */
export const openPollingRun = async (platform: SyncPlatform, scope: Scope): Promise<void> => {
  const awaited = await findAwaitedOutcomes(scope);
  if (!awaited || !isPollDue(awaited.elapsedMs, awaited.polledAtMs)) return;
  if (!(await isConnected({ db: platform.database.platform }, scope.companyId))) return;
  await transaction(scope, async (scope) => {
    await markPolled(scope);
    const tables = awaited.anyChange ? SYNCED_TABLES : MESSAGE_TABLES;
    const run = await openRun(scope, tables, null, platform.clock.now());
    await platform.events.publish(scope.db, scope.companyId, { topic: "sync", id: run.id });
  });
};

const msUntilOutcomePoll = async (scope: Scope): Promise<number | undefined> => {
  const awaited = await findAwaitedOutcomes(scope);
  if (!awaited) return undefined;
  const delayMs = awaited.isVisible ? undefined : msUntilNextPoll(awaited.elapsedMs);
  if (delayMs === undefined) await deleteAwaitedOutcomes(scope, awaited.lastId);
  return delayMs;
};

/** The delay until the next poll. Undefined when none is needed, or when that poll is already enqueued. */
export const claimDelayUntilPoll = async (scope: Scope): Promise<number | undefined> => {
  const delays = [await msUntilOutcomePoll(scope), await msUntilFeedPoll(scope)].filter((delay) => delay !== undefined);
  if (delays.length === 0) return undefined;
  const delayMs = Math.min(...delays);
  return (await claimNextPoll(scope, delayMs)) ? delayMs : undefined;
};
