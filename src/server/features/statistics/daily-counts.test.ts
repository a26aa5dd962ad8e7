import { expect, test } from "vitest";
import { sql } from "#platform/database/sql.ts";
import { makeCompany } from "#testing/account-factories.ts";
import { setUpTestDatabase } from "#testing/use-test-database.ts";

const database = setUpTestDatabase();

/** Differences between the stored sums and a recount of the rows; must return no rows. */
const DIFFERENCES = `
  with stored as (
    select company_id, subject, day, person, sum(amount)::int as amount from daily_counts group by 1, 2, 3, 4 having sum(amount) <> 0
  ), recounted as (
    select company_id, 'invited' as subject, (invited_at at time zone 'Europe/Amsterdam')::date as day,
      coalesce(connected_with, '') as person, count(*)::int as amount
    from invitations where invited_at is not null group by 1, 2, 3, 4
    union all select company_id, 'invited', '-infinity'::date, coalesce(connected_with, ''), count(*)::int
    from invitations where invited_at is not null group by 1, 2, 3, 4
    union all select company_id, 'accepted', '-infinity'::date, coalesce(connected_with, ''), count(*)::int
    from invitations where accepted_at is not null group by 1, 2, 3, 4
    union all select company_id, 'accepted', (accepted_at at time zone 'Europe/Amsterdam')::date, coalesce(connected_with, ''),
      count(*)::int from invitations where accepted_at is not null group by 1, 2, 3, 4
    union all select company_id, lower(status), '-infinity'::date, coalesce(connected_with, ''), count(*)::int
    from invitations where status in ('QUEUED', 'ON_HOLD') group by 1, 2, 3, 4
    union all select company_id, 'sent', (date_sent at time zone 'Europe/Amsterdam')::date, coalesce(message_flow, ''),
      count(*)::int from queue_items where status = 'SENT' and date_sent is not null group by 1, 2, 3, 4
  )
  (select 'stored' as source, * from stored except select 'stored', * from recounted)
  union all (select 'recounted', * from recounted except select 'recounted', * from stored)`;

test("after concurrent changes the stored counts equal a recount of the rows", async () => {
  const { id: companyId } = await makeCompany(database);
  const db = database.tenant(companyId);
  // Enough changes to trigger the aggregation several times.
  const work = Array.from({ length: 4 }, async (_, worker) => {
    const person = `Persoon ${worker}`;
    for (let round = 0; round < 80; round++) {
      const at = new Date(Date.UTC(2026, 9, 20 + (round % 10), 21 + (round % 4)));
      await db.run(sql`
        insert into invitations (company_id, connected_with, status, invited_at)
        values (${companyId}, ${person}, ${round % 2 ? "SENT" : "ON_HOLD"}, ${round % 2 ? at : null})`);
      if (round % 3 === 0)
        await db.run(sql`
          update invitations set status = 'ACCEPTED', invited_at = coalesce(invited_at, ${at}), accepted_at = ${at}
          where id = (select id from invitations where connected_with = ${person} and accepted_at is null limit 1)`);
      if (round % 7 === 0)
        await db.run(sql`
          delete from invitations where id = (select id from invitations where connected_with = ${person} limit 1)`);
    }
  });
  await Promise.all(work);
  expect(await database.query(DIFFERENCES)).toEqual([]);
  const stored = await db.row<{ count: number }>(sql`select count(*)::int as count from daily_counts`);
  expect(stored?.count).toBeGreaterThan(0);
});

test("a rolled-back change is not counted", async () => {
  const { id: companyId } = await makeCompany(database);
  const rolledBack = database.tenant(companyId).transaction(async (db) => {
    await db.run(sql`insert into invitations (company_id, status) values (${companyId}, 'QUEUED')`);
    throw new Error("roll back");
  });
  await expect(rolledBack).rejects.toThrow("roll back");
  expect(await database.query("select from daily_counts where company_id = $1", [companyId])).toEqual([]);
});
