import { z } from "zod";
import { password, role } from "./auth-forms.ts";
import { emailAddress, line, optional, requiredLine } from "./text.ts";

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

const COMPANY_NEEDED = { path: ["companyId"], error: "Kies een bedrijf." };

export const newUser = z
  .strictObject({ ...userFields, password, sendInvitation: z.boolean() })
  .partial({ email: true, companyId: true, role: true, isActive: true, sendInvitation: true })
  .refine((user) => user.role === "super_admin" || Boolean(user.companyId), COMPANY_NEEDED);
export type NewUser = z.infer<typeof newUser>;

/** Partial: what is absent stays, and a blank password too. */
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
