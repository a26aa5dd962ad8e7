import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";

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
  /** Who made the change in Airtable, and when. When absent, what is stored stays, unless `theirs` has changed. */
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
export const findRowsWithEditsOrConflicts = async (
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
