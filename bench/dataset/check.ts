import type pg from "pg";
import type { Tenant } from "./fill.ts";

const SAMPLE = 200;

// What the trigger makes of a lead whose company is changed and changed back.
const TOUCH = "update leads set company = company || $2 where company_id = $1 and id = any($3::uuid[])";
const UNTOUCH = "update leads set company = left(company, -length($2)) where company_id = $1 and id = any($3::uuid[])";
const KEPT =
  "select lead_id, name, text, words from lead_search where company_id = $1 and lead_id = any($2::uuid[]) order by lead_id";

const checkSearch = async (client: pg.Client, companyId: string): Promise<void> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from leads where company_id = $1 order by md5(id::text) limit $2",
    [companyId, SAMPLE],
  );
  const ids = rows.map(({ id }) => id);
  const kept = async () => JSON.stringify((await client.query(KEPT, [companyId, ids])).rows);
  const before = await kept();
  await client.query("begin");
  await client.query(TOUCH, [companyId, " x", ids]);
  await client.query(UNTOUCH, [companyId, " x", ids]);
  const after = await kept();
  await client.query("rollback");
  if (before !== after) throw new Error("what was loaded for search is not what the database keeps by itself");
};

/** Each must find nothing: what is kept beside the rows, held against the rows. */
const DIFFERENCES = [
  `select status, amount from (
      select status, sum(amount)::int as amount from counters where company_id = $1 and subject = 'queue' group by 1) kept
    full join (select status, count(*)::int as amount from queue_items where company_id = $1 group by 1) counted
      using (status, amount)
    where kept.status is null or counted.status is null`,
  `select day, amount from (
      select day, sum(amount)::int as amount from daily_counts where company_id = $1 and subject = 'invited'
        and day > '-infinity' group by 1) kept
    full join (select amsterdam_day(invited_at) as day, count(*)::int as amount from invitations
      where company_id = $1 and invited_at is not null group by 1) counted using (day, amount)
    where kept.day is null or counted.day is null`,
  `select m.id from messages m join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where m.company_id = $1 and m.contact_name <> left(normalize_for_search(l.full_name), 200) limit 1`,
];

/** Loaded in sets, the derived tables must be what the product itself would have made of every single row. */
export const checkDerived = async (client: pg.Client, tenants: readonly Tenant[]): Promise<void> => {
  for (const { companyId } of tenants) {
    await checkSearch(client, companyId);
    for (const difference of DIFFERENCES) {
      const { rowCount } = await client.query(difference, [companyId]);
      if (rowCount) throw new Error(`derived rows differ from the rows they stand for: ${difference}`);
    }
  }
};
