import { setTimeout as sleep } from "node:timers/promises";
import { SYNCED_TABLES } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { createAirtableClient } from "../client/client.ts";
import { type BaseLayout, findBaseLayout, layoutIds, type TableLayout } from "../mapping/base-layout.ts";
import { findFeedState } from "../pull/pull.queries.ts";
import {
  blockBase,
  findBaseId,
  findKnownIds,
  type Lease,
  RATE_LIMIT_PAUSE_MS,
  resetForBase,
  saveBaseId,
  saveLayout,
  suspendTable,
  takeRequestSlot,
} from "./sync-turn.queries.ts";
import { LeaseLost, type SyncPlatform, type SyncTurn, TurnEnded, turnTransaction } from "./sync-turn.ts";

/** After this time the turn ends, so that one company cannot occupy a worker. */
const TURN_MS = 20_000;

interface TurnDeps {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  baseId: string;
  token: string;
  signal: AbortSignal;
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

/** When the company has a different base than before, record ids and positions of the old base are dropped. */
const adoptBase = (turn: SyncTurn, baseId: string): Promise<void> =>
  turnTransaction(turn, async (scope) => {
    const known = await findBaseId(scope);
    if (known === baseId) return;
    if (known === null) await saveBaseId(scope, baseId);
    else await resetForBase(scope, baseId);
  });

/** Reads the base's schema; tables without a required field are suspended. */
const loadLayout = async (turn: SyncTurn): Promise<BaseLayout> => {
  const schema = await turn.client.schema();
  const layout = findBaseLayout(schema, await findKnownIds(turn.scope));
  await turnTransaction(turn, async (scope) => {
    for (const table of SYNCED_TABLES) {
      const found = layout[table];
      if (found instanceof AirtableProblem) await suspendTable(scope, table, found.message);
      else await saveLayout(scope, table, layoutIds(found), problemTexts(found));
    }
  });
  return layout;
};

const problemTexts = ({ problems }: TableLayout): string[] => problems.map(({ message }) => message);

const createTurn = (deps: TurnDeps): SyncTurn => {
  const { platform, scope, lease, baseId, token, signal } = deps;
  const until = performance.now() + TURN_MS;
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
    remarks: new Set(),
    client: createAirtableClient({
      outbound: platform.outbound,
      airtableUrl: platform.config.airtableUrl,
      baseId,
      token,
      waitForSlot: async () => {
        turn.requests += 1;
        if (await waitForRequestSlot(deps)) isTurnRequested = true;
      },
      pauseBase: async () => {
        await blockBase({ db: platform.database.platform }, baseId, RATE_LIMIT_PAUSE_MS);
      },
    }),
    endIfOutOfTime: () => {
      if (signal.aborted || performance.now() > until) throw new TurnEnded("the turn took too long");
    },
    endIfInterrupted: () => {
      turn.endIfOutOfTime();
      if (isTurnRequested) throw new TurnEnded("another turn was requested");
    },
  };
  return turn;
};

export const beginTurn = async (deps: TurnDeps): Promise<SyncTurn> => {
  const turn = createTurn(deps);
  await adoptBase(turn, deps.baseId);
  turn.layout = await loadLayout(turn);
  turn.hasChangeFeed = Boolean((await findFeedState(turn.scope))?.id);
  return turn;
};
