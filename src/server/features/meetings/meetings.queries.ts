import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/** What people can change of a meeting. */
export interface MeetingValues {
  meetingName: string;
  type: string | null;
  status: string;
}

export interface LockedMeeting extends MeetingValues {
  id: string;
}

/** Held until the end of the transaction: what was read stays true while it is decided on. */
export const lockMeeting = ({ db, companyId }: Scope, id: string): Promise<LockedMeeting | undefined> =>
  db.row(sql`
    select id, meeting_name as "meetingName", type, status from meetings
    where company_id = ${companyId} and id = ${id} for no key update`);

export const updateMeeting = (
  { db, companyId }: Scope,
  { id, status: before }: LockedMeeting,
  { meetingName, type, status }: MeetingValues,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update meetings set meeting_name = ${meetingName}, type = ${type}, status = ${status}, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and status = ${before}`);
