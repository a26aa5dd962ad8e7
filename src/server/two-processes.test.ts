import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EventReader, openEvents } from "#testing/event-reader.ts";
import { signedIn, signInAs } from "#testing/signed-in.ts";
import { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const HOUR = 3_600_000;

let one: TestServer;
let other: TestServer;
let open: EventReader[] = [];
/** A server begins to hear the others a moment after its start. */
const awaitHearing = async (server: TestServer): Promise<void> => {
  const { client, company } = await signedIn(server);
  const heard = await openEvents(server, client);
  const repeat = setInterval(() => void publish(one, company.id, "hoor je mij?"), 20);
  await heard.next();
  clearInterval(repeat);
  heard.close();
};

beforeAll(async () => {
  one = await startTestServer();
  other = await startTestServer({ databaseUrl: one.databaseUrl });
  await Promise.all([awaitHearing(one), awaitHearing(other)]);
});
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const listen = async (server: TestServer, client: TestClient): Promise<EventReader> => {
  const stream = await openEvents(server, client);
  open.push(stream);
  return stream;
};

/** The same browser, sent to another process by whatever spreads the load. */
const elsewhere = async (client: TestClient, path: string): Promise<number> => {
  const response = await new TestClient(other.url).get(path, { cookie: client.cookieHeader(path) });
  return response.status;
};

const publish = (server: TestServer, companyId: string, id: string) =>
  server.platform.events.publish(server.platform.database.tenant(companyId), companyId, { topic: "users", id });

test("a session of one process is valid in the other, and so is its end", async () => {
  const { client } = await signedIn(one);
  expect(await elsewhere(client, "/api/auth/user")).toBe(200);
  const cookie = client.cookieHeader("/");
  await client.post("/api/logout");
  expect((await new TestClient(other.url).get("/api/auth/user", { cookie })).status).toBe(401);
});

test("signing out everywhere at one process ends the sessions at the other", async () => {
  const { client, user } = await signedIn(one);
  const second = await signInAs(other, user);
  await client.delete("/api/profile/sessions");
  expect((await second.get("/api/auth/user")).status).toBe(401);
});

test("a change in one process reaches streams of the same company in the other", async () => {
  const [me, stranger] = [await signedIn(one), await signedIn(one)];
  const heard = await listen(other, me.client);
  const strange = await listen(other, stranger.client);
  expect(heard.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  expect(heard.headers["cache-control"]).toBe("no-store");
  await publish(one, me.company.id, "eerste");
  await publish(one, stranger.company.id, "van een ander");
  await publish(one, me.company.id, "tweede");
  expect(await heard.next()).toEqual({ topic: "users", id: "eerste" });
  expect(await heard.next()).toEqual({ topic: "users", id: "tweede" });
  expect(await strange.next()).toEqual({ topic: "users", id: "van een ander" });
  expect([heard.received.length, strange.received.length]).toEqual([2, 1]);
});

test("a change that is rolled back is not sent", async () => {
  const me = await signedIn(one);
  const heard = await listen(other, me.client);
  const { database, events } = one.platform;
  const failed = database.tenant(me.company.id).transaction(async (db) => {
    await events.publish(db, me.company.id, { topic: "users", id: "teruggedraaid" });
    throw new Error("toch niet");
  });
  await expect(failed).rejects.toThrow("toch niet");
  await publish(one, me.company.id, "echt");
  expect(await heard.next()).toEqual({ topic: "users", id: "echt" });
});

test("a stream ends with its session, before the next event", async () => {
  const me = await signedIn(one);
  const heard = await listen(other, me.client);
  await me.client.post("/api/logout");
  await publish(one, me.company.id, "na het uitloggen");
  await heard.ended();
  expect(heard.received).toEqual([]);
});

test("a user who moves to another company gets no more events of the old one", async () => {
  const [me, newCompany] = [await signedIn(one), (await signedIn(one)).company];
  const heard = await listen(other, me.client);
  await one.query("update users set company_id = $2 where id = $1", [me.user.id, newCompany.id]);
  await publish(one, me.company.id, "van het oude bedrijf");
  await heard.ended();
  expect(heard.received).toEqual([]);
});

test("an open stream does not keep its session alive", async () => {
  const me = await signedIn(one);
  const heard = await listen(one, me.client);
  one.clock.advance(5 * HOUR);
  await publish(one, me.company.id, "halverwege");
  expect(await heard.next()).toEqual({ topic: "users", id: "halverwege" });
  one.clock.advance(4 * HOUR);
  expect((await me.client.get("/api/auth/user")).status).toBe(401);
});

test("a server that stops ends its streams instead of waiting for them", async () => {
  const me = await signedIn(one);
  const stopping = await startTestServer({ databaseUrl: one.databaseUrl });
  const heard = await listen(stopping, me.client);
  const start = Date.now();
  await stopping.close();
  await heard.ended();
  expect(Date.now() - start).toBeLessThan(5_000);
});

test("a stream without a session is refused", async () => {
  expect((await listen(one, one.client())).status).toBe(401);
});
