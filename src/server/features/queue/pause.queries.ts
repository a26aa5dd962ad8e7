import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export interface PausedItem {
  id: string;
  before: Date | null;
  after: Date | null;
}

/** What waits for a lead and nobody has paused. It loses its date, so that an automation at Airtable leaves it alone too. */
export const pauseOfLead = ({ db, companyId, actor }: Scope, leadId: string, at: Date): Promise<PausedItem[]> =>
  db.rows(sql`
    with held as (
      select id, date_due from queue_items
      where company_id = ${companyId} and lead_id = ${leadId} and status = 'QUEUED' and paused_by is null
      order by id for no key update)
    update queue_items q
    set paused = true, paused_by = ${actor.name}, paused_due = held.date_due, date_due = null, updated_at = ${at}
    from held where q.company_id = ${companyId} and q.id = held.id and q.status = 'QUEUED'
    returning q.id, held.date_due as before, q.date_due as after`);

/** With the date it had, unless it was given another meanwhile. What waits for another part goes on waiting for that. */
export const resumeOfLead = ({ db, companyId }: Scope, leadId: string, at: Date): Promise<PausedItem[]> =>
  db.rows(sql`
    with held as (
      select id, date_due from queue_items
      where company_id = ${companyId} and lead_id = ${leadId} and status = 'QUEUED' and paused_by is not null
      order by id for no key update)
    update queue_items q
    set paused = exists (select from queue_items e
        where e.company_id = q.company_id and e.message_id = q.message_id and e.status = 'ERROR'),
      paused_by = null, paused_due = null, date_due = coalesce(q.date_due, q.paused_due), updated_at = ${at}
    from held where q.company_id = ${companyId} and q.id = held.id and q.status = 'QUEUED'
    returning q.id, held.date_due as before, q.date_due as after`);

export const findLeadName = ({ db, companyId }: Scope, id: string): Promise<{ fullName: string } | undefined> =>
  db.row(sql`
    select full_name as "fullName" from leads where company_id = ${companyId} and id = ${id} and deleted_at is null`);
