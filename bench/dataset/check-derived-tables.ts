import type pg from "pg";
import type { BenchCompany } from "./fill.ts";

const SAMPLE = 200;

// Changing the column `company` (the lead's employer) and restoring it makes the trigger recompute the search row.
const APPEND_SUFFIX = "update leads set company = company || $2 where company_id = $1 and id = any($3::uuid[])";
const REMOVE_SUFFIX =
  "update leads set company = left(company, -length($2)) where company_id = $1 and id = any($3::uuid[])";
const SELECT_SEARCH_ROWS =
  "select lead_id, name, text, words from lead_search where company_id = $1 and lead_id = any($2::uuid[]) order by lead_id";

const checkSearch = async (client: pg.Client, companyId: string): Promise<void> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from leads where company_id = $1 order by md5(id::text) limit $2",
    [companyId, SAMPLE],
  );
  const ids = rows.map(({ id }) => id);
  const readSearchRows = async () => JSON.stringify((await client.query(SELECT_SEARCH_ROWS, [companyId, ids])).rows);
  const before = await readSearchRows();
  await client.query("begin");
  await client.query(APPEND_SUFFIX, [companyId, " x", ids]);
  await client.query(REMOVE_SUFFIX, [companyId, " x", ids]);
  const after = await readSearchRows();
  await client.query("rollback");
  if (before !== after) throw new Error("the loaded search rows differ from those the trigger computes");
};

/** Consistency checks of the counters and copied columns; each must return no rows. Day '-infinity' has the all-time total. */
const CONSISTENCY_CHECKS = [
  `select status, count from (
      select status, sum(amount)::int as count from counters where company_id = $1 and subject = 'queue' group by 1) stored
    full join (select status, count(*)::int as count from queue_items where company_id = $1 group by 1) recounted
      using (status, count)
    where stored.status is null or recounted.status is null`,
  `select day, count from (
      select day, sum(amount)::int as count from daily_counts where company_id = $1 and subject = 'invited'
        and day > '-infinity' group by 1) stored
    full join (select amsterdam_day(invited_at) as day, count(*)::int as count from invitations
      where company_id = $1 and invited_at is not null group by 1) recounted using (day, count)
    where stored.day is null or recounted.day is null`,
  `select m.id from messages m join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where m.company_id = $1 and m.contact_name <> left(normalize_for_search(l.full_name), 200) limit 1`,
];

/** The bulk load bypasses the triggers, so check that the derived tables equal what the triggers would have written. */
export const checkDerivedTables = async (client: pg.Client, companies: readonly BenchCompany[]): Promise<void> => {
  for (const { companyId } of companies) {
    await checkSearch(client, companyId);
    for (const check of CONSISTENCY_CHECKS) {
      const { rowCount } = await client.query(check, [companyId]);
      if (rowCount) throw new Error(`derived rows differ from their source rows: ${check}`);
    }
  }
};
