import { useQuery } from "@tanstack/react-query";
import { type AuditEntry, auditRoutes } from "#contract/audit.ts";
import { adminQuery } from "#lib/api/admin-queries.ts";
import { call, type ItemPage } from "#lib/api/api.ts";
import { useLiveList, usePagedList } from "#lib/lists/paged-list.ts";
import type { AuditFilters, CompanyAuditFilters } from "./audit-filter-bar.tsx";

/** The server does not count the log: `total` is the length of the page, and nothing shows it. */
const toItemPage = ({
  items,
  nextCursor,
}: {
  items: AuditEntry[];
  nextCursor: string | null;
}): ItemPage<AuditEntry> => ({
  items,
  total: items.length,
  nextCursor: nextCursor ?? undefined,
});

export const useAuditLog = (filters: AuditFilters) =>
  usePagedList({
    ...adminQuery("audit", filters),
    read: async ({ cursor, signal }) =>
      toItemPage(await call(auditRoutes.list, { query: { ...filters, cursor }, signal })),
  });

export const useAuditFilterOptions = () =>
  useQuery({
    ...adminQuery("audit", "filter-options"),
    queryFn: ({ signal }) => call(auditRoutes.filterOptions, { signal }),
  });

/** The log of the user's own company. */
export const useCompanyAuditLog = (filters: CompanyAuditFilters) =>
  useLiveList({
    topic: "audit",
    queryKey: ["audit-log", filters],
    read: async ({ cursor, signal }) =>
      toItemPage(await call(auditRoutes.companyLog, { query: { ...filters, cursor }, signal })),
  });

export const useCompanyAuditFilterOptions = () =>
  useQuery({
    queryKey: ["audit", "filter-options"],
    queryFn: ({ signal }) => call(auditRoutes.companyFilterOptions, { signal }),
  });
