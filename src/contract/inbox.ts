import { z } from "zod";
import { idOrNil } from "./field-schemas.ts";
import { replyStatus } from "./message-status.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { undoable } from "./undo.ts";

/** In one request for the inbox. */
export const MAX_CONVERSATIONS = 2000;

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

const answer = z.strictObject({
  text: z.string().trim().min(1, "Schrijf eerst een antwoord.").max(8000, "Dit antwoord is te lang."),
  /** `now`: also outside working hours. */
  when: z.enum(["now", "next"]).default("next"),
});

const lead = z.object({ id: idOrNil });

/** Conversations with leads on LinkedIn. */
export const inboxRoutes = defineRoutes({
  inbox: {
    method: "GET",
    path: "/api/inbox",
    summary: "Conversations with leads who replied, unanswered first",
    access: everyRole,
    query: z.object({ limit: z.coerce.number().int().min(1).max(MAX_CONVERSATIONS).default(100) }),
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
    response: leadConversation.extend(undoable),
  },
  react: {
    method: "PATCH",
    path: "/api/leads/{id}/conversation",
    summary: "Set what the reply of a lead means, or that it needs no answer",
    access: everyRole,
    params: lead,
    body: z.strictObject({
      sentiment: replyStatus.optional(),
      isHandled: z.boolean().optional(),
      /** The last message of the lead that the user has read: one that came after it still needs an answer. */
      seenReplyId: z.uuid().optional(),
    }),
    response: leadConversation.extend(undoable),
  },
});
