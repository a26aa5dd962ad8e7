import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { AFTER_FAILED } from "./queue.queries.ts";

export interface PauseChange {
  id: string;
  /** It is being sent: the pause takes effect when this attempt does not send it. */
  isSending: boolean;
  dueBefore: Date | null;
  dueAfter: Date | null;
}

/**
 * Pauses the queued messages of a lead. Their due date is cleared, so that an automation at Airtable does not send them
 * either; a part that is being sent keeps its date.
 */
export const pauseItemsOfLead = ({ db, companyId, actor }: Scope, leadId: string, at: Date): Promise<PauseChange[]> =>
  db.rows(sql`
    with locked as (
      select id, date_due, status from queue_items
      where company_id = ${companyId} and lead_id = ${leadId} and status in ('QUEUED', 'SENDING') and paused_by is null
      order by id for no key update)
    update queue_items q
    set paused = true, paused_by = ${actor.name}, due_before_pause = locked.date_due,
      date_due = case when q.status = 'SENDING' then q.date_due end, updated_at = ${at}
    from locked where q.company_id = ${companyId} and q.id = locked.id and q.status = locked.status
    returning q.id, q.status = 'SENDING' as "isSending", locked.date_due as "dueBefore", q.date_due as "dueAfter"`);

/**
 * Resumes the paused messages of a lead, with their former due date unless they have a new one. A part behind a failed
 * part stays paused.
 */
export const resumeItemsOfLead = ({ db, companyId }: Scope, leadId: string, at: Date): Promise<PauseChange[]> =>
  db.rows(sql`
    with locked as (
      select id, date_due, status from queue_items
      where company_id = ${companyId} and lead_id = ${leadId} and status in ('QUEUED', 'SENDING') and paused_by is not null
      order by id for no key update)
    update queue_items q
    set paused = ${AFTER_FAILED}, paused_by = null, due_before_pause = null, date_due = coalesce(q.date_due, q.due_before_pause), updated_at = ${at}
    from locked where q.company_id = ${companyId} and q.id = locked.id and q.status = locked.status
    returning q.id, q.status = 'SENDING' as "isSending", locked.date_due as "dueBefore", q.date_due as "dueAfter"`);

export interface ResumedPart {
  id: string;
  messageId: string | null;
  messageFlow: string | null;
  name: string;
  due: Date;
}

/** Of these items, those that the company's automation sends on their date, of messages whose first date has passed. */
export const findOverdueParts = ({ db, companyId }: Scope, ids: readonly string[], now: Date): Promise<ResumedPart[]> =>
  db.rows(sql`
    select id, message_id as "messageId", message_flow as "messageFlow", message_name as name, date_due as due
    from (select q.*, min(q.date_due) over (partition by coalesce(q.message_id, q.id)) as first_due from queue_items q
      where q.company_id = ${companyId} and q.id = any (${ids}::uuid[]) and q.channel = 'airtable' and q.date_due is not null) q
    where first_due < ${now} order by date_due, id`);

export const storeDueDates = ({ db, companyId }: Scope, parts: readonly Pick<ResumedPart, "id" | "due">[], at: Date) =>
  db.run(sql`
    update queue_items q set date_due = moved.due, updated_at = ${at}
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ due }) => due)}::timestamptz[]) as moved (id, due)
    where q.company_id = ${companyId} and q.id = moved.id`);

export const findLeadName = ({ db, companyId }: Scope, id: string): Promise<{ fullName: string } | undefined> =>
  db.row(sql`
    select full_name as "fullName" from leads where company_id = ${companyId} and id = ${id} and deleted_at is null`);
