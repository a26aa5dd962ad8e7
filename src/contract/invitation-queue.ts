import { z } from "zod";
import { idOrNil, rowId, trimmedText } from "./field-schemas.ts";
import { wait } from "./queue.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const MAX_LISTED_INVITATIONS = 2000;
const MAX_INVITED = 500;

const leadIds = z
  .array(z.uuid())
  .min(1, "Kies minstens één lead.")
  .max(MAX_INVITED, `Kies hooguit ${MAX_INVITED} leads.`);

/** For chosen leads, or for the best rated ones who were never invited. */
const invitationRequest = z.union([
  z.strictObject({ leadIds, senderId: rowId.optional() }),
  z.strictObject({
    minRating: z.number().int().min(0).max(10),
    limit: z.number().int().min(1).max(MAX_INVITED),
    senderId: rowId.optional(),
  }),
]);
export type InvitationRequest = z.infer<typeof invitationRequest>;

export const SKIP_REASONS = [
  "deleted",
  "unwelcome",
  "no_profile",
  "no_sender",
  "relation",
  "on_hold",
  "invited",
] as const;
const invitationResult = z.object({
  queued: z.number(),
  /** The most frequent reason first. */
  skipped: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.number() })),
});
export type InvitationResult = z.infer<typeof invitationResult>;

/** The lists of the invitation queue: waiting, on hold, sent without a response, and ended without an acceptance. */
export const INVITATION_LISTS = ["queued", "held", "sent", "ended"] as const;
const invitationList = z.enum(INVITATION_LISTS);
export type InvitationList = z.infer<typeof invitationList>;

const queuedInvitation = z.object({
  id: z.string(),
  leadId: z.string(),
  fullName: z.string(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  linkedInUrl: z.string().nullable(),
  leadRating: z.number().nullable(),
  leadClassification: z.string().nullable(),
  senderName: z.string(),
  queuedAt: z.iso.datetime().nullable(),
  invitedAt: z.iso.datetime().nullable(),
  /** When it is sent, or what it waits for. Both are null when it is not in the list `queued`. */
  plannedAt: z.iso.datetime().nullable(),
  waitsFor: wait.nullable(),
  /** When it is withdrawn unless there is a response. */
  withdrawnAt: z.iso.datetime().nullable(),
  /** What became of it, or why it could not be sent yet. */
  problem: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** The company's own automation sends it: it cannot be changed here. */
  isOfAutomation: z.boolean(),
  /** It was queued in Airtable. Put back into the queue after a hold, it is sent by us. */
  isFromAirtable: z.boolean(),
});
export type QueuedInvitation = z.infer<typeof queuedInvitation>;

const invitationQueue = z.object({
  items: z.array(queuedInvitation),
  counts: z.record(invitationList, z.number()),
});
export type InvitationQueue = z.infer<typeof invitationQueue>;

const message = z.object({ message: z.string() });

/** Invitations on LinkedIn that are not accepted; the accepted ones are in invitations.ts. */
export const invitationQueueRoutes = defineRoutes({
  invite: {
    method: "POST",
    path: "/api/invitations",
    summary: "Queue invitations for leads, for one sender or for the account manager of each lead",
    access: everyRole,
    body: invitationRequest,
    response: invitationResult,
  },
  invitations: {
    method: "GET",
    path: "/api/invitations",
    summary: "The invitations that are not accepted, with the planned time of each or the reason why it waits",
    access: everyRole,
    query: z.object({
      list: invitationList.default("queued"),
      sender: trimmedText(200).optional(),
      /** In the name, e-mail address and company of the lead. */
      search: trimmedText(200).optional(),
      limit: z.coerce.number().int().min(1).max(MAX_LISTED_INVITATIONS).default(200),
    }),
    response: invitationQueue,
  },
  withdrawInvitation: {
    method: "POST",
    path: "/api/invitations/{id}/withdraw",
    summary: "Withdraw an invitation that was sent",
    access: everyRole,
    params: z.object({ id: idOrNil }),
    response: message,
  },
  holdInvitations: {
    method: "PATCH",
    path: "/api/invitations",
    summary: "Put invitations, or all waiting ones of leads, on hold or back into the queue",
    access: everyRole,
    body: z.union([
      z.strictObject({ leadIds, isOnHold: z.boolean() }),
      z.strictObject({ invitationIds: z.array(z.uuid()).min(1).max(MAX_INVITED), isOnHold: z.boolean() }),
    ]),
    response: z.object({ changed: z.number() }),
  },
});
