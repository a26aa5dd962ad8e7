import type pg from "pg";
import { type DatabaseOptions, type DatabaseRole, type Lend, lending, openPool } from "./connections.ts";
import type { Db } from "./db.ts";
import { bringAlong, type Entry, type Planning, unwatched } from "./entry.ts";
import type { Query } from "./sql.ts";
import { asking, inTransaction, makeImmediate, type Way } from "./transactions.ts";

export interface Database {
  /**
   * One company's rows and nothing else: row-level security holds whatever the query says. With an entry, nothing is asked
   * before the database has let it in.
   */
  tenant(companyId: string, entry?: Entry): Db;
  /** Identity and the admin panel, which span companies. It has no right to the workspace's tables. */
  platform: Db;
  connections(): Record<DatabaseRole, { total: number; idle: number; waiting: number }>;
  close(): Promise<void>;
}

// What is kept under a name has one plan. Left to itself PostgreSQL would plan a page anew each time, because it cannot know
// how few rows the limit will be.
const setCompany = (companyId: string, planning: Planning): Query => ({
  name: "set_company",
  text: "select set_config('app.company_id', $1, true), set_config('plan_cache_mode', $2, true)",
  values: [companyId, planning],
});

const tenantWay = (companyId: string, entry: Entry | undefined): Way => ({
  companyId,
  open: (planning) =>
    (entry && bringAlong(entry, planning)) ?? { before: [setCompany(companyId, planning)], watch: unwatched },
});

const PLATFORM_WAY: Way = { open: () => ({ before: [], watch: unwatched }) };

const openDb = (lend: Lend, way: Way): Db => makeImmediate(asking(lend, way), way, inTransaction(lend, way));

const countsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

export const openDatabase = (options: DatabaseOptions): Database => {
  const tenantPool = openPool(options, "usa_tenant");
  const platformPool = openPool(options, "usa_platform");
  const lendTenant = lending(tenantPool);
  return {
    tenant: (companyId, entry) => openDb(lendTenant, tenantWay(companyId, entry)),
    platform: openDb(lending(platformPool), PLATFORM_WAY),
    connections: () => ({ usa_tenant: countsOf(tenantPool), usa_platform: countsOf(platformPool) }),
    close: async () => {
      await Promise.all([tenantPool.end(), platformPool.end()]);
    },
  };
};
