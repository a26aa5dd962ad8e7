import { type Sql, sql } from "./sql.ts";

/** What is looked for in texts, as they are kept to be searched. Asked for in one place, so that it is made once and not for every row. */
export const soughtOnce = (text: string): Sql => sql`(select searchable(${text}))`;
