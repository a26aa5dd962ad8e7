import { z } from "zod";
import { idOrNil, rowId } from "./field-schemas.ts";
import { companyAdministration, everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { formOfAddress, senderChange, sendingCaps, sendingSpacing, workingHours } from "./sender-forms.ts";

/** In place of a name in the filters by account manager: the senders that are linked to the signed-in user. */
export const MINE = "@mijn";

/** The name of the sender that stands for no person: it has the messages without an account manager. */
export const NO_SENDER = "Zonder accountmanager";

export type WorkingHours = z.infer<typeof workingHours>;
export type SendingCaps = z.infer<typeof sendingCaps>;
export type SendingSpacing = z.infer<typeof sendingSpacing>;

const senderAccount = z.object({
  name: z.string(),
  status: z.enum(["ok", "connecting", "credentials", "restricted", "stopped", "error", "deleted"]),
  /** Free accounts have lower limits. */
  tier: z.enum(["free", "paid", "unknown"]),
  /** Why nothing is sent through it now. */
  problem: z.string().nullable(),
  connectedAt: z.iso.datetime(),
});
export type SenderAccount = z.infer<typeof senderAccount>;

const sender = z.object({
  id: z.string(),
  name: z.string(),
  /** The other names under which this sender occurs in the data. */
  aliases: z.array(z.string()),
  userId: z.string().nullable(),
  formOfAddress,
  hours: workingHours,
  caps: sendingCaps,
  spacing: sendingSpacing,
  /** The day from which the invitations of a new account ramp up; null without a ramp. */
  rampStartedOn: z.iso.date().nullable(),
  hold: z.object({ until: z.iso.datetime(), reason: z.string() }).nullable(),
  /** The number of queued parts. */
  queued: z.number(),
  /** The account of the LinkedIn channel. */
  account: senderAccount.nullable(),
});
export type Sender = z.infer<typeof sender>;

const days = z.coerce.number().int().min(1).max(60).default(14);
const plannedSend = z.object({
  at: z.iso.datetime(),
  kind: z.enum(["message", "invitation"]),
  leadId: z.string().nullable(),
  fullName: z.string(),
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
