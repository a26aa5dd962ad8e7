import { z } from "zod";
import { CLASSIFICATIONS, classificationInput, DELETED } from "./classification.ts";
import { blankToNull, requiredText, rowId, trimmedText } from "./field-schemas.ts";
import { leadChange, newLead } from "./forms.ts";
import { forOptionalLeadFields } from "./lead-fields.ts";
import { wait } from "./queue.ts";
import { companyAdministration, everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { syncState } from "./synced-tables.ts";
import { undoable } from "./undo.ts";

export const LEAD_RESTORE_DAYS = 30;
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

/** A lead that was deleted, with the number of approved messages that returned to review and of later parts that stay cancelled. */
const restoredLead = lead.extend({ messagesToReview: z.number(), stoppedMessages: z.number() });
export type RestoredLead = z.infer<typeof restoredLead>;

/** What tells the leads of one person apart. */
const leadOfPerson = z.object({ id: z.string(), fullName: z.string(), company: text, isDeleted: z.boolean() });
export type LeadOfPerson = z.infer<typeof leadOfPerson>;

/** A lead after its details were changed. */
const editedLead = lead.extend(undoable);
export type EditedLeadResponse = z.infer<typeof editedLead>;

export const TIMELINE_KINDS = [
  "added",
  "rated",
  "classified",
  "invitation_queued",
  "invited",
  "accepted",
  "invitation_ended",
  "message",
  "adjusted",
  "queued",
  "cancelled",
  "message_cancelled",
  "sent",
  "written",
  "replied",
  "meeting",
  "merged",
] as const;

export const timelineEntry = z.object({
  id: z.string(),
  at: moment,
  kind: z.enum(TIMELINE_KINDS),
  by: text,
  /**
   * For kind `written`, a message that a user typed on LinkedIn itself: the beginning of the text. For kind `replied` too, or null where
   * only the sentiment is known.
   */
  detail: text,
  /** The previous class, for kind `classified`; the sentiment, for a reply of which only that is known. */
  previous: text,
  /** For a part or an invitation: when it is sent and what it waits for, or why it was not sent or ended. */
  plannedAt: moment.nullable(),
  waitsFor: wait.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const leadSettings = z.object({
  formUrl: text,
  /** The URL of the form in an iframe; null where its host does not allow that. */
  formFrame: text,
  hubspotPortalUrl: text,
  /** The details of a lead that can only be changed in Airtable, with their names there. */
  readOnlyFields: z.array(z.object({ field: z.string(), name: z.string() })),
});
export type LeadSettings = z.infer<typeof leadSettings>;

/** How many leads a bulk action changes at most. */
export const MAX_BULK_LEADS = 500;
const bulkIds = z
  .array(rowId)
  .min(1, "Kies minstens één lead.")
  .max(MAX_BULK_LEADS, `Kies hoogstens ${MAX_BULK_LEADS} leads.`);

/** `unchanged` leads had the value already; the others that did not change were deleted meanwhile. */
const bulkCounts = { changed: z.number(), unchanged: z.number() };
const bulkResult = z.object({ ...bulkCounts, stoppedMessages: z.number(), ...undoable });
export type BulkResult = z.infer<typeof bulkResult>;

/** `full` leads have as many tags as a lead may have. */
const taggedLeads = z.object({ ...bulkCounts, full: z.number() });
export type TaggedLeads = z.infer<typeof taggedLeads>;

export const classifyBody = z.strictObject({ classification: classificationInput });

const id = z.object({ id: rowId });

export const leadsRoutes = defineRoutes({
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
    response: taggedLeads,
  },
  exportPerson: {
    method: "GET",
    path: "/api/leads/{id}/export",
    summary: "All data stored about a person, as a JSON file",
    access: companyAdministration,
    params: id,
    response: "bytes",
  },
  otherLeadsOfPerson: {
    method: "GET",
    path: "/api/leads/{id}/other-leads-of-person",
    summary: "The other leads of the same person, deleted ones too: they are erased together with this one",
    access: companyAdministration,
    params: id,
    response: z.array(leadOfPerson),
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
    response: restoredLead,
  },
});
