import { z } from "zod";
import { emailAddress, line, optional, requiredLine, webAddress } from "./text.ts";

/** The same fields as the form that a company may have at Airtable. */
export const newLead = z.strictObject({
  fullName: requiredLine(200, "Vul de naam van de lead in."),
  linkedInUrl: optional(webAddress).default(null),
  title: optional(line(200)).default(null),
  company: optional(line(200)).default(null),
  email: optional(emailAddress).default(null),
  website: optional(webAddress).default(null),
  location: optional(line(200)).default(null),
  industry: optional(line(200)).default(null),
});
export type NewLead = z.infer<typeof newLead>;
