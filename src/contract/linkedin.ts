import { z } from "zod";
import { deliveryChange } from "./company-forms.ts";
import { idOrNil, rowId, trimmedText } from "./field-schemas.ts";
import { wait } from "./queue.ts";
import { anyone, companyAdministration, everyRole, ownAccount } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const linkedInSettings = z.object({
  deliveryChannel: z.enum(["airtable", "webhook", "linkedin"]),
  deliveryWebhookUrl: z.string().nullable(),
  hasDeliverySecret: z.boolean(),
  unipileUrl: z.string().nullable(),
  hasUnipileApiKey: z.boolean(),
  /** In days, for invitations without a response. */
  withdrawInvitationsAfter: z.number(),
});
export type LinkedInSettings = z.infer<typeof linkedInSettings>;

const connectionTest = z.strictObject({
  unipileUrl: trimmedText(2000).nullable().optional(),
  unipileApiKey: trimmedText(400).optional(),
});

/** Accounts at the gateway that belong to no sender yet. */
/** It becomes part of a URL of the gateway. */
const accountId = trimmedText(200).regex(/^[\w-]+$/, "Kies een account uit de lijst.");

const unlinkedAccount = z.object({ accountId: z.string(), name: z.string() });

const conversation = z.object({
  leadId: z.string(),
  fullName: z.string(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  leadClassification: z.string().nullable(),
  /** The sender whose account it is, and the name of the account. */
  senderName: z.string(),
  lastReceivedAt: z.iso.datetime(),
  lastText: z.string(),
  isAnswered: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

const conversationMessage = z.object({
  id: z.string(),
  isOurs: z.boolean(),
  /** Who wrote it: the lead or the owner of the account. */
  author: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** An answer that waits to be sent, and when that is planned. */
  pending: z.object({ plannedAt: z.iso.datetime().nullable(), problem: z.string().nullable() }).nullable(),
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

const leadConversation = z.object({
  leadId: z.string(),
  fullName: z.string(),
  leadClassification: z.string().nullable(),
  /** Null when nobody of the company can answer through LinkedIn. */
  senderName: z.string().nullable(),
  isAnswered: z.boolean(),
  messages: z.array(conversationMessage),
});
export type LeadConversation = z.infer<typeof leadConversation>;

/** What a lead's reply means for the company. */
export const SENTIMENTS = ["interested", "neutral", "not_interested"] as const;

const answer = z.strictObject({
  text: z.string().trim().min(1, "Schrijf eerst een antwoord.").max(8000, "Dit antwoord is te lang."),
  /** `now`: also outside working hours. */
  when: z.enum(["now", "next"]).default("next"),
});

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
/** The most frequent reason first. */
const invitationResult = z.object({
  queued: z.number(),
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
  /** When it is sent, or what it waits for; both null outside the list of waiting ones. */
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

const lead = z.object({ id: idOrNil });
const sender = z.object({ id: idOrNil });
const message = z.object({ message: z.string() });

export const linkedInRoutes = defineRoutes({
  settings: {
    method: "GET",
    path: "/api/linkedin/settings",
    summary: "The settings of the LinkedIn channel",
    access: companyAdministration,
    response: linkedInSettings,
  },
  changeSettings: {
    method: "PATCH",
    path: "/api/linkedin/settings",
    summary: "Change the settings of the LinkedIn channel",
    access: companyAdministration,
    body: deliveryChange,
    response: linkedInSettings,
  },
  testGateway: {
    method: "POST",
    path: "/api/linkedin/test",
    summary: "Test the connection with the LinkedIn gateway",
    access: companyAdministration,
    body: connectionTest,
    response: z.object({ ok: z.boolean(), message: z.string() }),
  },
  unlinked: {
    method: "GET",
    path: "/api/linkedin/unlinked",
    summary: "Accounts at the gateway that belong to no sender",
    access: companyAdministration,
    response: z.array(unlinkedAccount),
  },
  connect: {
    method: "POST",
    path: "/api/senders/{id}/linkedin",
    summary:
      "Get the address of the page on which a LinkedIn account is connected, or link an account that the gateway has",
    access: ownAccount,
    params: sender,
    body: z.strictObject({ accountId: accountId.optional() }),
    /** Null when an existing account was linked. */
    response: z.object({ url: z.string().nullable() }),
  },
  disconnect: {
    method: "DELETE",
    path: "/api/senders/{id}/linkedin",
    summary: "Remove the LinkedIn account of a sender, at the gateway too",
    access: ownAccount,
    params: sender,
    response: message,
  },
  connected: {
    method: "POST",
    path: "/api/linkedin/connected/{token}",
    summary: "The gateway reports that an account was connected; the token works once",
    access: anyone,
    params: z.object({ token: z.string().max(100) }),
    body: z.looseObject({ account_id: z.string().min(1).max(200) }),
    response: message,
  },
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
      limit: z.coerce.number().int().min(1).max(500).default(200),
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
  inbox: {
    method: "GET",
    path: "/api/inbox",
    summary: "Conversations with leads who replied, unanswered first",
    access: everyRole,
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(100) }),
    response: z.array(conversation),
  },
  inboxCount: {
    method: "GET",
    path: "/api/inbox/count",
    summary: "The number of unanswered conversations",
    access: everyRole,
    response: z.object({ unanswered: z.number() }),
  },
  conversation: {
    method: "GET",
    path: "/api/leads/{id}/conversation",
    summary: "The conversation with a lead, the oldest message first",
    access: everyRole,
    params: lead,
    response: leadConversation,
  },
  answer: {
    method: "POST",
    path: "/api/leads/{id}/conversation",
    summary: "Answer a lead",
    access: everyRole,
    params: lead,
    body: answer,
    response: leadConversation,
  },
  react: {
    method: "PATCH",
    path: "/api/leads/{id}/conversation",
    summary: "Set what the reply of a lead means, or that it needs no answer",
    access: everyRole,
    params: lead,
    body: z.strictObject({ sentiment: z.enum(SENTIMENTS).optional(), isHandled: z.boolean().optional() }),
    response: leadConversation,
  },
  events: {
    method: "POST",
    path: "/api/linkedin/events",
    summary: "The gateway reports messages, relations and changes of accounts",
    access: anyone,
    body: z.looseObject({}),
    response: message,
  },
});
