import type pg from "pg";
import {
  type DatabaseOptions,
  type DatabaseRole,
  openPool,
  type WithClient,
  withPoolClient,
} from "./connection-pool.ts";
import type { Db } from "./db.ts";
import { bringAlong, type PlanMode, type SessionEntry, unwatched } from "./entry.ts";
import type { Query } from "./sql.ts";
import { createAutocommitDb, type QueryContext, runTransaction, sendAutocommit } from "./transactions.ts";

export interface Database {
  /**
   * One company's rows and nothing else: row-level security holds whatever the query says. With an entry, nothing is asked
   * before the database has let it in.
   */
  tenant(companyId: string, entry?: SessionEntry): Db;
  /** Identity and the admin panel, which span companies. It has no right to the workspace's tables. */
  platform: Db;
  connections(): Record<DatabaseRole, { total: number; idle: number; waiting: number }>;
  close(): Promise<void>;
}

// What is kept under a name has one plan. Left to itself PostgreSQL would plan a page anew each time, because it cannot know
// how few rows the limit will be.
const setCompany = (companyId: string, planning: PlanMode): Query => ({
  name: "set_company",
  text: "select set_config('app.company_id', $1, true), set_config('plan_cache_mode', $2, true)",
  values: [companyId, planning],
});

const tenantContext = (companyId: string, entry: SessionEntry | undefined): QueryContext => ({
  companyId,
  open: (planning) =>
    (entry && bringAlong(entry, planning)) ?? { before: [setCompany(companyId, planning)], watch: unwatched },
});

const PLATFORM_CONTEXT: QueryContext = { open: () => ({ before: [], watch: unwatched }) };

const openDb = (lend: WithClient, way: QueryContext): Db =>
  createAutocommitDb(sendAutocommit(lend, way), way, runTransaction(lend, way));

const poolCounts = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

export const openDatabase = (options: DatabaseOptions): Database => {
  const tenantPool = openPool(options, "usa_tenant");
  const platformPool = openPool(options, "usa_platform");
  const lendTenant = withPoolClient(tenantPool);
  return {
    tenant: (companyId, entry) => openDb(lendTenant, tenantContext(companyId, entry)),
    platform: openDb(withPoolClient(platformPool), PLATFORM_CONTEXT),
    connections: () => ({ usa_tenant: poolCounts(tenantPool), usa_platform: poolCounts(platformPool) }),
    close: async () => {
      await Promise.all([tenantPool.end(), platformPool.end()]);
    },
  };
};
