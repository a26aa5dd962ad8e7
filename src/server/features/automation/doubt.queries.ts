import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/** As if the process that was sending them had died long ago: the worker parks those. */
export const doubtDue = ({ db, companyId }: Scope, now: Date, claimedAt: Date): Promise<number> =>
  db.run(sql`
    update queue_items set status = 'SENDING', claim = gen_random_uuid(), claimed_at = ${claimedAt}
    where company_id = ${companyId} and status = 'QUEUED' and not paused and due_order <= ${now}`);
