import { type QueryKey, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type AuditEntry, auditRoutes } from "#contract/audit.ts";
import { adminQuery } from "#lib/api/admin-queries.ts";
import { call } from "#lib/api/api.ts";
import type { AuditFilters, OwnAuditFilters } from "./audit-filter-bar.tsx";

type AuditPage = { items: AuditEntry[]; nextCursor: string | null };
type PageRequest = { cursor: string | undefined; signal: AbortSignal };

const pagedQuery = (
  options: { queryKey: QueryKey; staleTime?: number },
  read: (ask: PageRequest) => Promise<AuditPage>,
) => ({
  ...options,
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    read({ cursor: pageParam, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: AuditPage) => nextCursor ?? undefined,
});

export const useAuditLog = (filters: AuditFilters) =>
  useInfiniteQuery(
    pagedQuery(adminQuery("audit", filters), ({ cursor, signal }) =>
      call(auditRoutes.list, { query: { ...filters, cursor }, signal }),
    ),
  );

export const useAuditChoices = () =>
  useQuery({ ...adminQuery("audit", "choices"), queryFn: ({ signal }) => call(auditRoutes.choices, { signal }) });

/** The log of the own company. Change events of the topic `audit` refetch it. */
export const useOwnAuditLog = (filters: OwnAuditFilters) =>
  useInfiniteQuery(
    pagedQuery({ queryKey: ["audit", filters] }, ({ cursor, signal }) =>
      call(auditRoutes.own, { query: { ...filters, cursor }, signal }),
    ),
  );

export const useOwnAuditChoices = () =>
  useQuery({ queryKey: ["audit", "choices"], queryFn: ({ signal }) => call(auditRoutes.ownChoices, { signal }) });
