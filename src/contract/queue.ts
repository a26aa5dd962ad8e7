import { z } from "zod";
import { idOrNil, storedText, trimmedText } from "./field-schemas.ts";
import { departure } from "./message-status.ts";
import { listPageParams } from "./paging.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { syncState } from "./synced-tables.ts";
import { undoable } from "./undo.ts";

/** One part of a message that is queued or was sent. */
const item = {
  id: z.string(),
  leadId: z.string().nullable(),
  providerId: z.string().nullable(),
  fullName: z.string(),
  company: z.string().nullable(),
  linkedInUrl: z.string().nullable(),
  message: z.string(),
  messageName: z.string(),
  messageFlow: z.string().nullable(),
  hasReport: z.boolean(),
  sync: syncState,
  /** Only with `include`. */
  htmlReport: z.string().nullable().optional(),
};

export const CHANNELS = ["airtable", "webhook", "linkedin"] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a queued part waits for: the rule that determines its planned time, or why it has none. */
export const wait = z.object({
  code: z.enum([
    "hours",
    "holiday",
    "cap",
    "spacing",
    "order",
    "gap",
    "hold",
    "paused",
    "airtable",
    "deletion",
    "status",
    "acceptance",
    "automation",
    "stopped",
  ]),
  text: z.string(),
});
export type Wait = z.infer<typeof wait>;

const queuedMessage = z.object({
  ...item,
  /** How it is sent: the channel of the company when it was queued. */
  channel: z.enum(CHANNELS),
  plannedAt: z.iso.datetime({ offset: true }).nullable(),
  waitsFor: wait.nullable(),
  dateDue: z.iso.datetime().nullable(),
  /** It should have been sent: its day is over, nobody stopped it and it does not wait for an acceptance. */
  isLate: z.boolean(),
  paused: z.boolean(),
  /** The user who paused it; null when it waits for a decision about a failed part of its message. */
  pausedBy: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
  /** The row's status in Airtable if it is not one of ours, '' if it has none; such a message is not sent. */
  remoteStatus: z.string().nullable(),
  /** A user cancelled it while Airtable was unreachable: CANCEL_PENDING_TEXT. */
  isCancelPending: z.boolean(),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

const sentMessage = z.object({ ...item, dateSent: z.iso.datetime().nullable() });
export type SentMessage = z.infer<typeof sentMessage>;

/** The answer to a new date of a queued message. */
export const DATE_HAS_PASSED = "Kies een moment in de toekomst.";

/** What a part waits for that is due while Airtable cannot be read. */
export const AIRTABLE_UNREACHABLE_TEXT = "Wacht op Airtable";

export const CANCEL_PENDING_TEXT = "Wordt geannuleerd zodra Airtable bereikbaar is";

/** `late`: the messages with `isLate`. */
export const DUE_FILTERS = ["all", "late", "today", "tomorrow", "this_week", "this_month"] as const;
const include = z.literal("htmlReport").optional();

const queuedQuery = z.object({
  /** `problem`: failed messages, which need a decision. */
  state: z.enum(["waiting", "problem"]).default("waiting"),
  flow: storedText.optional(),
  due: z.enum(DUE_FILTERS).default("all"),
  /** In the name, e-mail address or company of the lead. */
  search: trimmedText(200).optional(),
  include,
  ...listPageParams,
});
const sentQuery = z.object({ flow: storedText.optional(), include, ...listPageParams });

const queuedChange = z
  .strictObject({
    text: z.string().trim().min(1, "Het bericht kan niet leeg zijn.").max(50_000, "Dit bericht is te lang.").optional(),
    dateDue: z
      .union([z.iso.datetime({ offset: true }), z.iso.date()], "Kies een datum.")
      .refine((date) => date.startsWith("20"), "Kies een datum in deze eeuw.")
      .optional(),
    /** The text that the user saw: the change is refused when another one is stored meanwhile. */
    originalText: z.string().max(100_000).optional(),
  })
  .refine(({ text, dateDue }) => text !== undefined || dateDue !== undefined, "Geef een tekst of een datum.");
export type QueuedChange = z.infer<typeof queuedChange>;

/**
 * Why a queued part stays with the channel under which it was queued. due: due within a quarter of an hour, or earlier.
 * requested: a user chose to send it now. status: its status in Airtable is unknown. busy: another process had it.
 */
const stayingParts = z.object({
  reason: z.enum(["sending", "cancelling", "status", "requested", "attempted", "due", "busy"]),
  count: z.number(),
});
export type StayingParts = z.infer<typeof stayingParts>;
const channelSwitchReport = z.object({
  channel: z.enum(CHANNELS),
  finishedAt: z.iso.datetime(),
  moved: z.number(),
  stayingParts: z.array(stayingParts),
});
export type ChannelSwitchReport = z.infer<typeof channelSwitchReport>;
const channelSwitchState = z.object({
  /** The parts move once a sync has shown what the company's automation has done. */
  isPending: z.boolean(),
  latest: channelSwitchReport.nullable(),
});
export type ChannelSwitchState = z.infer<typeof channelSwitchState>;

const id = z.object({ id: idOrNil });
const leadId = z.object({ leadId: idOrNil });
const queued = z.array(queuedMessage);

export const queueRoutes = defineRoutes({
  queued: {
    method: "GET",
    path: "/api/messages-queued",
    summary: "Queued messages, the earliest due first",
    access: everyRole,
    query: queuedQuery,
    response: queued,
  },
  queuedAlias: {
    method: "GET",
    path: "/api/messages/queued",
    summary: "The same list, at its other URL",
    access: everyRole,
    query: queuedQuery,
    response: queued,
  },
  queuedFlows: {
    method: "GET",
    path: "/api/messages-queued/flows",
    summary: "The account managers of queued messages",
    access: everyRole,
    response: z.array(z.string()),
  },
  channelSwitch: {
    method: "GET",
    path: "/api/messages-queued/channel-switch",
    summary: "What the latest switch of the delivery channel did with the queued messages",
    access: everyRole,
    response: channelSwitchState,
  },
  cancel: {
    method: "PATCH",
    path: "/api/messages-queued/{id}/cancel",
    summary: "Cancel a queued message",
    access: everyRole,
    params: id,
    /** `isPending`: Airtable is unreachable, and its automation may still send the message. */
    /** `remaining`: the other queued messages of the lead, the earliest due first. */
    response: z.object({ message: z.string(), isPending: z.boolean(), remaining: z.array(z.string()), ...undoable }),
  },
  change: {
    method: "PATCH",
    path: "/api/messages-queued/{id}",
    summary: "Change the text or the date of a queued message",
    access: everyRole,
    params: id,
    body: queuedChange,
    response: queuedMessage.extend(undoable),
  },
  sendNow: {
    method: "POST",
    path: "/api/messages-queued/{id}/send-now",
    summary: "Send a queued message now, also outside working hours",
    access: everyRole,
    params: id,
    response: z.object({ message: z.string(), departure, ...undoable }),
  },
  retryMany: {
    method: "POST",
    path: "/api/messages-queued/retry",
    summary: "Retry several failed messages",
    access: everyRole,
    body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
    response: z.object({
      done: z.array(z.string()),
      refused: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
  },
  retry: {
    method: "PATCH",
    path: "/api/messages-queued/{id}/retry",
    summary: "Retry a failed message",
    access: everyRole,
    params: id,
    response: z.object({ message: z.string() }),
  },
  pause: {
    method: "POST",
    path: "/api/messages-queued/leads/{leadId}/pause",
    summary: "Pause the queued messages of a lead",
    access: everyRole,
    params: leadId,
    response: z.object({ message: z.string() }),
  },
  resume: {
    method: "POST",
    path: "/api/messages-queued/leads/{leadId}/resume",
    summary: "Resume the paused messages of a lead",
    access: everyRole,
    params: leadId,
    response: z.object({ message: z.string() }),
  },
  queuedReport: {
    method: "GET",
    path: "/api/messages-queued/{id}/report",
    summary: "The lead report of a queued message",
    access: everyRole,
    params: id,
    response: "html",
  },
  sent: {
    method: "GET",
    path: "/api/messages-sent",
    summary: "Sent messages, the latest first",
    access: everyRole,
    query: sentQuery,
    response: z.array(sentMessage),
  },
  sentFlows: {
    method: "GET",
    path: "/api/messages-sent/flows",
    summary: "The account managers of sent messages",
    access: everyRole,
    response: z.array(z.string()),
  },
  sentReport: {
    method: "GET",
    path: "/api/messages-sent/{id}/report",
    summary: "The lead report of a sent message",
    access: everyRole,
    params: id,
    response: "html",
  },
});
