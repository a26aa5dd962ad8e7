import type pg from "pg";
import {
  type DatabaseOptions,
  type DatabaseRole,
  limitPerCompany,
  openPool,
  type WithClient,
  withPoolClient,
} from "./connection-pool.ts";
import type { Db } from "./db.ts";
import type { Query } from "./sql.ts";
import {
  autocommitSender,
  createAutocommitDb,
  type PlanMode,
  type QueryContext,
  transactionRunner,
} from "./transactions.ts";

export interface Database {
  /** One company's rows and nothing else: row-level security holds whatever the query says. */
  tenant(companyId: string): Db;
  /** For sign-in and the admin panel, which span companies. On the tables of the workspace it has only the privileges that jobs, schedules and metrics need. */
  platform: Db;
  /** False for half a minute after the server had no connection left, or could not store: its disk is full, or it is read-only. */
  isUsable(): boolean;
  connections(): Record<DatabaseRole, { total: number; idle: number; waiting: number }>;
  close(): Promise<void>;
}

// The plan mode of a prepared query is `force_generic_plan`: by default PostgreSQL would plan a page query again at each
// execution, because a generic plan has to guess the limit and looks expensive.
const setCompanyAndPlanMode = (companyId: string, planMode: PlanMode): Query => ({
  name: "set_company",
  text: "select set_config('app.company_id', $1, true), set_config('plan_cache_mode', $2, true)",
  values: [companyId, planMode],
});

const tenantContext = (companyId: string): QueryContext => ({
  companyId,
  setup: (planMode) => [setCompanyAndPlanMode(companyId, planMode)],
});

const PLATFORM_CONTEXT: QueryContext = { setup: () => [] };

const openDb = (withClient: WithClient, context: QueryContext): Db =>
  createAutocommitDb(autocommitSender(withClient, context), context, transactionRunner(withClient, context));

const poolCounts = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

const NOT_READY_MS = 30_000;

export const openDatabase = (options: DatabaseOptions): Database => {
  const tenantPool = openPool(options, "usa_tenant");
  const platformPool = openPool(options, "usa_platform");
  let lastFailure = Number.NEGATIVE_INFINITY;
  const onUnusable = () => {
    lastFailure = performance.now();
  };
  const companies = limitPerCompany(
    withPoolClient(tenantPool, onUnusable),
    // Two at least: with one, a request that reads while its transaction is open would wait for itself.
    Math.max(2, Math.floor(options.connections / 2)),
  );
  return {
    tenant: (companyId) => openDb(companies.withClientOf(companyId), tenantContext(companyId)),
    platform: openDb(withPoolClient(platformPool, onUnusable), PLATFORM_CONTEXT),
    isUsable: () => performance.now() - lastFailure > NOT_READY_MS,
    connections: () => {
      const tenant = poolCounts(tenantPool);
      return {
        usa_tenant: { ...tenant, waiting: tenant.waiting + companies.waiting() },
        usa_platform: poolCounts(platformPool),
      };
    },
    close: async () => {
      await Promise.all([tenantPool.end(), platformPool.end()]);
    },
  };
};
