import type { MessageNote } from "#contract/review.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

export const updateSnooze = ({ db, companyId }: Scope, id: string, until: string | null): Promise<number> =>
  db.run(sql`update messages set snoozed_until = ${until}::date where company_id = ${companyId} and id = ${id}`);

export const updateAssignment = ({ db, companyId }: Scope, id: string, userId: string | null): Promise<number> =>
  db.run(sql`update messages set assigned_to = ${userId}::uuid where company_id = ${companyId} and id = ${id}`);

export const findColleagueName = async ({ db, companyId }: Scope, userId: string): Promise<string | undefined> => {
  const found = await db.row<{ name: string }>(sql`
    select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), username) as name from users
    where company_id = ${companyId} and id = ${userId} and is_active`);
  return found?.name;
};

const NOTE_COLUMNS = sql`id, author, text, ${isoTime(sql`made_at`)} as "madeAt"`;

export const findNotes = ({ db, companyId }: Scope, messageId: string): Promise<MessageNote[]> =>
  db.rows(sql`
    select ${NOTE_COLUMNS} from message_notes where company_id = ${companyId} and message_id = ${messageId}
    order by made_at, id`);

export const insertNote = async (
  { db, companyId, actor }: Scope,
  messageId: string,
  text: string,
  at: Date,
): Promise<MessageNote> => {
  const inserted = await db.row<MessageNote>(sql`
    insert into message_notes (company_id, message_id, text, author, made_at)
    values (${companyId}, ${messageId}, ${text}, ${actor.name}, ${at}) returning ${NOTE_COLUMNS}`);
  if (!inserted) throw new Error("the note was not inserted");
  return inserted;
};
