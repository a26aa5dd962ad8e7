import { MINE } from "#contract/senders.ts";
import type { Db } from "./db.ts";
import type { Scope } from "./scope.ts";
import { type Sql, sql } from "./sql.ts";
import { sortName } from "./sql-expressions.ts";

type ScopeOfUser = Pick<Scope, "companyId" | "actor">;

/** Which rows are counted; an absent field matches every value. */
export interface CounterFilter {
  subject: "messages" | "queue" | "meetings" | "leads";
  kind?: string | undefined;
  status?: string | undefined;
  manager?: string | undefined;
}

/**
 * The names of the signed-in user's senders, in every spelling that the data has. They are found in the counters, the totals
 * of the daily counts (day '-infinity') and the prompts, which have all spellings and few rows.
 */
const spellingsOfMine = ({ companyId, actor }: ScopeOfUser): Sql => {
  const isMine = (name: Sql) => sql`exists (
    select from sender_names n join senders s on s.company_id = n.company_id and s.id = n.sender_id
    where n.company_id = ${companyId} and n.name_key = sender_key(${name}) and s.user_id = ${actor.id}::uuid)`;
  return sql`array(
    select manager from counters where company_id = ${companyId} and ${isMine(sql`manager`)}
    union select person from daily_counts where company_id = ${companyId} and day = '-infinity' and ${isMine(sql`person`)}
    union select account_manager from prompts where company_id = ${companyId} and ${isMine(sql`account_manager`)})`;
};

/** Whether a column has the chosen account manager; `MINE` stands for those of the signed-in user. */
export const hasManager = (scope: ScopeOfUser, column: Sql, manager: string | undefined): Sql => {
  if (!manager) return sql`true`;
  return manager === MINE ? sql`${column} = any (${spellingsOfMine(scope)})` : sql`${column} = ${manager}`;
};

const matchesFilter = (companyId: string, { subject, kind, status }: Omit<CounterFilter, "manager">): Sql => sql`
  company_id = ${companyId} and subject = ${subject} and (${kind ?? null}::text is null or kind = ${kind ?? null})
  and (${status ?? null}::text is null or status = ${status ?? null})`;

/** The number of rows, from counters that triggers maintain: as fast for a million rows as for ten. */
export const counterTotal = (scope: ScopeOfUser, filter: CounterFilter): Sql => sql`
  select coalesce(sum(amount), 0)::int from counters
  where ${matchesFilter(scope.companyId, filter)} and ${hasManager(scope, sql`manager`, filter.manager)}`;

/** The account managers that have at least one such row. */
export const findManagers = async (
  db: Db,
  companyId: string,
  filter: Omit<CounterFilter, "manager">,
): Promise<string[]> => {
  const rows = await db.rows<{ manager: string }>(sql`
    select manager from counters where ${matchesFilter(companyId, filter)} and manager <> ''
    group by manager having sum(amount) > 0 order by ${sortName(sql`manager`)}, manager`);
  return rows.map(({ manager }) => manager);
};
