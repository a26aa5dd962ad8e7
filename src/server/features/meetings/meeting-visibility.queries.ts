import { companyAdministration } from "#contract/roles.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/** For the SQL function visible_meetings, which says who sees a private meeting. */
export const seesAllMeetings = ({ actor }: Scope): boolean =>
  companyAdministration.roles.some((role) => role === actor.role);

export const isMeetingVisible = async (scope: Scope, id: string): Promise<boolean> => {
  const { db, companyId, actor } = scope;
  const found = await db.row(sql`
    select from visible_meetings(${companyId}, ${actor.id}, ${seesAllMeetings(scope)}) m where m.id = ${id}`);
  return found !== undefined;
};
