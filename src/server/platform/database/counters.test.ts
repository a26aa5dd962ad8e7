import { expect, test } from "vitest";
import { makeCompany } from "#testing/account-factories.ts";
import { setUpTestDatabase } from "#testing/use-test-database.ts";
import { counterTotal, findManagers } from "./counters.ts";
import { sql } from "./sql.ts";

const database = setUpTestDatabase();

const count = async (companyId: string, status: string): Promise<number> => {
  const found = await database.tenant(companyId).row<{ count: number }>(sql`
    select (${counterTotal({ companyId, actor: { id: companyId, name: "", role: "user" } }, { subject: "queue", status })}) as count`);
  return found?.count ?? 0;
};

test("the counters equal the row counts after concurrent changes", async () => {
  const { id: companyId } = await makeCompany(database);
  const db = database.tenant(companyId);
  // Enough changes that the counter rows are merged several times meanwhile.
  const work = Array.from({ length: 4 }, async (_, worker) => {
    for (let round = 0; round < 60; round++) {
      await db.run(sql`
        insert into queue_items (company_id, message_name, message_flow) values (${companyId}, 'a', ${`Flow ${worker}`})`);
      if (round % 3 === 0)
        await db.run(sql`
        update queue_items set status = 'SENT' where id = (select id from queue_items where company_id = ${companyId}
          and status = 'QUEUED' and message_flow = ${`Flow ${worker}`} limit 1)`);
      if (round % 7 === 0)
        await db.run(sql`
        delete from queue_items where id = (select id from queue_items where company_id = ${companyId}
          and status = 'SENT' and message_flow = ${`Flow ${worker}`} limit 1)`);
    }
  });
  await Promise.all(work);
  for (const status of ["QUEUED", "SENT", "CANCELLED"]) {
    const real = await db.row<{ count: number }>(
      sql`select count(*)::int as count from queue_items where status = ${status}`,
    );
    expect({ status, count: await count(companyId, status) }).toEqual({ status, count: real?.count });
  }
  expect(await findManagers(db, companyId, { subject: "queue", status: "QUEUED" })).toEqual([
    "Flow 0",
    "Flow 1",
    "Flow 2",
    "Flow 3",
  ]);
});

test("a rolled-back change is not counted", async () => {
  const { id: companyId } = await makeCompany(database);
  const rolledBack = database.tenant(companyId).transaction(async (db) => {
    await db.run(sql`insert into queue_items (company_id, message_name) values (${companyId}, 'a')`);
    throw new Error("not after all");
  });
  await expect(rolledBack).rejects.toThrow("not after all");
  expect(await count(companyId, "QUEUED")).toBe(0);
});

test("rows of one company do not change another's counters, and deleting a company deletes its counters", async () => {
  const [one, other] = [await makeCompany(database), await makeCompany(database)];
  await database.tenant(one.id).run(sql`insert into queue_items (company_id, message_name) values (${one.id}, 'a')`);
  await database
    .tenant(one.id)
    .run(sql`insert into messages (company_id, message_type) values (${one.id}, 'icebreaker')`);
  expect([await count(one.id, "QUEUED"), await count(other.id, "QUEUED")]).toEqual([1, 0]);
  await database.query("delete from companies where id = $1", [one.id]);
  expect(await database.query("select from counters where company_id = $1", [one.id])).toEqual([]);
});
