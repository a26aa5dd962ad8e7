import { type QueryKey, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type AuditEntry, auditRoutes } from "#contract/audit.ts";
import { adminRead } from "#lib/admin-queries.ts";
import { call } from "#lib/api.ts";
import type { AuditFilters, OwnAuditFilters } from "./audit-filters.ts";

type Page = { items: AuditEntry[]; nextCursor: string | null };
type Ask = { cursor: string | undefined; signal: AbortSignal };

const inPages = (options: { queryKey: QueryKey; staleTime?: number }, read: (ask: Ask) => Promise<Page>) => ({
  ...options,
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    read({ cursor: pageParam, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
});

export const useAuditLog = (filters: AuditFilters) =>
  useInfiniteQuery(
    inPages(adminRead("audit", filters), ({ cursor, signal }) =>
      call(auditRoutes.list, { query: { ...filters, cursor }, signal }),
    ),
  );

export const useAuditChoices = () =>
  useQuery({ ...adminRead("audit", "choices"), queryFn: ({ signal }) => call(auditRoutes.choices, { signal }) });

/** Of one's own company; the key makes it follow what happens there. */
export const useOwnAuditLog = (filters: OwnAuditFilters) =>
  useInfiniteQuery(
    inPages({ queryKey: ["audit", filters] }, ({ cursor, signal }) =>
      call(auditRoutes.own, { query: { ...filters, cursor }, signal }),
    ),
  );

export const useOwnAuditChoices = () =>
  useQuery({ queryKey: ["audit", "choices"], queryFn: ({ signal }) => call(auditRoutes.ownChoices, { signal }) });
