import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { identifier, joinSql } from "#platform/database/sql-expressions.ts";
import { lockLeads } from "#server/features/leads/lead-contact.service.ts";
import { html } from "../mapping/field-kinds.ts";
import { mappedFields, tableMapping } from "../mapping/mapping.ts";

/** A row of a synced table in the form of to_jsonb. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

const tableOf = (table: SyncedTable): Sql => identifier(tableMapping(table).sqlTable);

/** The columns that are read from Airtable. */
const syncedColumns = (table: SyncedTable): string[] =>
  mappedFields(table).flatMap(([field, { direction }]) => (direction === "out" ? [] : [field]));

/** HTML reports are long and never edited here, so they are not read for the comparison. */
const comparedColumns = (table: SyncedTable): string[] =>
  mappedFields(table).flatMap(([field, { kind }]) => (kind === html ? [] : [field]));

/** Locks the rows in the order of their ids, so that two transactions cannot deadlock. */
export const lockRows = async (
  scope: Scope,
  table: SyncedTable,
  ids: readonly string[],
  extraColumns: readonly string[],
): Promise<Row[]> => {
  if (ids.length === 0) return [];
  if (table === "leads") await lockLeads(scope, ids);
  const { db, companyId } = scope;
  const lock = table === "leads" ? sql`` : sql`for no key update`;
  const columns = joinSql(["id", ...comparedColumns(table), ...extraColumns].map(identifier));
  const found = await db.rows<{ row: Row }>(sql`
    select to_jsonb(found) as row from (
      select ${columns} from ${tableOf(table)} where company_id = ${companyId} and id = any(${ids}) order by id ${lock}
    ) found`);
  return found.map(({ row }) => row);
};

/** All columns, for records to be created in Airtable. */
export const findWholeRows = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  ids: readonly string[],
): Promise<Row[]> => {
  const found = await db.rows<{ row: Row }>(sql`
    select to_jsonb(whole) as row from ${tableOf(table)} whole where company_id = ${companyId} and id = any(${ids})`);
  return found.map(({ row }) => row);
};

export const findExistingIds = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return [];
  const found = await db.rows<{ id: string }>(sql`
    select id from ${tableOf(table)} where company_id = ${companyId} and id = any(${ids})`);
  return found.map(({ id }) => id);
};

export const generateIds = async ({ db }: Scope, count: number): Promise<string[]> => {
  if (count === 0) return [];
  const made = await db.rows<{ id: string }>(sql`select new_id() as id from generate_series(1, ${count})`);
  return made.map(({ id }) => id);
};

const htmlColumns = (table: SyncedTable): string[] =>
  mappedFields(table).flatMap(([field, { kind, direction }]) => (kind === html && direction !== "out" ? [field] : []));

export interface UpdatedRow {
  id: string;
  /** Its columns of HTML that have another value than before. */
  replacedHtml: string[];
}

/**
 * Leaves out rows that have these values already. Returns the changed rows. A column that a row does not have keeps its
 * value: its field is not in the base, or its cell could not be read.
 */
export const updateRows = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  rows: readonly Row[],
  extraColumns: readonly string[],
): Promise<UpdatedRow[]> => {
  const presentColumns = (row: Row) => syncedColumns(table).filter((column) => column in row);
  const touch = HAS_UPDATED_AT.includes(table) ? sql`, updated_at = now()` : sql``;
  const replaced = htmlColumns(table).map(
    (column) =>
      sql`case when before.${identifier(column)} is distinct from stored.${identifier(column)} then ${column}::text end`,
  );
  const before =
    replaced.length > 0
      ? sql`join ${tableOf(table)} before on before.company_id = ${companyId} and before.id = read.id`
      : sql``;
  const updated: UpdatedRow[] = [];
  for (const group of Map.groupBy(rows, (row) => presentColumns(row).join()).values()) {
    const [first] = group;
    const columns = [...(first ? presentColumns(first) : []), ...extraColumns].map(identifier);
    const differs = joinSql(
      columns.map((column) => sql`stored.${column} is distinct from read.${column}`),
      " or ",
    );
    const found = await db.rows<UpdatedRow>(sql`
      update ${tableOf(table)} stored set ${joinSql(columns.map((column) => sql`${column} = read.${column}`))}${touch}
      from jsonb_populate_recordset(null::${tableOf(table)}, ${JSON.stringify(group)}) read ${before}
      where stored.company_id = ${companyId} and stored.id = read.id and (${differs})
      returning stored.id, array_remove(array[${joinSql([...replaced, sql`null`])}]::text[], null) as "replacedHtml"`);
    updated.push(...found);
  }
  return updated;
};

const HAS_UPDATED_AT: readonly SyncedTable[] = ["leads", "messages", "queue", "meetings", "prompts", "invitations"];

export const insertRows = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  rows: readonly Row[],
  extraColumns: readonly string[],
): Promise<void> => {
  if (rows.length === 0) return;
  const columns = joinSql(["id", "created_at", ...syncedColumns(table), ...extraColumns].map(identifier));
  await db.run(sql`
    insert into ${tableOf(table)} (company_id, ${columns})
    select ${companyId}, ${columns} from jsonb_populate_recordset(null::${tableOf(table)}, ${JSON.stringify(rows)})`);
};

export const setLinks = ({ db, companyId }: Scope, table: SyncedTable, field: string, links: readonly object[]) =>
  db.run(sql`
    update ${tableOf(table)} set ${identifier(field)} = link.target
    from jsonb_to_recordset(${JSON.stringify(links)}) as link (id uuid, target uuid)
    where company_id = ${companyId} and ${tableOf(table)}.id = link.id`);

const TITLES: Record<SyncedTable, Sql> = {
  leads: sql`t.full_name`,
  messages: sql`(select l.full_name from leads l where l.company_id = t.company_id and l.id = t.lead_id)`,
  adjustments: sql`t.section`,
  queue: sql`concat_ws(' · ', t.message_name,
    (select l.full_name from leads l where l.company_id = t.company_id and l.id = t.lead_id))`,
  meetings: sql`t.meeting_name`,
  prompts: sql`t.prompt_name`,
  invitations: sql`(select l.full_name from leads l where l.company_id = t.company_id and l.id = t.lead_id)`,
};

/** The names under which users know these rows. */
export const findTitles = async (
  { db, companyId }: Scope,
  table: SyncedTable,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const found = await db.rows<{ id: string; title: string | null }>(sql`
    select t.id, ${TITLES[table]} as title from ${tableOf(table)} t where t.company_id = ${companyId} and t.id = any(${ids})`);
  return new Map(found.map(({ id, title }) => [id, title ?? ""]));
};

/** A deleted lead stays in its table, but for users it no longer exists. */
export const countRows = async ({ db, companyId }: Scope, table: SyncedTable): Promise<number> => {
  const isShown = table === "leads" ? sql`deleted_at is null and not erased` : sql`true`;
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from ${tableOf(table)} where company_id = ${companyId} and ${isShown}`);
  return found?.count ?? 0;
};

/** A row that is created or changed by the sync. */
export interface RowChange {
  /** Null for a new row. */
  before: Row | null;
  after: Row;
  /** The record's modification time, or our time when Airtable has none. */
  at: string;
}
