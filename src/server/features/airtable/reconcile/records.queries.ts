import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
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
      reread or problem is not null or state = 'remote_deleted' as "mustReread", state = 'conflict' as "isInConflict",
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

export interface LinkTarget {
  table: SyncedTable;
  recordId: string;
}

/** The row that a record stands for. A lead that was merged into another one stands for that lead. */
const mergedTarget = (record: Sql): Sql => sql`
  coalesce((select l.merged_into from leads l
    where ${record}.table_name = 'leads' and l.company_id = ${record}.company_id and l.id = ${record}.local_id), ${record}.local_id)`;

export const findTargetIds = async (
  { db, companyId }: Scope,
  targets: readonly LinkTarget[],
): Promise<(LinkTarget & { localId: string })[]> => {
  if (targets.length === 0) return [];
  return db.rows(sql`
    select r.table_name as "table", r.record_id as "recordId", ${mergedTarget(sql`r`)} as "localId"
    from jsonb_to_recordset(${JSON.stringify(targets)}) as wanted ("table" text, "recordId" text)
    join airtable_records r on r.company_id = ${companyId} and r.table_name = wanted."table" and r.record_id = wanted."recordId"
    where r.state <> 'remote_deleted'`);
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
      reread as "mustReread", lacks_app_id as "lacksAppId", remote_modified_at as "modifiedAt"
    from airtable_records
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})
    order by local_id for update`);
};

export interface StoredEdit {
  id: number;
  localId: string;
  field: string;
  basedOn: FieldValue;
  isParked: boolean;
  mayAddChoice: boolean;
}

export const findEdits = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<StoredEdit[]> => {
  if (localIds.length === 0) return [];
  return db.rows(sql`
    select id::int8::float8 as id, local_id as "localId", field, based_on as "basedOn", parked_at is not null as "isParked",
      may_add_choice as "mayAddChoice"
    from airtable_outbox
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds}) order by id`);
};

export interface StoredConflict {
  localId: string;
  field: string;
  kind: "changed" | "overwritten" | "deleted";
  base: FieldValue;
  ours: FieldValue;
  theirs: FieldValue;
  /** Who made the change in Airtable, and when; unchanged when absent. */
  theirsBy?: string | null;
  theirsAt?: string | null;
}

export const findOpenConflicts = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
): Promise<StoredConflict[]> => {
  if (localIds.length === 0) return [];
  return db.rows(sql`
    select local_id as "localId", field, kind, base, ours, theirs from airtable_conflicts
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds}) and resolved_at is null`);
};

/** The rows with an edit or an open conflict of one of these fields. */
export const findRowsToChoose = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  fields: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select local_id as id from airtable_outbox
    where company_id = ${companyId} and table_name = ${table} and field = any(${fields})
    union
    select local_id from airtable_conflicts
    where company_id = ${companyId} and table_name = ${table} and field = any(${fields}) and resolved_at is null`);
  return found.map(({ id }) => id);
};

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
  mustReread: boolean;
  lacksAppId: boolean;
  modifiedAt: string | null;
  /** The row did not exist before. */
  isImported: boolean;
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
      state, problem, reread, lacks_app_id, remote_modified_at, seen_in_scan, imported_from)
    select ${companyId}, ${table}, "localId", "recordId", "baseValues", unconfirmed, unreported, "leftEmpty", fingerprint, state, problem, "mustReread",
      "lacksAppId", "modifiedAt", (select scan from sync_tables where company_id = ${companyId} and table_name = ${table}),
      case when "isImported" then (select base_id from sync_states where company_id = ${companyId}) end
    from jsonb_to_recordset(${JSON.stringify(records)}) as new ("localId" uuid, "recordId" text, "baseValues" jsonb, unconfirmed jsonb,
      unreported jsonb, "leftEmpty" text[], fingerprint text, state text, problem text, "mustReread" boolean, "lacksAppId" boolean, "modifiedAt" timestamptz, "isImported" boolean)
    on conflict (company_id, table_name, local_id) do update set record_id = excluded.record_id, base_values = excluded.base_values,
      unconfirmed = excluded.unconfirmed, unreported = excluded.unreported, left_empty = excluded.left_empty,
      fingerprint = coalesce(excluded.fingerprint, old.fingerprint),
      state = excluded.state, problem = excluded.problem, reread = excluded.reread, lacks_app_id = excluded.lacks_app_id, missed_scans = 0,
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

export const rebaseEdits = async (
  { db, companyId }: Scope,
  edits: readonly { id: number; basedOn: FieldValue }[],
): Promise<void> => {
  if (edits.length === 0) return;
  await db.run(sql`
    update airtable_outbox old set based_on = new."basedOn"
    from jsonb_to_recordset(${JSON.stringify(edits)}) as new (id bigint, "basedOn" jsonb)
    where old.company_id = ${companyId} and old.id = new.id`);
};

/** Inserts new conflicts and updates the values of open ones. */
export const upsertConflicts = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  conflicts: readonly StoredConflict[],
  at: Date,
): Promise<void> => {
  if (conflicts.length === 0) return;
  await db.run(sql`
    insert into airtable_conflicts (company_id, table_name, local_id, field, kind, base, ours, theirs, found_at, theirs_by, theirs_at)
    select ${companyId}, ${table}, "localId", field, kind, base, ours, theirs, ${at}, "theirsBy", "theirsAt"
    from jsonb_to_recordset(${JSON.stringify(conflicts)}) as new ("localId" uuid, field text, kind text, base jsonb, ours jsonb,
      theirs jsonb, "theirsBy" text, "theirsAt" timestamptz)
    -- The change feed may report the same overwritten edit twice.
    where not exists (
      select from airtable_conflicts known
      where known.company_id = ${companyId} and known.table_name = ${table} and known.local_id = new."localId"
        and known.field = new.field and known.kind = 'overwritten' and new.kind = 'overwritten' and known.resolved_at is null
        and known.ours is not distinct from new.ours and known.theirs is not distinct from new.theirs)
    on conflict (company_id, table_name, local_id, field, kind) where resolved_at is null and kind <> 'overwritten'
    do update set base = excluded.base, ours = excluded.ours, theirs = excluded.theirs,
      -- Of another value than before, the old author and time say nothing.
      (theirs_by, theirs_at) = (
        select coalesce(excluded.theirs_by, case when is_same then airtable_conflicts.theirs_by end),
          coalesce(excluded.theirs_at, case when is_same then airtable_conflicts.theirs_at end)
        from (select excluded.theirs is not distinct from airtable_conflicts.theirs) as comparison (is_same))`);
};

/** For fields on which both sides agree again: a user has nothing left to choose. */
export const closeConflicts = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  conflicts: readonly { localId: string; field: string; kind: string; theirs?: FieldValue }[],
  at: Date,
): Promise<void> => {
  if (conflicts.length === 0) return;
  await db.run(sql`
    update airtable_conflicts old set resolved_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(conflicts)}) as gone ("localId" uuid, field text, kind text, theirs jsonb)
    where old.company_id = ${companyId} and old.table_name = ${table} and old.local_id = gone."localId"
      and old.field = gone.field and old.kind = gone.kind and old.resolved_at is null
      and (old.kind <> 'overwritten' or old.theirs is not distinct from gone.theirs)`);
};

export const markSeen = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[], scan: number) =>
  db.run(sql`
    update airtable_records set seen_in_scan = ${scan}, missed_scans = 0
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})
      and (seen_in_scan is distinct from ${scan} or missed_scans > 0)`);

export interface PendingLink {
  localId: string;
  field: string;
  targetTable: SyncedTable;
  targetRecordId: string;
}

/** Replaces all pending links of these rows. */
export const replacePendingLinks = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  localIds: readonly string[],
  links: readonly PendingLink[],
): Promise<void> => {
  await db.run(sql`
    delete from airtable_pending_links
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);
  if (links.length === 0) return;
  await db.run(sql`
    insert into airtable_pending_links (company_id, table_name, local_id, field, target_table, target_record_id)
    select ${companyId}, ${table}, "localId", field, "targetTable", "targetRecordId"
    from jsonb_to_recordset(${JSON.stringify(links)})
      as new ("localId" uuid, field text, "targetTable" text, "targetRecordId" text)`);
};

/** Deletes and returns the links to these records. */
export const takePendingLinks = ({ db, companyId }: Scope, target: SyncedTable, recordIds: readonly string[]) =>
  db.rows<{ table: SyncedTable; id: string; field: string; target: string }>(sql`
    with due as (
      delete from airtable_pending_links
      where company_id = ${companyId} and target_table = ${target} and target_record_id = any(${recordIds}) returning *
    )
    select d.table_name as "table", d.local_id as id, d.field, ${mergedTarget(sql`r`)} as target
    from due d join airtable_records r
      on r.company_id = d.company_id and r.table_name = d.target_table and r.record_id = d.target_record_id`);

export const setSavepoint = ({ db }: Scope) => db.run(sql`savepoint attempt`);
export const rollbackToSavepoint = ({ db }: Scope) => db.run(sql`rollback to savepoint attempt`);
export const releaseSavepoint = ({ db }: Scope) => db.run(sql`release savepoint attempt`);

/** Keeps a tombstone, so that a record that is restored in Airtable is matched with its row again. */
export const markRemoteDeleted = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set state = 'remote_deleted', problem = null, reread = false, unconfirmed = '{}', unreported = '{}',
      fingerprint = null, missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

export const markDeletedConflict = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set state = 'conflict', missed_scans = 0, updated_at = now()
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);

export const clearPendingLinks = ({ db, companyId }: Scope, table: SyncedTable, localIds: readonly string[]) =>
  db.run(sql`
    delete from airtable_pending_links
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${localIds})`);
