import { z } from "zod";
import { day, idOrNil, rowId, storedText, trimmedText } from "./field-schemas.ts";
import { meetingNameSchema } from "./forms.ts";
import { MEETING_TABS, SELECTABLE_STATUSES } from "./meeting-status.ts";
import { listPageParams } from "./paging.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { syncState } from "./synced-tables.ts";
import { undoable } from "./undo.ts";

export const MEETING_TYPES = [
  "Sales",
  "CFO intake",
  "Client intake",
  "verkenningsgesprek",
  "CFO Update",
  "Client Update",
] as const;
const meetingType = z.enum(MEETING_TYPES);
export type MeetingType = z.infer<typeof meetingType>;

/** An attendee who is a lead, matched by e-mail address. */
const attendingLead = z.object({
  id: z.string(),
  fullName: z.string(),
  /** Queued messages that are not paused. */
  queued: z.number(),
  /** Queued messages that a user has paused. */
  paused: z.number(),
});
export type AttendingLead = z.infer<typeof attendingLead>;

const meeting = z.object({
  id: z.string(),
  meetingName: z.string(),
  transcriptId: z.string().nullable(),
  transcriptUrl: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  /** As in Airtable: any spelling, perhaps unknown here. */
  status: z.string(),
  type: z.string().nullable(),
  meetingOwner: z.string().nullable(),
  meetingDate: z.iso.datetime().nullable(),
  dateTranscriptionGenerated: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  meetingShortSummary: z.string().nullable(),
  salesOpportunities: z.string().nullable(),
  followUpInterests: z.string().nullable(),
  actionItems: z.string().nullable(),
  attendees: z.string().nullable(),
  hubspotUrl: z.string().nullable(),
  hasReport: z.boolean(),
  /** Only with `include`. */
  meetingReport: z.string().nullable().optional(),
  leads: z.array(attendingLead),
  /** Whether the built-in writer is writing a summary, or has proposed one. */
  summaryState: z.enum(["none", "writing", "proposed", "failed"]),
  sync: syncState,
});
export type Meeting = z.infer<typeof meeting>;

const meetingQuery = z.object({
  /** Without it, all meetings that are not deleted. `other`: statuses without a tab. */
  tab: z.enum([...MEETING_TABS, "other"]).optional(),
  search: trimmedText(200).optional(),
  owner: storedText.optional(),
  /** Meetings that this lead attended. */
  leadId: rowId.optional(),
  include: z.literal("meetingReport").optional(),
  ...listPageParams,
});

const meetingStats = z.object({
  new: z.number(),
  toProcess: z.number(),
  private: z.number(),
  ignored: z.number(),
  processed: z.number(),
});
export type MeetingStats = z.infer<typeof meetingStats>;

const meetingChange = z
  .strictObject({
    meetingName: meetingNameSchema.optional(),
    type: meetingType.optional(),
    status: z.enum(SELECTABLE_STATUSES).optional(),
    /**
     * The status that the user knows: the change is refused when the meeting has another one. With it, a meeting that was private
     * until its last change of status belongs again to the user who had marked it.
     */
    currentStatus: z.string().max(200).optional(),
  })
  .refine(
    ({ currentStatus: _known, ...change }) => Object.values(change).some((value) => value !== undefined),
    "Geef een titel, type of status.",
  );
export type MeetingChange = z.infer<typeof meetingChange>;

const newMeeting = z.strictObject({ meetingName: meetingNameSchema, meetingDate: day.optional() });

const id = z.object({ id: idOrNil });

export const meetingsRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/meetings",
    summary: "Meetings, the latest first: processed ones by transcription date, others by creation date",
    access: everyRole,
    query: meetingQuery,
    response: z.array(meeting),
  },
  add: {
    method: "POST",
    path: "/api/meetings",
    summary: "Add a meeting, for example to summarise its transcript",
    access: everyRole,
    body: newMeeting,
    response: meeting,
    status: 201,
  },
  stats: {
    method: "GET",
    path: "/api/meetings/stats",
    summary: "The number of meetings per tab",
    access: everyRole,
    response: meetingStats,
  },
  owners: {
    method: "GET",
    path: "/api/meetings/owners",
    summary: "The owners of processed meetings, for the filter",
    access: everyRole,
    response: z.array(z.string()),
  },
  report: {
    method: "GET",
    path: "/api/meetings/{id}/report",
    summary: "The report of a meeting, as a page without scripts",
    access: everyRole,
    params: id,
    response: "html",
  },
  change: {
    method: "PATCH",
    path: "/api/meetings/{id}",
    summary: "Rename a meeting, set its type, or move it to another status",
    access: everyRole,
    params: id,
    body: meetingChange,
    response: meeting.extend(undoable),
  },
});
