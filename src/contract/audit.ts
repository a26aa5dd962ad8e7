import { z } from "zod";
import { day } from "./field-schemas.ts";
import { cursorPageParams } from "./paging.ts";
import { companyAdministration, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  actorId: z.string().nullable(),
  actorName: z.string(),
  /** Tells people with the same name apart. Null for the product itself, a deleted user, and a user of another company. */
  actorUsername: z.string().nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  /** Only of a user as subject; null in the same cases as actorUsername. */
  subjectUsername: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The IP address. */
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const companyLogFilters = {
  actorId: z.uuid().optional(),
  action: z.string().max(100).optional(),
  /** Days in Amsterdam time, both included. */
  from: day.optional(),
  until: day.optional(),
  ...cursorPageParams,
};
export const companyAuditQuery = z.object(companyLogFilters);
export const auditQuery = z.object({ ...companyLogFilters, companyId: z.uuid().optional() });

const page = z.object({ items: z.array(auditEntry), nextCursor: z.string().nullable() });

/** The values that occur in the log. */
const filterOptions = z.object({
  actions: z.array(z.string()),
  actors: z.array(z.object({ id: z.string(), name: z.string(), username: z.string().nullable() })),
});

export const auditRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/admin/api/audit",
    summary: "The audit log of the platform",
    access: platformAdministration,
    query: auditQuery,
    response: page,
  },
  filterOptions: {
    method: "GET",
    path: "/admin/api/audit/filter-options",
    summary: "The filter options of the audit log",
    access: platformAdministration,
    response: filterOptions,
  },
  companyLog: {
    method: "GET",
    path: "/api/audit",
    summary: "The audit log of the user's company",
    access: companyAdministration,
    query: companyAuditQuery,
    response: page,
  },
  companyFilterOptions: {
    method: "GET",
    path: "/api/audit/filter-options",
    summary: "The filter options of the company's audit log",
    access: companyAdministration,
    response: filterOptions,
  },
});
