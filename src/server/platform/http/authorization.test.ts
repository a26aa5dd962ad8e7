import type { AddressInfo } from "node:net";
import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { everyRole } from "#contract/roles.ts";
import { defineRoutes } from "#contract/route.ts";
import { makeCompany, makeUser } from "#testing/factories.ts";
import { TestClient } from "#testing/test-client.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openTestDatabase } from "#testing/test-server.ts";
import { AppError } from "../app-error.ts";
import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Scope } from "../database/scope.ts";
import { sql } from "../database/sql.ts";
import { KnownSessions } from "../known-sessions.ts";
import { openSession } from "../sessions.ts";
import { bindRoutes } from "./bind-routes.ts";
import { sendError } from "./error-responses.ts";
import { createEventStreams } from "./event-streams.ts";
import { createCookies } from "./session-cookies.ts";

const visit = (path: string) =>
  ({ method: "GET", path, summary: "", access: everyRole, answer: z.object({ name: z.string() }) }) as const;

const table = defineRoutes({
  reads: visit("/api/reads"),
  fails: visit("/api/fails"),
  failsAfter: visit("/api/fails-after"),
  hides: visit("/api/hides"),
  asksNothing: visit("/api/asks-nothing"),
  isAway: visit("/api/is-away"),
});

const name = ({ actor }: Scope) => ({ name: actor.name });
const ask = ({ db }: Scope) => db.row(sql`select 1`);
const failToAsk = ({ db }: Scope) => db.row(sql`select 1 / 0`);

let runs = 0;
const counted =
  (work: (scope: Scope) => Promise<unknown>) =>
  async ({ scope }: { scope: Scope }) => {
    runs += 1;
    await work(scope);
    return name(scope);
  };

const handlers = {
  reads: counted(ask),
  fails: counted(failToAsk),
  failsAfter: counted(async (scope) => {
    await ask(scope);
    await failToAsk(scope);
  }),
  hides: counted((scope) => failToAsk(scope).catch(() => undefined)),
  asksNothing: counted(async () => undefined),
  isAway: counted(async () => {
    throw new AppError("unavailable", "Even niet.");
  }),
};

let testDatabase: TestDatabase;
let database: Database;
let app: FastifyInstance;
let known: KnownSessions;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openTestDatabase(testDatabase.url);
  known = new KnownSessions();
  app = Fastify();
  app.setErrorHandler(sendError);
  await app.register(fastifyCookie);
  const cookies = createCookies(false);
  const gate = { database, clock: systemClock, cookies, publicOrigin: "http://127.0.0.1", known };
  bindRoutes(app, { ...gate, streams: createEventStreams(), checkAnswers: true }, table, handlers);
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await testDatabase.drop();
});

let userId: string;
let call: (path: string) => Promise<unknown[]>;
beforeEach(async () => {
  const company = await makeCompany(database);
  userId = (await makeUser(database, company.id)).id;
  const visitor = { address: "127.0.0.1", userAgent: undefined };
  const { token } = await openSession({ db: database.platform }, "main", userId, visitor, new Date());
  const client = new TestClient(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  call = async (path) => {
    runs = 0;
    const { status, body } = await client.get(path, { cookie: `usa_session=${token}` });
    return [status, runs, ...(status === 200 ? [body["name"]] : [])];
  };
  expect(await call("/api/reads")).toEqual([200, 1, "Anna Jansen"]);
  expect(known.find(token, new Date())?.person.id).toBe(userId);
});

const rename = () => database.platform.run(sql`update users set first_name = 'Bea' where id = ${userId}`);

test("what was let in is done once", async () => {
  expect(await call("/api/reads")).toEqual([200, 1, "Anna Jansen"]);
});

test("what was refused is done anew, for who somebody is now", async () => {
  await rename();
  expect(await call("/api/reads")).toEqual([200, 2, "Bea Jansen"]);
  expect(await call("/api/reads")).toEqual([200, 1, "Bea Jansen"]);
});

test("what asks nothing is done anew too, because nobody has said who it is for", async () => {
  await rename();
  expect(await call("/api/asks-nothing")).toEqual([200, 2, "Bea Jansen"]);
});

test.each([
  ["failed with what it asked first", "/api/fails"],
  ["failed later", "/api/fails-after"],
])("what %s may have been done, and is not done again", async (_what, path) => {
  expect(await call(path)).toEqual([500, 1]);
});

test("what is told when the database is away is told at once", async () => {
  expect(await call("/api/is-away")).toEqual([503, 1]);
});

test("whoever nobody let in gets no answer, whatever a handler makes of it", async () => {
  expect(await call("/api/hides")).toEqual([500, 1]);
});
