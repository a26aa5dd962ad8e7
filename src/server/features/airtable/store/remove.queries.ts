import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/** Tombstones: a record that is brought back there finds its row again. */
export const markGone = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set state = 'gone', problem = null, look_again = false, sent = '{}', written = '{}',
      fingerprint = null, missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

/** Gone there, changed here. */
export const markLost = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set state = 'conflict', missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

export const clearWaitingLinks = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    delete from airtable_waiting_links
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);
