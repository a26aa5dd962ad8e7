import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import type { ReportedRecord, ReportedRecords } from "../reconcile/remote-record.ts";

export interface TableState {
  watermark: string | null;
  watermarkSince: Date | null;
  /** The watermark has not moved for a while, so that changes are polled without overlap. */
  isWatermarkSettled: boolean;
  /** The number of the current or last scan. */
  scan: number;
  isScanning: boolean;
  scanOffset: string | null;
  scannedAt: Date | null;
  scanSoon: boolean;
  isFullyRead: boolean;
  pageSize: number;
  maxPageSize: number;
  /** Where an unfinished list of changes continues; null when there is none. */
  pollFrom: string | null;
  pollOffset: string | null;
}

const isoMilliseconds = (column: Sql): Sql =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const findTableState = async ({ db, companyId }: Scope, table: SyncedTable): Promise<TableState | undefined> =>
  db.row(sql`
    select ${isoMilliseconds(sql`watermark`)} as watermark, ${isoMilliseconds(sql`poll_from`)} as "pollFrom", poll_offset as "pollOffset",
      watermark_since as "watermarkSince", watermark_settled as "isWatermarkSettled", scan::float8 as scan, scanning as "isScanning",
      scan_offset as "scanOffset", scanned_at as "scannedAt", scan_soon as "scanSoon",
      full_sync_done_at is not null as "isFullyRead", page_size as "pageSize", max_page_size as "maxPageSize"
    from sync_tables where company_id = ${companyId} and table_name = ${table}`);

export const beginScan = ({ db, companyId }: Scope, table: SyncedTable, watermark: string | null) =>
  db.run(sql`
    update sync_tables set scan = scan + 1, scanning = true, scan_offset = null, scan_watermark = ${watermark}
    where company_id = ${companyId} and table_name = ${table}`);

export const countRecords = async ({ db, companyId }: Scope, table: SyncedTable): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int from airtable_records
    where company_id = ${companyId} and table_name = ${table} and record_id is not null and state <> 'remote_deleted'`);
  return found?.count ?? 0;
};

export const saveScanOffset = ({ db, companyId }: Scope, table: SyncedTable, offset: string | null) =>
  db.run(sql`
    update sync_tables set scan_offset = ${offset} where company_id = ${companyId} and table_name = ${table}`);

/** With `isMaximum`, because a page was too large, pages never become larger than this again; after a slow page they may. */
export const savePageSize = ({ db, companyId }: Scope, table: SyncedTable, size: number, isMaximum: boolean) =>
  db.run(sql`
    update sync_tables set page_size = ${size}, max_page_size = case when ${isMaximum} then ${size}::int else max_page_size end
    where company_id = ${companyId} and table_name = ${table}`);

/** Keeps the watermark of the first attempt: it is older, so that no change is missed. */
export const restartScan = ({ db, companyId }: Scope, table: SyncedTable) =>
  db.run(sql`
    update sync_tables set scan = scan + 1, scan_offset = null where company_id = ${companyId} and table_name = ${table}`);

/** Their deletion is neither known already nor waits for a user in a conflict. */
const IS_NOT_KNOWN_DELETED: Sql = sql`
  not exists (select from airtable_deletions d
    where d.company_id = r.company_id and d.table_name = r.table_name and d.record_id = r.record_id)
  and not exists (select from airtable_conflicts c where c.company_id = r.company_id and c.table_name = r.table_name
    and c.local_id = r.local_id and c.kind = 'deleted' and c.resolved_at is null)`;

/** For the records that a complete scan did not see. Returns their number. */
export const incrementMissedScans = ({ db, companyId }: Scope, table: SyncedTable, scan: number): Promise<number> =>
  db.run(sql`
    update airtable_records r set missed_scans = missed_scans + 1
    where r.company_id = ${companyId} and r.table_name = ${table} and r.record_id is not null and r.state <> 'remote_deleted'
      and (r.seen_in_scan is null or r.seen_in_scan < ${scan}) and ${IS_NOT_KNOWN_DELETED}`);

export const findMissedRecords = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  limit: number,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select r.record_id as id from airtable_records r
    where r.company_id = ${companyId} and r.table_name = ${table} and r.record_id is not null and r.state <> 'remote_deleted'
      and r.missed_scans > 0 and ${IS_NOT_KNOWN_DELETED}
    order by r.record_id limit ${limit}`);
  return found.map(({ id }) => id);
};

export const forgetMissedScans = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.run(sql`
    update airtable_records set missed_scans = 0
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds}) and missed_scans > 0`);

/** What the last scan has missed is known. */
export const cancelConfirmingScan = ({ db, companyId }: Scope, table: SyncedTable) =>
  db.run(sql`
    update sync_tables set scan_soon = false where company_id = ${companyId} and table_name = ${table} and scan_soon`);

export const endScan = ({ db, companyId }: Scope, table: SyncedTable, at: Date, scanSoon: boolean) =>
  db.run(sql`
    update sync_tables set scanning = false, scan_offset = null, scanned_at = ${at}, scan_soon = ${scanSoon},
      full_sync_done_at = coalesce(full_sync_done_at, ${at}),
      watermark = coalesce(scan_watermark, watermark), watermark_since = ${at}, watermark_settled = false
    where company_id = ${companyId} and table_name = ${table}`);

export const advanceWatermark = ({ db, companyId }: Scope, table: SyncedTable, watermark: string, at: Date) =>
  db.run(sql`
    update sync_tables set watermark = ${watermark}, watermark_since = ${at}, watermark_settled = false
    where company_id = ${companyId} and table_name = ${table} and (watermark is null or watermark < ${watermark})`);

/** With each page of a list of changes. Both null after its last page. */
export const savePollPosition = (
  { db, companyId }: Scope,
  table: SyncedTable,
  { from, offset }: { from: string | null; offset: string | null },
) =>
  db.run(sql`
    update sync_tables set poll_from = ${from}, poll_offset = ${offset}
    where company_id = ${companyId} and table_name = ${table}`);

export const insertRecordsToRead = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  recordIds: readonly string[],
  reported: ReportedRecords,
): Promise<void> => {
  if (recordIds.length === 0) return;
  const records = recordIds.map((id) => ({ id, at: null, fields: {}, ...reported.get(id) }));
  await db.run(sql`
    insert into airtable_records_to_read as known (company_id, table_name, record_id, changed_at, changed_fields)
    select ${companyId}, ${table}, id, at, fields
    from jsonb_to_recordset(${JSON.stringify(records)}) as read (id text, at timestamptz, fields jsonb)
    on conflict (company_id, table_name, record_id)
    do update set changed_at = excluded.changed_at, changed_fields = known.changed_fields || excluded.changed_fields`);
};

export const findRecordsToRead = ({ db, companyId }: Scope, table: SyncedTable, limit: number) =>
  db.rows<ReportedRecord & { id: string }>(sql`
    select record_id as id, ${isoMilliseconds(sql`changed_at`)} as at, changed_fields as fields from airtable_records_to_read
    where company_id = ${companyId} and table_name = ${table} order by record_id limit ${limit}`);

export const deleteRecordsToRead = ({ db, companyId }: Scope, table: SyncedTable, recordIds: readonly string[]) =>
  db.run(sql`
    delete from airtable_records_to_read
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})`);

export const settleWatermark = ({ db, companyId }: Scope, table: SyncedTable, watermark: string) =>
  db.run(sql`
    update sync_tables set watermark_settled = true
    where company_id = ${companyId} and table_name = ${table} and watermark = ${watermark}`);

export const requireFullRead = ({ db, companyId }: Scope) =>
  db.run(sql`
    update sync_tables set full_sync_done_at = null, scanning = false, scan_offset = null where company_id = ${companyId}`);

/** Leaves out the records that were rejected since the run started: an earlier turn of the same run has tried and counted them. */
export const findRecordsToReread = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  runStartedAt: Date,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select record_id as id from airtable_records
    where company_id = ${companyId} and table_name = ${table} and reread and record_id is not null
      and (problem is null or updated_at < ${runStartedAt})`);
  return found.map(({ id }) => id);
};

/** The records of the queue rows that are due or soon will be, and of their leads and messages. */
export const findRecordIdsOfDueParts = (
  { db, companyId }: Scope,
  leadIds: readonly string[],
): Promise<{ table: SyncedTable; recordId: string }[]> =>
  db.rows(sql`
    with due as (
      select id, lead_id, message_id from queue_items
      where company_id = ${companyId} and status = 'QUEUED' and due_sort_key <= clock_timestamp() + interval '1 minute'
    ), part (table_name, local_id) as (
      select 'queue', id from due union select 'leads', lead_id from due union select 'messages', message_id from due
      union select 'leads', unnest(${leadIds}::uuid[])
    )
    select r.table_name as "table", r.record_id as "recordId"
    from part join airtable_records r using (table_name, local_id)
    where r.company_id = ${companyId} and r.record_id is not null and r.state <> 'remote_deleted'`);

export interface FeedState {
  id: string | null;
  cursor: number | null;
  expiresAt: Date | null;
  readAt: Date | null;
  refusedAt: Date | null;
  /** The notification URL that Airtable was asked to use; null when this installation has no public URL. */
  url: string | null;
  /** Null when the feed is polled, also because Airtable refused the URL. */
  secretEncrypted: string | null;
}

export const findFeedState = ({ db, companyId }: Scope): Promise<FeedState | undefined> =>
  db.row(sql`
    select feed_id as id, feed_cursor::float8 as cursor, feed_expires_at as "expiresAt", feed_read_at as "readAt",
      feed_refused_at as "refusedAt", feed_url as url, feed_secret_encrypted as "secretEncrypted"
    from sync_states where company_id = ${companyId}`);

export const saveFeed = (
  { db, companyId }: Scope,
  feed: { id: string | null; cursor: number | null; expiresAt: string | null },
  at: Date,
) =>
  db.run(sql`
    update sync_states set feed_id = ${feed.id}, feed_cursor = ${feed.cursor}, feed_expires_at = ${feed.expiresAt},
      feed_read_at = ${at}, feed_refused_at = null
    where company_id = ${companyId}`);

export const saveNotifications = ({ db, companyId }: Scope, url: string | null, secretEncrypted: string | null) =>
  db.run(sql`
    update sync_states set feed_url = ${url}, feed_secret_encrypted = ${secretEncrypted}, notifications_missing = false
    where company_id = ${companyId}`);

export const markFeedRefused = ({ db, companyId }: Scope, at: Date) =>
  db.run(sql`
    update sync_states set feed_id = null, feed_cursor = null, feed_url = null, feed_secret_encrypted = null,
      feed_refused_at = ${at}
    where company_id = ${companyId}`);

export const saveFeedCursor = ({ db, companyId }: Scope, cursor: number, at: Date) =>
  db.run(sql`
    update sync_states set feed_cursor = ${cursor}, feed_read_at = ${at} where company_id = ${companyId}`);

export const saveFeedExpiry = ({ db, companyId }: Scope, expiresAt: string | null) =>
  db.run(sql`update sync_states set feed_expires_at = ${expiresAt} where company_id = ${companyId}`);

/** Of these records, those with writes of ours that the change feed has not reported yet. */
export const findRecordsAwaitingFeed = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  recordIds: readonly string[],
): Promise<{ recordId: string; localId: string }[]> =>
  db.rows(sql`
    select record_id as "recordId", local_id as "localId" from airtable_records
    where company_id = ${companyId} and table_name = ${table} and record_id = any(${recordIds})
      and (unreported <> '{}' or unconfirmed <> '{}')`);

/** Of these records, those that we know and whose deletion was not found. */
export const findKnownRecordIds = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  recordIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select r.record_id as id from airtable_records r
    where r.company_id = ${companyId} and r.table_name = ${table} and r.record_id = any(${recordIds}) and r.state <> 'remote_deleted'
      and not exists (select from airtable_deletions d
        where d.company_id = r.company_id and d.table_name = r.table_name and d.record_id = r.record_id)`);
  return found.map(({ id }) => id);
};
