import { z } from "zod";
import { requiredText, rowId } from "./field-schemas.ts";
import { lead } from "./leads.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const moment = z.iso.datetime();

const leadNote = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string(),
  createdAt: moment,
  /** Whether the signed-in user may change and delete it. */
  mayChange: z.boolean(),
});
export type LeadNote = z.infer<typeof leadNote>;

const noteBody = z.strictObject({ text: requiredText(10_000, "Schrijf een notitie.") });

/** No tag can be added to a lead that has this many. A merged lead may have more, because it has the tags of both leads. */
export const MAX_TAGS = 20;
const tagName = requiredText(40, "Een label heeft een naam.");
const tagList = z.array(tagName).max(1_000);

/** A text that was sent to the lead, or that the lead wrote. */
const leadText = z.object({
  id: z.string(),
  at: moment,
  direction: z.enum(["out", "in"]),
  by: z.string().nullable(),
  /** The part of a message, such as "Ice Breaker". */
  name: z.string().nullable(),
  text: z.string(),
});
export type LeadText = z.infer<typeof leadText>;

export const DUPLICATE_REASONS = ["linkedin", "email", "name"] as const;
const duplicate = z.object({ lead, reason: z.enum(DUPLICATE_REASONS) });
export type Duplicate = z.infer<typeof duplicate>;

const id = z.object({ id: rowId });
const noteId = z.object({ id: rowId, noteId: rowId });

export const leadDetailsRoutes = defineRoutes({
  notes: {
    method: "GET",
    path: "/api/leads/{id}/notes",
    summary: "The notes about a lead, the latest first",
    access: everyRole,
    params: id,
    response: z.array(leadNote),
  },
  addNote: {
    method: "POST",
    path: "/api/leads/{id}/notes",
    summary: "Add a note about a lead",
    access: everyRole,
    params: id,
    body: noteBody,
    response: leadNote,
    status: 201,
  },
  changeNote: {
    method: "PATCH",
    path: "/api/leads/{id}/notes/{noteId}",
    summary: "Change one's own note; company admins may change every note",
    access: everyRole,
    params: noteId,
    body: noteBody,
    response: leadNote,
  },
  removeNote: {
    method: "DELETE",
    path: "/api/leads/{id}/notes/{noteId}",
    summary: "Delete one's own note; company admins may delete every note",
    access: everyRole,
    params: noteId,
    response: "nothing",
  },
  tags: {
    method: "GET",
    path: "/api/leads/{id}/tags",
    summary: "The tags of a lead",
    access: everyRole,
    params: id,
    response: z.array(z.string()),
  },
  setTags: {
    method: "PUT",
    path: "/api/leads/{id}/tags",
    summary: "Replace the tags of a lead",
    access: everyRole,
    params: id,
    body: z.strictObject({
      tags: tagList,
      /** The tags that the user saw: tags that a colleague added or removed meanwhile stay added or removed. */
      before: tagList.optional(),
    }),
    response: z.array(z.string()),
  },
  texts: {
    method: "GET",
    path: "/api/leads/{id}/texts",
    summary: "The texts that were sent to a lead through any channel and those that the lead wrote, the oldest first",
    access: everyRole,
    params: id,
    response: z.array(leadText),
  },
  duplicates: {
    method: "GET",
    path: "/api/leads/{id}/duplicates",
    summary: "Other leads that seem to be the same person",
    access: everyRole,
    params: id,
    response: z.array(duplicate),
  },
  merge: {
    method: "POST",
    path: "/api/leads/{id}/merge",
    summary: "Move everything of a duplicate to this lead and delete the duplicate",
    access: everyRole,
    params: id,
    body: z.strictObject({ duplicateId: rowId }),
    response: lead,
  },
});
