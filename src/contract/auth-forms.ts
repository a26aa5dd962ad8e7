import { z } from "zod";
import { ROLES } from "./roles.ts";
import { emailAddress, line, requiredLine } from "./text.ts";

export const role = z.enum(ROLES);

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 256;

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

export const currentPassword = z.string().min(1, "Vul je huidige wachtwoord in.").max(PASSWORD_MAX);

export const profileForm = z.strictObject({
  firstName: line(100).min(1, "Vul je voornaam in."),
  lastName: line(100).min(1, "Vul je achternaam in."),
  email: emailAddress,
  /** Needed to change the e-mail address. */
  currentPassword: z.string().max(PASSWORD_MAX).optional(),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const passwordForm = z.strictObject({ currentPassword, newPassword: password });
export type PasswordForm = z.infer<typeof passwordForm>;

/** Six digits from the app, however they are spaced; at sign-in a recovery code does as well. */
const twoStepCode = requiredLine(30, "Vul de code in.");

/** Turning it on, turning it off and asking for new codes all take the password again. */
export const passwordCheck = z.strictObject({ currentPassword });
export const codeForm = z.strictObject({ code: twoStepCode });
export const signInCodeForm = z.strictObject({ challenge: z.string().min(1).max(200), code: twoStepCode });
export type SignInCodeForm = z.infer<typeof signInCodeForm>;
