import { setTimeout as sleep } from "node:timers/promises";
import { SYNCED_TABLES } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { createAirtableClient } from "../client/client.ts";
import { type BaseLayout, findBaseLayout, layoutIds } from "../mapping/base-layout.ts";
import { findFeedState } from "../pull/pull.queries.ts";
import {
  blockBase,
  findBaseId,
  findKnownIds,
  type Lease,
  resetForBase,
  saveBaseId,
  saveLayout,
  suspendTable,
  takeRequestSlot,
} from "./sync-turn.queries.ts";

import { LeaseLost, type SyncPlatform, type SyncTurn, TurnEnded, turnTransaction } from "./sync-turn.ts";

const RATE_LIMIT_PAUSE_MS = 30_000;
/** How long one company is worked on before others get their turn. */
const TURN_MS = 20_000;

interface TurnDeps {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  baseId: string;
  token: string;
  signal: AbortSignal;
}

/** Waits for a place in the line of the base; says whether somebody came to the door meanwhile. */
const waitForRequestSlot = async ({ platform, scope, lease, baseId, signal }: TurnDeps): Promise<boolean> => {
  const slot = await takeRequestSlot({ db: platform.database.platform }, scope.companyId, lease, baseId);
  if (!slot?.mayGo) throw new LeaseLost("the lease, the base or the company is gone");
  if (slot.waitMs === null)
    throw new AirtableProblem("rate_limited", { retryAfterMs: slot.blockedMs ?? RATE_LIMIT_PAUSE_MS });
  if (slot.waitMs > 0) await sleep(slot.waitMs, undefined, { signal }).catch(() => undefined);
  return slot.isWanted;
};

const NO_LAYOUTS = Object.fromEntries(
  SYNCED_TABLES.map((table) => [table, new AirtableProblem("table_missing", { table })]),
) as BaseLayout;

/** Everything known of another base is forgotten first. */
const adoptBase = (turn: SyncTurn, baseId: string): Promise<void> =>
  turnTransaction(turn, async (scope) => {
    const known = await findBaseId(scope);
    if (known === baseId) return;
    if (known === null) await saveBaseId(scope, baseId);
    else await resetForBase(scope, baseId);
  });

/** Looks at the tables and fields as they are today. */
const loadLayout = async (turn: SyncTurn): Promise<BaseLayout> => {
  const schema = await turn.client.schema();
  const layouts = findBaseLayout(schema, await findKnownIds(turn.scope));
  await turnTransaction(turn, async (scope) => {
    for (const table of SYNCED_TABLES) {
      const found = layouts[table];
      if (found instanceof AirtableProblem) await suspendTable(scope, table, found.message);
      else await saveLayout(scope, table, layoutIds(found));
    }
  });
  return layouts;
};

const createTurn = (needs: TurnDeps): SyncTurn => {
  const { platform, scope, lease, baseId, token, signal } = needs;
  const until = performance.now() + TURN_MS;
  let isWanted = false;
  const turn: SyncTurn = {
    platform,
    scope,
    lease,
    layouts: NO_LAYOUTS,
    runId: null,
    progress: new Map(),
    requests: 0,
    hasFeed: false,
    client: createAirtableClient({
      outbound: platform.outbound,
      airtableUrl: platform.config.airtableUrl,
      baseId,
      token,
      takeSlot: async () => {
        turn.requests += 1;
        if (await waitForRequestSlot(needs)) isWanted = true;
      },
      silence: async () => {
        await blockBase({ db: platform.database.platform }, baseId, RATE_LIMIT_PAUSE_MS);
      },
    }),
    checkTime: () => {
      if (signal.aborted || performance.now() > until) throw new TurnEnded("the time is up");
    },
    checkpoint: () => {
      turn.checkTime();
      if (isWanted) throw new TurnEnded("somebody has come");
    },
  };
  return turn;
};

/** Begins a turn: which base it is, what it looks like today, whether it has a feed. */
export const beginTurn = async (needs: TurnDeps): Promise<SyncTurn> => {
  const turn = createTurn(needs);
  await adoptBase(turn, needs.baseId);
  turn.layouts = await loadLayout(turn);
  turn.hasFeed = Boolean((await findFeedState(turn.scope))?.id);
  return turn;
};
