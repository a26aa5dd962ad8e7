import type { leadListsRoutes } from "#contract/lead-lists.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { readCursor, timeKey } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { restorableSince } from "../leads.policy.ts";
import { createMatchReader, EXPORT_PAGE_SIZE, exportList } from "./lead-export.service.ts";
import { countLeads, findFilterOptions } from "./lead-filters.queries.ts";
import {
  findAllLeads,
  findDeletedLeads,
  findHotLeads,
  findLeadIds,
  findRatedLeads,
  readSortedCursor,
} from "./lead-lists.queries.ts";
import { findMatches } from "./lead-search.queries.ts";

export const leadListsHandlers = (platform: Platform): Handlers<typeof leadListsRoutes> => ({
  all: ({ scope, query: { sort, cursor, limit, include, ...filters } }) =>
    findAllLeads(scope, sort, filters, { limit, include, after: readSortedCursor(sort, cursor) }),
  total: ({ scope, query }) => countLeads(scope, query),
  ids: ({ scope, query: { sort, ...filters } }) => findLeadIds(scope, sort, filters),
  filterOptions: ({ scope }) => findFilterOptions(scope),
  rated: ({ scope, query: { startDate, endDate, cursor, ...page } }) =>
    findRatedLeads(scope, startDate, endDate, { ...page, after: readCursor(timeKey, cursor) }),
  hot: ({ scope, query: { cursor, ...page } }) => findHotLeads(scope, { ...page, after: readCursor(timeKey, cursor) }),
  search: async ({ scope, query, reply }) => {
    const { list, total } = await findMatches(scope, query);
    reply.header("x-total-count", String(total));
    return list;
  },
  exportAll: ({ scope, query: { sort, ...filters }, reply, ...request }) =>
    exportList(
      platform,
      { scope, reply, actor: actorOf(request) },
      {
        kind: "leads",
        title: "All Leads",
        filters,
        readPage: (cursor) =>
          findAllLeads(scope, sort, filters, { limit: EXPORT_PAGE_SIZE, after: readSortedCursor(sort, cursor) }),
      },
    ),
  exportRated: ({ scope, query, reply, ...request }) =>
    exportList(
      platform,
      { scope, reply, actor: actorOf(request) },
      {
        kind: "leads",
        title: "Rated Leads",
        filters: query,
        readPage: (cursor) =>
          findRatedLeads(scope, query.startDate, query.endDate, {
            limit: EXPORT_PAGE_SIZE,
            after: readCursor(timeKey, cursor),
          }),
      },
    ),
  exportHot: ({ scope, reply, ...request }) =>
    exportList(
      platform,
      { scope, reply, actor: actorOf(request) },
      {
        kind: "leads",
        title: "Hot Leads",
        readPage: (cursor) => findHotLeads(scope, { limit: EXPORT_PAGE_SIZE, after: readCursor(timeKey, cursor) }),
      },
    ),
  exportSearch: ({ scope, query, reply, ...request }) =>
    exportList(
      platform,
      { scope, reply, actor: actorOf(request) },
      {
        kind: "leads",
        title: "Search Leads",
        filters: query,
        readPage: createMatchReader(scope, query.q),
      },
    ),
  deleted: ({ scope, query: { cursor, ...page } }) =>
    findDeletedLeads(scope, restorableSince(platform.clock), { ...page, after: readCursor(timeKey, cursor) }),
});
