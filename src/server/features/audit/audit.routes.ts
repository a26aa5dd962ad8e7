import type { AuditEntry, auditRoutes } from "#contract/audit.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { cutPage, type Page, type PageRequest, readCursor, timeKey } from "#platform/paging.ts";
import { type AuditFilters, findActions, findActors, findEntries } from "./audit.queries.ts";

const readPage = async (
  scope: PlatformScope,
  { limit, cursor, ...filters }: AuditFilters & PageRequest & { limit: number },
): Promise<Page<AuditEntry>> => {
  const rows = await findEntries(scope, filters, readCursor(timeKey, cursor), limit + 1);
  return cutPage(rows, limit, ({ at, id }) => [at, id]);
};

const readFilterOptions = async (scope: PlatformScope, companyId?: string) => ({
  actions: await findActions(scope, companyId),
  actors: await findActors(scope, companyId),
});

export const auditHandlers = (): Handlers<typeof auditRoutes> => ({
  list: ({ scope, query }) => readPage(scope, query),
  filterOptions: ({ scope }) => readFilterOptions(scope),
  // Entries of the platform itself have no company; a user without a company must not see them here.
  companyLog: ({ scope, user, query }) =>
    user.companyId ? readPage(scope, { ...query, companyId: scope.companyId }) : { items: [], nextCursor: null },
  companyFilterOptions: ({ scope, user }) =>
    user.companyId ? readFilterOptions(scope, scope.companyId) : { actions: [], actors: [] },
});
