import { z } from "zod";
import { CLASSIFICATIONS } from "./classification.ts";
import { day, NOT_YEAR_ZERO, storedText, trimmedText } from "./field-schemas.ts";
import { lead, MAX_BULK_LEADS } from "./leads.ts";
import { cursor, cursorPageParams } from "./paging.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

/** The number of results; the total is in `X-Total-Count`. */
export const SEARCH_LIMIT = 100;
/** Matches are counted up to this number; beyond it the total is one more. */
export const SEARCH_COUNT_LIMIT = 5_000;
export const SEARCH_MIN_LENGTH = 2;

export const leadPage = z.object({ items: z.array(lead), nextCursor: z.string().nullable() });

export const deletedLead = lead.extend({
  deletedAt: z.iso.datetime(),
  restoreUntil: z.iso.datetime(),
  deletedBy: z.string().nullable(),
});
export type DeletedLead = z.infer<typeof deletedLead>;

/** A minus means descending. */
export const LEAD_SORTS = ["dateAdded", "-dateAdded", "fullName", "-fullName", "leadRating", "-leadRating"] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** The value of a filter for leads without a class. */
export const NO_CLASS = "none";
export const CLASS_FILTERS = [...CLASSIFICATIONS, NO_CLASS] as const;

/** The filters of All Leads; an absent one matches every lead. */
export const leadFilters = z.object({
  /** As in the search: name, e-mail address or company. Shorter than SEARCH_MIN_LENGTH it is ignored. */
  q: trimmedText(500).optional(),
  classification: z.enum(CLASS_FILTERS).optional(),
  minRating: z.coerce.number().int().min(0).max(10).optional(),
  /** The contract owner. */
  owner: storedText.optional(),
  industry: storedText.optional(),
  tag: trimmedText(40).optional(),
  /** Days in Amsterdam time on which the lead was added, both included. */
  addedFrom: day.optional(),
  addedTo: day.optional(),
});
export type LeadFilters = z.infer<typeof leadFilters>;

export const include = z.literal("htmlReport").optional();
const sort = z.enum(LEAD_SORTS).default("-dateAdded");
export const allLeadsQuery = leadFilters.extend({
  sort,
  include,
  limit: cursorPageParams.limit.default(100),
  cursor: cursor.optional(),
});
export type AllLeadsQuery = z.infer<typeof allLeadsQuery>;

const dayOrMoment = z.union([day, z.iso.datetime({ offset: true }).regex(NOT_YEAR_ZERO)], "Kies een datum.");

/** Days in Amsterdam time or timestamps, both included. */
const ratedBetween = { startDate: dayOrMoment, endDate: dayOrMoment };
export const ratedLeadsQuery = z.object({ ...ratedBetween, include, ...cursorPageParams });
export type RatedLeadsQuery = z.infer<typeof ratedLeadsQuery>;

export const hotLeadsQuery = z.object({ include, ...cursorPageParams });
export const leadSearchQuery = z.object({ q: z.string().max(500, "Maximaal 500 tekens.").default(""), include });

export const leadFilterOptions = z.object({
  owners: z.array(z.string()),
  industries: z.array(z.string()),
  tags: z.array(z.string()),
});
export type LeadFilterOptions = z.infer<typeof leadFilterOptions>;

export const leadListsRoutes = defineRoutes({
  all: {
    method: "GET",
    path: "/api/all-leads",
    summary: "The leads that match the filters, by default all, the newest first",
    access: everyRole,
    query: allLeadsQuery,
    response: leadPage,
  },
  total: {
    method: "GET",
    path: "/api/leads/total",
    summary: "How many leads match the filters of All Leads",
    access: everyRole,
    query: leadFilters,
    /** Not exact: there are more than `total`. */
    response: z.object({ total: z.number(), isExact: z.boolean() }),
  },
  ids: {
    method: "GET",
    path: "/api/leads/ids",
    summary: `The ids of the first ${MAX_BULK_LEADS} leads that match the filters of All Leads`,
    access: everyRole,
    query: leadFilters.extend({ sort }),
    response: z.array(z.string()),
  },
  filterOptions: {
    method: "GET",
    path: "/api/leads/filter-options",
    summary: "The contract owners, industries and tags of the leads, for the filters of All Leads",
    access: everyRole,
    response: leadFilterOptions,
  },
  rated: {
    method: "GET",
    path: "/api/rated-leads",
    summary: "Leads by the day their rating was set, the latest first",
    access: everyRole,
    query: ratedLeadsQuery,
    response: leadPage,
  },
  hot: {
    method: "GET",
    path: "/api/hot-leads",
    summary: "Leads of the class HOT, the latest first",
    access: everyRole,
    query: hotLeadsQuery,
    response: leadPage,
  },
  search: {
    method: "GET",
    path: "/api/leads/search",
    summary: "Leads whose name, e-mail address or company contains a text, the best match first",
    access: everyRole,
    query: leadSearchQuery,
    response: z.array(lead),
  },
  exportAll: {
    method: "GET",
    path: "/api/all-leads/export",
    summary: "The leads that match the filters of All Leads as a CSV file",
    access: everyRole,
    query: leadFilters.extend({ sort }),
    response: "bytes",
  },
  exportRated: {
    method: "GET",
    path: "/api/rated-leads/export",
    summary: "The rated leads of a period as a CSV file",
    access: everyRole,
    query: z.object(ratedBetween),
    response: "bytes",
  },
  exportHot: {
    method: "GET",
    path: "/api/hot-leads/export",
    summary: "The hot leads as a CSV file",
    access: everyRole,
    response: "bytes",
  },
  exportSearch: {
    method: "GET",
    path: "/api/leads/search/export",
    summary: "All matches of a search as a CSV file",
    access: everyRole,
    query: leadSearchQuery.pick({ q: true }),
    response: "bytes",
  },
  deleted: {
    method: "GET",
    path: "/api/leads/deleted",
    summary: "Deleted leads that can be restored",
    access: everyRole,
    query: z.object(cursorPageParams),
    response: z.object({ items: z.array(deletedLead), nextCursor: z.string().nullable() }),
  },
});
