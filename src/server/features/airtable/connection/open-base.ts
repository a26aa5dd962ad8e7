import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { requireCompany } from "#server/features/companies/companies.service.ts";
import { findAccess } from "#server/features/companies/connections.service.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { type AirtableClient, createAirtableClient } from "../client/client.ts";
import type { BaseSchema } from "../mapping/base-schema.ts";
import { NOT_CONNECTED } from "../runs/start-run.ts";
import { blockBase, RATE_LIMIT_PAUSE_MS, takeDirectRequestSlot } from "../runs/sync-turn.queries.ts";
import { AIRTABLE_ACTOR } from "../runs/sync-turn.ts";

const TIMEOUT_MS = 15_000;
const UNREADABLE = "Het opgeslagen toegangstoken kan niet meer worden gelezen. Vul het opnieuw in.";

export interface OpenBase {
  baseId: string;
  client: AirtableClient;
  scope: Scope;
  schema: BaseSchema;
}

const scopeOf = ({ database }: Platform, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: AIRTABLE_ACTOR,
});

/** Opens the company's base for a user who waits, within the rate limit of the sync. */
const openBase = async (platform: Platform, companyId: string): Promise<OpenBase | string> => {
  const { config, database, outbound } = platform;
  await requireCompany({ db: database.platform }, companyId);
  const access = await findAccess(platform, companyId);
  if (!access) return NOT_CONNECTED;
  const { baseId, token } = access;
  if (token === null) return UNREADABLE;
  const db = database.platform;
  const client = createAirtableClient({
    outbound,
    airtableUrl: config.airtableUrl,
    baseId,
    token,
    timeoutMs: TIMEOUT_MS,
    waitForSlot: async () => {
      const slot = await takeDirectRequestSlot({ db }, companyId, baseId);
      if (slot === undefined || slot.waitMs > TIMEOUT_MS) throw new AirtableProblem("rate_limited");
      if (slot.waitMs > 0) await sleep(slot.waitMs);
    },
    blockBase: async () => {
      await blockBase({ db }, baseId, RATE_LIMIT_PAUSE_MS);
    },
  });
  return { baseId, client, scope: scopeOf(platform, companyId), schema: await client.schema() };
};

/** Runs the work on the company's base; a problem with Airtable becomes part of the answer. */
export const withBase = async <T extends { problem: string | null }>(
  platform: Platform,
  companyId: string,
  onProblem: (problem: string) => T,
  work: (base: OpenBase) => Promise<T>,
): Promise<T> => {
  try {
    const base = await openBase(platform, companyId);
    return typeof base === "string" ? onProblem(base) : await work(base);
  } catch (error) {
    if (!(error instanceof AirtableProblem)) throw error;
    return onProblem(error.message);
  }
};
