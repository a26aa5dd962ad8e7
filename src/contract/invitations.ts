import { z } from "zod";
import { classification } from "./classification.ts";
import { storedText } from "./field-schemas.ts";
import { include } from "./lead-lists.ts";
import { lead } from "./leads.ts";
import { cursorPageParams } from "./paging.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

/** A lead with the invitation it has accepted. */
export const acceptedInvitation = lead.extend({
  invitationId: z.string(),
  connectedWith: z.string().nullable(),
  dateInvited: z.iso.datetime().nullable(),
  dateAccepted: z.iso.datetime(),
});
export type AcceptedInvitation = z.infer<typeof acceptedInvitation>;

export const CONNECTED_DATES = ["today", "yesterday", "last_week", "last_month", "last_year"] as const;
export const connectedDate = z.enum(CONNECTED_DATES);
export type ConnectedDate = z.infer<typeof connectedDate>;

const filters = {
  connectedWith: storedText.optional(),
  classification: classification.optional(),
  /** By the day of acceptance in Amsterdam time: today, yesterday, or since the same day last week, month or year. */
  connectedDate: connectedDate.optional(),
};
export const acceptedFilters = z.object(filters);
export type AcceptedFilters = z.infer<typeof acceptedFilters>;
export const acceptedQuery = z.object({ ...filters, include, ...cursorPageParams });

export const acceptedCounts = z.object({
  matching: z.number(),
  total: z.number(),
});

export const invitationsRoutes = defineRoutes({
  accepted: {
    method: "GET",
    path: "/api/accepted-invitations",
    summary: "Accepted invitations, the latest first",
    access: everyRole,
    query: acceptedQuery,
    response: z.object({ items: z.array(acceptedInvitation), nextCursor: z.string().nullable() }),
  },
  exportAccepted: {
    method: "GET",
    path: "/api/accepted-invitations/export",
    summary: "The accepted invitations as a CSV file",
    access: everyRole,
    query: acceptedFilters,
    response: "bytes",
  },
  counts: {
    method: "GET",
    path: "/api/accepted-invitations/counts",
    summary: "The number of accepted invitations",
    access: everyRole,
    query: acceptedFilters,
    response: acceptedCounts,
  },
  connectedWith: {
    method: "GET",
    path: "/api/accepted-invitations/connected-with",
    summary: "The colleagues whose invitations were accepted",
    access: everyRole,
    response: z.array(z.string()),
  },
});
