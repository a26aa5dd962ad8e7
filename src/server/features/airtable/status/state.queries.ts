import type { SyncedTable } from "../../../../contract/airtable.ts";
import { type Sql, sql } from "../../../platform/database/sql.ts";

/**
 * How a row stands with Airtable, for the select list of other features: `synced`, `pending`, `conflict` or `error`.
 * `row` is the alias under which the query knows its table.
 */
export const syncStateOf = (table: SyncedTable, row: Sql): Sql => sql`
  coalesce((select nullif(r.state, 'gone') from airtable_records r
    where r.company_id = ${row}.company_id and r.table_name = ${table} and r.local_id = ${row}.id), 'synced')`;
