import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

/** Who works on a company's base. The number grows with each holder, so that an old one cannot pass for a new one. */
export interface Lease {
  owner: string;
  fence: number;
}

// Longer than the slowest request: whoever holds it says so before each, and whenever something is kept.
const DURATION = sql`interval '30 seconds'`;

const held = ({ owner, fence }: Lease): Sql => sql`lease_owner = ${owner} and lease_fence = ${fence}`;

export const takeLease = async ({ db, companyId }: Scope, owner: string): Promise<Lease | undefined> => {
  const taken = await db.row<{ fence: number }>(sql`
    insert into sync_states as state (company_id, lease_owner, lease_fence, lease_until)
    values (${companyId}, ${owner}, 1, clock_timestamp() + ${DURATION})
    on conflict (company_id) do update set lease_owner = excluded.lease_owner, lease_fence = state.lease_fence + 1,
      lease_until = excluded.lease_until, wanted = false
    where state.lease_until is null or state.lease_until < clock_timestamp()
    returning lease_fence::float8 as fence`);
  return taken && { owner, fence: taken.fence };
};

/** Asks whoever holds the lease to look again before leaving. False when nobody holds it any more. */
export const askHolder = async ({ db, companyId }: Scope): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set wanted = true where company_id = ${companyId} and lease_until >= clock_timestamp()`)) > 0;

/** Held until the end of the transaction: what an old holder would still write is refused here. */
export const keepLease = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set lease_until = clock_timestamp() + ${DURATION}
    where company_id = ${companyId} and ${held(lease)}`)) > 0;

/** False when somebody has asked to look again. */
export const leaveLease = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set lease_owner = null, lease_until = null
    where company_id = ${companyId} and ${held(lease)} and not wanted`)) > 0;

/** Takes note of having been asked. False when the lease is no longer ours. */
export const noteAsked = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> =>
  (await db.run(sql`
    update sync_states set wanted = false, lease_until = clock_timestamp() + ${DURATION}
    where company_id = ${companyId} and ${held(lease)}`)) > 0;

/** Gives it back, whoever is waiting. Says whether somebody is: they rely on us to look again. */
export const dropLease = async ({ db, companyId }: Scope, lease: Lease): Promise<boolean> => {
  const dropped = await db.row<{ wanted: boolean }>(sql`
    update sync_states set lease_owner = null, lease_until = null
    where company_id = ${companyId} and ${held(lease)} returning wanted`);
  return dropped?.wanted ?? false;
};

export interface Slot {
  /** Whether the lease is still ours, the company still works, and its base is still this one. */
  mayGo: boolean;
  isWanted: boolean;
  waitMs: number | null;
  blockedMs: number | null;
}

/**
 * One place in the line of requests to a base, over all processes and companies that use it, by the database's clock. In
 * the same breath the lease is kept and the company looked at: one that was switched off stops at its next request.
 */
export const takeSlot = (
  { db }: PlatformScope,
  companyId: string,
  lease: Lease,
  baseId: string,
): Promise<Slot | undefined> =>
  db.row(sql`
    with holder as (
      update sync_states s set lease_until = clock_timestamp() + ${DURATION},
        usage = case when usage_month = date_trunc('month', now())::date then usage else 0 end + 1,
        usage_month = date_trunc('month', now())::date
      from companies c
      where s.company_id = ${companyId} and ${held(lease)} and c.id = s.company_id and c.is_active
        and c.deleted_at is null and c.airtable_base_id = ${baseId}
      returning s.wanted
    ), slot as (
      insert into airtable_base_slots as line (base_hash, next_slot_at)
      select sha256(${baseId}::bytea), clock_timestamp() + interval '250 milliseconds' from holder
      on conflict (base_hash) do update
        set next_slot_at = greatest(line.next_slot_at, clock_timestamp()) + line.spacing, blocked_until = null
      where line.blocked_until is null or line.blocked_until <= clock_timestamp()
      returning next_slot_at - spacing as at
    )
    select exists (select 1 from holder) as "mayGo", coalesce((select wanted from holder), false) as "isWanted",
      (select extract(epoch from at - clock_timestamp()) * 1000 from slot)::float8 as "waitMs",
      (select extract(epoch from blocked_until - clock_timestamp()) * 1000 from airtable_base_slots
        where base_hash = sha256(${baseId}::bytea))::float8 as "blockedMs"`);

/** Airtable asked for silence: nobody asks this base anything for so long. */
export const blockBase = ({ db }: PlatformScope, baseId: string, milliseconds: number) =>
  db.run(sql`
    update airtable_base_slots set blocked_until = clock_timestamp() + make_interval(secs => ${milliseconds / 1000})
    where base_hash = sha256(${baseId}::bytea)`);
