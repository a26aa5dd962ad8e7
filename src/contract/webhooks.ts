import { z } from "zod";
import { rowId } from "./field-schemas.ts";
import { newWebhook, WEBHOOK_EVENTS, webhookChange } from "./integration-forms.ts";
import { replyStatus } from "./message-status.ts";
import { companyAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const eventType = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof eventType>;

/** Null when the message or part has no lead here. */
const lead = { leadId: z.uuid().nullable(), providerId: z.string().nullable(), fullName: z.string().nullable() };
const message = {
  ...lead,
  messageId: z.uuid(),
  messageType: z.enum(["icebreaker", "followup"]),
  messageFlow: z.string().nullable(),
};

/** The field `data` of each event. */
export const webhookPayloads = {
  "message.approved": z.strictObject(message),
  "message.sent": z.strictObject({
    ...lead,
    queuedMessageId: z.uuid(),
    messageId: z.uuid().nullable(),
    messageName: z.string(),
    messageFlow: z.string().nullable(),
    dateSent: z.iso.datetime(),
  }),
  "message.replied": z.strictObject({
    ...message,
    /** Null, with the type, when no message from here was sent to the lead. */
    messageId: message.messageId.nullable(),
    messageType: message.messageType.nullable(),
    /** Null until the reply is rated. */
    sentiment: replyStatus.nullable(),
  }),
  "lead.class_changed": z.strictObject({ ...lead, before: z.string().nullable(), after: z.string().nullable() }),
  "meeting.processed": z.strictObject({
    meetingId: z.uuid(),
    meetingName: z.string(),
    meetingOwner: z.string().nullable(),
    type: z.string().nullable(),
    meetingDate: z.iso.datetime().nullable(),
  }),
} satisfies Record<WebhookEvent, z.ZodType>;

/** Sent on request only, to every webhook. */
export const TEST_EVENT = "webhook.test";

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(eventType),
  isActive: z.boolean(),
  /** Why the product itself made it inactive. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhook>;

const delivery = z.object({
  id: z.string(),
  /** The header `webhook-id`: the same at every attempt. */
  eventId: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  occurredAt: z.iso.datetime(),
  status: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number(),
  attemptedAt: z.iso.datetime().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  responseStatus: z.number().nullable(),
  problem: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const id = z.object({ id: rowId });

export const webhooksRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/webhooks",
    summary: "The company's outgoing webhooks",
    access: companyAdministration,
    response: z.array(webhook),
  },
  create: {
    method: "POST",
    path: "/api/webhooks",
    summary: "Add an outgoing webhook; the response is the only one that contains its secret",
    access: companyAdministration,
    body: newWebhook,
    response: z.object({ webhook, secret: z.string() }),
    status: 201,
  },
  update: {
    method: "PATCH",
    path: "/api/webhooks/{id}",
    summary: "Change an outgoing webhook, or switch it on or off",
    access: companyAdministration,
    params: id,
    body: webhookChange,
    response: webhook,
  },
  remove: {
    method: "DELETE",
    path: "/api/webhooks/{id}",
    summary: "Delete an outgoing webhook with its log",
    access: companyAdministration,
    params: id,
    response: z.object({ message: z.string() }),
  },
  deliveries: {
    method: "GET",
    path: "/api/webhooks/{id}/deliveries",
    summary: "The latest hundred deliveries to a webhook",
    access: companyAdministration,
    params: id,
    response: z.array(delivery),
  },
  test: {
    method: "POST",
    path: "/api/webhooks/{id}/test",
    summary: "Send a test event to a webhook",
    access: companyAdministration,
    params: id,
    response: z.object({ message: z.string() }),
    status: 202,
  },
  resend: {
    method: "POST",
    path: "/api/webhook-deliveries/{id}/resend",
    summary: "Deliver an event again",
    access: companyAdministration,
    params: id,
    response: z.object({ message: z.string() }),
    status: 202,
  },
});
