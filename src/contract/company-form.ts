import { z } from "zod";
import { emailAddress, line, optional, requiredLine, webAddress } from "./text.ts";
import { WORKFLOW_IDS } from "./workflows.ts";

export const SUBSCRIPTION_TIERS = ["basic", "professional", "enterprise"] as const;
export const subscriptionTier = z.enum(SUBSCRIPTION_TIERS);

// A part begins with a letter or a digit, so no path can climb out of /objects/.
const OBJECT_PATH = /^\/objects(\/[A-Za-z0-9][\w.-]*)+$/;
export const logoAddress = line(2000).refine(
  (text) => OBJECT_PATH.test(text) || webAddress.safeParse(text).success,
  "Vul een adres in dat begint met http:// of https://.",
);

const days = z.coerce
  .number("Vul een aantal dagen in.")
  .int("Vul een heel aantal dagen in.")
  .min(0, "Minimaal 0 dagen.")
  .max(365, "Maximaal 365 dagen.");

/** Days after the approval at which the four parts of a message go out that have no date of their own. */
const cadence = z.tuple([days, days, days, days]).superRefine((given, context) => {
  const early = given.findIndex((day, nth) => day < (given[nth - 1] ?? 0));
  if (early > 0) context.addIssue({ code: "custom", path: [early], message: "Niet eerder dan het deel ervoor." });
});
export type Cadence = z.infer<typeof cadence>;

/** What a company_admin may change of the own company. */
const ownDetails = {
  name: requiredLine(200, "Vul de bedrijfsnaam in."),
  address: optional(line(200)),
  zipCode: optional(line(20)),
  city: optional(line(100)),
  vatNumber: optional(line(40)),
  adminEmail: optional(emailAddress),
  logoUrl: optional(logoAddress),
};

const baseId = line(40).regex(/^app[A-Za-z0-9]+$/, "Een base-id begint met app en heeft alleen letters en cijfers.");
const personalToken = line(200).regex(/^pat[\w.-]+$/, "Een toegangstoken van Airtable begint met pat.");

/** What only the platform sets: the connections to the outside world. */
const connections = {
  airtableBaseId: optional(baseId),
  airtableFormUrl: optional(webAddress),
  hubspotPortalUrl: optional(webAddress),
  statisticsPerson: optional(line(100)),
  syncIntervalMinutes: z.coerce.number().int().min(1, "Minimaal 1 minuut.").max(1440, "Maximaal 1440 minuten."),
  workflowUrls: z.partialRecord(z.enum(WORKFLOW_IDS), optional(webAddress)),
  deliveryChannel: z.enum(["airtable", "webhook"]),
  deliveryWebhookUrl: optional(webAddress),
  aiBaseUrl: optional(webAddress),
  aiModel: optional(line(100)),
  cadenceDays: cadence,
};

/** Write-only: a blank one in a change keeps what is stored. */
const secrets = {
  airtableApiKey: z.union([z.literal(""), personalToken]),
  deliverySecret: z.union([z.literal(""), line(200).min(16, "Minimaal 16 tekens.")]),
  aiApiKey: line(400),
};

/** Partial: what is absent stays. */
export const companyChange = z
  .strictObject({ ...ownDetails, ...connections, ...secrets, subscriptionTier, isActive: z.boolean() })
  .partial();
export type CompanyChange = z.infer<typeof companyChange>;

export const newCompany = companyChange.extend({ name: ownDetails.name });
export type NewCompany = z.infer<typeof newCompany>;

export const ownCompanyChange = z.strictObject(ownDetails).partial();
export type OwnCompanyChange = z.infer<typeof ownCompanyChange>;
