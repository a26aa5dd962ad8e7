import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export interface FailingSync {
  companyId: string;
  companyName: string;
  problem: string;
}

/** Companies whose last run failed, the longest trouble first. Who is switched off is not synchronised at all. */
export const findFailingSyncs = ({ db }: PlatformScope, most: number): Promise<FailingSync[]> =>
  db.rows(sql`
    select c.id as "companyId", c.name as "companyName", s.last_problem as problem
    from sync_states s join companies c on c.id = s.company_id
    where s.failures > 0 and s.last_problem is not null and c.is_active and c.deleted_at is null
      and c.airtable_base_id is not null and c.airtable_token_sealed is not null
    order by s.failures desc, c.id limit ${most}`);
