import { z } from "zod";
import { blankToNull, emailAddress, httpUrl, requiredText, trimmedText, typedName } from "./field-schemas.ts";
import { WORKFLOW_IDS } from "./workflows.ts";

export const SUBSCRIPTION_TIERS = ["basic", "professional", "enterprise"] as const;
export const subscriptionTier = z.enum(SUBSCRIPTION_TIERS);

// A segment begins with a letter or digit, so that `..` cannot leave /objects/.
const OBJECT_PATH = /^\/objects(\/[A-Za-z0-9][\w.-]*)+$/;
export const logoUrlOrPath = trimmedText(2000).refine(
  (text) => OBJECT_PATH.test(text) || httpUrl.safeParse(text).success,
  "Vul een adres in dat begint met http:// of https://.",
);

const days = z.coerce
  .number("Vul een aantal dagen in.")
  .int("Vul een heel aantal dagen in.")
  .min(0, "Minimaal 0 dagen.")
  .max(365, "Maximaal 365 dagen.");

/** For parts without a due date: the number of days after approval on which each of the four is sent. */
const cadence = z.tuple([days, days, days, days]).superRefine((cadence, context) => {
  const outOfOrder = cadence.findIndex((day, index) => day < (cadence[index - 1] ?? 0));
  if (outOfOrder > 0)
    context.addIssue({ code: "custom", path: [outOfOrder], message: "Niet eerder dan het deel ervoor." });
});
export type Cadence = z.infer<typeof cadence>;

/** The details of a company, which a company_admin may change. */
const companyDetails = {
  name: typedName(requiredText(200, "Vul de bedrijfsnaam in.")),
  address: blankToNull(trimmedText(200)),
  zipCode: blankToNull(trimmedText(20)),
  city: blankToNull(trimmedText(100)),
  vatNumber: blankToNull(trimmedText(40)),
  adminEmail: blankToNull(emailAddress),
  logoUrl: blankToNull(logoUrlOrPath),
};

const baseId = trimmedText(40).regex(
  /^app[A-Za-z0-9]+$/,
  "Een base-id begint met app en heeft alleen letters en cijfers.",
);
const personalToken = trimmedText(200).regex(/^pat[\w.-]+$/, "Een toegangstoken van Airtable begint met pat.");

/**
 * The other settings. A platform admin may change all; a company_admin only those in airtableChange, writerChange and
 * deliveryChange.
 */
const companySettings = {
  airtableBaseId: blankToNull(baseId),
  airtableFormUrl: blankToNull(httpUrl),
  hubspotPortalUrl: blankToNull(httpUrl),
  statisticsPerson: blankToNull(trimmedText(100)),
  syncIntervalMinutes: z.coerce.number().int().min(1, "Minimaal 1 minuut.").max(1440, "Maximaal 1440 minuten."),
  workflowUrls: z.partialRecord(z.enum(WORKFLOW_IDS), blankToNull(httpUrl)),
  deliveryChannel: z.enum(["airtable", "webhook", "linkedin"]),
  deliveryWebhookUrl: blankToNull(httpUrl),
  unipileUrl: blankToNull(httpUrl),
  withdrawInvitationsAfter: z.coerce
    .number("Vul een aantal dagen in.")
    .int("Vul een heel aantal dagen in.")
    .min(7, "Minimaal 7 dagen.")
    .max(90, "Maximaal 90 dagen."),
  aiBaseUrl: blankToNull(httpUrl),
  aiModel: blankToNull(trimmedText(100)),
  writer: z.enum(["airtable", "builtin"]),
  aiDailyDrafts: z.coerce.number("Vul een aantal in.").int().min(0, "Minimaal 0.").max(500, "Maximaal 500."),
  aiDailyTokens: z.coerce
    .number("Vul een aantal in.")
    .int()
    .min(1000, "Minimaal 1.000.")
    .max(50_000_000, "Maximaal 50 miljoen."),
  cadenceDays: cadence,
};

/** Write-only: a blank secret keeps the stored one. */
const secrets = {
  airtableApiKey: z.union([z.literal(""), personalToken]),
  deliverySecret: z.union([z.literal(""), trimmedText(200).min(16, "Minimaal 16 tekens.")]),
  aiApiKey: trimmedText(400),
  unipileApiKey: trimmedText(400),
};

/** Absent fields stay unchanged. */
export const companyChange = z
  .strictObject({
    ...companyDetails,
    ...companySettings,
    ...secrets,
    subscriptionTier,
    isActive: z.boolean(),
    /** Needed to switch the built-in writer on or to change its provider: the company agrees that data goes there. */
    writerConfirmed: z.boolean(),
  })
  .partial();
export type CompanyChange = z.infer<typeof companyChange>;

/** What a company_admin may set of the connection with Airtable. */
export const airtableChange = z
  .strictObject({
    airtableBaseId: companySettings.airtableBaseId,
    airtableApiKey: secrets.airtableApiKey,
    airtableFormUrl: companySettings.airtableFormUrl,
  })
  .partial();
export type AirtableChange = z.infer<typeof airtableChange>;

/** What a company_admin may set of the built-in writer. Switching it on needs a confirmation, because data leaves the product. */
export const writerChange = z
  .strictObject({
    writer: companySettings.writer,
    aiBaseUrl: companySettings.aiBaseUrl,
    aiModel: companySettings.aiModel,
    aiApiKey: secrets.aiApiKey,
    aiDailyDrafts: companySettings.aiDailyDrafts,
    aiDailyTokens: companySettings.aiDailyTokens,
    confirmed: z.boolean(),
  })
  .partial();
export type WriterChange = z.infer<typeof writerChange>;

/** What a company_admin may set of the delivery channel. */
export const deliveryChange = z
  .strictObject({
    deliveryChannel: companySettings.deliveryChannel,
    deliveryWebhookUrl: companySettings.deliveryWebhookUrl,
    deliverySecret: secrets.deliverySecret,
    unipileUrl: companySettings.unipileUrl,
    unipileApiKey: secrets.unipileApiKey,
    withdrawInvitationsAfter: companySettings.withdrawInvitationsAfter,
    /** The user has read that automated sending violates LinkedIn's terms. */
    confirmed: z.boolean(),
  })
  .partial();
export type DeliveryChange = z.infer<typeof deliveryChange>;

export const newCompany = companyChange.extend({ name: companyDetails.name });
export type NewCompany = z.infer<typeof newCompany>;

export const ownCompanyChange = z.strictObject(companyDetails).partial();
export type OwnCompanyChange = z.infer<typeof ownCompanyChange>;

/** Users would take them for the same company. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
