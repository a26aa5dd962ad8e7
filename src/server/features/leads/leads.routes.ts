import type { leadsRoutes } from "#contract/leads.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { readCursor, timeKey } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { renderReportPage } from "#platform/report-page.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { refreshPlans } from "#server/features/queue/plans.service.ts";
import { changeOwnerOfMany, editLead } from "./lead-edits.service.ts";
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
import { tagMany } from "./lead-notes.service.ts";
import { findMatches } from "./lead-search.queries.ts";
import { embeddableFormUrl, restorableSince } from "./leads.policy.ts";
import { findReport, findSettings, findTimeline } from "./leads.queries.ts";
import { addLead, changeClassification, classifyMany, requireLead, restoreLead } from "./leads.service.ts";
import { erasePerson, exportPerson } from "./personal-data.service.ts";

export const leadsHandlers = (platform: Platform): Handlers<typeof leadsRoutes> => ({
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
      { scope, reply, author: authorOf(request) },
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
      { scope, reply, author: authorOf(request) },
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
      { scope, reply, author: authorOf(request) },
      {
        kind: "leads",
        title: "Hot Leads",
        readPage: (cursor) => findHotLeads(scope, { limit: EXPORT_PAGE_SIZE, after: readCursor(timeKey, cursor) }),
      },
    ),
  exportSearch: ({ scope, query, reply, ...request }) =>
    exportList(
      platform,
      { scope, reply, author: authorOf(request) },
      {
        kind: "leads",
        title: "Search Leads",
        filters: query,
        readPage: createMatchReader(scope, query.q),
      },
    ),
  deleted: ({ scope, query: { cursor, ...page } }) =>
    findDeletedLeads(scope, restorableSince(platform.clock), { ...page, after: readCursor(timeKey, cursor) }),
  settings: async ({ scope }) => {
    const found = await findSettings(scope);
    return { ...found, formFrame: embeddableFormUrl(found.formUrl, platform.config.sandboxUrl) };
  },
  add: ({ scope, body, ...request }) => addLead(platform, scope, authorOf(request), body),
  one: ({ scope, params }) => requireLead(scope, params.id),
  edit: ({ scope, params, body, ...request }) => editLead(platform, scope, authorOf(request), params.id, body),
  report: async ({ scope, params, reply }) => renderReportPage(reply, await findReport(scope, params.id)),
  timeline: async ({ scope, params }) => {
    await requireLead(scope, params.id);
    await refreshPlans(platform, scope);
    return findTimeline(scope, params.id);
  },
  classify: ({ scope, params, body, ...request }) =>
    changeClassification(platform, scope, authorOf(request), params.leadId, body.classification),
  classifyMany: ({ scope, body, ...request }) =>
    classifyMany(platform, scope, authorOf(request), body.ids, body.classification),
  changeOwnerOfMany: ({ scope, body, ...request }) =>
    changeOwnerOfMany(platform, scope, authorOf(request), body.ids, body.contractOwner),
  tagMany: ({ scope, body, ...request }) => tagMany(platform, scope, authorOf(request), body.ids, body.tag),
  exportPerson: ({ scope, params, reply, ...request }) =>
    exportPerson(platform, scope, authorOf(request), params.id, reply),
  erase: async ({ scope, params, ...request }) => {
    await erasePerson(platform, scope, authorOf(request), params.id);
    return undefined;
  },
  restore: ({ scope, params, ...request }) => restoreLead(platform, scope, authorOf(request), params.id),
});
