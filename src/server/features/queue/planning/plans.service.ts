import { DEADLOCK_DETECTED, hasErrorCode } from "#platform/database/db.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS, toDatabaseTime } from "#platform/time.ts";
import { isWaitingForAirtable } from "#server/features/airtable/airtable.service.ts";
import {
  findOutdated,
  lockRules,
  type SenderRow,
  storePlansValidUntil,
} from "#server/features/senders/senders.service.ts";
import { automaticCancellationText } from "../queue.policy.ts";
import { cancelQueuedParts, lockLeadsOfParts } from "../queue.service.ts";
import { lockMessagesOfItems } from "../queue-undo.queries.ts";
import { type Plan, planParts } from "./planner.ts";
import {
  endOfSimulation,
  isEndedByReply,
  readPastMessages,
  type Simulation,
  toQueuedPart,
  toRules,
} from "./planner-input.ts";
import { deletePlanChanges, findPlanChanges, type StoredPlan, upsertPlans } from "./plans.queries.ts";
import { findQueuedParts, findReplied, findUnsyncedParts, type PartRow } from "./queued-parts.queries.ts";
import { findSyncPause } from "./sync-pause.ts";

type PlanDeps = Pick<Platform, "clock">;
type RefreshDeps = Pick<Platform, "clock" | "events">;

/** The plans of these queued parts of a sender. */
export const planRows = async (
  deps: PlanDeps,
  scope: Scope,
  sender: SenderRow,
  rows: readonly PartRow[],
  simulation?: Simulation,
) => {
  const now = toDatabaseTime(deps.clock, sender.readAt);
  const past = await readPastMessages(scope, sender.id, now);
  const waitsForAirtable = await isWaitingForAirtable(scope);
  const syncPause = await findSyncPause(scope);
  const unsynced = syncPause === null ? new Set<string>() : await findUnsyncedParts(scope);
  // The company's automation goes on with what Airtable has.
  const needsSync = ({ id, channel }: PartRow): boolean => channel !== "airtable" || unsynced.has(id);
  const parts = rows.map((row) => ({
    ...toQueuedPart(row, sender),
    waitsForAirtable:
      waitsForAirtable && row.channel !== "airtable" && row.due !== null && (row.sendNow || row.due <= now),
    syncPause: needsSync(row) ? syncPause : null,
  }));
  const until = simulation && endOfSimulation(simulation, now);
  return { now, plans: planParts(toRules(sender, simulation?.rules), past, parts, now, until) };
};

/** The plan of all queued parts of a sender, with the stored rules or those of a simulation. */
export const planSender = async (deps: PlanDeps, scope: Scope, sender: SenderRow, simulation?: Simulation) => {
  const rows = await findQueuedParts(scope, sender.nameKeys);
  return { rows, ...(await planRows(deps, scope, sender, rows, simulation)) };
};

const toStored = (id: string, { at, wait }: Plan): StoredPlan => ({ id, plannedAt: at, waitsFor: wait });

/** A part that is still queued a while after its planned time gets another explanation. */
const validUntil = (plans: Iterable<Plan>, now: Date): Date | null => {
  const times = [...plans].flatMap(({ at }) => at?.getTime() ?? []);
  const first = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return first === Number.POSITIVE_INFINITY ? null : new Date(Math.max(first, now.getTime()) + MINUTE_MS);
};

/** The first sync may bring thousands. The rest is not sent either; the next refreshes end it. */
const ENDED_AT_ONCE = 100;

/**
 * Computes and stores the plans of one sender. The changes that it has seen are read before the parts. Returns parts whose lead has
 * replied, to be ended.
 */
const refreshSender = (deps: PlanDeps, scope: Scope, id: string): Promise<string[]> =>
  transaction(scope, async (scope) => {
    const sender = await lockRules(scope, id);
    if (!sender) return [];
    const changes = await findPlanChanges(scope, sender.nameKeys);
    const { now, rows, plans } = await planSender(deps, scope, sender);
    await upsertPlans(
      scope,
      [...plans].map(([part, plan]) => toStored(part, plan)),
    );
    await deletePlanChanges(scope, changes);
    await storePlansValidUntil(scope, id, validUntil(plans.values(), now));
    return rows
      .filter(isEndedByReply)
      .slice(0, ENDED_AT_ONCE)
      .map(({ id }) => id);
  });

/**
 * Ends parts of leads who have replied, without waiting for their dates, so that the list of queued messages does not show and count
 * what will not be sent. The sync can bring such a part after the reply. In a transaction of its own, which locks the leads before the parts.
 */
const endReplied = (deps: RefreshDeps, scope: Scope, ids: readonly string[]): Promise<void> =>
  transaction(scope, async (scope) => {
    await lockLeadsOfParts(scope, ids, []);
    await lockMessagesOfItems(scope, ids, []);
    const replied = await findReplied(scope, ids);
    await cancelQueuedParts(deps, scope, { ids: replied }, automaticCancellationText({ reason: "replied" }));
  });

/** A request computes plans for this long; the rest is left to the next one. */
const REFRESH_BUDGET_MS = 1_000;

/**
 * A plan explains when a part goes. A request does not fail because of a deadlock over it, for example with the migration of an
 * upgrade: the sender stays out of date, and the next request computes its plans again.
 */
const refreshUnlessDeadlocked = async (deps: RefreshDeps, scope: Scope, id: string): Promise<void> => {
  try {
    const replied = await refreshSender(deps, scope, id);
    if (replied.length > 0) await endReplied(deps, scope, replied);
  } catch (error) {
    if (!hasErrorCode(error, DEADLOCK_DETECTED)) throw error;
  }
};

/** Computes the plans that are out of date; false when there were none. */
export const refreshPlans = async (deps: RefreshDeps, scope: Scope): Promise<boolean> => {
  const outdated = await findOutdated(scope, deps.clock.now());
  const end = performance.now() + REFRESH_BUDGET_MS;
  for (const { id } of outdated) {
    await refreshUnlessDeadlocked(deps, scope, id);
    if (performance.now() > end) break;
  }
  return outdated.length > 0;
};
