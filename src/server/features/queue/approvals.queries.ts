import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

/** The hash that an approval stores of a text. */
export const hashOfText = (text: Sql): Sql => sql`sha256(convert_to(${text}, 'UTF8'))`;

export interface ApprovedPart {
  id: string;
  name: string;
  text: string;
  /** The content_version of the message that was approved. */
  approvedVersion: number;
  approvedBy: string;
  /** The text of the part is not the approved one. */
  isChanged: boolean;
}

/** The queued parts of a message that a user has approved. Parts that were queued in Airtable are not among them. */
export const findApprovedParts = ({ db, companyId }: Scope, messageId: string): Promise<ApprovedPart[]> =>
  db.rows(sql`
    select id, message_name as name, text, approved_version as "approvedVersion", approved_by as "approvedBy",
      approved_hash <> ${hashOfText(sql`text`)} as "isChanged"
    from queue_items
    where company_id = ${companyId} and message_id = ${messageId} and status = 'QUEUED' and approved_hash is not null
    order by id for no key update`);

/** As `findApprovedParts`, of several messages. */
export const findIdsOfApprovedParts = async (
  { db, companyId }: Scope,
  messageIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select id from queue_items
    where company_id = ${companyId} and message_id = any (${messageIds}::uuid[]) and status = 'QUEUED' and approved_hash is not null`);
  return found.map(({ id }) => id);
};

/** The next decision about these parts is a user's: they show the changed text and the problem. */
export const holdParts = (
  { db, companyId }: Scope,
  parts: readonly { id: string; text: string }[],
  problem: string,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update queue_items q set status = 'ERROR', problem = ${problem}, text = part.text, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(parts)}) as part (id uuid, text text)
    where q.company_id = ${companyId} and q.id = part.id and q.status = 'QUEUED'`);

/** A user who retries a part approves the text that it has now. */
export const approveItem = ({ db, companyId, actor }: Scope, id: string, at: Date): Promise<number> =>
  db.run(sql`
    update queue_items q set approved_hash = ${hashOfText(sql`q.text`)}, approved_by = ${actor.name}, approved_at = ${at},
      approved_version = coalesce((select m.content_version from messages m
        where m.company_id = q.company_id and m.id = q.message_id), q.approved_version)
    where q.company_id = ${companyId} and q.id = ${id} and q.approved_hash is not null`);
