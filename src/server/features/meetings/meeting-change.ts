import { mayBecome, meetingPlace, meetingStatusKey } from "#contract/meeting-status.ts";
import type { MeetingChange } from "#contract/meetings.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { noteEdit } from "#server/features/airtable/airtable.service.ts";
import { type Author, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import { type LockedMeeting, lockMeeting, type MeetingValues, updateMeeting } from "./meetings.queries.ts";

type Needs = Pick<Platform, "events" | "clock">;

const refusal = (text: string): AppError => new AppError("conflict", text);

const refuse = ({ status }: LockedMeeting, change: MeetingChange): AppError | undefined => {
  if (change.status && !mayBecome(status, change.status)) {
    return meetingPlace(status) === "deleted"
      ? refusal("Deze meeting is verwijderd.")
      : refusal("Alleen een verwerkte meeting kan opnieuw worden gedraaid.");
  }
  const staysDeleted = meetingPlace(status) === "deleted" && change.status !== "NEW" && change.status !== "DELETED";
  return staysDeleted ? refusal("Deze meeting is verwijderd.") : undefined;
};

/** The same status in another spelling is no change. */
const after = (before: LockedMeeting, { meetingName, type, status }: MeetingChange): MeetingValues => ({
  meetingName: meetingName ?? before.meetingName,
  type: type ?? before.type,
  status: status && meetingStatusKey(status) !== meetingStatusKey(before.status) ? status : before.status,
});

/** Only what became different goes over. */
const editsOf = (before: MeetingValues, now: MeetingValues) => ({
  ...(before.meetingName === now.meetingName
    ? {}
    : { meeting_name: { before: before.meetingName, after: now.meetingName } }),
  ...(before.type === now.type ? {} : { type: { before: before.type, after: now.type } }),
  ...(before.status === now.status ? {} : { status: { before: before.status, after: now.status } }),
});

/** Renames a meeting, sets its type or moves it on; the log keeps how it stood before. */
export const changeMeeting = (
  needs: Needs,
  scope: Scope,
  author: Author,
  id: string,
  change: MeetingChange,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const meeting = await lockMeeting(scope, id);
    if (!meeting) throw notFound();
    const refused = refuse(meeting, change);
    if (refused) throw refused;
    const now = after(meeting, change);
    const changed = changedFields(meeting, now);
    if (!changed) return;
    await updateMeeting(scope, meeting, now, needs.clock.now());
    await noteEdit(scope, "meetings", id, editsOf(meeting, now));
    const subject = { type: "meeting", id, name: meeting.meetingName };
    const { companyId } = scope;
    await recordChange(needs, scope, author, { companyId, action: "meeting.updated", subject, ...changed }, "meetings");
  });
