import { z } from "zod";
import { idOrNil, rowId } from "./field-schemas.ts";
import { REVIEW_GROUPS } from "./message-status.ts";
import { message, messageFilters, messageType } from "./messages.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { undoable } from "./undo.ts";

const NOTE_MAX = 2000;

const note = z.object({ id: z.string(), author: z.string(), text: z.string(), madeAt: z.iso.datetime() });
export type MessageNote = z.infer<typeof note>;

/** The number of messages in each group. */
const groupCounts = z.record(z.enum(REVIEW_GROUPS), z.number());
export type GroupCounts = z.infer<typeof groupCounts>;

const id = z.object({ id: idOrNil });

/** The work of reviewers on messages: groups, snoozing, assignment and notes. */
export const reviewRoutes = defineRoutes({
  groups: {
    method: "GET",
    path: "/api/messages/groups",
    summary: "The number of messages to review, approved, sent, answered, failed and snoozed",
    access: everyRole,
    query: z.object({ type: messageType, ...messageFilters }),
    response: groupCounts,
  },
  snooze: {
    method: "PUT",
    path: "/api/messages/{id}/snooze",
    summary: "Snooze a message until a day; null ends the snooze",
    access: everyRole,
    params: id,
    body: z.strictObject({ until: z.iso.date().nullable() }),
    response: message,
  },
  assign: {
    method: "PUT",
    path: "/api/messages/{id}/assignment",
    summary: "Assign a message to a colleague, or to nobody",
    access: everyRole,
    params: id,
    body: z.strictObject({ userId: rowId.nullable() }),
    response: message.extend(undoable),
  },
  notes: {
    method: "GET",
    path: "/api/messages/{id}/notes",
    summary: "The notes on a message, the oldest first",
    access: everyRole,
    params: id,
    response: z.array(note),
  },
  addNote: {
    method: "POST",
    path: "/api/messages/{id}/notes",
    summary: "Add a note to a message; only colleagues see it",
    access: everyRole,
    params: id,
    body: z.strictObject({
      text: z.string().trim().min(1, "Typ een notitie.").max(NOTE_MAX, "Deze notitie is te lang."),
    }),
    response: note,
    status: 201,
  },
});
