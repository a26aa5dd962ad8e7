import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import type { WrittenValue } from "./merge-field.ts";

export interface KnownRecord {
  recordId: string;
  localId: string;
  fingerprint: string | null;
  mustReread: boolean;
  isInConflict: boolean;
  isErased: boolean;
}

export const findRecords = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.rows<KnownRecord>(sql`
    select record_id as "recordId", local_id as "localId",
      reread or refused or problem is not null or state = 'remote_deleted' as "mustReread", state = 'conflict' as "isInConflict",
      erased as "isErased", fingerprint
    from airtable_records
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})`);

/** Which of these rows already have a record. */
export const findIdsWithRecord = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<string[]> => {
  if (localIds.length === 0) return [];
  const found = await db.rows<{ id: string }>(sql`
    select local_id as id from airtable_records
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds}) and record_id is not null`);
  return found.map(({ id }) => id);
};

/** Of these rows, those that were about an erased person. */
export const findErasedIds = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<Set<string>> => {
  if (localIds.length === 0) return new Set();
  const found = await db.rows<{ id: string }>(sql`
    select local_id as id from airtable_records
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds}) and erased`);
  return new Set(found.map(({ id }) => id));
};

export interface StoredRecord {
  localId: string;
  recordId: string | null;
  baseValues: Record<string, FieldValue>;
  unconfirmed: Record<string, WrittenValue & { upTo: number }>;
  unreported: Record<string, WrittenValue[]>;
  /** Fields that we could not fill when we created the record, and that are still empty in Airtable. */
  leftEmpty: string[];
  state: "synced" | "pending" | "conflict" | "error" | "left_out" | "remote_deleted";
  problem: string | null;
  /** The database rejected what was last read from Airtable. */
  isRefused: boolean;
  mustReread: boolean;
  lacksAppId: boolean;
  /** When the record was last changed in Airtable, as last read. */
  modifiedAt: Date | null;
}

/** Call after lockRows: a user's edit locks in the same order. */
export const lockRecords = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<StoredRecord[]> => {
  if (localIds.length === 0) return [];
  return db.rows(sql`
    select local_id as "localId", record_id as "recordId", base_values as "baseValues", unconfirmed, unreported, left_empty as "leftEmpty", state, problem,
      refused as "isRefused", reread as "mustReread", lacks_app_id as "lacksAppId", remote_modified_at as "modifiedAt"
    from airtable_records
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})
    order by local_id for update`);
};

/** The sync keeps these columns of a row until Airtable has a value of its own for them (`left_empty`). */
export const keepWhereEmpty = (
  { db, companyId }: Scope,
  table: SyncedTable,
  localId: string,
  columns: readonly string[],
) =>
  db.run(sql`
    update airtable_records set left_empty = array(select unnest(left_empty) union select unnest(${columns}::text[]))
    where company_id = ${companyId} and table_name = ${table} and local_id = ${localId}`);

export interface StoredRecordChange {
  localId: string;
  recordId: string | null;
  baseValues: object;
  unconfirmed: object;
  unreported: object;
  leftEmpty: readonly string[];
  fingerprint: string | null;
  state: StoredRecord["state"];
  problem: string | null;
  isRefused: boolean;
  mustReread: boolean;
  lacksAppId: boolean;
  modifiedAt: string | null;
  /** The row did not exist before. */
  isImported: boolean;
  /** Who created the record, if the change feed tells. */
  createdBy: string | null;
}

/** The records also count as seen by the current scan. */
export const upsertRecords = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  records: readonly StoredRecordChange[],
): Promise<void> => {
  if (records.length === 0) return;
  await db.run(sql`
    insert into airtable_records as old (company_id, table_name, local_id, record_id, base_values, unconfirmed, unreported, left_empty, fingerprint,
      state, problem, refused, reread, lacks_app_id, remote_modified_at, seen_in_scan, imported_from, created_by)
    select ${companyId}, ${table}, "localId", "recordId", "baseValues", unconfirmed, unreported, "leftEmpty", fingerprint, state, problem, "isRefused",
      "mustReread", "lacksAppId", "modifiedAt", (select scan from sync_tables where company_id = ${companyId} and table_name = ${table}),
      case when "isImported" then (select base_id from sync_states where company_id = ${companyId}) end, "createdBy"
    from jsonb_to_recordset(${JSON.stringify(records)}) as new ("localId" uuid, "recordId" text, "baseValues" jsonb, unconfirmed jsonb,
      unreported jsonb, "leftEmpty" text[], fingerprint text, state text, problem text, "isRefused" boolean, "mustReread" boolean, "lacksAppId" boolean, "modifiedAt" timestamptz, "isImported" boolean, "createdBy" text)
    on conflict (company_id, table_name, local_id) do update set record_id = excluded.record_id, base_values = excluded.base_values,
      unconfirmed = excluded.unconfirmed, unreported = excluded.unreported, left_empty = excluded.left_empty,
      fingerprint = coalesce(excluded.fingerprint, old.fingerprint),
      state = excluded.state, problem = excluded.problem, refused = excluded.refused,
      lacks_permission = old.lacks_permission and excluded.state = 'error', reread = excluded.reread, lacks_app_id = excluded.lacks_app_id, missed_scans = 0,
      remote_modified_at = coalesce(excluded.remote_modified_at, old.remote_modified_at),
      seen_in_scan = excluded.seen_in_scan, updated_at = now()`);
};

/** The number of these records that are a new error of the run: one that fails again counts once. Outside a run all are new. */
export const countNewErrors = async (
  { db, companyId }: Scope,
  runId: string | null,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<number> => {
  if (runId === null || localIds.length === 0) return localIds.length;
  return db.run(sql`
    update airtable_records set failed_run_id = ${runId}
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})
      and failed_run_id is distinct from ${runId}::uuid`);
};

export const markSeen = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[], scan: number) =>
  db.run(sql`
    update airtable_records set seen_in_scan = ${scan}, missed_scans = 0
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})
      and (seen_in_scan is distinct from ${scan} or missed_scans > 0)`);

export const setSavepoint = ({ db }: Scope) => db.run(sql`savepoint attempt`);
export const rollbackToSavepoint = ({ db }: Scope) => db.run(sql`rollback to savepoint attempt`);
export const releaseSavepoint = ({ db }: Scope) => db.run(sql`release savepoint attempt`);

/** Keeps a tombstone, so that a record that is restored in Airtable is matched with its row again. */
export const markRemoteDeleted = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set state = 'remote_deleted', problem = null, refused = false, reread = false, unconfirmed = '{}', unreported = '{}',
      fingerprint = null, missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

/** What Airtable has about these rows could not be stored: the next run reads their records again. */
export const markRefused = (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
  problem: string,
): Promise<number> =>
  db.run(sql`
    update airtable_records set state = 'error', problem = ${problem}, refused = true, reread = true, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds}) and state <> 'remote_deleted'`);

export const markDeletedConflict = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set state = 'conflict', missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

/** There is nothing to write. */
export const markCompared = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set state = case state when 'pending' then 'synced' else state end, reread = false, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);
