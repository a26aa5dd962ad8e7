import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findAccess } from "#server/features/companies/connections.service.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { type AirtableClient, createAirtableClient } from "../client/client.ts";
import { findBaseId } from "./base-change.queries.ts";
import { blockBase, RATE_LIMIT_PAUSE_MS, takeDirectRequestSlot } from "./sync-turn.queries.ts";

export type DirectClientDeps = Pick<Platform, "config" | "database" | "outbound" | "secrets">;

/**
 * A client for a request that a user waits for, beside the sync and within the same rate limit. It has no lease: what it
 * reads and writes must be correct whatever a sync does at the same time. Undefined without a token, or until a sync
 * turn has adopted the connected base.
 */
export const openDirectClient = async (
  { config, database, outbound, secrets }: DirectClientDeps,
  scope: Scope,
  timeoutMs: number,
): Promise<AirtableClient | undefined> => {
  const access = await findAccess({ database, secrets }, scope.companyId);
  if (!access?.token || (await findBaseId(scope)) !== access.baseId) return undefined;
  const { baseId, token } = access;
  const db = database.platform;
  return createAirtableClient({
    outbound,
    airtableUrl: config.airtableUrl,
    baseId,
    token,
    timeoutMs,
    waitForSlot: async () => {
      const slot = await takeDirectRequestSlot({ db }, scope.companyId, baseId);
      if (slot === undefined || slot.waitMs > timeoutMs) throw new AirtableProblem("rate_limited");
      if (slot.waitMs > 0) await sleep(slot.waitMs);
    },
    blockBase: async () => {
      await blockBase({ db }, baseId, RATE_LIMIT_PAUSE_MS);
    },
  });
};
