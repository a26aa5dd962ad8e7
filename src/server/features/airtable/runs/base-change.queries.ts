import type { SyncedTable } from "#contract/synced-tables.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { markMistaken, type RemovedRows, removeRowsOfMistakenBase } from "./mistaken-base.queries.ts";

export const findBaseId = async ({ db, companyId }: Scope): Promise<string | null> => {
  const found = await db.row<{ id: string | null }>(sql`
    select base_id as id from sync_states where company_id = ${companyId}`);
  return found?.id ?? null;
};

/** Another company already syncs with this base, also while that company's settings contain another, perhaps mistyped, base id. */
export const isBaseOfAnotherCompany = async (
  { db }: PlatformScope,
  companyId: string,
  baseId: string,
): Promise<boolean> =>
  (await db.row(sql`
    select from sync_states s join companies c on c.id = s.company_id
    where s.base_id = ${baseId} and c.airtable_base_id is not null and c.deleted_at is null and c.id <> ${companyId}`)) !==
  undefined;

/** The next run is due at once, however long the interval is. */
export const saveBaseId = ({ db, companyId }: Scope, baseId: string) =>
  db.run(sql`
    update sync_states set base_id = ${baseId}, base_since = now(), feed_id = null, feed_cursor = null, feed_expires_at = null,
      feed_refused_at = null, last_run_ended_at = null
    where company_id = ${companyId}`);

/** With `r` for the record: the remote table that it is in. */
const remoteTableOf = (baseId: string): Sql => sql`
  coalesce((select t.remote_table_id from sync_tables t where t.company_id = r.company_id and t.table_name = r.table_name),
    (select m.last_table_id from airtable_mappings m
      where m.company_id = r.company_id and m.base_id = ${baseId} and m.table_name = r.table_name), '')`;

/** Keeps the record ids and merge bases of the records `r` for which `isLeft` holds: the company leaves their base or table. */
const insertFormerRecords = (
  { db, companyId }: Scope,
  { baseId, remoteTableId, isLeft }: { baseId: string; remoteTableId: Sql; isLeft: Sql },
): Promise<number> =>
  db.run(sql`
    insert into airtable_former_records (company_id, base_id, remote_table_id, table_name, local_id, record_id, base_values, unconfirmed,
      left_empty)
    select company_id, ${baseId}, ${remoteTableId}, table_name, local_id, record_id, base_values, unconfirmed, left_empty
    from airtable_records r where r.company_id = ${companyId} and r.record_id is not null and ${isLeft}`);

/** Stores the record ids and merge bases of the base that the company leaves. */
const archiveRecords = async (scope: Scope, baseId: string): Promise<void> => {
  const { db, companyId } = scope;
  await db.run(sql`
    insert into airtable_former_bases (company_id, base_id) values (${companyId}, ${baseId})
    on conflict (company_id, base_id) do update set left_at = excluded.left_at, mistaken_since = null`);
  await db.run(sql`delete from airtable_former_records where company_id = ${companyId} and base_id = ${baseId}`);
  await insertFormerRecords(scope, { baseId, remoteTableId: remoteTableOf(baseId), isLeft: sql`true` });
};

/** The columns to set: the ids and merge bases of `known`, the former record, if there is one; the rest starts anew. */
const RESTORED_RECORD: Sql = sql`
  record_id = known.record_id, base_values = coalesce(known.base_values, '{}'), unconfirmed = coalesce(known.unconfirmed, '{}'),
  left_empty = coalesce(known.left_empty, '{}'), unreported = '{}', fingerprint = null, refused = false, reread = false, missed_scans = 0,
  seen_in_scan = null`;

/** Record ids of the new base if the company has used it before, otherwise none: rows are then matched by their App ID. */
const replaceRecordIds = ({ db, companyId }: Scope, baseId: string) =>
  db.run(sql`
    update airtable_records r set ${RESTORED_RECORD}
    from airtable_records old left join airtable_former_records known on known.company_id = old.company_id
      and known.base_id = ${baseId} and known.table_name = old.table_name and known.local_id = old.local_id
    where r.company_id = ${companyId} and old.company_id = r.company_id and old.table_name = r.table_name
      and old.local_id = r.local_id`);

/**
 * What `changeBase` does for all tables, for one of ours that is now mapped to another table of the base. When the company returns to a
 * table, rows that were created here meanwhile are pushed to it.
 */
export const replaceRecordIdsOfTable = async (
  scope: Scope,
  table: SyncedTable,
  { baseId, from, to }: { baseId: string; from: string; to: string },
): Promise<void> => {
  const { db, companyId } = scope;
  const isFormer = (remoteTableId: string): Sql => sql`
    former.company_id = ${companyId} and former.base_id = ${baseId} and former.table_name = ${table}
      and former.remote_table_id = ${remoteTableId}`;
  await db.run(sql`delete from airtable_former_records former where ${isFormer(from)}`);
  await insertFormerRecords(scope, { baseId, remoteTableId: sql`${from}`, isLeft: sql`r.table_name = ${table}` });
  await db.run(sql`
    update airtable_records r set ${RESTORED_RECORD}
    from airtable_records old left join (select * from airtable_former_records former where ${isFormer(to)}) known
      on known.local_id = old.local_id
    where r.company_id = ${companyId} and r.table_name = ${table} and old.company_id = r.company_id
      and old.table_name = r.table_name and old.local_id = r.local_id`);
  const restored = await db.run(sql`delete from airtable_former_records former where ${isFormer(to)}`);
  if (restored === 0) return;
  await db.run(sql`
    update airtable_records r set state = 'pending' from airtable_former_records former
    where ${isFormer(from)} and former.local_id = r.local_id and r.company_id = ${companyId} and r.table_name = ${table}
      and r.record_id is null and r.imported_from is null and r.state <> 'remote_deleted'`);
};

const deleteSyncPositions = async ({ db, companyId }: Scope): Promise<void> => {
  await db.run(sql`delete from airtable_pending_links where company_id = ${companyId}`);
  await db.run(sql`delete from airtable_records_to_read where company_id = ${companyId}`);
  await db.run(sql`delete from airtable_deletions where company_id = ${companyId}`);
  await db.run(sql`delete from sync_tables where company_id = ${companyId}`);
};

/** Restores the former state of a base. False when the company has not used this base before. */
const takeFormerBase = async ({ db, companyId }: Scope, baseId: string): Promise<boolean> => {
  // Rows that were removed because another base does not contain them come back with the ids that they had.
  await db.run(sql`
    insert into airtable_records (company_id, table_name, local_id, record_id, state, imported_from)
    select company_id, table_name, local_id, record_id, 'remote_deleted', base_id from airtable_former_records
    where company_id = ${companyId} and base_id = ${baseId} on conflict do nothing`);
  await db.run(sql`delete from airtable_former_records where company_id = ${companyId} and base_id = ${baseId}`);
  return (
    (await db.run(sql`delete from airtable_former_bases where company_id = ${companyId} and base_id = ${baseId}`)) > 0
  );
};

/** Rows that were created here while the other base was in use do not exist in this one yet. */
const pushRowsCreatedMeanwhile = ({ db, companyId }: Scope, formerBaseId: string) =>
  db.run(sql`
    update airtable_records r set state = 'pending' from airtable_former_records former
    where r.company_id = ${companyId} and r.record_id is null and r.imported_from is null and r.state <> 'remote_deleted'
      and former.company_id = r.company_id and former.base_id = ${formerBaseId} and former.table_name = r.table_name
      and former.local_id = r.local_id`);

const REFUSED_BY_FORMER_BASE =
  "Deze wijziging is geweigerd door de base die eerder gekoppeld was. Kies Opnieuw proberen om haar in de huidige base te maken: wat daar nog niet in staat, wordt dan aangemaakt.";

/**
 * What the former base has refused, about records that are not known in the new one, waits for a user. The sync would otherwise create
 * these records there by itself, as soon as it finds that the new base has the choice, or that the field is not locked there.
 */
const leaveRefusedToUser = async ({ db, companyId }: Scope, formerBaseId: string): Promise<void> => {
  const isLeft = sql`
    r.company_id = ${companyId} and r.record_id is null and former.company_id = r.company_id
      and former.base_id = ${formerBaseId} and former.table_name = r.table_name and former.local_id = r.local_id`;
  await db.run(sql`
    update airtable_outbox o set problem = ${REFUSED_BY_FORMER_BASE}, lacks_choice = false, lacks_permission = false
    from airtable_records r, airtable_former_records former
    where ${isLeft} and o.company_id = r.company_id and o.table_name = r.table_name and o.local_id = r.local_id
      and o.parked_at is not null`);
  await db.run(sql`
    update airtable_records r set problem = ${REFUSED_BY_FORMER_BASE}, lacks_permission = false, updated_at = now()
    from airtable_former_records former where ${isLeft} and r.state = 'error' and r.lacks_permission`);
};

/** A base that was in use for less than this is considered a mistake when the company leaves it. */
const MISTAKE_INTERVAL = sql`interval '1 day'`;

/** The time since when the company has used its base; undefined when that is so long that the base was no mistake. */
const findBriefUse = async ({ db, companyId }: Scope): Promise<Date | undefined> =>
  (
    await db.row<{ since: Date }>(sql`
      select base_since as since from sync_states
      where company_id = ${companyId} and base_since > now() - ${MISTAKE_INTERVAL}`)
  )?.since;

/** A base to which the company has returned is no mistake when it is left again soon: it may have been in use for years. */
const endBriefUse = ({ db, companyId }: Scope) =>
  db.run(sql`update sync_states set base_since = now() - ${MISTAKE_INTERVAL} where company_id = ${companyId}`);

/**
 * Returns what became of the rows that only a mistaken base contains. Undefined when the base that is left was in use for long, or when
 * the new base has to be read first (`leaveMistakenBases`).
 */
export const changeBase = async (scope: Scope, from: string, to: string): Promise<RemovedRows | undefined> => {
  const usedSince = await findBriefUse(scope);
  await archiveRecords(scope, from);
  await replaceRecordIds(scope, to);
  // About the rows of a mistaken base nothing is known until the new one has been read (`removeRowsOfMistakenBase`).
  if (!usedSince) await leaveRefusedToUser(scope, from);
  await deleteSyncPositions(scope);
  await saveBaseId(scope, to);
  const isReturn = await takeFormerBase(scope, to);
  if (!isReturn) {
    // Rows of the former base may be in this one too, with our id as their App ID.
    if (usedSince) await markMistaken(scope, from, usedSince);
    return undefined;
  }
  await endBriefUse(scope);
  await pushRowsCreatedMeanwhile(scope, from);
  return usedSince && removeRowsOfMistakenBase(scope, { baseId: from, usedSince });
};
