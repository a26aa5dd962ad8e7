import type { SyncedTable } from "#contract/airtable.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

/** How a row stands with Airtable, as an expression in a query. What is gone there and settled here asks nothing of anybody. */
export const syncStateOf = (table: SyncedTable, row: Sql): Sql => sql`
  coalesce((select r.state from airtable_records r
    where r.company_id = ${row}.company_id and r.table_name = ${table} and r.local_id = ${row}.id
      and r.state in ('pending', 'conflict', 'error')), 'synced')`;
