import type { LeadView, NewLeadView } from "#contract/lead-views.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { sortName } from "#platform/database/sql-expressions.ts";

/** A view with its user, for the decision who may change it. */
export interface StoredView extends Omit<LeadView, "mayChange"> {
  userId: string | null;
}

const columns = ({ actor }: Scope): Sql => sql`
  v.id, v.name, v.is_shared as "isShared", v.settings, v.user_id as "userId",
  case when v.user_id is distinct from ${actor.id}::uuid then coalesce(
    (select coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) from users u where u.id = v.user_id),
    'een oud-collega') end as "sharedBy"`;

/** Own views, and those that colleagues share. */
const isVisible = ({ companyId, actor }: Scope): Sql =>
  sql`v.company_id = ${companyId} and (v.user_id = ${actor.id}::uuid or v.is_shared)`;

export const findViews = (scope: Scope): Promise<StoredView[]> =>
  scope.db.rows(sql`
    select ${columns(scope)} from lead_views v where ${isVisible(scope)} order by ${sortName(sql`v.name`)}, v.id`);

export const findView = (scope: Scope, id: string): Promise<StoredView | undefined> =>
  scope.db.row(sql`select ${columns(scope)} from lead_views v where ${isVisible(scope)} and v.id = ${id}`);

/** Until the end of the transaction, so that of two changes at the same time neither is lost. */
export const lockView = (scope: Scope, id: string): Promise<StoredView | undefined> =>
  scope.db.row(sql`
    select ${columns(scope)} from lead_views v where ${isVisible(scope)} and v.id = ${id} for no key update of v`);

export const countOwnViews = async ({ db, companyId, actor }: Scope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from lead_views where company_id = ${companyId} and user_id = ${actor.id}::uuid`);
  return found?.count ?? 0;
};

export const insertView = async (
  { db, companyId, actor }: Scope,
  { name, isShared, settings }: NewLeadView,
  at: Date,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into lead_views (company_id, name, is_shared, settings, user_id, created_at, updated_at)
    values (${companyId}, ${name}, ${isShared}, ${JSON.stringify(settings)}, ${actor.id}, ${at}, ${at})
    returning id`);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted.id;
};

export const updateView = (
  { db, companyId }: Scope,
  id: string,
  { name, isShared, settings }: NewLeadView,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update lead_views set name = ${name}, is_shared = ${isShared}, settings = ${JSON.stringify(settings)}, updated_at = ${at}
    where company_id = ${companyId} and id = ${id}`);

export const deleteView = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`delete from lead_views where company_id = ${companyId} and id = ${id}`);
