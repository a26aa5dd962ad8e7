import type { SyncedTable } from "#contract/synced-tables.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { identifier } from "#platform/database/sql-expressions.ts";
import { tableMapping } from "../mapping/mapping.ts";

export const findBaseId = async ({ db, companyId }: Scope): Promise<string | null> => {
  const found = await db.row<{ id: string | null }>(sql`
    select base_id as id from sync_states where company_id = ${companyId}`);
  return found?.id ?? null;
};

/** Another company already syncs with this base, also when it has a mistyped base id at the moment. */
export const isBaseOfAnotherCompany = async (
  { db }: PlatformScope,
  companyId: string,
  baseId: string,
): Promise<boolean> =>
  (await db.row(sql`
    select from sync_states s join companies c on c.id = s.company_id
    where s.base_id = ${baseId} and c.airtable_base_id is not null and c.deleted_at is null and c.id <> ${companyId}`)) !==
  undefined;

export const saveBaseId = ({ db, companyId }: Scope, baseId: string) =>
  db.run(sql`
    update sync_states set base_id = ${baseId}, base_since = now(), feed_id = null, feed_cursor = null, feed_expires_at = null,
      feed_refused_at = null
    where company_id = ${companyId}`);

/** Stores the record ids and merge bases of the base that the company leaves. */
const archiveRecords = async ({ db, companyId }: Scope, baseId: string): Promise<void> => {
  await db.run(sql`
    insert into airtable_former_bases (company_id, base_id) values (${companyId}, ${baseId})
    on conflict (company_id, base_id) do update set left_at = excluded.left_at`);
  await db.run(sql`delete from airtable_former_records where company_id = ${companyId} and base_id = ${baseId}`);
  await db.run(sql`
    insert into airtable_former_records (company_id, base_id, table_name, local_id, record_id, base_values, unconfirmed, left_empty)
    select company_id, ${baseId}, table_name, local_id, record_id, base_values, unconfirmed, left_empty
    from airtable_records where company_id = ${companyId} and record_id is not null`);
};

/** Record ids of the new base if the company has used it before, otherwise none: rows are then matched by their App ID. */
const replaceRecordIds = ({ db, companyId }: Scope, baseId: string) =>
  db.run(sql`
    update airtable_records r set record_id = known.record_id, base_values = coalesce(known.base_values, '{}'),
      unconfirmed = coalesce(known.unconfirmed, '{}'), left_empty = coalesce(known.left_empty, '{}'), unreported = '{}', fingerprint = null, reread = false, missed_scans = 0,
      seen_in_scan = null
    from airtable_records old left join airtable_former_records known on known.company_id = old.company_id
      and known.base_id = ${baseId} and known.table_name = old.table_name and known.local_id = old.local_id
    where r.company_id = ${companyId} and old.company_id = r.company_id and old.table_name = r.table_name
      and old.local_id = r.local_id`);

const deleteSyncPositions = async ({ db, companyId }: Scope): Promise<void> => {
  await db.run(sql`delete from airtable_pending_links where company_id = ${companyId}`);
  await db.run(sql`delete from airtable_records_to_read where company_id = ${companyId}`);
  await db.run(sql`delete from airtable_deletions where company_id = ${companyId}`);
  await db.run(sql`delete from sync_tables where company_id = ${companyId}`);
};

/** Restores the former state of a base. False when the company has not used this base before. */
const takeFormerBase = async ({ db, companyId }: Scope, baseId: string): Promise<boolean> => {
  await db.run(sql`delete from airtable_former_records where company_id = ${companyId} and base_id = ${baseId}`);
  return (
    (await db.run(sql`delete from airtable_former_bases where company_id = ${companyId} and base_id = ${baseId}`)) > 0
  );
};

/** The order in which rows can be deleted, and what must not be deleted: sent messages and what belongs to them. */
const REMOVABLE: readonly [table: SyncedTable, condition: Sql][] = [
  ["invitations", sql`true`],
  ["prompts", sql`true`],
  ["meetings", sql`true`],
  ["queue", sql`row.status not in ('SENDING', 'SENT')`],
  [
    "messages",
    sql`row.sent_at is null and not exists (select from queue_items q where q.company_id = row.company_id and q.message_id = row.id)`,
  ],
  [
    "leads",
    sql`not exists (select from queue_items q where q.company_id = row.company_id and q.lead_id = row.id)
      and not exists (select from messages m where m.company_id = row.company_id and m.lead_id = row.id)`,
  ],
];

/** Deletes the rows that only the base that the company has left contains, with their sync state. */
const deleteRowsImportedFrom = async ({ db, companyId }: Scope, baseId: string): Promise<number> => {
  let deleted = 0;
  for (const [table, condition] of REMOVABLE) {
    const imported = sql`
      select local_id from airtable_records where company_id = ${companyId} and table_name = ${table}
        and imported_from = ${baseId} and record_id is null`;
    const ids = (
      await db.rows<{ id: string }>(sql`
        delete from ${identifier(tableMapping(table).sqlTable)} row
        where row.company_id = ${companyId} and row.id in (${imported}) and ${condition} returning row.id`)
    ).map(({ id }) => id);
    deleted += ids.length;
    for (const state of ["airtable_records", "airtable_outbox", "airtable_conflicts"]) {
      await db.run(sql`
        delete from ${identifier(state)} where company_id = ${companyId} and table_name = ${table} and local_id = any(${ids})`);
    }
  }
  return deleted;
};

/** Rows that were created here while the other base was in use do not exist in this one yet. */
const pushRowsCreatedMeanwhile = ({ db, companyId }: Scope, formerBaseId: string) =>
  db.run(sql`
    update airtable_records r set state = 'pending' from airtable_former_records former
    where r.company_id = ${companyId} and r.record_id is null and r.imported_from is null and r.state <> 'remote_deleted'
      and former.company_id = r.company_id and former.base_id = ${formerBaseId} and former.table_name = r.table_name
      and former.local_id = r.local_id`);

/** A base that was in use for less than this is considered a mistake when the company returns to its former one. */
const MISTAKE_INTERVAL = sql`interval '1 day'`;

/** Returns the number of rows that were deleted because only the mistaken base contains them. */
export const changeBase = async (scope: Scope, from: string, to: string): Promise<number> => {
  const { db, companyId } = scope;
  const wasBrief =
    (await db.row(sql`
      select from sync_states where company_id = ${companyId} and base_since > now() - ${MISTAKE_INTERVAL}`)) !==
    undefined;
  await archiveRecords(scope, from);
  await replaceRecordIds(scope, to);
  await deleteSyncPositions(scope);
  await saveBaseId(scope, to);
  const isReturn = await takeFormerBase(scope, to);
  if (!isReturn) return 0;
  await pushRowsCreatedMeanwhile(scope, from);
  return wasBrief ? deleteRowsImportedFrom(scope, from) : 0;
};
