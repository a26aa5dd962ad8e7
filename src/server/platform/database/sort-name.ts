import { type Sql, sql } from "./sql.ts";

/**
 * What names are sorted by: as in a Dutch telephone book, with É beside e. A database brought along may have been made
 * with another language, or none; the index on a column sorted this way says the same.
 */
export const sortName = (name: Sql): Sql => sql`lower((${name}) collate "nl-x-icu")`;
