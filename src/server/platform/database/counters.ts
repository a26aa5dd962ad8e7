import type { Db } from "./db.ts";
import { type Sql, sql } from "./sql.ts";
import { sortName } from "./sql-expressions.ts";

/** Which rows are counted; an absent field matches every value. */
export interface CounterFilter {
  subject: "messages" | "queue" | "meetings";
  kind?: string | undefined;
  status?: string | undefined;
  manager?: string | undefined;
}

const matchesFilter = (companyId: string, { subject, kind, status, manager }: CounterFilter): Sql => sql`
  company_id = ${companyId} and subject = ${subject} and (${kind ?? null}::text is null or kind = ${kind ?? null})
  and (${status ?? null}::text is null or status = ${status ?? null})
  and (${manager ?? null}::text is null or manager = ${manager ?? null})`;

/** The number of rows, from counters that triggers maintain: as fast for a million rows as for ten. */
export const counterTotal = (companyId: string, filter: CounterFilter): Sql => sql`
  select coalesce(sum(amount), 0)::int from counters where ${matchesFilter(companyId, filter)}`;

/** The account managers that have at least one such row. */
export const findManagers = async (db: Db, companyId: string, filter: CounterFilter): Promise<string[]> => {
  const rows = await db.rows<{ manager: string }>(sql`
    select manager from counters where ${matchesFilter(companyId, filter)} and manager <> ''
    group by manager having sum(amount) > 0 order by ${sortName(sql`manager`)}, manager`);
  return rows.map(({ manager }) => manager);
};
