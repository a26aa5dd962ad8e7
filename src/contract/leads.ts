import { z } from "zod";
import { syncState } from "./airtable.ts";
import { CLASSIFICATIONS, classificationInput, DELETED } from "./classification.ts";
import { blankToNull, requiredText, rowId, trimmedText } from "./field-schemas.ts";
import { leadChange, newLead } from "./forms.ts";
import { forOptionalLeadFields } from "./lead-fields.ts";
import { cursor, cursorPageParams } from "./paging.ts";
import { wait } from "./queue.ts";
import { companyAdministration, everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { undoable } from "./undo.ts";

export const LEAD_RESTORE_DAYS = 30;
/** The number of results; the total is in `X-Total-Count`. */
export const SEARCH_LIMIT = 100;
/** Matches are counted up to this number; beyond it the total is one more. */
export const SEARCH_COUNT_LIMIT = 5_000;
export const SEARCH_MIN_LENGTH = 2;

const text = z.string().nullable();
const moment = z.iso.datetime();

export const lead = z.object({
  id: z.string(),
  providerId: text,
  fullName: z.string(),
  ...forOptionalLeadFields(() => text),
  dateAdded: moment,
  hubspotId: text,
  contractOwner: text,
  leadAllocated: text,
  profilePictureUrl: text,
  leadRating: z.number().nullable(),
  leadClassification: z.enum([...CLASSIFICATIONS, DELETED]).nullable(),
  motivation: text,
  personProfile: text,
  hasReport: z.boolean(),
  /** Only with `include`. */
  htmlReport: text.optional(),
  sync: syncState,
});
export type Lead = z.infer<typeof lead>;

/** A lead after a change of its class, with the number of queued messages that the change stopped. */
const classifiedLead = lead.extend({ stoppedMessages: z.number(), ...undoable });
export type ClassifiedLead = z.infer<typeof classifiedLead>;

/** A lead after its details were changed. */
const editedLead = lead.extend(undoable);
export type EditedLeadResponse = z.infer<typeof editedLead>;

export const leadPage = z.object({ items: z.array(lead), nextCursor: z.string().nullable() });

export const deletedLead = lead.extend({ deletedAt: moment, restoreUntil: moment, deletedBy: text });
export type DeletedLead = z.infer<typeof deletedLead>;

/** A minus means descending. */
export const LEAD_SORTS = ["dateAdded", "-dateAdded", "fullName", "-fullName", "leadRating", "-leadRating"] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

// PostgreSQL has no year zero.
const YEARS = /^(?!0000)/;
const NO_DATE = "Kies een datum.";
const day = z.iso.date(NO_DATE).regex(YEARS, NO_DATE);

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
  owner: trimmedText(200).optional(),
  industry: trimmedText(200).optional(),
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

const dayOrMoment = z.union([day, z.iso.datetime({ offset: true }).regex(YEARS)], NO_DATE);

/** Days in Amsterdam time or timestamps, both included. */
const ratedBetween = { startDate: dayOrMoment, endDate: dayOrMoment };
export const ratedLeadsQuery = z.object({ ...ratedBetween, include, ...cursorPageParams });
export type RatedLeadsQuery = z.infer<typeof ratedLeadsQuery>;

export const hotLeadsQuery = z.object({ include, ...cursorPageParams });
export const leadSearchQuery = z.object({ q: z.string().max(500, "Maximaal 500 tekens.").default(""), include });

export const TIMELINE_KINDS = [
  "added",
  "rated",
  "classified",
  "invited",
  "accepted",
  "message",
  "adjusted",
  "queued",
  "cancelled",
  "sent",
  "meeting",
  "merged",
] as const;

export const timelineEntry = z.object({
  id: z.string(),
  at: moment,
  kind: z.enum(TIMELINE_KINDS),
  by: text,
  detail: text,
  /** The previous class, for kind `classified`. */
  previous: text,
  /** For a part: when it is sent and what it waits for, or why it was not sent. */
  plannedAt: moment.nullable(),
  waitsFor: wait.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const leadFilterOptions = z.object({
  owners: z.array(z.string()),
  industries: z.array(z.string()),
  tags: z.array(z.string()),
});
export type LeadFilterOptions = z.infer<typeof leadFilterOptions>;

export const leadSettings = z.object({
  formUrl: text,
  /** The URL of the form in an iframe; null where its host does not allow that. */
  formFrame: text,
  hubspotPortalUrl: text,
});
export type LeadSettings = z.infer<typeof leadSettings>;

/** How many leads a bulk action changes at most. */
export const MAX_BULK_LEADS = 500;
const bulkIds = z
  .array(rowId)
  .min(1, "Kies minstens één lead.")
  .max(MAX_BULK_LEADS, `Kies hoogstens ${MAX_BULK_LEADS} leads.`);

/** What a bulk action changed; leads that were deleted meanwhile are skipped. */
const bulkResult = z.object({ changed: z.number(), stoppedMessages: z.number(), ...undoable });
export type BulkResult = z.infer<typeof bulkResult>;

export const classifyBody = z.strictObject({ classification: classificationInput });

const id = z.object({ id: rowId });

export const leadsRoutes = defineRoutes({
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
  settings: {
    method: "GET",
    path: "/api/leads/settings",
    summary: "The URLs of the lead form and of HubSpot",
    access: everyRole,
    response: leadSettings,
  },
  add: {
    method: "POST",
    path: "/api/leads",
    summary: "Add a lead",
    access: everyRole,
    body: newLead,
    response: lead,
    status: 201,
  },
  one: {
    method: "GET",
    path: "/api/leads/{id}",
    summary: "One lead",
    access: everyRole,
    params: id,
    response: lead,
  },
  edit: {
    method: "PATCH",
    path: "/api/leads/{id}",
    summary: "Change details of a lead, here and in Airtable",
    access: everyRole,
    params: id,
    body: leadChange,
    response: editedLead,
  },
  report: {
    method: "GET",
    path: "/api/leads/{id}/report",
    summary: "The report on a lead, as a page without scripts",
    access: everyRole,
    params: id,
    response: "html",
  },
  timeline: {
    method: "GET",
    path: "/api/leads/{id}/timeline",
    summary: "The timeline of a lead, the latest event first",
    access: everyRole,
    params: id,
    response: z.array(timelineEntry),
  },
  classify: {
    method: "PATCH",
    path: "/api/leads/{leadId}/classification",
    summary: "Classify a lead; DELETED deletes it",
    access: everyRole,
    params: z.object({ leadId: rowId }),
    body: classifyBody,
    response: classifiedLead,
  },
  classifyMany: {
    method: "POST",
    path: "/api/leads/bulk/classification",
    summary: "Classify several leads; DELETED deletes them",
    access: everyRole,
    body: classifyBody.extend({ ids: bulkIds }),
    response: bulkResult,
  },
  changeOwnerOfMany: {
    method: "POST",
    path: "/api/leads/bulk/owner",
    summary: "Give several leads a contract owner; null removes it",
    access: everyRole,
    body: z.strictObject({ ids: bulkIds, contractOwner: blankToNull(trimmedText(200)) }),
    response: bulkResult,
  },
  tagMany: {
    method: "POST",
    path: "/api/leads/bulk/tags",
    summary: "Add a tag to several leads",
    access: everyRole,
    body: z.strictObject({ ids: bulkIds, tag: requiredText(40, "Een label heeft een naam.") }),
    response: z.object({ changed: z.number() }),
  },
  exportPerson: {
    method: "GET",
    path: "/api/leads/{id}/export",
    summary: "All data stored about a person, as a JSON file",
    access: companyAdministration,
    params: id,
    response: "bytes",
  },
  erase: {
    method: "POST",
    path: "/api/leads/{id}/erase",
    summary: "Erase a person permanently, also in Airtable; neither sync nor import adds them again",
    access: companyAdministration,
    params: id,
    response: "nothing",
  },
  restore: {
    method: "POST",
    path: "/api/leads/{id}/restore",
    summary: "Restore a deleted lead with its previous classification",
    access: everyRole,
    params: id,
    response: lead,
  },
});
