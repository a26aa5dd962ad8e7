import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { identifier } from "#platform/database/sql-expressions.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { tableMapping } from "../mapping/mapping.ts";

export interface MistakenBase {
  baseId: string;
  usedSince: Date;
}

/** What became of the rows that only a mistaken base contains. */
export interface RemovedRows {
  deleted: number;
  /** Rows that somebody has worked on. */
  parked: number;
}

/** Of a record without a record id, `r`: whether the base has it too is known when that has been read. */
export const IS_OF_MISTAKEN_BASE: Sql = sql`
  exists (select from airtable_former_bases former
    where former.company_id = r.company_id and former.base_id = r.imported_from and former.mistaken_since is not null)`;

export const markMistaken = ({ db, companyId }: Scope, baseId: string, usedSince: Date) =>
  db.run(sql`
    update airtable_former_bases set mistaken_since = ${usedSince} where company_id = ${companyId} and base_id = ${baseId}`);

export const findMistakenBases = ({ db, companyId }: Scope): Promise<MistakenBase[]> =>
  db.rows(sql`
    select base_id as "baseId", mistaken_since as "usedSince" from airtable_former_bases
    where company_id = ${companyId} and mistaken_since is not null order by mistaken_since desc`);

const hasNo = (table: string, column: string): Sql => sql`
  not exists (select from ${identifier(table)} child
    where child.company_id = row.company_id and child.${identifier(column)} = row.id)`;

/** The order in which rows can be deleted, and when nobody has worked on them and nothing else of the company belongs to them. */
const REMOVABLE: readonly [table: SyncedTable, condition: Sql][] = [
  ["invitations", sql`row.gateway_id is null and row.claimed_at is null`],
  ["prompts", hasNo("prompt_experiments", "prompt_id")],
  ["meetings", hasNo("tasks", "meeting_id")],
  [
    "queue",
    sql`row.status <> 'SENDING' and row.approved_hash is null
      and ${hasNo("delivery_attempts", "queue_item_id")} and ${hasNo("linkedin_sends", "queue_item_id")}`,
  ],
  [
    "messages",
    sql`${hasNo("queue_items", "message_id")} and ${hasNo("message_notes", "message_id")} and ${hasNo("adjustments", "message_id")}`,
  ],
  [
    "leads",
    sql`${hasNo("queue_items", "lead_id")} and ${hasNo("messages", "lead_id")} and ${hasNo("invitations", "lead_id")}
      and ${hasNo("lead_notes", "lead_id")} and ${hasNo("lead_tags", "lead_id")} and ${hasNo("tasks", "lead_id")}
      and ${hasNo("linkedin_conversations", "lead_id")} and ${hasNo("struck_facts", "lead_id")} and ${hasNo("leads", "merged_into")}`,
  ],
];

/** With `r` for the record. */
const isOnlyIn = (baseId: string, companyId: string, table: SyncedTable): Sql => sql`
  r.company_id = ${companyId} and r.table_name = ${table} and r.imported_from = ${baseId} and r.record_id is null`;

/** Of a `row`: nobody has edited it, or done anything else with it that is in the audit log. */
const isUntouched = (table: SyncedTable, usedSince: Date): Sql => sql`
  not exists (select from airtable_outbox o
    where o.company_id = row.company_id and o.table_name = ${table} and o.local_id = row.id)
  and not exists (select from airtable_changes c
    where c.company_id = row.company_id and c.table_name = ${table} and c.local_id = row.id and c.side = 'here')
  and row.id::text not in (select l.subject_id from audit_log l
    where l.company_id = row.company_id and l.at >= ${usedSince} and l.actor_id is not null and l.subject_id is not null)`;

/** A statement may take thirty seconds, and a mistaken base may have a hundred thousand leads. */
const BATCH = 1_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const deleteUntouchedOf = async (
  { db, companyId }: Scope,
  [table, condition]: (typeof REMOVABLE)[number],
  { usedSince }: MistakenBase,
  candidates: readonly string[],
): Promise<number> => {
  const rows = identifier(tableMapping(table).sqlTable);
  const isCandidate = sql`row.company_id = ${companyId} and row.id = any(${candidates}::uuid[])`;
  // What somebody is doing with a row is finished first, so that the next statement sees it.
  await db.run(sql`select from ${rows} row where ${isCandidate} order by row.id for update`);
  const ids = (
    await db.rows<{ id: string }>(sql`
      delete from ${rows} row where ${isCandidate} and ${isUntouched(table, usedSince)} and ${condition} returning row.id`)
  ).map(({ id }) => id);
  for (const state of ["airtable_records", "airtable_conflicts"]) {
    await db.run(sql`
      delete from ${identifier(state)} where company_id = ${companyId} and table_name = ${table} and local_id = any(${ids})`);
  }
  // The record ids stay, for a return to the base.
  await db.run(sql`
    update airtable_former_records set base_values = '{}', unconfirmed = '{}', left_empty = '{}'
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${ids})`);
  return ids.length;
};

const deleteUntouched = async (
  scope: Scope,
  removable: (typeof REMOVABLE)[number],
  base: MistakenBase,
): Promise<number> => {
  const { db, companyId } = scope;
  let deleted = 0;
  let last: string | undefined = FIRST_ID;
  while (last) {
    const found: { id: string }[] = await db.rows(sql`
      select r.local_id as id from airtable_records r
      where ${isOnlyIn(base.baseId, companyId, removable[0])} and r.local_id > ${last}::uuid order by r.local_id limit ${BATCH}`);
    if (found.length > 0)
      deleted += await deleteUntouchedOf(
        scope,
        removable,
        base,
        found.map(({ id }) => id),
      );
    last = found.at(-1)?.id;
  }
  return deleted;
};

const QUESTION =
  "Komt uit een base die maar kort gekoppeld was en staat niet in de huidige base. Er is hier al aan gewerkt en daarom is het niet verwijderd. Kies Opnieuw proberen om het in Airtable aan te maken, of verwijder het hier.";

/** They are neither pushed nor deleted until a company admin decides, or until somebody edits them again: then they are in use here. */
const parkRemaining = async ({ db, companyId }: Scope, table: SyncedTable, baseId: string): Promise<number> => {
  const parked = await db.rows<{ id: string }>(sql`
    update airtable_records r set state = 'error', problem = ${QUESTION}, lacks_permission = false, updated_at = now()
    where ${isOnlyIn(baseId, companyId, table)} and r.state <> 'remote_deleted' returning r.local_id as id`);
  const ids = parked.map(({ id }) => id);
  // Including edits that were parked for another reason: the sync would push them as soon as that reason ends.
  await db.run(sql`
    update airtable_outbox set parked_at = now(), problem = ${QUESTION}, lacks_choice = false, lacks_permission = false
    where company_id = ${companyId} and table_name = ${table} and local_id = any(${ids})`);
  return ids.length;
};

/** Deletes the rows that only this base contains, except those that somebody has worked on: a company admin decides about these. */
export const removeRowsOfMistakenBase = async (scope: Scope, base: MistakenBase): Promise<RemovedRows> => {
  const { db, companyId } = scope;
  const leftBehind: RemovedRows = { deleted: 0, parked: 0 };
  for (const removable of REMOVABLE) leftBehind.deleted += await deleteUntouched(scope, removable, base);
  for (const [table] of REMOVABLE) leftBehind.parked += await parkRemaining(scope, table, base.baseId);
  await db.run(sql`
    update airtable_former_bases set mistaken_since = null where company_id = ${companyId} and base_id = ${base.baseId}`);
  await invalidatePlans(scope);
  return leftBehind;
};
