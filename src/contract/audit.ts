import { z } from "zod";
import { pagePaging } from "./paging.ts";
import { companyAdministration, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  actorId: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

// PostgreSQL has no year zero.
const day = z.iso.date("Kies een datum.").regex(/^(?!0000)/, "Kies een datum.");
const ownFilters = {
  actorId: z.uuid().optional(),
  action: z.string().max(100).optional(),
  /** Days in Amsterdam time, both included. */
  from: day.optional(),
  until: day.optional(),
  ...pagePaging,
};
export const ownAuditQuery = z.object(ownFilters);
export const auditQuery = z.object({ ...ownFilters, companyId: z.uuid().optional() });

const page = z.object({ items: z.array(auditEntry), nextCursor: z.string().nullable() });

/** The values that occur in the log. */
const choices = z.object({
  actions: z.array(z.string()),
  actors: z.array(z.object({ id: z.string(), name: z.string() })),
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
  choices: {
    method: "GET",
    path: "/admin/api/audit/choices",
    summary: "The filter options of the audit log",
    access: platformAdministration,
    response: choices,
  },
  own: {
    method: "GET",
    path: "/api/audit",
    summary: "The audit log of the user's company",
    access: companyAdministration,
    query: ownAuditQuery,
    response: page,
  },
  ownChoices: {
    method: "GET",
    path: "/api/audit/choices",
    summary: "The filter options of the company's audit log",
    access: companyAdministration,
    response: choices,
  },
});
