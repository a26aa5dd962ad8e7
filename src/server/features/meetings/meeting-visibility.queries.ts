import { companyAdministration } from "#contract/roles.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

/**
 * The user's own name, unless they chose it themselves, and the names of the senders that an admin has linked to them:
 * otherwise a user could take the name of a colleague and see their meetings.
 */
const namesOfUser = ({ companyId, actor }: Scope): Sql => sql`array(
  select sender_key(concat_ws(' ', u.first_name, u.last_name)) from users u
    where u.id = ${actor.id}::uuid and not u.has_chosen_name and btrim(concat_ws('', u.first_name, u.last_name)) <> ''
  union
  select n.name_key from sender_names n join senders s on s.company_id = n.company_id and s.id = n.sender_id
    where n.company_id = ${companyId} and s.user_id = ${actor.id}::uuid)`;

export const seesAllMeetings = ({ actor }: Scope): boolean =>
  companyAdministration.roles.some((role) => role === actor.role);

/**
 * Whether the user sees the meeting `m`: a private one, also when it was deleted, is for its owner, for the user who marked it as
 * private, and for company admins.
 */
export const isVisibleMeeting = (scope: Scope): Sql =>
  seesAllMeetings(scope)
    ? sql`true`
    : sql`(not m.is_private or m.private_by = ${scope.actor.id}::uuid
        or sender_key(m.meeting_owner) = any (${namesOfUser(scope)}))`;

export const isMeetingVisible = async (scope: Scope, id: string): Promise<boolean> => {
  const found = await scope.db.row(sql`
    select from meetings m where m.company_id = ${scope.companyId} and m.id = ${id} and ${isVisibleMeeting(scope)}`);
  return found !== undefined;
};
