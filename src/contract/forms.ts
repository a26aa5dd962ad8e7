import { z } from "zod";
import { blankToNull, emailAddress, httpUrl, requiredText, rowId, trimmedText } from "./field-schemas.ts";
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
  username: trimmedText(254).min(1, "Vul je gebruikersnaam in."),
  password: z.string().min(1, "Vul je wachtwoord in.").max(PASSWORD_MAX),
});
export type Credentials = z.infer<typeof credentials>;

export const forgotPasswordFormSchema = z.strictObject({ email: emailAddress });
export const resetPasswordFormSchema = z.strictObject({ token: z.string().min(1).max(200), password });

export const emailLinkSchema = z.strictObject({ token: z.string().min(1).max(200) });

const currentPassword = z.string().min(1, "Vul je huidige wachtwoord in.").max(PASSWORD_MAX);

export const profileFormSchema = z.strictObject({
  firstName: trimmedText(100).min(1, "Vul je voornaam in."),
  lastName: trimmedText(100).min(1, "Vul je achternaam in."),
  email: emailAddress,
  /** Required to change the e-mail address. */
  currentPassword: z.string().max(PASSWORD_MAX).optional(),
});
export type ProfileFormValues = z.infer<typeof profileFormSchema>;

export const passwordFormSchema = z.strictObject({ currentPassword, newPassword: password });
export type PasswordFormValues = z.infer<typeof passwordFormSchema>;

/** Six digits from the app, with or without spaces; at sign-in also a recovery code. */
const twoStepCode = requiredText(30, "Vul de code in.");

/** Turning two-step sign-in on or off and renewing recovery codes require the password again. */
export const passwordCheck = z.strictObject({ currentPassword });
export const codeFormSchema = z.strictObject({ code: twoStepCode });
export const signInCodeFormSchema = z.strictObject({ challenge: z.string().min(1).max(200), code: twoStepCode });
export type SignInCodeFormValues = z.infer<typeof signInCodeFormSchema>;

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

/** The fields that a company_admin may change. */
const companyDetails = {
  name: requiredText(200, "Vul de bedrijfsnaam in."),
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

/** The fields that only a platform admin may change. */
const connections = {
  airtableBaseId: blankToNull(baseId),
  airtableFormUrl: blankToNull(httpUrl),
  hubspotPortalUrl: blankToNull(httpUrl),
  statisticsPerson: blankToNull(trimmedText(100)),
  syncIntervalMinutes: z.coerce.number().int().min(1, "Minimaal 1 minuut.").max(1440, "Maximaal 1440 minuten."),
  workflowUrls: z.partialRecord(z.enum(WORKFLOW_IDS), blankToNull(httpUrl)),
  deliveryChannel: z.enum(["airtable", "webhook"]),
  deliveryWebhookUrl: blankToNull(httpUrl),
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
};

/** Absent fields stay unchanged. */
export const companyChange = z
  .strictObject({ ...companyDetails, ...connections, ...secrets, subscriptionTier, isActive: z.boolean() })
  .partial();
export type CompanyChange = z.infer<typeof companyChange>;

/** What a company_admin may set of the built-in writer. Switching it on needs a confirmation, because data leaves the product. */
export const writerChange = z
  .strictObject({
    writer: connections.writer,
    aiBaseUrl: connections.aiBaseUrl,
    aiModel: connections.aiModel,
    aiApiKey: secrets.aiApiKey,
    aiDailyDrafts: connections.aiDailyDrafts,
    aiDailyTokens: connections.aiDailyTokens,
    confirmed: z.boolean(),
  })
  .partial();
export type WriterChange = z.infer<typeof writerChange>;

export const newCompany = companyChange.extend({ name: companyDetails.name });
export type NewCompany = z.infer<typeof newCompany>;

export const ownCompanyChange = z.strictObject(companyDetails).partial();
export type OwnCompanyChange = z.infer<typeof ownCompanyChange>;

const LEAD_FIELD_SCHEMAS = {
  text: trimmedText(200),
  shortText: trimmedText(50),
  email: emailAddress,
  url: httpUrl,
} as const;
const optionalText = (schema: z.ZodType<string, string>) => blankToNull(schema).default(null);

/** A lead in a CSV file. */
export const importedLead = z.strictObject({
  fullName: requiredText(200, "Vul de naam van de lead in."),
  ...forOptionalLeadFields((name) => optionalText(LEAD_FIELD_SCHEMAS[LEAD_FIELDS[name].type])),
});
export type ImportedLead = z.infer<typeof importedLead>;

/** The same fields as in the Airtable form that a company may use instead. */
export const newLead = importedLead.omit({ employees: true });
export type NewLead = z.infer<typeof newLead>;

export const meetingNameSchema = requiredText(500, "Vul een titel in.");

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

/** In the form that is stored: letters that look the same are the same letters. */
const username = requiredText(100, "Vul de gebruikersnaam in.")
  .normalize("NFKC")
  .regex(/^[\p{L}\p{M}\p{N}._@-]+$/u, "Een gebruikersnaam bestaat uit letters, cijfers en de tekens . _ - @.");

const userFields = {
  username,
  email: blankToNull(emailAddress),
  firstName: requiredText(100, "Vul de voornaam in."),
  lastName: requiredText(100, "Vul de achternaam in."),
  companyId: blankToNull(z.uuid("Kies een bedrijf.").toLowerCase()),
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
    firstName: blankToNull(trimmedText(100)),
    lastName: blankToNull(trimmedText(100)),
    role: role.exclude(["super_admin"]),
    isActive: z.boolean(),
  })
  .partial();
export type ColleagueChange = z.infer<typeof colleagueChange>;

const TIME_EXAMPLE = "Vul een tijd in, zoals 08:30.";
const startTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_EXAMPLE);
const endTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, TIME_EXAMPLE);

/** When a sender's messages may be sent. 1 is Monday. `holidays`: also on Dutch public holidays. */
export const workingHours = z
  .strictObject({
    days: z.array(z.number().int().min(1).max(7)).min(1, "Kies minimaal één dag.").max(7),
    from: startTime,
    until: endTime,
    holidays: z.boolean(),
  })
  .refine(({ from, until }) => from < until, { path: ["until"], error: "Het einde ligt na het begin." });

const NUMBER_EXPECTED = "Vul een getal in.";
const cap = (max: number) =>
  z.number(NUMBER_EXPECTED).int("Vul een heel getal in.").min(0, "Minimaal 0.").max(max, `Maximaal ${max}.`);

/** The maxima are what LinkedIn's gateway advises for a paid account. */
export const sendingCaps = z.strictObject({
  invitationsPerDay: cap(100),
  /** In any seven days. */
  invitationsPerWeek: cap(200),
  messagesPerDay: cap(150),
});

const LONGEST = 120;
const minutes = z.number(NUMBER_EXPECTED).max(LONGEST, `Maximaal ${LONGEST} minuten.`);
const minutesBetween = (min: number, minError: string) =>
  z
    .tuple([minutes.min(min, minError), minutes])
    .refine(([low, high]) => low < high, { path: [1], error: "De langste tussentijd is groter dan de kortste." });

/** The shortest and the longest time between two sends, in minutes. */
export const sendingSpacing = z.strictObject({
  invitations: minutesBetween(1, "Minimaal 1 minuut."),
  messages: minutesBetween(0.5, "Minimaal een halve minuut."),
});

const hold = z.strictObject({
  until: z.iso.datetime({ offset: true, error: "Kies een datum." }),
  reason: requiredText(200, "Vul de reden in."),
});

export const senderFormSchema = z.strictObject({
  name: requiredText(200, "Vul een naam in."),
  userId: rowId.nullable(),
  register: z.enum(["je", "u"]),
  hours: workingHours,
  caps: sendingCaps,
  spacing: sendingSpacing,
  rampStartedOn: z.iso.date().nullable(),
  hold: hold.nullable(),
});
export type SenderFormValues = z.infer<typeof senderFormSchema>;

/** Absent fields stay unchanged. */
export const senderChange = senderFormSchema.partial();
export type SenderChange = z.infer<typeof senderChange>;
