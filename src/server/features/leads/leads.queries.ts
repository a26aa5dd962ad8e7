import type { Classification, DELETED } from "#contract/classification.ts";
import type { Scope } from "#platform/database/scope.ts";
import { planOnce, sql } from "#platform/database/sql.ts";

export type LeadClass = Classification | typeof DELETED;

export interface HeldLead {
  id: string;
  fullName: string;
  classification: LeadClass | null;
  isDeleted: boolean;
}

const HELD = sql`id, full_name as "fullName", classification, deleted_at is not null as "isDeleted"`;

/** Held until the end of the transaction, for a change of the lead. Of who was erased there is nothing left to change. */
export const lockLead = ({ db, companyId }: Scope, id: string): Promise<HeldLead | undefined> =>
  db.row(
    planOnce(sql`
      select ${HELD} from leads where company_id = ${companyId} and id = ${id} and not erased for no key update`),
  );

/** Held as it is: its class cannot change before the transaction ends, and others may look at it too. */
export const holdLead = ({ db, companyId }: Scope, id: string): Promise<HeldLead | undefined> =>
  db.row(sql`select ${HELD} from leads where company_id = ${companyId} and id = ${id} for share`);

export const findByProvider = async ({ db, companyId }: Scope, providerId: string): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select id from leads where company_id = ${companyId} and provider_id = ${providerId} order by id`);
  return found.map(({ id }) => id);
};

/** Conditional on the class it was chosen over; what changed stands in the lead's history. */
export const updateClass = (
  { db, companyId, actor }: Scope,
  { id, classification: before }: HeldLead,
  after: LeadClass,
  at: Date,
): Promise<void> =>
  db.defer(
    planOnce(sql`
      with changed as (
        update leads set classification = ${after}, classified_at = ${at}, updated_at = ${at},
          deleted_at = case when ${after}::text = 'DELETED' then coalesce(deleted_at, ${at}::timestamptz)
            when classification is distinct from 'DELETED' then deleted_at end
        where company_id = ${companyId} and id = ${id} and classification is not distinct from ${before}
        returning id)
      insert into classification_changes (company_id, lead_id, previous, chosen, changed_at, changed_by)
      select ${companyId}, id, ${before}, ${after}, ${at}, ${actor.name} from changed`),
  );
