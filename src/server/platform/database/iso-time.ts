import { type Sql, sql } from "./sql.ts";

/**
 * A moment as the wire has it, written by PostgreSQL. To the microsecond, so that a cursor made of it finds the same
 * row again.
 */
export const isoTime = (column: Sql): Sql =>
  sql`to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
