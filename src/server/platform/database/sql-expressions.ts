import { type Sql, sql } from "./sql.ts";

/**
 * A moment as the wire has it, written by PostgreSQL. To the microsecond, so that a cursor made of it finds the same
 * row again.
 */
export const isoTime = (column: Sql): Sql =>
  sql`to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * What names are sorted by: as in a Dutch telephone book, with É beside e. A database brought along may have been made
 * with another language, or none; the index on a column sorted this way says the same.
 */
export const sortName = (name: Sql): Sql => sql`lower((${name}) collate "nl-x-icu")`;

/** What is looked for in texts, as they are kept to be searched. Asked for in one place, so that it is made once and not for every row. */
export const searchTerm = (text: string): Sql => sql`(select searchable(${text}))`;
