import { expect, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { sql } from "#platform/database/sql.ts";
import { makeCompany } from "#testing/factories.ts";
import { setUpTestDatabase } from "#testing/use-test-database.ts";
import { pick, type Random, randomNumbers } from "./expected-counts.fixture.ts";

const database = setUpTestDatabase();

/** How many of the moments at which a prompt changed had passed when it was written. */
const slot = (written: string) => `
  (select count(distinct v.made_at) from prompt_versions v where v.company_id = l.company_id and v.made_at <= ${written}
    and v.number > (select min(number) from prompt_versions f where f.company_id = v.company_id and f.prompt_id = v.prompt_id))`;

/** What is kept, beside what the rows say. */
const COMPARE = `
  with counted as (
    select l.company_id, l.kind, l.day, l.person, ${slot("l.written_first")} as slot, sum(sent)::int as out, sum(responses)::int as won,
      sum(timed_responses)::int as timed, sum(response_time_us)::bigint as took
    from daily_results l group by 1, 2, 3, 4, 5 having (sum(sent), sum(responses), sum(timed_responses), sum(response_time_us)) <> (0, 0, 0, 0)
  ), rows as (
    select company_id, 'invitation' as kind, invited_at as at, coalesce(connected_with, '') as person, invited_at as written,
      accepted_at is not null as won, accepted_at - invited_at as took
    from invitations where invited_at is not null
    union all select company_id, message_type, coalesce(sent_at, date_created), coalesce(message_flow, ''), date_created,
      status in ('interested', 'not_interested', 'neutral'), null
    from messages where status in ('sent', 'connected', 'interested', 'not_interested', 'neutral')
  ), real as (
    select l.company_id, l.kind, (l.at at time zone 'Europe/Amsterdam')::date, l.person, ${slot("l.written")} as slot,
      count(*)::int as out, (count(*) filter (where won))::int as won, (count(*) filter (where took >= '0'))::int as timed,
      coalesce((sum(extract(epoch from took)) filter (where took >= '0') * 1000000)::bigint, 0) as took
    from rows l group by 1, 2, 3, 4, 5
  )
  (select 'kept' as side, * from counted except select 'kept', * from real)
  union all (select 'real', * from real except select 'real', * from counted)`;

/** Lines that were begun before a prompt changed and ended after it. */
const CUT = `select l.* from daily_results l where ${slot("l.written_first")} <> ${slot("l.written_last")}`;

const PEOPLE = ["Frank", "Lotte", ""] as const;
const STATUSES = ["pending", "approved", "sent", "interested", "neutral", "cancelled"] as const;

/** Within three days around the night in which the clock goes back. */
const someMoment = (random: Random): Date => new Date(Date.UTC(2026, 9, 24) + Math.floor(random() * 4_320) * 60_000);

/** As the product does: as the company itself, held by row-level security. */
const changes = (companyId: string, random: Random) => {
  const moment = () => someMoment(random);
  const some = (table: string) =>
    `(select id from ${table} where md5(id::text || '${random()}') < '4' order by id limit 5 for update skip locked)`;
  const many = 1 + Math.floor(random() * 8);
  const act = pick<() => [string, ...unknown[]]>(random, [
    () => [
      `insert into invitations (company_id, connected_with, status, invited_at, accepted_at)
        select '${companyId}', $1, 'ACCEPTED', $2::timestamptz + n * interval '5 hours', $3 from generate_series(1, ${many}) n`,
      pick(random, PEOPLE),
      moment(),
      pick(random, [moment(), null]),
    ],
    () => [
      `insert into messages (company_id, message_type, message_flow, status, date_created, sent_at)
        select '${companyId}', $1, $2, $3, $4::timestamptz + n * interval '90 minutes', $5 from generate_series(1, ${many}) n`,
      pick(random, ["icebreaker", "followup"]),
      pick(random, PEOPLE),
      pick(random, STATUSES),
      moment(),
      pick(random, [moment(), null]),
    ],
    () => [`update messages set status = $1 where id in ${some("messages")}`, pick(random, STATUSES)],
    () => [`update messages set date_created = $1, sent_at = $1 where id in ${some("messages")}`, moment()],
    () => [`update messages set message_flow = $1 where id in ${some("messages")}`, pick(random, PEOPLE)],
    () => [`update invitations set accepted_at = $1 where id in ${some("invitations")}`, moment()],
    () => [`update invitations set invited_at = $1, accepted_at = null where id in ${some("invitations")}`, moment()],
    () => [`update invitations set connected_with = null where id in ${some("invitations")}`],
    () => [`delete from messages where id in ${some("messages")}`],
    () => [`delete from invitations where id in ${some("invitations")}`],
  ]);
  return act();
};

const run = (db: Db, [text, ...values]: readonly [string, ...unknown[]]): Promise<number> => {
  const parts = text.split(/\$\d/);
  const order = [...text.matchAll(/\$(\d)/g)].map(([, place]) => values[Number(place) - 1]);
  return db.run({ parts, values: order });
};

const makePrompt = async (db: Db, companyId: string): Promise<string> => {
  const prompt = await db.row<{ id: string }>(
    sql`insert into prompts (company_id, prompt_name) values (${companyId}, 'Icebreaker') returning id`,
  );
  return prompt?.id ?? "";
};
const addVersion = (db: Db, companyId: string, promptId: string, madeAt: Date): Promise<number> =>
  db.run(sql`
    insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
    select ${companyId}, ${promptId}, coalesce(max(number), 0) + 1, '', 'edit', 'Anna', ${madeAt}
    from prompt_versions where prompt_id = ${promptId}`);

test.each([1, 2, 3])(
  "whatever is changed at the same time, prompts in the past too, what is kept is what the rows say (%i)",
  async (seed) => {
    const { id: companyId } = await makeCompany(database);
    const db = database.tenant(companyId);
    const work = Array.from({ length: 4 }, async (_, worker) => {
      const random = randomNumbers(seed * 100 + worker);
      const prompt = await makePrompt(db, companyId);
      for (let round = 0; round < 80; round++) {
        if (random() < 0.1) await addVersion(db, companyId, prompt, someMoment(random));
        else await run(db, changes(companyId, random));
      }
    });
    await Promise.all(work);
    expect(await database.query(COMPARE)).toEqual([]);
    expect(await database.query(CUT)).toEqual([]);
  },
);

test("several changes in one transaction, beside a prompt that changes, count once", async () => {
  const { id: companyId } = await makeCompany(database);
  const db = database.tenant(companyId);
  const prompt = await makePrompt(db, companyId);
  await addVersion(db, companyId, prompt, new Date("2026-10-01T00:00:00Z"));
  const random = randomNumbers(9);
  const write = (db: Db) =>
    run(db, [
      `insert into messages (company_id, message_type, status, date_created, sent_at)
        select '${companyId}', 'icebreaker', 'sent', $1::timestamptz + n * interval '1 hour', $1 from generate_series(1, 20) n`,
      someMoment(random),
    ]);
  let going: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    going = resolve;
  });
  const first = db.transaction(async (db) => {
    await write(db);
    going?.();
    // Waits for nothing of the other: it waits for this one.
    await write(db);
    await run(db, [`update messages set status = 'neutral' where md5(id::text) < '8'`]);
  });
  await begun;
  await Promise.all([first, addVersion(db, companyId, prompt, new Date("2026-10-25T01:30:00Z")), write(db)]);
  expect(await database.query(COMPARE)).toEqual([]);
  expect(await database.query(CUT)).toEqual([]);
});

test("a text that changes nothing of the results leaves no line", async () => {
  const { id: companyId } = await makeCompany(database);
  const db = database.tenant(companyId);
  await run(db, [
    `insert into messages (company_id, message_type, status, sent_at) values ('${companyId}', 'icebreaker', 'sent', now())`,
  ]);
  const lines = () => database.query("select id from daily_results where company_id = $1", [companyId]);
  const before = await lines();
  await run(db, ["update messages set content = 'Dag', sentiment = 'positive'"]);
  expect(await lines()).toEqual(before);
});

test("a change that is taken back was never counted", async () => {
  const { id: companyId } = await makeCompany(database);
  const undone = database.tenant(companyId).transaction(async (db) => {
    await run(db, [`insert into invitations (company_id, status, invited_at) values ('${companyId}', 'SENT', now())`]);
    throw new Error("not after all");
  });
  await expect(undone).rejects.toThrow("not after all");
  expect(await database.query("select from daily_results where company_id = $1", [companyId])).toEqual([]);
});

test("a company sees its own lines only", async () => {
  const [mine, other] = [await makeCompany(database), await makeCompany(database)];
  await run(database.tenant(other.id), [
    `insert into invitations (company_id, status, invited_at) values ('${other.id}', 'SENT', now())`,
  ]);
  expect(await database.tenant(mine.id).rows(sql`select id from daily_results`)).toEqual([]);
  expect(await database.tenant(other.id).rows(sql`select id from daily_results`)).toHaveLength(1);
});

test("deleting a company takes its lines along", async () => {
  const { id: companyId } = await makeCompany(database);
  await run(database.tenant(companyId), [
    `insert into invitations (company_id, status, invited_at) values ('${companyId}', 'SENT', now())`,
  ]);
  await database.query("delete from companies where id = $1", [companyId]);
  expect(await database.query("select from daily_results where company_id = $1", [companyId])).toEqual([]);
});
