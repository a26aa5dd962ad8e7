import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isReplaced } from "./invitation-queue.queries.ts";

export interface UnallocatedLead {
  id: string;
  industry: string;
  region: string;
}

/** Leads without an account manager who may be contacted, the best rated first. */
export const findUnallocated = ({ db, companyId }: Scope, limit: number): Promise<UnallocatedLead[]> =>
  db.rows(sql`
    select id, lower(coalesce(industry, '')) as industry, lower(btrim(split_part(coalesce(location, ''), ',', 1))) as region
    from leads where company_id = ${companyId} and may_be_contacted(classification, deleted_at, erased)
      and coalesce(btrim(lead_allocated), '') = ''
    order by lead_rating desc nulls last, date_added desc, id limit ${limit}`);

export interface AllocationSender {
  name: string;
  /** Leads and waiting invitations that the sender has already. */
  load: number;
  industries: Record<string, number>;
  regions: Record<string, number>;
}

/** The senders with a LinkedIn account, with what they do already. */
export const findAllocationSenders = ({ db, companyId }: Scope): Promise<AllocationSender[]> =>
  db.rows(sql`
    select s.name, coalesce(sum(mine.count), 0)::int as load,
      coalesce(jsonb_object_agg(mine.value, mine.count) filter (where mine.kind = 'industry'), '{}') as industries,
      coalesce(jsonb_object_agg(mine.value, mine.count) filter (where mine.kind = 'region'), '{}') as regions
    from senders s join linkedin_accounts a on a.company_id = s.company_id and a.sender_id = s.id
      left join lateral (
        select 'industry' as kind, lower(coalesce(l.industry, '')) as value, count(*)::int as count
        from sender_names n join leads l on l.company_id = n.company_id and sender_key(l.lead_allocated) = n.name_key
        where n.company_id = s.company_id and n.sender_id = s.id and n.name_key <> '' group by 2
        union all
        select 'region', lower(btrim(split_part(coalesce(l.location, ''), ',', 1))), count(*)::int
        from sender_names n join leads l on l.company_id = n.company_id and sender_key(l.lead_allocated) = n.name_key
        where n.company_id = s.company_id and n.sender_id = s.id and n.name_key <> '' group by 2) mine on true
    where s.company_id = ${companyId} group by s.id, s.name order by s.name`);

export const storeAllocation = (
  { db, companyId }: Scope,
  leads: readonly { id: string; name: string }[],
  at: Date,
): Promise<number> =>
  db.run(sql`
    update leads l set lead_allocated = allocated.name, allocated_here = true, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(leads)}) as allocated (id uuid, name text)
    where l.company_id = ${companyId} and l.id = allocated.id and coalesce(btrim(l.lead_allocated), '') = ''`);

/** Invitations on hold without an outcome that can go back into the queue, the oldest first, by sender. */
export const findHeld = ({ db, companyId }: Scope, limit: number): Promise<{ id: string; name: string }[]> =>
  db.rows(sql`
    select i.id, coalesce(i.connected_with, '') as name from invitations i
      join sender_names n on n.company_id = i.company_id and n.name_key = i.sender_key
      join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
      join leads l on l.company_id = i.company_id and l.id = i.lead_id and l.deleted_at is null
    where i.company_id = ${companyId} and i.status = 'ON_HOLD' and i.outcome is null and i.claimed_at is null
      and not ${isReplaced(sql`o.outcome is null`)}
    order by i.queued_at nulls last, i.id limit ${limit}`);
