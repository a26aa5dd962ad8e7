import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChangeEvent } from "#contract/system.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "./database/database.ts";
import type { Db } from "./database/db.ts";
import { sql } from "./database/sql.ts";
import { createEvents, type Events } from "./events.ts";
import { createLog } from "./log.ts";

const companyId = randomUUID();
const otherCompanyId = randomUUID();
let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;
let events: Events;
let received: ChangeEvent[];
const eventually = <T>(read: () => T) => expect.poll(read);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, connections: 4, onError: () => undefined });
  owner = new pg.Client({ connectionString: testDatabase.url });
  await owner.connect();
});

beforeEach(async () => {
  received = [];
  events = createEvents({ url: testDatabase.url, log: createLog("silent") });
  events.subscribe(companyId, (event) => received.push(event));
  await eventually(() => received).toEqual([{ topic: "everything" }]);
  received.length = 0;
});

afterEach(() => events.close());

afterAll(async () => {
  await owner.end();
  await database.close();
  await testDatabase.drop();
});

const endListeners = () =>
  owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'usa_events' and datname = current_database()",
  );

test("an event is delivered after the commit, to its own company only", async () => {
  const otherReceived: ChangeEvent[] = [];
  events.subscribe(otherCompanyId, (event) => otherReceived.push(event));
  await database.tenant(companyId).transaction(async (db) => {
    await events.publish(db, companyId, { topic: "users", id: "7" });
    await sleep(150);
    expect(received).toEqual([]);
  });
  await eventually(() => received).toEqual([{ topic: "users", id: "7" }]);
  await events.publish(database.platform, otherCompanyId, { topic: "company" });
  await eventually(() => otherReceived).toEqual([{ topic: "company" }]);
  expect(received).toHaveLength(1);
});

test("an event does not change synchronous_commit for the transaction or for later queries", async () => {
  await owner.query(`alter database ${new URL(testDatabase.url).pathname.slice(1)} set synchronous_commit = 'local'`);
  const single = openDatabase({ url: testDatabase.url, connections: 1, onError: () => undefined });
  const db = single.tenant(companyId);
  const readSynchronousCommit = (db: Db) => db.row(sql`select current_setting('synchronous_commit') as how`);
  const within = await db.transaction(async (db) => {
    await events.publish(db, companyId, { topic: "users" });
    return readSynchronousCommit(db);
  });
  await eventually(() => received).toHaveLength(1);
  expect([within, await readSynchronousCommit(db)]).toEqual([{ how: "local" }, { how: "local" }]);
  await single.close();
});

test("several events are delivered in order", async () => {
  await events.publish(
    database.tenant(companyId),
    companyId,
    { topic: "leads", id: "7" },
    { topic: "messages" },
    { topic: "audit" },
  );
  await eventually(() => received).toEqual([{ topic: "leads", id: "7" }, { topic: "messages" }, { topic: "audit" }]);
});

test("an event of a transaction that was rolled back is not delivered", async () => {
  const rolledBack = database.tenant(companyId).transaction(async (db) => {
    await events.publish(db, companyId, { topic: "users" });
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  await events.publish(database.tenant(companyId), companyId, { topic: "audit" });
  await eventually(() => received).toEqual([{ topic: "audit" }]);
});

test("an event is delivered although the read after the transaction fails, and not when the transaction itself fails", async () => {
  const db = database.tenant(companyId);
  const failedRead = db.transactionThenRead(
    (db) => events.publish(db, companyId, { topic: "users" }),
    (db) => db.row(sql`select 1 / 0`),
  );
  await expect(failedRead).rejects.toThrow("division by zero");
  const failedTransaction = db.transaction(async (db) => {
    await events.publish(db, companyId, { topic: "leads" });
    await db.pipeline(sql`select 1 / 0`);
  });
  await expect(failedTransaction).rejects.toThrow("division by zero");
  await events.publish(db, companyId, { topic: "audit" });
  await eventually(() => received).toEqual([{ topic: "users" }, { topic: "audit" }]);
});

test("a tenant cannot publish events for another company", async () => {
  await events.publish(database.tenant(otherCompanyId), companyId, { topic: "users" });
  await events.publish(database.tenant(companyId), companyId, { topic: "audit" });
  await eventually(() => received).toEqual([{ topic: "audit" }]);
});

test("an event is delivered to every process", async () => {
  const otherProcess = createEvents({ url: testDatabase.url, log: createLog("silent") });
  const otherReceived: ChangeEvent[] = [];
  otherProcess.subscribe(companyId, (event) => otherReceived.push(event));
  await eventually(() => otherReceived).toHaveLength(1);
  await events.publish(database.platform, companyId, { topic: "sync" });
  await eventually(() => [received.at(-1), otherReceived.at(-1)]).toEqual([{ topic: "sync" }, { topic: "sync" }]);
  await otherProcess.close();
});

test("a lost connection is reopened, and subscribers are told that they may have missed events", async () => {
  await endListeners();
  await events.publish(database.platform, companyId, { topic: "users" });
  await eventually(() => received.at(0)).toEqual({ topic: "everything" });
  await events.publish(database.platform, companyId, { topic: "audit" });
  await eventually(() => received).toEqual([{ topic: "everything" }, { topic: "audit" }]);
});

test("malformed messages, a subscriber that throws and one that unsubscribed do no harm", async () => {
  events.subscribe(companyId, () => {
    throw new Error("broken");
  });
  const receivedAfterUnsubscribe: ChangeEvent[] = [];
  events.subscribe(companyId, (event) => receivedAfterUnsubscribe.push(event))();
  const receivedByLast: ChangeEvent[] = [];
  events.subscribe(companyId, (event) => receivedByLast.push(event));
  await owner.query("select pg_notify('change_events', '{\"companyId\": 1}'), pg_notify('change_events', 'x')");
  await events.publish(database.platform, companyId, { topic: "users" });
  await eventually(() => receivedByLast).toEqual([{ topic: "users" }]);
  expect(receivedAfterUnsubscribe).toEqual([]);
});

test("an id that is too long for the payload is left out", async () => {
  await events.publish(database.platform, companyId, { topic: "users", id: "é".repeat(5000) });
  await eventually(() => received).toEqual([{ topic: "users" }]);
});
