import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "./database.ts";
import { sql } from "./sql.ts";

let testDatabase: TestDatabase;
let database: Database;
const unfinished: (() => void)[] = [];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
beforeEach(() => {
  database = openDatabase({ url: testDatabase.url, connections: 4, onError: () => undefined });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const finish of unfinished.splice(0)) finish();
  await database.close();
});
afterAll(() => testDatabase.drop());

const read = (companyId: string) => database.tenant(companyId).row(sql`select 1 as one`);

/** Transactions of one company that stay open until `finish` is called. */
const holdConnections = (companyId: string, count: number) => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  unfinished.push(finish);
  const begun: number[] = [];
  const work = Array.from({ length: count }, (_, nth) =>
    database.tenant(companyId).transaction(async (db) => {
      begun.push(nth);
      await db.row(sql`select 1`);
      await finished;
    }),
  );
  return { begun, finish, done: Promise.all(work) };
};

test("a company has half of the connections, so that its slow requests do not hold up another", async () => {
  const [slow, other] = [randomUUID(), randomUUID()];
  const held = holdConnections(slow, 10);
  expect(await Promise.all([read(other), read(other), read(other)])).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }]);
  await expect.poll(() => held.begun.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(database.connections().usa_tenant.waiting).toBe(8);
  held.finish();
  await held.done;
  expect(held.begun).toHaveLength(10);
  expect(await read(slow)).toEqual({ one: 1 });
});

test("work that has waited for ten seconds is unavailable, and the next gets its turn", async () => {
  const slow = randomUUID();
  const held = holdConnections(slow, 2);
  await expect.poll(() => held.begun).toHaveLength(2);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const outcome = expect(read(slow)).rejects.toMatchObject({ code: "unavailable" });
  vi.advanceTimersByTime(10_000);
  await outcome;
  vi.useRealTimers();
  const next = read(slow);
  held.finish();
  await held.done;
  expect(await next).toEqual({ one: 1 });
  expect(database.connections().usa_tenant.waiting).toBe(0);
});
