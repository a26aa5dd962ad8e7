import type { SyncPause } from "#contract/airtable.ts";
import type { SyncSettings } from "#contract/integration-forms.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

export const findPause = async ({ db, companyId }: Scope): Promise<SyncPause | null> =>
  (await db.row<SyncPause>(sql`
    select ${isoTime(sql`paused_at`)} as since, paused_by as by, pause_reason as reason
    from sync_states where company_id = ${companyId} and paused_at is not null`)) ?? null;

/** Who paused the sync; null while it runs. During a pause nothing is sent that must first be read from or written to Airtable. */
export const findPausedBy = async ({ db, companyId }: Scope): Promise<string | null> =>
  (
    await db.row<{ by: string }>(sql`
      select s.paused_by as by from sync_states s join companies c on c.id = s.company_id
      where s.company_id = ${companyId} and s.paused_at is not null and c.airtable_base_id is not null`)
  )?.by ?? null;

/** Also before the first run. A second pause changes the person and the reason, and keeps the time. */
export const pauseSync = ({ db, companyId, actor }: Scope, reason: string, at: Date): Promise<number> =>
  db.run(sql`
    insert into sync_states as state (company_id, paused_at, paused_by, pause_reason)
    values (${companyId}, ${at}, ${actor.name}, ${reason})
    on conflict (company_id) do update set paused_at = coalesce(state.paused_at, excluded.paused_at),
      paused_by = excluded.paused_by, pause_reason = excluded.pause_reason`);

export const resumeSync = ({ db, companyId }: Scope) =>
  db.run(sql`
    update sync_states set paused_at = null, paused_by = null, pause_reason = null where company_id = ${companyId}`);

export const findSettings = ({ db, companyId }: Scope): Promise<SyncSettings | undefined> =>
  db.row(sql`select monthly_budget as "monthlyBudget" from sync_states where company_id = ${companyId}`);

export const saveBudget = ({ db, companyId }: Scope, requests: number) =>
  db.run(sql`update sync_states set monthly_budget = ${requests} where company_id = ${companyId}`);
