import { setTimeout as sleep } from "node:timers/promises";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { AirtableProblem, isProblem } from "../client/airtable-problem.ts";
import { createAirtableClient } from "../client/client.ts";
import {
  type BaseLayout,
  fieldNamesOf,
  findBaseLayout,
  layoutIds,
  readOnlyFieldsOf,
  type TableLayout,
} from "../mapping/base-layout.ts";
import type { BaseSchema } from "../mapping/base-schema.ts";
import { findMappingRules } from "../mapping/mapping.queries.ts";
import { isRefreshDue } from "../pull/feed.ts";
import { findFeedState } from "../pull/pull.queries.ts";
import { dropReadOnlyEdits } from "../reconcile/read-only-fields.ts";
import { changeBase, findBaseId, isBaseOfAnotherCompany, saveBaseId } from "./base-change.queries.ts";
import { requestFeedCheck, takeFeedCheck } from "./feed-checks.queries.ts";
import type { Lane } from "./job-definitions.ts";
import {
  blockBase,
  findKnownTables,
  hasOnlyFeedCheck,
  type Lease,
  leaveOutTables,
  RATE_LIMIT_PAUSE_MS,
  saveLayout,
  suspendTable,
  takeRequestSlot,
} from "./sync-turn.queries.ts";
import { LeaseLost, type SyncPlatform, type SyncTurn, TurnEnded, turnTransaction } from "./sync-turn.ts";

/** After this time the turn ends, so that one company cannot occupy a worker. */
const TURN_MS = 20_000;
/** When all places of the fast lane are taken, a turn ends sooner, so that every company gets its turn. */
const SHORT_TURN_MS = 3_000;

/** A base that answers more slowly than this does not stay in the fast lane. */
const SLOW_RESPONSE_MS = 2_000;
const FAST_LANE_TIMEOUT_MS = 3_000;

/** The place that a turn occupies in its lane. */
export interface TurnPlace {
  lane: Lane;
  /** At least half of the places of the lane are taken: a slow base must leave it. */
  isBusy(): boolean;
  /** All places are taken: other companies may be waiting. */
  isCrowded(): boolean;
  /** The slowest response of Airtable since the place was taken; undefined before the first response. */
  slowestResponseMs?: number;
}

export const belongsInSlowLane = ({ lane, slowestResponseMs }: TurnPlace): boolean =>
  slowestResponseMs === undefined ? lane === "slow" : slowestResponseMs > SLOW_RESPONSE_MS;

interface TurnDeps {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  baseId: string;
  token: string;
  signal: AbortSignal;
  /** Absent for a turn outside the lanes. */
  place?: TurnPlace;
}

/** Waits until the base's rate limit allows a request. True when another worker has requested another turn. */
const waitForRequestSlot = async ({ platform, scope, lease, baseId, signal }: TurnDeps): Promise<boolean> => {
  const slot = await takeRequestSlot({ db: platform.database.platform }, scope.companyId, lease, baseId);
  if (!slot?.isAllowed) throw new LeaseLost("the lease was taken over, or the company or its base changed");
  if (slot.waitMs === null)
    throw new AirtableProblem("rate_limited", { retryAfterMs: slot.blockedMs ?? RATE_LIMIT_PAUSE_MS });
  if (slot.waitMs > 0) await sleep(slot.waitMs, undefined, { signal }).catch(() => undefined);
  return slot.isTurnRequested;
};

const NO_LAYOUT = Object.fromEntries(
  SYNCED_TABLES.map((table) => [table, new AirtableProblem("table_missing", { table })]),
) as BaseLayout;

/** When the company has a different base than before, record ids and positions of the old base are set aside. */
const adoptBase = async (turn: SyncTurn, baseId: string): Promise<void> => {
  const { platform, scope } = turn;
  const { companyId } = scope;
  const known = await findBaseId(scope);
  if (known === baseId) return;
  if (await isBaseOfAnotherCompany({ db: platform.database.platform }, companyId, baseId))
    throw new AirtableProblem("base_taken");
  await turnTransaction(turn, async (scope) => {
    if (known === null) {
      await saveBaseId(scope, baseId);
      return;
    }
    const leftBehind = await changeBase(scope, known, baseId);
    await invalidatePlans(scope);
    platform.log.info({ companyId, ...leftBehind }, "the company has a different Airtable base");
    await platform.events.publish(scope.db, companyId, { topic: "everything" });
  });
};

/** Stores where each table and field is in the base. A table that is missing or lacks a required field is suspended. */
const storeLayout = async (turn: SyncTurn, baseId: string, schema: BaseSchema): Promise<BaseLayout> => {
  const layout = findBaseLayout(schema, await findKnownTables(turn.scope), await findMappingRules(turn.scope, baseId));
  // A company that has just connected its own base: seven missing tables would not tell what to do.
  if (SYNCED_TABLES.every((table) => isProblem(layout[table], "table_missing")))
    throw new AirtableProblem("not_mapped");
  const leftOut = SYNCED_TABLES.filter((table) => isProblem(layout[table], "table_left_out"));
  await turnTransaction(turn, async (scope) => {
    // Parts may have waited for records of these tables that were refused, or deleted in Airtable.
    if ((await leaveOutTables(scope, leftOut)) > 0) await invalidatePlans(scope);
    for (const table of SYNCED_TABLES) {
      const found = layout[table];
      if (leftOut.includes(table)) continue;
      if (found instanceof AirtableProblem) await suspendTable(scope, table, found.message);
      else
        await saveLayout(
          scope,
          table,
          layoutIds(found),
          { names: fieldNamesOf(found), readOnly: readOnlyFieldsOf(found) },
          problemTexts(found),
        );
    }
  });
  for (const found of Object.values(layout)) {
    if (!(found instanceof AirtableProblem)) await dropReadOnlyEdits(turn, found.table, readOnlyFieldsOf(found));
  }
  return layout;
};

const problemTexts = ({ problems }: TableLayout): string[] => problems.map(({ message }) => message);

const createTurn = (deps: TurnDeps): SyncTurn => {
  const { platform, scope, lease, baseId, token, signal, place } = deps;
  const startedAt = performance.now();
  const isInFastLane = place?.lane === "fast";
  let isTurnRequested = false;
  const turn: SyncTurn = {
    platform,
    scope,
    lease,
    layout: NO_LAYOUT,
    runId: null,
    progress: new Map(),
    requests: 0,
    hasChangeFeed: false,
    refusedTables: new Set(),
    unreadTables: new Map(),
    linkNames: new Map(),
    remarks: new Set(),
    problems: new Set(),
    client: createAirtableClient({
      outbound: platform.outbound,
      airtableUrl: platform.config.airtableUrl,
      baseId,
      token,
      readTimeoutMs: () => (isInFastLane && place.isBusy() ? FAST_LANE_TIMEOUT_MS : undefined),
      observe: ({ answerMs, elapsedMs, isReadTimeout }) => {
        // In the fast lane only Airtable's own time counts, so that a busy process of ours demotes no base. In the slow lane
        // the whole time counts: a base returns to the fast lane only if its requests will fit in the short timeout there.
        const measured = isInFastLane ? answerMs : elapsedMs;
        if (place) place.slowestResponseMs = Math.max(place.slowestResponseMs ?? 0, measured);
        if (isInFastLane && place.isBusy() && isReadTimeout) throw new TurnEnded("the base answers slowly");
      },
      waitForSlot: async () => {
        if (await waitForRequestSlot(deps)) isTurnRequested = true;
        turn.requests += 1;
      },
      blockBase: async () => {
        await blockBase({ db: platform.database.platform }, baseId, RATE_LIMIT_PAUSE_MS);
      },
    }),
    endIfOutOfTime: () => {
      const elapsed = performance.now() - startedAt;
      if (signal.aborted || elapsed > TURN_MS) throw new TurnEnded("the turn took too long");
      if (isInFastLane && place.isBusy() && belongsInSlowLane(place)) throw new TurnEnded("the base answers slowly");
      if (isInFastLane && place.isCrowded() && elapsed > SHORT_TURN_MS)
        throw new TurnEnded("other companies may be waiting");
    },
    endIfInterrupted: () => {
      turn.endIfOutOfTime();
      // A turn without a place in the lanes is a short one, before sending: it gives way to nobody.
      if (isTurnRequested && place) throw new TurnEnded("another turn was requested");
    },
  };
  return turn;
};

/**
 * Schemas of turns that ended before their work was done: the next turn need not read it again. A change of the schema in
 * between leads to a problem, which clears it.
 */
const schemasToReuse = new Map<string, ReadSchema>();
const SCHEMA_REUSABLE_MS = 60_000;

type ReadSchema = NonNullable<SyncTurn["schema"]>;

const readSchema = async (turn: SyncTurn, baseId: string): Promise<ReadSchema> => {
  const { companyId } = turn.scope;
  const kept = schemasToReuse.get(companyId);
  schemasToReuse.delete(companyId);
  const readAt = performance.now();
  if (kept?.baseId === baseId && readAt - kept.readAt < SCHEMA_REUSABLE_MS) return kept;
  return { baseId, schema: await turn.client.schema(), readAt };
};

/** The turn has ended, and the next one continues its work. */
export const keepSchema = ({ scope, schema }: SyncTurn): void => {
  if (schema) schemasToReuse.set(scope.companyId, schema);
};

/**
 * When reading the change feed is all there is to do, one request shows whether it has something new. True when nothing was new.
 * False when there may be work: the turn then begins as usual.
 */
export const checkFeedOnly = async (deps: TurnDeps): Promise<boolean> => {
  const { scope, baseId, platform } = deps;
  if (!(await hasOnlyFeedCheck(scope)) || (await findBaseId(scope)) !== baseId) return false;
  const feed = await findFeedState(scope);
  if (!feed?.id || feed.cursor === null || isRefreshDue(feed, platform.clock.now())) return false;
  // Before the request: a notification that arrives meanwhile leads to another check.
  await takeFeedCheck(scope);
  try {
    if ((await createTurn(deps).client.readFeed(feed.id, feed.cursor)).payloads.length === 0) return true;
    await requestFeedCheck(scope);
    return false;
  } catch (error) {
    await requestFeedCheck(scope);
    if (isProblem(error, "feed_gone", "no_permission")) return false;
    throw error;
  }
};

export const beginTurn = async (deps: TurnDeps): Promise<SyncTurn> => {
  const turn = createTurn(deps);
  const { baseId } = deps;
  // Before anything is set aside: a mistyped base id, or one that the token cannot read, changes nothing.
  turn.schema = await readSchema(turn, baseId);
  await adoptBase(turn, baseId);
  turn.layout = await storeLayout(turn, baseId, turn.schema.schema);
  turn.hasChangeFeed = Boolean((await findFeedState(turn.scope))?.id);
  return turn;
};
