import { z } from "zod";
import { blankToNull, emailAddress, httpUrl, requiredText, trimmedText, typedName } from "./field-schemas.ts";
import { forOptionalLeadFields, LEAD_FIELDS } from "./lead-fields.ts";
import { ROLES } from "./roles.ts";

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
  firstName: typedName(trimmedText(100).min(1, "Vul je voornaam in.")),
  lastName: typedName(trimmedText(100).min(1, "Vul je achternaam in.")),
  email: emailAddress,
  /** Required to change the e-mail address. */
  currentPassword: z.string().max(PASSWORD_MAX).optional(),
});
export type ProfileFormValues = z.infer<typeof profileFormSchema>;

export const passwordFormSchema = z.strictObject({ currentPassword, newPassword: password });
export type PasswordFormValues = z.infer<typeof passwordFormSchema>;

/** Six digits from the app, with or without spaces; or a recovery code, except to turn two-step sign-in on. */
const twoStepCode = requiredText(30, "Vul de code in.");

/** Turning two-step sign-in on requires the password again. */
export const passwordCheck = z.strictObject({ currentPassword });
/** Turning it off and renewing the recovery codes require both factors: otherwise a stolen password would be enough to remove the second one. */
export const passwordAndCodeCheck = z.strictObject({ currentPassword, code: twoStepCode });
export type PasswordAndCode = z.infer<typeof passwordAndCodeCheck>;
export const codeFormSchema = z.strictObject({ code: twoStepCode });
export const signInCodeFormSchema = z.strictObject({ challenge: z.string().min(1).max(200), code: twoStepCode });
export type SignInCodeFormValues = z.infer<typeof signInCodeFormSchema>;

const LEAD_FIELD_SCHEMAS = {
  text: trimmedText(200),
  longText: trimmedText(500),
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

/** The details that users edit on the page of a lead; absent fields stay unchanged. */
export const leadChange = z
  .strictObject({
    fullName: requiredText(200, "Vul de naam van de lead in."),
    ...forOptionalLeadFields((name) => blankToNull(LEAD_FIELD_SCHEMAS[LEAD_FIELDS[name].type])),
    contractOwner: blankToNull(trimmedText(200)),
    hubspotId: blankToNull(trimmedText(100)),
  })
  .partial();
export type LeadChange = z.infer<typeof leadChange>;

export const meetingNameSchema = requiredText(500, "Vul een titel in.");

/** In the form that is stored: letters that look the same are the same letters. */
const username = requiredText(100, "Vul de gebruikersnaam in.")
  .normalize("NFKC")
  .regex(/^[\p{L}\p{M}\p{N}._@-]+$/u, "Een gebruikersnaam bestaat uit letters, cijfers en de tekens . _ - @.");

const userFields = {
  username,
  email: blankToNull(emailAddress),
  firstName: typedName(requiredText(100, "Vul de voornaam in.")),
  lastName: typedName(requiredText(100, "Vul de achternaam in.")),
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
    firstName: blankToNull(typedName(trimmedText(100))),
    lastName: blankToNull(typedName(trimmedText(100))),
    role: role.exclude(["super_admin"]),
    isActive: z.boolean(),
  })
  .partial();
export type ColleagueChange = z.infer<typeof colleagueChange>;

/** Invited by a company admin: the user signs in with the e-mail address, and chooses a password by the link in the mail. */
export const newColleague = z.strictObject({
  email: emailAddress,
  firstName: userFields.firstName,
  lastName: userFields.lastName,
  role: role.exclude(["super_admin"]),
});
export type NewColleague = z.infer<typeof newColleague>;
