import { useQuery } from "@tanstack/react-query";
import { type AuditEntry, auditRoutes } from "#contract/audit.ts";
import { adminQuery } from "#lib/api/admin-queries.ts";
import { call, type ItemPage } from "#lib/api/api.ts";
import { useListPages } from "#lib/lists/list-pages.ts";
import type { AuditFilters, OwnAuditFilters } from "./audit-filter-bar.tsx";

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
  useListPages({
    ...adminQuery("audit", filters),
    read: async ({ cursor, signal }) =>
      toItemPage(await call(auditRoutes.list, { query: { ...filters, cursor }, signal })),
  });

export const useAuditFilterOptions = () =>
  useQuery({ ...adminQuery("audit", "choices"), queryFn: ({ signal }) => call(auditRoutes.choices, { signal }) });

/** The log of the user's own company. Change events of the topic `audit` refetch it. */
export const useOwnAuditLog = (filters: OwnAuditFilters) =>
  useListPages({
    queryKey: ["audit", filters],
    read: async ({ cursor, signal }) =>
      toItemPage(await call(auditRoutes.own, { query: { ...filters, cursor }, signal })),
  });

export const useOwnAuditFilterOptions = () =>
  useQuery({ queryKey: ["audit", "choices"], queryFn: ({ signal }) => call(auditRoutes.ownChoices, { signal }) });
