import { SECTION_HEADERS } from "#contract/message-text.ts";
import { type Sql, sql } from "./sql.ts";

/** A timestamp in the format of the API. With microseconds, so that a cursor made of it finds the same row again. */
export const isoTime = (column: Sql): Sql =>
  sql`to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Sort key for names, in Dutch order with É next to e. The collation is explicit, because an external database may have been
 * created with another one; the indexes on names use the same expression.
 */
export const sortName = (name: Sql): Sql => sql`lower((${name}) collate "nl-x-icu")`;

/** A search term, normalised like the normalize_for_search columns. In a subselect, so that it is computed once and not for every row. */
export const searchTerm = (text: string): Sql => sql`(select normalize_for_search(${text}))`;

/** The place of a part in its message, by its name; null for another text. */
export const sectionOrder = (name: Sql): Sql => sql`array_position(${SECTION_HEADERS}::text[], ${name})`;

/** The name of a table or column as SQL. */
export const identifier = (name: string): Sql => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not a valid name of a table or column`);
  return { parts: [name], values: [] };
};

/** Quotes a camelCase name: PostgreSQL folds unquoted names to lower case. */
export const quotedIdentifier = (name: string): Sql => {
  if (!/^[A-Za-z]+$/.test(name)) throw new Error(`${name} is not a valid name of a field`);
  return { parts: [`"${name}"`], values: [] };
};

export const joinSql = (items: readonly Sql[], separator = ", "): Sql =>
  items.reduce((left, right) => sql`${left}${{ parts: [separator], values: [] }}${right}`);

/** Whether two name keys belong to the same sender, who may occur under several names in the data. */
export const isSameSender = (companyId: Sql, one: Sql, other: Sql): Sql => sql`(${one} = ${other} or exists (
  select from sender_names a join sender_names b on b.company_id = a.company_id and b.sender_id = a.sender_id
  where a.company_id = ${companyId} and a.name_key = ${one} and b.name_key = ${other}))`;

/**
 * Whether the view lists a queued part (`q`), its lead or its message. The subqueries do not depend on the part: PostgreSQL runs each
 * once and looks every part up in its result, which stays fast with thousands of parts and of listed rows.
 */
export const isPartListedIn = (view: Sql, companyId: string): Sql => {
  const listed = (table: Sql): Sql => sql`
    (select d.local_id from ${view} d where d.company_id = ${companyId} and d.table_name = ${table})`;
  return sql`coalesce(q.id in ${listed(sql`'queue'`)} or q.lead_id in ${listed(sql`'leads'`)}
    or q.message_id in ${listed(sql`'messages'`)}, false)`;
};
