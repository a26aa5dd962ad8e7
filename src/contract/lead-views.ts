import { z } from "zod";
import { requiredText, rowId } from "./field-schemas.ts";
import { LEAD_SORTS, leadFilters } from "./lead-lists.ts";
import { ownAccount } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const MAX_LEAD_VIEWS = 50;

/** What a view of All Leads shows: filters, order and columns. */
const leadViewSettings = leadFilters.extend({
  sort: z.enum(LEAD_SORTS).optional(),
  /** Ids of columns, in their order; absent for the default columns. */
  columns: z.array(z.string().max(50)).max(50).optional(),
});
export type LeadViewSettings = z.infer<typeof leadViewSettings>;

const leadView = z.object({
  id: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  /** Whether the signed-in user may change and delete it. */
  mayChange: z.boolean(),
  /** The colleague who shared it; null for an own view. */
  sharedBy: z.string().nullable(),
  settings: leadViewSettings,
});
export type LeadView = z.infer<typeof leadView>;

const viewName = requiredText(80, "Geef de weergave een naam.");
const newLeadView = z.strictObject({ name: viewName, isShared: z.boolean(), settings: leadViewSettings });
export type NewLeadView = z.infer<typeof newLeadView>;

const id = z.object({ id: rowId });

export const leadViewsRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/lead-views",
    summary: "The saved views of All Leads: the user's own and those that colleagues share",
    access: ownAccount,
    response: z.array(leadView),
  },
  create: {
    method: "POST",
    path: "/api/lead-views",
    summary: "Save a view of All Leads",
    access: ownAccount,
    body: newLeadView,
    response: leadView,
    status: 201,
  },
  change: {
    method: "PATCH",
    path: "/api/lead-views/{id}",
    summary: "Rename, share or replace a saved view",
    access: ownAccount,
    params: id,
    body: newLeadView.partial(),
    response: leadView,
  },
  remove: {
    method: "DELETE",
    path: "/api/lead-views/{id}",
    summary: "Delete a saved view",
    access: ownAccount,
    params: id,
    response: "nothing",
  },
});
