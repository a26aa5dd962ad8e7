import type { PlatformScope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

/** How many exports of the owner are running, and how many have started since. Locks, so that concurrent ones are counted. */
export const lockSlotsOf = async (
  { db }: PlatformScope,
  ownerId: string,
  { since, now }: { since: Date; now: Date },
): Promise<{ running: number; recent: number }> => {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${ownerId}`}, 0))`);
  const found = await db.row<{ running: number; recent: number }>(sql`
    select count(*) filter (where expires_at > ${now})::int as running,
      count(*) filter (where started_at > ${since})::int as recent
    from export_slots where owner_id = ${ownerId}`);
  return found ?? { running: 0, recent: 0 };
};

interface NewSlot {
  ownerId: string;
  now: Date;
  expiresAt: Date;
}

export const insertSlot = async (
  { db }: PlatformScope,
  { ownerId, now, expiresAt }: NewSlot,
  since: Date,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    with old as (delete from export_slots where started_at < ${since} and expires_at < ${now})
    insert into export_slots (owner_id, started_at, expires_at) values (${ownerId}, ${now}, ${expiresAt}) returning id`);
  return inserted?.id ?? "";
};

export const moveSlotExpiry = ({ db }: PlatformScope, id: string, expiresAt: Date): Promise<number> =>
  db.run(sql`update export_slots set expires_at = ${expiresAt} where id = ${id}`);
