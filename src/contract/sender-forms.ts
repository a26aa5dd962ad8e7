import { z } from "zod";
import { day, NOT_YEAR_ZERO, requiredText, rowId } from "./field-schemas.ts";

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
  .refine(({ from, until }) => from < until, { path: ["until"], error: "Het einde moet na het begin liggen." });

const NUMBER_EXPECTED = "Vul een getal in.";
const cap = (max: number) =>
  z.number(NUMBER_EXPECTED).int("Vul een heel getal in.").min(0, "Minimaal 0.").max(max, `Maximaal ${max}.`);

/** What LinkedIn's gateway advises. Caps can be lowered, never raised above these. */
const PAID_CAPS = { invitationsPerDay: 100, invitationsPerWeek: 200, messagesPerDay: 150 } as const;
export const FREE_CAPS = { invitationsPerDay: 100, invitationsPerWeek: 150, messagesPerDay: 100 } as const;

export const sendingCaps = z.strictObject({
  invitationsPerDay: cap(PAID_CAPS.invitationsPerDay),
  /** In any seven days. */
  invitationsPerWeek: cap(PAID_CAPS.invitationsPerWeek),
  messagesPerDay: cap(PAID_CAPS.messagesPerDay),
});

const LONGEST = 120;
const minutes = z.number(NUMBER_EXPECTED).max(LONGEST, `Maximaal ${LONGEST} minuten.`);
const minutesBetween = (min: number, minError: string) =>
  z.tuple([minutes.min(min, minError), minutes]).refine(([low, high]) => low < high, {
    path: [1],
    error: "De langste tussentijd moet groter zijn dan de kortste.",
  });

/** The shortest and the longest time between two sends, in minutes. */
export const sendingSpacing = z.strictObject({
  invitations: minutesBetween(1, "Minimaal 1 minuut."),
  messages: minutesBetween(0.5, "Minimaal een halve minuut."),
});

export const formOfAddress = z.enum(["je", "u"]);
export type FormOfAddress = z.infer<typeof formOfAddress>;

const hold = z.strictObject({
  until: z.iso.datetime({ offset: true, error: "Kies een datum." }).regex(NOT_YEAR_ZERO, "Kies een datum."),
  reason: requiredText(200, "Vul de reden in."),
});

export const senderFormSchema = z.strictObject({
  name: requiredText(200, "Vul een naam in."),
  userId: rowId.nullable(),
  formOfAddress,
  hours: workingHours,
  caps: sendingCaps,
  spacing: sendingSpacing,
  rampStartedOn: day.nullable(),
  hold: hold.nullable(),
});
export type SenderFormValues = z.infer<typeof senderFormSchema>;

/** Absent fields stay unchanged. */
export const senderChange = senderFormSchema.partial();
export type SenderChange = z.infer<typeof senderChange>;
