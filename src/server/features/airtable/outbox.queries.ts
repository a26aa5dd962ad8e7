import type { Scope } from "../../platform/database/scope.ts";
import { sql } from "../../platform/database/sql.ts";

export interface OutboxRow {
  field: string;
  value: unknown;
  basedOn: unknown;
}

export const insertOutbox = ({ db, companyId, actor }: Scope, table: string, localId: string, rows: OutboxRow[]) =>
  db.run(sql`
    insert into airtable_outbox (company_id, table_name, local_id, field, value, based_on, author)
    select ${companyId}, ${table}, ${localId}, field, value, "basedOn", ${actor.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as edit (field text, value jsonb, "basedOn" jsonb)`);

/** A row that Airtable does not know yet gets its record with the next push. */
export const markPending = ({ db, companyId }: Scope, table: string, localId: string) =>
  db.run(sql`
    insert into airtable_records (company_id, table_name, local_id, state) values (${companyId}, ${table}, ${localId}, 'pending')
    on conflict (company_id, table_name, local_id) do update
    set state = case when airtable_records.state in ('synced', 'error') then 'pending' else airtable_records.state end,
      updated_at = now()`);
