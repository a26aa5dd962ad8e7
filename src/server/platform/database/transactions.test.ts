import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { setUpTestDatabase } from "#testing/use-test-database.ts";
import { AppError } from "../app-error.ts";
import { openDatabase } from "./database.ts";
import type { Db } from "./db.ts";
import { transaction, transactionThenRead } from "./scope.ts";
import { prepared, sql } from "./sql.ts";

const database = setUpTestDatabase();

const scope = () => ({ db: database.platform });
const insert = (name: string) => sql`insert into companies (name) values (${name})`;
const exists = async (name: string) =>
  (await database.platform.row(sql`select 1 from companies where name = ${name}`)) !== undefined;

test("a transaction is committed as a whole", async () => {
  await transaction(scope(), async ({ db }) => {
    await db.run(insert("een"));
    expect(await exists("een")).toBe(false);
    await db.run(insert("twee"));
  });
  expect([await exists("een"), await exists("twee")]).toEqual([true, true]);
});

test("an error rolls the transaction back and is rethrown unchanged", async () => {
  const problem = new AppError("conflict", "Zo niet.");
  const failed = transaction(scope(), async ({ db }) => {
    await db.run(insert("terug"));
    throw problem;
  });
  await expect(failed).rejects.toBe(problem);
  expect(await exists("terug")).toBe(false);
});

test("a transaction inside another is part of it", async () => {
  const failed = transaction(scope(), async (scope) => {
    await transaction(scope, ({ db }) => db.run(insert("binnen")));
    throw new Error("buiten gaat het mis");
  });
  await expect(failed).rejects.toThrow("buiten gaat het mis");
  expect(await exists("binnen")).toBe(false);
});

test("a failed query returns its connection to the pool", async () => {
  for (let nth = 0; nth < 5; nth++) {
    await expect(database.platform.run(sql`select 1 / 0`)).rejects.toThrow("division by zero");
    await expect(transaction(scope(), ({ db }) => db.run(sql`select 1 / 0`))).rejects.toThrow("division by zero");
    await expect(database.tenant("").run(sql`select 1 / 0`)).rejects.toThrow("division by zero");
  }
  expect(await database.platform.row(sql`select 1 as one`)).toEqual({ one: 1 });
});

test("a query that gets into a deadlock with a migration is sent once more", async () => {
  const migration = new pg.Client(database.url);
  await migration.connect();
  await migration.query("begin");
  await migration.query("lock table users in access exclusive mode");
  const reading = database.platform.row(sql`
    select (select count(*) from companies) >= 0 and (select count(*) from users) >= 0 as "isRead"`);
  const waiting = "select from pg_locks where not granted and relation = 'users'::regclass";
  const isWaiting = async () => (await migration.query(waiting)).rowCount;
  await expect.poll(isWaiting).toBe(1);
  // The query waits for users and has companies.
  await migration.query("lock table companies in access exclusive mode");
  await migration.query("rollback");
  await migration.end();
  expect(await reading).toEqual({ isRead: true });
});

test("of several queries in one round trip, each sees what was committed while the one before it waited for a lock", async () => {
  const lock = sql`select name from companies where name = 'op slot' for no key update`;
  await database.platform.run(insert("op slot"));
  let reading: Promise<object> | undefined;
  await transaction(scope(), async ({ db }) => {
    await db.run(lock);
    const count = sql`select count(*)::int as count from companies where name = 'tijdens het wachten'`;
    reading = transaction(scope(), ({ db }) => db.rowsOfEach([lock, count]));
    const isWaiting = async () => (await db.row(sql`select from pg_locks where not granted`)) !== undefined;
    await expect.poll(isWaiting).toBe(true);
    await db.run(insert("tijdens het wachten"));
  });
  expect(await reading).toEqual([[{ name: "op slot" }], [{ count: 1 }]]);
});

test("pipelined changes are visible to the next query, in their order", async () => {
  await transaction(scope(), async ({ db }) => {
    await db.pipeline(insert("uitgesteld"));
    await db.pipeline(sql`update companies set name = 'uitgesteld en veranderd' where name = ${"uitgesteld"}`);
    expect(await db.row(sql`select name from companies where name like 'uitgesteld%'`)).toEqual({
      name: "uitgesteld en veranderd",
    });
    await db.pipeline(insert("op het laatst"));
  });
  expect([await exists("uitgesteld en veranderd"), await exists("op het laatst")]).toEqual([true, true]);
});

test("a transaction with only pipelined changes is committed", async () => {
  await transaction(scope(), ({ db }) => db.pipeline(insert("alleen uitgesteld")));
  expect(await exists("alleen uitgesteld")).toBe(true);
  await database.platform.pipeline(insert("zonder transactie"));
  expect(await exists("zonder transactie")).toBe(true);
});

test.each([true, false])(
  "a pipelined change that fails rolls the transaction back (prepared: %s)",
  async (isPrepared) => {
    const failing = isPrepared ? prepared(sql`select 1 / ${0}::int`) : sql`select 1 / 0`;
    for (const ask of [true, false]) {
      const failed = transaction(scope(), async ({ db }) => {
        await db.run(insert("vóór het uitgestelde"));
        await db.pipeline(failing);
        if (ask) await db.run(prepared(insert("erna")));
      });
      await expect(failed).rejects.toThrow("division by zero");
    }
    expect([await exists("vóór het uitgestelde"), await exists("erna")]).toEqual([false, false]);
    await database.platform.run(prepared(insert("erna")));
    await database.platform.run(sql`delete from companies where name = 'erna'`);
  },
);

test("a transaction without queries sends nothing", async () => {
  expect(await transaction(scope(), async () => "niets")).toBe("niets");
});

test("the read sees committed data, outside the transaction", async () => {
  const seen = await transactionThenRead(
    scope(),
    async ({ db }) => {
      await db.pipeline(insert("beantwoord"));
      return "beantwoord";
    },
    async ({ db }, name) => [
      await db.row(sql`select name from companies where name = ${name}`),
      await exists(name),
      await db.row(sql`select pg_current_xact_id_if_assigned() is null as "outside"`),
    ],
  );
  expect(seen).toEqual([{ name: "beantwoord" }, true, { outside: true }]);
});

test("every query of the read runs in the company of the transaction", async () => {
  const companyId = randomUUID();
  const company = sql`select current_company() as id`;
  const single = openDatabase({ url: database.url, connections: 1, onError: () => undefined });
  const db = single.tenant(companyId);
  const read = await transactionThenRead(
    { db },
    ({ db }) => db.row(company),
    async ({ db }, before) => [before, await db.row(company), await db.row(company)],
  );
  expect(read).toEqual([{ id: companyId }, { id: companyId }, { id: companyId }]);
  const left = await db.transaction(async (db) => {
    await db.run(sql`rollback`);
    return db.row(sql`select current_setting('app.company_id') as id`);
  });
  expect(left).toEqual({ id: "" });
  await single.close();
});

test("an error in the read does not undo the transaction and leaves the connection usable", async () => {
  const failed = transactionThenRead(
    scope(),
    ({ db }) => db.run(insert("toch bewaard")),
    ({ db }) => db.row(sql`select 1 / 0`),
  );
  await expect(failed).rejects.toThrow("division by zero");
  expect(await exists("toch bewaard")).toBe(true);
});

test("an error before the first query of the read does not undo the transaction", async () => {
  const failed = transactionThenRead(
    scope(),
    ({ db }) => db.pipeline(insert("ook bewaard")),
    () => Promise.reject(new Error("geen antwoord")),
  );
  await expect(failed).rejects.toThrow("geen antwoord");
  expect(await exists("ook bewaard")).toBe(true);
});

test("a transaction with a failed query is not committed, even when the error was caught", async () => {
  const passedOver = transaction(scope(), async ({ db }) => {
    await db.run(insert("nooit gebleven"));
    await db.run(sql`select 1 / 0`).catch(() => undefined);
    return "gelukt";
  });
  await expect(passedOver).rejects.toThrow("division by zero");
  expect(await exists("nooit gebleven")).toBe(false);
});

test("an error that was rolled back to a savepoint does not prevent the commit", async () => {
  await transaction(scope(), async ({ db }) => {
    await db.run(insert("vóór de poging"));
    await db.run(sql`savepoint attempt`);
    await db.run(sql`select 1 / 0`).catch(() => undefined);
    await db.run(sql`rollback to savepoint attempt`);
  });
  expect(await exists("vóór de poging")).toBe(true);
});

test("after a failed transaction nothing is read", async () => {
  let answered = false;
  const failing = async ({ db }: { db: Db }) => {
    await db.run(insert("nooit bewaard"));
    throw new Error("zo niet");
  };
  const failed = transactionThenRead(scope(), failing, async () => {
    answered = true;
  });
  await expect(failed).rejects.toThrow("zo niet");
  expect([answered, await exists("nooit bewaard")]).toEqual([false, false]);
});

test("inside another transaction the read is part of it", async () => {
  const failed = transaction(scope(), async (scope) => {
    await transactionThenRead(
      scope,
      ({ db }) => db.run(insert("nog niet")),
      async () => expect(await exists("nog niet")).toBe(false),
    );
    throw new Error("buiten gaat het mis");
  });
  await expect(failed).rejects.toThrow("buiten gaat het mis");
  expect(await exists("nog niet")).toBe(false);
});

test("the read cannot open a transaction", async () => {
  const failed = transactionThenRead(
    scope(),
    ({ db }) => db.run(insert("eerst")),
    ({ db }) => db.transaction((db) => db.run(insert("daarna"))),
  );
  await expect(failed).rejects.toThrow("opens no transaction");
});
