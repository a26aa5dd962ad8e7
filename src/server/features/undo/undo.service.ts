import { randomUUID } from "node:crypto";
import { z } from "zod";
import { CLASSIFICATIONS, DELETED } from "#contract/classification.ts";
import { messageStatus } from "#contract/message-status.ts";
import { DUE_KEYS } from "#contract/message-text.ts";
import { UNDO_SECONDS, type Undo } from "#contract/undo.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { insertUndoable } from "./undo.queries.ts";

const instant = z.coerce.date().nullable();

const leadClass = z.enum([...CLASSIFICATIONS, DELETED]);
/** With the time at which the lead got the class of `before`. */
const changedLead = z.object({
  id: z.string(),
  before: leadClass.nullable(),
  after: leadClass,
  classifiedAt: instant,
});

/** Only those that the action changed. */
const changedDates = z.partialRecord(z.enum(DUE_KEYS), instant);

/** Without the text: if the action replaced it, the version of `before` has the old one. */
const changedMessage = z.object({
  id: z.string(),
  before: z.object({
    status: messageStatus,
    contentVersion: z.number(),
    regenerating: z.boolean(),
    regenerationBaseVersion: z.number().nullable(),
    sendRequestedAt: instant,
    cancelRequestedAt: instant,
    due: changedDates,
  }),
  after: z.object({ status: messageStatus, contentVersion: z.number(), due: changedDates }),
});

const cancelledPart = z.object({
  id: z.string(),
  status: z.enum(["QUEUED", "ERROR"]),
  problem: z.string().nullable(),
  paused: z.boolean(),
});

/** The row is deleted after a day, and with the data of the lead, so that it may contain the text. */
const editedPart = z.object({
  id: z.string(),
  before: z.object({
    text: z.string(),
    dateDue: instant,
    sendNow: z.boolean(),
    paused: z.boolean(),
    pausedBy: z.string().nullable(),
    dueBeforePause: instant,
    /** In hexadecimal. The approval is not always of this text: a changed text waits for a new approval. */
    approvedHash: z.string().nullable(),
    approvedVersion: z.number().nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: instant,
  }),
  after: z.object({ text: z.string(), dateDue: instant }),
});

const meetingValues = z.object({ meetingName: z.string(), type: z.string().nullable(), status: z.string() });
const changedMeeting = z.object({
  id: z.string(),
  before: meetingValues,
  /** Who had marked it as private before. */
  privateBy: z.string().nullable(),
  after: meetingValues,
});

/** Who decided that the replies in a conversation need no answer, and when. */
const handledConversation = z.object({
  leadId: z.string(),
  accountId: z.string(),
  before: z.object({ at: instant, by: z.string().nullable() }),
  after: instant,
});

/** Queued by the action. */
const queuedAnswer = z.object({ id: z.string(), leadId: z.string() });

/** Ids of colleagues. */
const changedAssignment = z.object({ id: z.string(), before: z.string().nullable(), after: z.string().nullable() });

const leadValues = z.record(z.string(), z.string().nullable());
const editedLeadValues = z.object({ id: z.string(), before: leadValues, after: leadValues });

/**
 * What an action changed: an undo restores it, unless it was changed again. Strict, so that during an upgrade the previous version
 * refuses to undo what it does not know, instead of undoing a part.
 */
export const undoableChanges = z.strictObject({
  leads: z.array(changedLead).optional(),
  /** Details of leads. They are deleted with the action when the person is erased. */
  leadEdits: z.array(editedLeadValues).optional(),
  messages: z.array(changedMessage).optional(),
  /** Queued by the action. */
  queuedParts: z.array(z.string()).optional(),
  cancelledParts: z.array(cancelledPart).optional(),
  editedParts: z.array(editedPart).optional(),
  /** Cancelled as soon as Airtable is reachable. */
  partsToCancel: z.array(z.string()).optional(),
  /** Cancelled when the attempt to send them ends without sending them. */
  partsInFlight: z.array(z.string()).optional(),
  meetings: z.array(changedMeeting).optional(),
  conversations: z.array(handledConversation).optional(),
  /** What users wrote to leads. */
  answers: z.array(queuedAnswer).optional(),
  /** Of messages to colleagues. */
  assignments: z.array(changedAssignment).optional(),
});
export type UndoableChanges = z.infer<typeof undoableChanges>;
export type ChangedLead = z.infer<typeof changedLead>;
export type EditedLeadValues = z.infer<typeof editedLeadValues>;
export type ChangedMessage = z.infer<typeof changedMessage>;
export type CancelledPart = z.infer<typeof cancelledPart>;
export type EditedPart = z.infer<typeof editedPart>;
export type HandledConversation = z.infer<typeof handledConversation>;
export type QueuedAnswer = z.infer<typeof queuedAnswer>;
export type ChangedAssignment = z.infer<typeof changedAssignment>;
export type ChangedMeeting = z.infer<typeof changedMeeting>;

/** `Required`: a kind of change that is left out here would not be undone. */
export const mergeChanges = (all: readonly UndoableChanges[]): Required<UndoableChanges> => ({
  leads: all.flatMap(({ leads = [] }) => leads),
  leadEdits: all.flatMap(({ leadEdits = [] }) => leadEdits),
  messages: all.flatMap(({ messages = [] }) => messages),
  queuedParts: all.flatMap(({ queuedParts = [] }) => queuedParts),
  cancelledParts: all.flatMap(({ cancelledParts = [] }) => cancelledParts),
  editedParts: all.flatMap(({ editedParts = [] }) => editedParts),
  partsToCancel: all.flatMap(({ partsToCancel = [] }) => partsToCancel),
  partsInFlight: all.flatMap(({ partsInFlight = [] }) => partsInFlight),
  meetings: all.flatMap(({ meetings = [] }) => meetings),
  conversations: all.flatMap(({ conversations = [] }) => conversations),
  answers: all.flatMap(({ answers = [] }) => answers),
  assignments: all.flatMap(({ assignments = [] }) => assignments),
});

const subjectIds = ({
  leads = [],
  leadEdits = [],
  messages = [],
  queuedParts = [],
  cancelledParts = [],
  editedParts = [],
  partsToCancel = [],
  partsInFlight = [],
  meetings = [],
  conversations = [],
  answers = [],
  assignments = [],
}: UndoableChanges): string[] => [
  ...[
    ...leads,
    ...leadEdits,
    ...messages,
    ...cancelledParts,
    ...editedParts,
    ...meetings,
    ...answers,
    ...assignments,
  ].map(({ id }) => id),
  ...queuedParts,
  ...partsToCancel,
  ...partsInFlight,
  ...conversations.map(({ leadId }) => leadId),
];

/** Nothing is sent before this moment, so that an undo within the period is always in time. */
export const undoEnd = ({ clock }: Pick<Platform, "clock">): Date =>
  new Date(clock.now().getTime() + UNDO_SECONDS * 1000);

/**
 * Stores what an undo of an action restores, in the action's transaction, and returns the field of the response; no field
 * when nothing changed. The database's clock decides until when; the time in the response is our own clock's, so that
 * storing needs no round trip.
 */
export const recordUndoable = async (
  deps: Pick<Platform, "clock">,
  scope: Scope,
  changes: UndoableChanges,
): Promise<{ undo?: Undo }> => {
  const ids = subjectIds(changes);
  if (ids.length === 0) return {};
  const token = randomUUID();
  await insertUndoable(scope, token, ids, changes);
  return { undo: { token, until: undoEnd(deps).toISOString() } };
};
