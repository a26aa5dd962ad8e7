import { setTimeout as sleep } from "node:timers/promises";
import { SYNCED_TABLES } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { createClient } from "../client/client.ts";
import { AirtableProblem } from "../client/problems.ts";
import { idsOf, type Layouts, layOutBase } from "../mapping/layout.ts";
import { findFeedState } from "../pull/pull.queries.ts";
import { changeBase, findBaseId, findKnownIds, putBaseId, putLayout, suspendTable } from "../turn/base.queries.ts";
import { blockBase, type Lease, takeSlot } from "../turn/lease.queries.ts";
import { keep, type SyncPlatform, type Turn, TurnLost, TurnOver } from "../turn/turn.ts";

const SILENCE_MS = 30_000;
/** How long one company is worked on before others get their turn. */
const TURN_MS = 20_000;

interface Needs {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  baseId: string;
  token: string;
  signal: AbortSignal;
}

/** Waits for a place in the line of the base; says whether somebody came to the door meanwhile. */
const waitForSlot = async ({ platform, scope, lease, baseId, signal }: Needs): Promise<boolean> => {
  const slot = await takeSlot({ db: platform.database.platform }, scope.companyId, lease, baseId);
  if (!slot?.mayGo) throw new TurnLost("the lease, the base or the company is gone");
  if (slot.waitMs === null) throw new AirtableProblem("rate_limited", { retryAfterMs: slot.blockedMs ?? SILENCE_MS });
  if (slot.waitMs > 0) await sleep(slot.waitMs, undefined, { signal }).catch(() => undefined);
  return slot.isWanted;
};

const NO_LAYOUTS = Object.fromEntries(
  SYNCED_TABLES.map((table) => [table, new AirtableProblem("table_missing", { table })]),
) as Layouts;

/** Everything known of another base is forgotten first. */
const settleBase = (turn: Turn, baseId: string): Promise<void> =>
  keep(turn, async (scope) => {
    const known = await findBaseId(scope);
    if (known === baseId) return;
    if (known === null) await putBaseId(scope, baseId);
    else await changeBase(scope, baseId);
  });

/** Looks at the tables and fields as they are today. */
const layOut = async (turn: Turn): Promise<Layouts> => {
  const schema = await turn.client.schema();
  const layouts = layOutBase(schema, await findKnownIds(turn.scope));
  await keep(turn, async (scope) => {
    for (const table of SYNCED_TABLES) {
      const found = layouts[table];
      if (found instanceof AirtableProblem) await suspendTable(scope, table, found.message);
      else await putLayout(scope, table, idsOf(found));
    }
  });
  return layouts;
};

const makeTurn = (needs: Needs): Turn => {
  const { platform, scope, lease, baseId, token, signal } = needs;
  const until = performance.now() + TURN_MS;
  let isWanted = false;
  const turn: Turn = {
    platform,
    scope,
    lease,
    layouts: NO_LAYOUTS,
    runId: null,
    progress: new Map(),
    requests: 0,
    hasFeed: false,
    client: createClient({
      outbound: platform.outbound,
      airtableUrl: platform.config.airtableUrl,
      baseId,
      token,
      takeSlot: async () => {
        turn.requests += 1;
        if (await waitForSlot(needs)) isWanted = true;
      },
      silence: async () => {
        await blockBase({ db: platform.database.platform }, baseId, SILENCE_MS);
      },
    }),
    checkTime: () => {
      if (signal.aborted || performance.now() > until) throw new TurnOver("the time is up");
    },
    checkpoint: () => {
      turn.checkTime();
      if (isWanted) throw new TurnOver("somebody has come");
    },
  };
  return turn;
};

/** Begins a turn: which base it is, what it looks like today, whether it has a feed. */
export const openTurn = async (needs: Needs): Promise<Turn> => {
  const turn = makeTurn(needs);
  await settleBase(turn, needs.baseId);
  turn.layouts = await layOut(turn);
  turn.hasFeed = Boolean((await findFeedState(turn.scope))?.id);
  return turn;
};
