import { z } from "zod";
import { emailAddress, httpUrl, requiredText, trimmedText } from "./field-schemas.ts";

export const KEY_SCOPES = ["read", "write"] as const;

export const newApiKey = z.strictObject({
  name: requiredText(100, "Geef de sleutel een naam."),
  scope: z.enum(KEY_SCOPES, "Kies wat de sleutel mag."),
  expiresInDays: z.enum(["30", "90", "365"], "Kies hoe lang de sleutel geldig is."),
});
export type NewApiKey = z.infer<typeof newApiKey>;

export const WEBHOOK_EVENTS = [
  "message.approved",
  "message.sent",
  "message.replied",
  "lead.class_changed",
  "meeting.processed",
] as const;

const webhookFields = {
  url: httpUrl,
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, "Kies minstens één gebeurtenis.").max(WEBHOOK_EVENTS.length),
};
export const newWebhook = z.strictObject(webhookFields);
export type NewWebhook = z.infer<typeof newWebhook>;
/** Absent fields stay unchanged. */
export const webhookChange = z.strictObject({ ...webhookFields, isActive: z.boolean() }).partial();
export type WebhookChange = z.infer<typeof webhookChange>;

export const ssoStart = z.strictObject({ email: emailAddress });

const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const domain = trimmedText(253).toLowerCase().regex(DOMAIN, "Vul een domein in, zoals bedrijf.nl.");

export const ssoSettings = z.strictObject({
  issuer: httpUrl,
  clientId: requiredText(200, "Vul de client-id in."),
  /** Write-only: a blank secret keeps the stored one. */
  clientSecret: trimmedText(400),
  domains: z
    .array(domain)
    .overwrite((domains) => [...new Set(domains)])
    .min(1, "Vul minstens één domein in.")
    .max(20, "Maximaal 20 domeinen."),
  ssoOnly: z.boolean(),
  createsUsers: z.boolean(),
});
export type SsoSettings = z.infer<typeof ssoSettings>;

export const syncPauseRequest = z.strictObject({ reason: requiredText(200, "Vul in waarom je pauzeert.") });

export const syncSettings = z.strictObject({
  /** Requests to Airtable in a calendar month. */
  monthlyBudget: z.coerce
    .number<number | string>("Vul een getal in.")
    .int("Vul een heel getal in.")
    .min(1_000, "Minimaal 1.000.")
    .max(10_000_000, "Maximaal 10.000.000."),
});
export type SyncSettings = z.infer<typeof syncSettings>;
