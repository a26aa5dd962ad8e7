import { z } from "zod";
import { classification, classificationInput } from "./classification.ts";
import { draft, messageVersion } from "./drafts.ts";
import { idOrNil, storedText, trimmedText } from "./field-schemas.ts";
import { departure, messageStatus, REVIEW_GROUPS } from "./message-status.ts";
import { DUE_KEYS } from "./message-text.ts";
import { listPageParams } from "./paging.ts";
import { wait } from "./queue.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { syncState } from "./synced-tables.ts";
import { undoable } from "./undo.ts";

export const messageType = z.enum(["icebreaker", "followup"]);
export type MessageType = z.infer<typeof messageType>;

const dueKey = z.enum(DUE_KEYS);
// Excludes typing errors, and the year zero that PostgreSQL does not have.
const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine((text) => text.startsWith("20"), "Kies een datum in deze eeuw.");
const CONTENT_MAX = 50_000;
const content = z
  .string()
  .max(CONTENT_MAX, "Dit bericht is te lang.")
  .refine((text) => text.trim() !== "", "Het bericht kan niet leeg zijn.");

/** A message to review, with the details of its lead. */
export const message = z.object({
  id: z.string(),
  leadId: z.string().nullable(),
  providerId: z.string().nullable(),
  status: messageStatus,
  messageType,
  messageFlow: z.string().nullable(),
  messageContent: z.string(),
  contactName: z.string(),
  contactCompany: z.string().nullable(),
  contactTitle: z.string().nullable(),
  contactInitials: z.string(),
  profilePictureUrl: z.string().nullable(),
  researchReport: z.object({ company: z.string() }),
  companyWebsite: z.string().nullable(),
  sentiment: z.string().nullable(),
  leadRating: z.string().nullable(),
  leadClassification: classification.nullable(),
  /** That of the message, or else of its lead. */
  motivationRating: z.string().nullable(),
  hasReport: z.boolean(),
  /** Only with `include`. */
  htmlReport: z.string().nullable().optional(),
  createdAt: z.iso.datetime(),
  dateCreated: z.iso.datetime(),
  dateDue: z.iso.datetime().nullable(),
  dateDueBySection: z.partialRecord(dueKey, z.iso.datetime()),
  /**
   * An approved message of which nothing is in the queue, because it was approved outside the product. It is not sent by itself: the
   * company's automation in Airtable sends it, or a user puts it in the queue.
   */
  notQueued: z.enum(["sent_by_airtable", "to_queue"]).nullable(),
  /** When the first part was sent. */
  sentAt: z.iso.datetime().nullable(),
  /** A new text was requested and has not arrived yet. */
  regenerating: z.boolean(),
  /** What the user wrote in the latest request to rewrite the text. */
  feedback: z.string().nullable(),
  /** Why the latest request brought no new text. */
  textRequestProblem: z.enum(["same_text", "no_response"]).nullable(),
  /** The text was changed after its approval, which therefore no longer counts. */
  changedAfterApproval: z.object({ approvedVersion: z.number() }).nullable(),
  /** An edit contains the version that it is based on, so that nobody overwrites a text they have not seen. */
  contentVersion: z.number(),
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
  sync: syncState,
  /** Null for a text that the built-in writer did not write. */
  draft: draft.nullable(),
  /** What the lead last wrote on LinkedIn. */
  reply: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
  /** Not to review before this day. */
  snoozedUntil: z.iso.date().nullable(),
  assignedTo: z.object({ id: z.string(), name: z.string() }).nullable(),
  noteCount: z.number(),
});
export type Message = z.infer<typeof message>;

export const messageFilters = {
  firstName: trimmedText(100).optional(),
  lastName: trimmedText(100).optional(),
  company: trimmedText(200).optional(),
  flow: storedText.optional(),
};
const filters = {
  ...messageFilters,
  group: z.enum(REVIEW_GROUPS).optional(),
  include: z.literal("htmlReport").optional(),
  ...listPageParams,
};
const messageQuery = z.object({ type: messageType.optional(), ...filters });
const followupQuery = z.object(filters);

const version = { contentVersion: z.number().int().optional() };
const ONE_OF = "Vraag een herschrijving, een goedkeuring of een andere datum.";

/** Three kinds of change, distinguished by their fields. Of the due dates only that of the named section is changed. */
const messageChange = z.union(
  [
    z.strictObject({
      status: z.literal("rewritten"),
      feedback: z.string().trim().min(1, "Vul feedback in.").max(5000),
      ...version,
    }),
    z.strictObject({ messageContent: content, status: z.literal("approved").default("approved"), ...version }),
    z.strictObject({
      dateDueBySection: z.partialRecord(dueKey, instant.nullable()),
      dateDue: instant.nullable().optional(),
      updatedSection: dueKey,
    }),
  ],
  { error: ONE_OF },
);
export type MessageChange = z.infer<typeof messageChange>;

/** From a header, with or without its colon, to its new text. */
const sectionEdits = z.record(z.string().min(1).max(50), content);
const messageEdit = z.strictObject({ editedContent: sectionEdits, ...version });

const messageBatch = z.strictObject({
  action: z.enum(["approve", "cancel"]),
  ids: z.array(z.uuid()).min(1).max(100),
  /** By id, the version that the user read: a message with a newer text is not approved. */
  contentVersions: z.record(z.uuid(), z.number().int()).optional(),
});
export type MessageBatch = z.infer<typeof messageBatch>;
const batchResult = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** The ids of the leads of the approved messages who are no connection of the sender: an invitation goes first. */
  leadsToInvite: z.array(z.string()),
  ...undoable,
});

export const messageStats = z.object({
  total: z.number(),
  byStatus: z.record(z.string(), z.number()),
  byType: z.record(z.string(), z.number()),
  toReview: z.number(),
  queued: z.number(),
  sentToday: z.number(),
});

const id = z.object({ id: idOrNil });
const provider = z.object({ providerId: z.string().min(1).max(200) });
const actionMessage = z.object({ message: z.string(), ...undoable });

/** After a cancellation, about the messages that a worker was already sending. */
export const messagesInFlightText = (count: number): string => {
  if (count === 0) return "";
  return count === 1
    ? " Let op: 1 bericht was al onderweg en kan nog aankomen."
    : ` Let op: ${count} berichten waren al onderweg en kunnen nog aankomen.`;
};

const sendRequest = z.strictObject({ when: z.literal("next").optional(), ...version });

const sendPreview = z.object({
  /** `isMoved`: the part has another date now. */
  parts: z.array(z.object({ messageName: z.string(), dateDue: z.iso.datetime(), isMoved: z.boolean() })),
  /** From when SENT would send the first part with `when: "next"`; other messages of the sender may go first. */
  nextMoment: z.iso.datetime(),
  /** Outside the working hours the screen asks before SENT. */
  isWithinHours: z.boolean(),
  /** Why the first part could not be sent now, whatever the hour: then the screen does not ask about the hours. */
  waitsFor: wait.nullable(),
});
export type SendPreview = z.infer<typeof sendPreview>;

export const messagesRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/messages",
    summary: "Messages to review and their outcome",
    access: everyRole,
    query: messageQuery,
    response: z.array(message),
  },
  followup: {
    method: "GET",
    path: "/api/messages/followup",
    summary: "Follow-up messages",
    access: everyRole,
    query: followupQuery,
    response: z.array(message),
  },
  flows: {
    method: "GET",
    path: "/api/messages/flows",
    summary: "The account managers of messages, for the filter",
    access: everyRole,
    query: z.object({ type: messageType }),
    response: z.array(z.string()),
  },
  stats: {
    method: "GET",
    path: "/api/messages/stats",
    summary: "Counters of messages",
    access: everyRole,
    response: messageStats,
  },
  dashboardStats: {
    method: "GET",
    path: "/api/dashboard/stats",
    summary: "The same counters, at the old URL",
    access: everyRole,
    response: messageStats,
  },
  report: {
    method: "GET",
    path: "/api/messages/{id}/report",
    summary: "The lead report of a message, as a page without scripts",
    access: everyRole,
    params: id,
    response: "html",
  },
  sendPreview: {
    method: "GET",
    path: "/api/messages/{id}/send-preview",
    summary: "The dates that approving would give the parts, and the next moment at which SENT may send",
    access: everyRole,
    params: id,
    response: sendPreview,
  },
  versions: {
    method: "GET",
    path: "/api/messages/{id}/versions",
    summary: "The texts of a message, the latest first, with the feedback on each",
    access: everyRole,
    params: id,
    response: z.array(messageVersion),
  },
  change: {
    method: "PATCH",
    path: "/api/messages/{id}",
    summary: "Request a rewrite, approve with a text, or change a due date",
    access: everyRole,
    params: id,
    body: messageChange,
    response: message.extend(undoable),
  },
  edit: {
    method: "POST",
    path: "/api/messages/{id}/edit",
    summary: "Edit sections; the originals are stored as adjustments",
    access: everyRole,
    params: id,
    body: messageEdit,
    response: message,
  },
  send: {
    method: "POST",
    path: "/api/send-icebreaker/{id}",
    summary: "Send the first part now, or with `when` at the next allowed moment, and queue the others",
    access: everyRole,
    params: id,
    body: sendRequest,
    response: actionMessage.extend({ departure }),
  },
  rerun: {
    method: "POST",
    path: "/api/rerun-icebreaker/{id}",
    summary: "Request a new text",
    access: everyRole,
    params: id,
    response: actionMessage,
  },
  cancelAllOfLead: {
    method: "POST",
    path: "/api/messages/cancel-all/{providerId}",
    summary: "Cancel all unsent messages of a lead",
    access: everyRole,
    params: provider,
    response: actionMessage.extend({ messagesInFlight: z.number() }),
  },
  classify: {
    method: "PATCH",
    path: "/api/messages/classification/{providerId}",
    summary: "Classify the lead of a message",
    access: everyRole,
    params: provider,
    body: z.strictObject({ classification: classificationInput }),
    response: actionMessage.extend({ stoppedMessages: z.number() }),
  },
  undo: {
    method: "POST",
    path: "/api/messages/{id}/undo",
    summary: "Withdraw an approval or a cancellation, at any time while nothing has been sent",
    access: everyRole,
    params: id,
    response: message,
  },
  batch: {
    method: "POST",
    path: "/api/messages/batch",
    summary: "Approve or cancel several messages",
    access: everyRole,
    body: messageBatch,
    response: batchResult,
  },
});
