import { z } from "zod";
import { idOrNil, requiredText, rowId } from "./field-schemas.ts";
import { companyAdministration, everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

/** In place of a name in the filters by account manager: the senders that are linked to the signed-in user. */
export const MINE = "@mijn";

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOfDay = z.string().regex(TIME, "Vul een tijd in, zoals 08:30.");
const endOfDay = z.literal("24:00");

/** 1 is Monday. `holidays`: also on Dutch public holidays. */
export const workingHours = z
  .strictObject({
    days: z.array(z.number().int().min(1).max(7)).min(1, "Kies minimaal één dag.").max(7),
    from: timeOfDay,
    until: z.union([timeOfDay, endOfDay]),
    holidays: z.boolean(),
  })
  .refine(({ from, until }) => from < until, { path: ["until"], error: "Het einde ligt na het begin." });
export type WorkingHours = z.infer<typeof workingHours>;

const cap = (max: number) => z.number().int().min(0, "Minimaal 0.").max(max, `Maximaal ${max}.`);

/** The maxima are what LinkedIn's gateway advises for a paid account. */
export const sendingCaps = z.strictObject({
  invitationsPerDay: cap(100),
  /** In any seven days. */
  invitationsPerWeek: cap(200),
  messagesPerDay: cap(150),
});
export type SendingCaps = z.infer<typeof sendingCaps>;

const minutesBetween = (min: number) =>
  z
    .tuple([z.number().min(min, `Minimaal ${min} minuten.`).max(120), z.number().max(120)])
    .refine(([low, high]) => low < high, "De langste tussentijd is groter dan de kortste.");

/** The shortest and the longest time between two sends, in minutes. */
export const sendingSpacing = z.strictObject({ invitations: minutesBetween(1), messages: minutesBetween(0.5) });
export type SendingSpacing = z.infer<typeof sendingSpacing>;

const hold = z.strictObject({ until: z.iso.datetime({ offset: true }), reason: requiredText(200, "Vul de reden in.") });

const sender = z.object({
  id: z.string(),
  name: z.string(),
  /** The other names under which this sender occurs in the data. */
  aliases: z.array(z.string()),
  userId: z.string().nullable(),
  register: z.enum(["je", "u"]),
  hours: workingHours,
  caps: sendingCaps,
  spacing: sendingSpacing,
  /** The day from which the invitations of a new account ramp up; null without a ramp. */
  rampStartedOn: z.iso.date().nullable(),
  hold: z.object({ until: z.iso.datetime(), reason: z.string() }).nullable(),
  /** The account of the LinkedIn channel. */
  account: z.null(),
});
export type Sender = z.infer<typeof sender>;

/** Absent fields stay unchanged. */
export const senderChange = z
  .strictObject({
    name: requiredText(200, "Vul een naam in."),
    userId: rowId.nullable(),
    register: z.enum(["je", "u"]),
    hours: workingHours,
    caps: sendingCaps,
    spacing: sendingSpacing,
    rampStartedOn: z.iso.date().nullable(),
    hold: hold.nullable(),
  })
  .partial();
export type SenderChange = z.infer<typeof senderChange>;

const days = z.coerce.number().int().min(1).max(60).default(14);
const plannedSend = z.object({
  at: z.iso.datetime(),
  kind: z.enum(["message", "invitation"]),
  leadId: z.string().nullable(),
  messageName: z.string(),
});
export type PlannedSend = z.infer<typeof plannedSend>;

const id = z.object({ id: idOrNil });

export const sendersRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/senders",
    summary: "The senders of the company: the account managers in whose name is sent",
    access: everyRole,
    response: z.array(sender),
  },
  update: {
    method: "PATCH",
    path: "/api/senders/{id}",
    summary: "Change a sender",
    access: companyAdministration,
    params: id,
    body: senderChange,
    response: sender,
  },
  merge: {
    method: "POST",
    path: "/api/senders/{id}/merge",
    summary: "Merge a sender into another, which gets its names",
    access: companyAdministration,
    params: id,
    body: z.strictObject({ into: rowId }),
    response: sender,
  },
  simulation: {
    method: "GET",
    path: "/api/senders/{id}/simulation",
    summary: "What will be sent for a sender in the coming days",
    access: everyRole,
    params: id,
    query: z.object({ days }),
    response: z.array(plannedSend),
  },
  preview: {
    method: "POST",
    path: "/api/senders/{id}/simulation",
    summary: "The same with changed rules, without saving them",
    access: everyRole,
    params: id,
    body: z
      .strictObject({ hours: workingHours, caps: sendingCaps, spacing: sendingSpacing })
      .partial()
      .extend({ days }),
    response: z.array(plannedSend),
  },
});
