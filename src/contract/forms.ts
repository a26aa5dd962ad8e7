import { z } from "zod";
import { emailAddress, line, optional, requiredLine, webAddress } from "./field-schemas.ts";
import { forOptionalLeadFields, LEAD_FIELDS } from "./lead-fields.ts";
import { ROLES } from "./roles.ts";
import { WORKFLOW_IDS } from "./workflows.ts";

export const role = z.enum(ROLES);

const PASSWORD_MIN = 6;
const PASSWORD_MAX = 256;

export const password = z
  .string()
  .min(PASSWORD_MIN, `Het wachtwoord moet minimaal ${PASSWORD_MIN} karakters lang zijn.`)
  .max(PASSWORD_MAX, `Het wachtwoord mag maximaal ${PASSWORD_MAX} karakters lang zijn.`);

export const credentials = z.strictObject({
  username: line(254).min(1, "Vul je gebruikersnaam in."),
  password: z.string().min(1, "Vul je wachtwoord in.").max(PASSWORD_MAX),
});
export type Credentials = z.infer<typeof credentials>;

export const forgotPasswordForm = z.strictObject({ email: emailAddress });
export const resetPasswordForm = z.strictObject({ token: z.string().min(1).max(200), password });

const currentPassword = z.string().min(1, "Vul je huidige wachtwoord in.").max(PASSWORD_MAX);

export const profileForm = z.strictObject({
  firstName: line(100).min(1, "Vul je voornaam in."),
  lastName: line(100).min(1, "Vul je achternaam in."),
  email: emailAddress,
  /** Required to change the e-mail address. */
  currentPassword: z.string().max(PASSWORD_MAX).optional(),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const passwordForm = z.strictObject({ currentPassword, newPassword: password });
export type PasswordForm = z.infer<typeof passwordForm>;

/** Six digits from the app, with or without spaces; at sign-in also a recovery code. */
const twoStepCode = requiredLine(30, "Vul de code in.");

/** Turning two-step sign-in on or off and renewing recovery codes require the password again. */
export const passwordCheck = z.strictObject({ currentPassword });
export const codeForm = z.strictObject({ code: twoStepCode });
export const signInCodeForm = z.strictObject({ challenge: z.string().min(1).max(200), code: twoStepCode });
export type SignInCodeForm = z.infer<typeof signInCodeForm>;

export const SUBSCRIPTION_TIERS = ["basic", "professional", "enterprise"] as const;
export const subscriptionTier = z.enum(SUBSCRIPTION_TIERS);

// A segment begins with a letter or digit, so that `..` cannot leave /objects/.
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

/** For parts without a due date: the number of days after approval on which each of the four is sent. */
const cadence = z.tuple([days, days, days, days]).superRefine((cadence, context) => {
  const outOfOrder = cadence.findIndex((day, index) => day < (cadence[index - 1] ?? 0));
  if (outOfOrder > 0)
    context.addIssue({ code: "custom", path: [outOfOrder], message: "Niet eerder dan het deel ervoor." });
});
export type Cadence = z.infer<typeof cadence>;

/** The fields that a company_admin may change. */
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

/** The fields that only a platform admin may change. */
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

/** Write-only: a blank secret keeps the stored one. */
const secrets = {
  airtableApiKey: z.union([z.literal(""), personalToken]),
  deliverySecret: z.union([z.literal(""), line(200).min(16, "Minimaal 16 tekens.")]),
  aiApiKey: line(400),
};

/** Absent fields stay unchanged. */
export const companyChange = z
  .strictObject({ ...ownDetails, ...connections, ...secrets, subscriptionTier, isActive: z.boolean() })
  .partial();
export type CompanyChange = z.infer<typeof companyChange>;

export const newCompany = companyChange.extend({ name: ownDetails.name });
export type NewCompany = z.infer<typeof newCompany>;

export const ownCompanyChange = z.strictObject(ownDetails).partial();
export type OwnCompanyChange = z.infer<typeof ownCompanyChange>;

const LEAD_FIELD_SCHEMAS = { text: line(200), shortText: line(50), email: emailAddress, url: webAddress } as const;
const optionalText = (schema: z.ZodType<string, string>) => optional(schema).default(null);

/** A lead in a CSV file. */
export const importedLead = z.strictObject({
  fullName: requiredLine(200, "Vul de naam van de lead in."),
  ...forOptionalLeadFields((name) => optionalText(LEAD_FIELD_SCHEMAS[LEAD_FIELDS[name].type])),
});
export type ImportedLead = z.infer<typeof importedLead>;

/** The same fields as in the Airtable form that a company may use instead. */
export const newLead = importedLead.omit({ employees: true });
export type NewLead = z.infer<typeof newLead>;

export const meetingName = requiredLine(500, "Vul een titel in.");

const username = requiredLine(100, "Vul de gebruikersnaam in.").regex(
  /^\S+$/,
  "Een gebruikersnaam heeft geen spaties.",
);

const userFields = {
  username,
  email: optional(emailAddress),
  firstName: requiredLine(100, "Vul de voornaam in."),
  lastName: requiredLine(100, "Vul de achternaam in."),
  companyId: optional(z.uuid("Kies een bedrijf.").toLowerCase()),
  role,
  isActive: z.boolean(),
};

const COMPANY_REQUIRED = { path: ["companyId"], error: "Kies een bedrijf." };

export const newUser = z
  .strictObject({ ...userFields, password, sendInvitation: z.boolean() })
  .partial({ email: true, companyId: true, role: true, isActive: true, sendInvitation: true })
  .refine((user) => user.role === "super_admin" || Boolean(user.companyId), COMPANY_REQUIRED);
export type NewUser = z.infer<typeof newUser>;

/** Absent fields stay unchanged, and a blank password too. */
export const userChange = z.strictObject({ ...userFields, password: z.union([z.literal(""), password]) }).partial();
export type UserChange = z.infer<typeof userChange>;

export const colleagueChange = z
  .strictObject({
    firstName: optional(line(100)),
    lastName: optional(line(100)),
    role: role.exclude(["super_admin"]),
    isActive: z.boolean(),
  })
  .partial();
export type ColleagueChange = z.infer<typeof colleagueChange>;
