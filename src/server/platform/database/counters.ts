import type { Db } from "./db.ts";
import { type Sql, sql } from "./sql.ts";
import { sortName } from "./sql-expressions.ts";

/** Which rows are counted; what is absent may be anything. */
export interface CounterFilter {
  subject: "messages" | "queue" | "meetings";
  kind?: string | undefined;
  status?: string | undefined;
  flow?: string | undefined;
}

const matchesFilter = (companyId: string, { subject, kind, status, flow }: CounterFilter): Sql => sql`
  company_id = ${companyId} and subject = ${subject} and (${kind ?? null}::text is null or kind = ${kind ?? null})
  and (${status ?? null}::text is null or status = ${status ?? null})
  and (${flow ?? null}::text is null or flow = ${flow ?? null})`;

/** How many there are, kept up to date by the database with every change: as quick for a million as for ten. */
export const counterTotal = (companyId: string, what: CounterFilter): Sql => sql`
  select coalesce(sum(amount), 0)::int from tallies where ${matchesFilter(companyId, what)}`;

/** The account managers that have any. */
export const findFlows = async (db: Db, companyId: string, what: CounterFilter): Promise<string[]> => {
  const found = await db.rows<{ flow: string }>(sql`
    select flow from tallies where ${matchesFilter(companyId, what)} and flow <> ''
    group by flow having sum(amount) > 0 order by ${sortName(sql`flow`)}, flow`);
  return found.map(({ flow }) => flow);
};
