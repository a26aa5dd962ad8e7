import { expect, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { sql } from "#platform/database/sql.ts";
import { makeCompany } from "#testing/account-factories.ts";
import { setUpTestDatabase } from "#testing/use-test-database.ts";
import { pick, type Random, randomNumbers } from "./expected-counts.fixture.ts";

const database = setUpTestDatabase();

/** SQL for the number of prompt changes up to a time: it identifies the prompt version of that time. */
const versionAt = (time: string) => `
  (select count(distinct v.made_at) from prompt_versions v where v.company_id = l.company_id and v.made_at <= ${time}
    and v.number > (select min(number) from prompt_versions f where f.company_id = v.company_id and f.prompt_id = v.prompt_id))`;

/** Differences between the stored sums and a recount of the rows; must return no rows. */
const DIFFERENCES = `
  with stored as (
    select l.company_id, l.kind, l.day, l.person, ${versionAt("l.written_first")} as version,
      sum(sent)::int as sent_count, sum(responses)::int as responded,
      sum(responses_with_time)::int as timed, sum(response_time_us)::bigint as response_time
    from daily_results l group by 1, 2, 3, 4, 5 having (sum(sent), sum(responses), sum(responses_with_time), sum(response_time_us)) <> (0, 0, 0, 0)
  ), rows as (
    select company_id, 'invitation' as kind, invited_at as at, coalesce(connected_with, '') as person, invited_at as written,
      accepted_at is not null as responded, accepted_at - invited_at as response_time
    from invitations where invited_at is not null
    union all select company_id, message_type, coalesce(sent_at, date_created), coalesce(message_flow, ''), date_created,
      replied_at is not null or status in ('interested', 'not_interested', 'neutral'), null
    from messages where status in ('sent', 'connected', 'interested', 'not_interested', 'neutral')
  ), recounted as (
    select l.company_id, l.kind, (l.at at time zone 'Europe/Amsterdam')::date, l.person, ${versionAt("l.written")} as version,
      count(*)::int as sent_count, (count(*) filter (where responded))::int as responded,
      (count(*) filter (where response_time >= '0'))::int as timed,
      coalesce((sum(extract(epoch from response_time)) filter (where response_time >= '0') * 1000000)::bigint, 0) as response_time
    from rows l group by 1, 2, 3, 4, 5
  )
  (select 'stored' as source, * from stored except select 'stored', * from recounted)
  union all (select 'recounted', * from recounted except select 'recounted', * from stored)`;

/** Result rows that span a prompt change; there must be none. */
const ROWS_ACROSS_VERSIONS = `select l.* from daily_results l where ${versionAt("l.written_first")} <> ${versionAt("l.written_last")}`;

const ACCOUNT_MANAGERS = ["Frank", "Lotte", ""] as const;
const STATUSES = ["pending", "approved", "sent", "interested", "neutral", "cancelled"] as const;

/** A time within three days around the end of daylight saving time. */
const randomTime = (random: Random): Date => new Date(Date.UTC(2026, 9, 24) + Math.floor(random() * 4_320) * 60_000);

/** A random statement, for the tenant role and so under row-level security, as in the product. */
const randomChange = (companyId: string, random: Random) => {
  const time = () => randomTime(random);
  const some = (table: string) =>
    `(select id from ${table} where md5(id::text || '${random()}') < '4' order by id limit 5 for update skip locked)`;
  const rowCount = 1 + Math.floor(random() * 8);
  const makeStatement = pick<() => [string, ...unknown[]]>(random, [
    () => [
      `insert into invitations (company_id, connected_with, status, invited_at, accepted_at)
        select '${companyId}', $1, 'ACCEPTED', $2::timestamptz + n * interval '5 hours', $3 from generate_series(1, ${rowCount}) n`,
      pick(random, ACCOUNT_MANAGERS),
      time(),
      pick(random, [time(), null]),
    ],
    () => [
      `insert into messages (company_id, message_type, message_flow, status, date_created, sent_at)
        select '${companyId}', $1, $2, $3, $4::timestamptz + n * interval '90 minutes', $5 from generate_series(1, ${rowCount}) n`,
      pick(random, ["icebreaker", "followup"]),
      pick(random, ACCOUNT_MANAGERS),
      pick(random, STATUSES),
      time(),
      pick(random, [time(), null]),
    ],
    () => [`update messages set status = $1 where id in ${some("messages")}`, pick(random, STATUSES)],
    () => [`update messages set replied_at = $1 where id in ${some("messages")}`, pick(random, [time(), null])],
    () => [`update messages set date_created = $1, sent_at = $1 where id in ${some("messages")}`, time()],
    () => [`update messages set message_flow = $1 where id in ${some("messages")}`, pick(random, ACCOUNT_MANAGERS)],
    () => [`update invitations set accepted_at = $1 where id in ${some("invitations")}`, time()],
    () => [`update invitations set invited_at = $1, accepted_at = null where id in ${some("invitations")}`, time()],
    () => [`update invitations set connected_with = null where id in ${some("invitations")}`],
    () => [`delete from messages where id in ${some("messages")}`],
    () => [`delete from invitations where id in ${some("invitations")}`],
  ]);
  return makeStatement();
};

const run = (db: Db, [text, ...values]: readonly [string, ...unknown[]]): Promise<number> => {
  const parts = text.split(/\$\d/);
  const order = [...text.matchAll(/\$(\d)/g)].map(([, position]) => values[Number(position) - 1]);
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
  "after concurrent changes of rows and past prompt versions the stored results equal a recount of the rows (%i)",
  async (seed) => {
    const { id: companyId } = await makeCompany(database);
    const db = database.tenant(companyId);
    const work = Array.from({ length: 4 }, async (_, worker) => {
      const random = randomNumbers(seed * 100 + worker);
      const prompt = await makePrompt(db, companyId);
      for (let round = 0; round < 80; round++) {
        if (random() < 0.1) await addVersion(db, companyId, prompt, randomTime(random));
        else await run(db, randomChange(companyId, random));
      }
    });
    await Promise.all(work);
    expect(await database.query(DIFFERENCES)).toEqual([]);
    expect(await database.query(ROWS_ACROSS_VERSIONS)).toEqual([]);
  },
);

test("several changes in one transaction, concurrent with a new prompt version, count once", async () => {
  const { id: companyId } = await makeCompany(database);
  const db = database.tenant(companyId);
  const prompt = await makePrompt(db, companyId);
  await addVersion(db, companyId, prompt, new Date("2026-10-01T00:00:00Z"));
  const random = randomNumbers(9);
  const write = (db: Db) =>
    run(db, [
      `insert into messages (company_id, message_type, status, date_created, sent_at)
        select '${companyId}', 'icebreaker', 'sent', $1::timestamptz + n * interval '1 hour', $1 from generate_series(1, 20) n`,
      randomTime(random),
    ]);
  let signalStarted: (() => void) | undefined;
  const started = new Promise<void>((resolve) => {
    signalStarted = resolve;
  });
  const first = db.transaction(async (db) => {
    await write(db);
    signalStarted?.();
    // Must not wait for the other transactions, which wait for this one.
    await write(db);
    await run(db, [`update messages set status = 'neutral' where md5(id::text) < '8'`]);
  });
  await started;
  await Promise.all([first, addVersion(db, companyId, prompt, new Date("2026-10-25T01:30:00Z")), write(db)]);
  expect(await database.query(DIFFERENCES)).toEqual([]);
  expect(await database.query(ROWS_ACROSS_VERSIONS)).toEqual([]);
});

test("a change that does not affect the results adds no row", async () => {
  const { id: companyId } = await makeCompany(database);
  const db = database.tenant(companyId);
  await run(db, [
    `insert into messages (company_id, message_type, status, sent_at) values ('${companyId}', 'icebreaker', 'sent', now())`,
  ]);
  const resultIds = () => database.query("select id from daily_results where company_id = $1", [companyId]);
  const before = await resultIds();
  await run(db, ["update messages set content = 'Dag', sentiment = 'positive'"]);
  expect(await resultIds()).toEqual(before);
});

test("a rolled-back change is not counted", async () => {
  const { id: companyId } = await makeCompany(database);
  const rolledBack = database.tenant(companyId).transaction(async (db) => {
    await run(db, [`insert into invitations (company_id, status, invited_at) values ('${companyId}', 'SENT', now())`]);
    throw new Error("roll back");
  });
  await expect(rolledBack).rejects.toThrow("roll back");
  expect(await database.query("select from daily_results where company_id = $1", [companyId])).toEqual([]);
});

test("a company sees only its own rows", async () => {
  const [mine, other] = [await makeCompany(database), await makeCompany(database)];
  await run(database.tenant(other.id), [
    `insert into invitations (company_id, status, invited_at) values ('${other.id}', 'SENT', now())`,
  ]);
  expect(await database.tenant(mine.id).rows(sql`select id from daily_results`)).toEqual([]);
  expect(await database.tenant(other.id).rows(sql`select id from daily_results`)).toHaveLength(1);
});

test("deleting a company deletes its results", async () => {
  const { id: companyId } = await makeCompany(database);
  await run(database.tenant(companyId), [
    `insert into invitations (company_id, status, invited_at) values ('${companyId}', 'SENT', now())`,
  ]);
  await database.query("delete from companies where id = $1", [companyId]);
  expect(await database.query("select from daily_results where company_id = $1", [companyId])).toEqual([]);
});
