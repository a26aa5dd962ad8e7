import { z } from "zod";
import { deliveryChange } from "./company-forms.ts";
import { idOrNil, trimmedText } from "./field-schemas.ts";
import { anyone, companyAdministration, ownAccount } from "./roles.ts";
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

/** It becomes part of a URL of the gateway. */
const accountId = trimmedText(200).regex(/^[\w-]+$/, "Kies een account uit de lijst.");

/** An account at the gateway that belongs to no sender yet. */
const unlinkedAccount = z.object({ accountId: z.string(), name: z.string() });

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
  events: {
    method: "POST",
    path: "/api/linkedin/events",
    summary: "The gateway reports messages, relations and changes of accounts",
    access: anyone,
    body: z.looseObject({}),
    response: message,
  },
});
