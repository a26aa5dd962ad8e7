import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { LeadClass } from "./leads.queries.ts";

export interface Restorable {
  id: string;
  fullName: string;
  classification: LeadClass | null;
  deletedAt: Date | null;
  /** The class it had when it was deleted. */
  previous: LeadClass | null;
}

/** Held until the end of the transaction. */
export const lockDeleted = ({ db, companyId }: Scope, id: string): Promise<Restorable | undefined> =>
  db.row(sql`
    select l.id, l.full_name as "fullName", l.classification, l.deleted_at as "deletedAt",
      case when l.classification = 'DELETED' then (
        select c.previous from classification_changes c
        where c.company_id = l.company_id and c.lead_id = l.id and c.chosen = 'DELETED'
        order by c.changed_at desc, c.id desc limit 1) else l.classification end as previous
    from leads l where l.company_id = ${companyId} and l.id = ${id} and not l.erased for no key update`);

export const markRestored = ({ db, companyId }: Scope, { id, previous }: Restorable, at: Date): Promise<number> =>
  db.run(sql`
    update leads set deleted_at = null, classification = ${previous},
      classified_at = case when ${previous}::text is not null then ${at}::timestamptz end, updated_at = ${at}
    where company_id = ${companyId} and id = ${id} and deleted_at is not null`);

export const insertRestoration = (
  { db, companyId, actor }: Scope,
  { id, classification, previous }: Restorable,
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into classification_changes (company_id, lead_id, previous, chosen, changed_at, changed_by)
    values (${companyId}, ${id}, ${classification}, ${previous}, ${at}, ${actor.name})`);
