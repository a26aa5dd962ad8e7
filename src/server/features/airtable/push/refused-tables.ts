import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";

/** Remembers, in this process, which tables of which company refuse writes. */
export const createRefusedTables = (rememberMs: number) => {
  const refusedAt = new Map<string, number>();
  const keyOf = ({ companyId }: Scope, table: SyncedTable): string => `${companyId} ${table}`;
  return {
    has: (scope: Scope, table: SyncedTable): boolean =>
      performance.now() - (refusedAt.get(keyOf(scope, table)) ?? Number.NEGATIVE_INFINITY) < rememberMs,
    add: (scope: Scope, table: SyncedTable): void => void refusedAt.set(keyOf(scope, table), performance.now()),
    delete: (scope: Scope, table: SyncedTable): void => void refusedAt.delete(keyOf(scope, table)),
  };
};
