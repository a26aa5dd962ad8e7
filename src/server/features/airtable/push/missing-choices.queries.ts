import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { UNPARK } from "./outbox.queries.ts";

/** A value of ours without a choice in a select field of the base, and how many records wait for it. */
export interface MissingChoice {
  table: SyncedTable;
  field: string;
  value: string;
  count: number;
  since: string;
}

/** The latest edit of each field: an earlier one is not written any more. */
const latestEdits = (companyId: string): Sql => sql`
  select distinct on (table_name, local_id, field) table_name, local_id, field, value #>> '{}' as value, parked_at, lacks_choice
  from airtable_outbox
  where company_id = ${companyId} and (table_name, local_id) in (
    select table_name, local_id from airtable_outbox where company_id = ${companyId} and parked_at is not null)
  order by table_name, local_id, field, id desc`;

/** Without a table, those of all tables. */
export const findMissingChoices = ({ db, companyId }: Scope, table?: SyncedTable): Promise<MissingChoice[]> =>
  db.rows(
    prepared(sql`
    select table_name as "table", field, value, count(*)::int as count, ${isoTime(sql`min(parked_at)`)} as since
    from (${latestEdits(companyId)}) edit
    where lacks_choice and parked_at is not null and value is not null and (${table ?? null}::text is null or table_name = ${table ?? null})
    group by table_name, field, value order by table_name, field, value`),
  );

/** Unparks the edits that wait for this choice, so that they are pushed. Returns the number of records. */
export const unparkChoice = (
  { db, companyId }: Scope,
  { table, field, value }: Pick<MissingChoice, "table" | "field" | "value">,
  mayAddChoice: boolean,
): Promise<number> =>
  db.run(sql`
    with waiting as materialized (
      select local_id from (${latestEdits(companyId)}) edit
      where lacks_choice and parked_at is not null and table_name = ${table} and field = ${field} and value = ${value}
    ), unparked as (
      update airtable_outbox set ${UNPARK}, may_add_choice = ${mayAddChoice}
      where company_id = ${companyId} and table_name = ${table} and field = ${field} and local_id in (select local_id from waiting)
    )
    update airtable_records set state = 'pending', problem = null, reread = record_id is not null, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id in (select local_id from waiting) and state = 'error'`);
