import { mayChangeTo, meetingStatusKey, meetingTab } from "#contract/meeting-status.ts";
import type { MeetingChange } from "#contract/meetings.ts";
import type { Undo } from "#contract/undo.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { enqueueEdit, enqueueNewRows } from "#server/features/airtable/airtable.service.ts";
import { type AuditActor, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import { type ChangedMeeting, recordUndoable } from "#server/features/undo/undo.service.ts";
import {
  insertMeeting,
  type LockedMeeting,
  lockMeeting,
  type MeetingValues,
  type SummaryFields,
  updateMeeting,
  updateSummary,
} from "./meetings.queries.ts";

type MeetingDeps = Pick<Platform, "events" | "clock">;

const conflict = (text: string): AppError => new AppError("conflict", text);

const refuseMeetingChange = ({ status, isPrivate }: LockedMeeting, change: MeetingChange): AppError | undefined => {
  if (change.currentStatus !== undefined && meetingStatusKey(change.currentStatus) !== meetingStatusKey(status))
    return conflict("Deze meeting is intussen gewijzigd en blijft zoals die is.");
  // A private meeting that was deleted may become private again: as a new one, all colleagues would see it.
  if (isPrivate && change.status === "PRIVE") return undefined;
  if (change.status && !mayChangeTo(status, change.status)) {
    return meetingTab(status) === "deleted"
      ? conflict("Deze meeting is verwijderd.")
      : conflict("Alleen een verwerkte meeting kan opnieuw worden gedraaid.");
  }
  const staysDeleted = meetingTab(status) === "deleted" && change.status !== "NEW" && change.status !== "DELETED";
  return staysDeleted ? conflict("Deze meeting is verwijderd.") : undefined;
};

const applyChange = (before: LockedMeeting, { meetingName, type, status }: MeetingChange): MeetingValues => ({
  meetingName: meetingName ?? before.meetingName,
  type: type ?? before.type,
  status: status && meetingStatusKey(status) !== meetingStatusKey(before.status) ? status : before.status,
});

/** The changed fields, for the outbox of Airtable. */
const airtableEdits = (before: MeetingValues, now: MeetingValues) => ({
  ...(before.meetingName === now.meetingName
    ? {}
    : { meeting_name: { before: before.meetingName, after: now.meetingName } }),
  ...(before.type === now.type ? {} : { type: { before: before.type, after: now.type } }),
  ...(before.status === now.status ? {} : { status: { before: before.status, after: now.status } }),
});

/** False when nothing changes. */
const storeMeeting = async (
  deps: MeetingDeps,
  scope: Scope,
  actor: AuditActor,
  meeting: LockedMeeting,
  now: MeetingValues,
  privateBy: string | null,
): Promise<boolean> => {
  const changed = changedFields(meeting, now);
  if (!changed) return false;
  const { id } = meeting;
  await updateMeeting(scope, meeting, now, privateBy, deps.clock.now());
  await enqueueEdit(scope, "meetings", id, airtableEdits(meeting, now));
  const subject = { type: "meeting", id, name: meeting.meetingName };
  const { companyId } = scope;
  await recordChange(deps, scope, actor, { companyId, action: "meeting.updated", subject, ...changed }, "meetings");
  return true;
};

/** Renames a meeting or changes its type or status. */
export const changeMeeting = (
  deps: MeetingDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: MeetingChange,
): Promise<{ undo?: Undo }> =>
  transaction(scope, async (scope) => {
    const meeting = await lockMeeting(scope, id, "visible");
    if (!meeting) throw notFound();
    const refused = refuseMeetingChange(meeting, change);
    if (refused) throw refused;
    const now = applyChange(meeting, change);
    const { id: _id, isPrivate: _private, privateBy, wasPrivateBy, ...before } = meeting;
    // Only an undo names the current status: the meeting is private again for the colleague who had marked it.
    const marker = change.currentStatus === undefined ? scope.actor.id : (wasPrivateBy ?? scope.actor.id);
    const isChanged = await storeMeeting(deps, scope, actor, meeting, now, marker);
    if (!isChanged) return {};
    return recordUndoable(deps, scope, { meetings: [{ id, before, privateBy, after: now }] });
  });

/** Adds a meeting that is not in Airtable, for example to summarise its transcript. */
export const addMeeting = (
  deps: MeetingDeps,
  scope: Scope,
  actor: AuditActor,
  meeting: { meetingName: string; meetingDate?: string | undefined },
): Promise<string> =>
  transaction(scope, async (scope) => {
    const id = await insertMeeting(scope, meeting, deps.clock.now());
    await enqueueNewRows(scope, "meetings", [id]);
    const subject = { type: "meeting", id, name: meeting.meetingName };
    const { companyId } = scope;
    await recordChange(deps, scope, actor, { companyId, action: "meeting.added", subject }, "meetings");
    return id;
  });

/** Stores a summary that the writer proposed and a user accepted. Runs in the caller's transaction. */
export const acceptSummary = async (
  deps: MeetingDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  summary: SummaryFields,
): Promise<void> => {
  const meeting = await lockMeeting(scope, id, "visible");
  if (!meeting) throw notFound();
  await updateSummary(scope, id, summary, deps.clock.now());
  const subject = { type: "meeting", id, name: meeting.meetingName };
  const { companyId } = scope;
  await recordChange(deps, scope, actor, { companyId, action: "meeting.summarized", subject }, "meetings");
};

/** Puts meetings back as they were before an action. */
export const restoreMeetings = async (
  deps: MeetingDeps,
  scope: Scope,
  actor: AuditActor,
  meetings: readonly ChangedMeeting[],
): Promise<void> => {
  for (const { id, before, privateBy, after } of meetings) {
    const meeting = await lockMeeting(scope, id, "any");
    if (!meeting || changedFields(meeting, after))
      throw conflict("Dit kan niet meer ongedaan worden gemaakt: de meeting is intussen gewijzigd.");
    await storeMeeting(deps, scope, actor, meeting, before, privateBy);
  }
};
