import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EventReader, openEvents } from "#testing/event-reader.ts";
import { signedIn, signInAs } from "#testing/signed-in.ts";
import { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const HOUR = 3_600_000;

let one: TestServer;
let other: TestServer;
let open: EventReader[] = [];
/** A server receives the events of the others only a moment after its start. */
const waitUntilListening = async (server: TestServer): Promise<void> => {
  const { client, company } = await signedIn(server);
  const stream = await openEvents(server, client);
  const repeat = setInterval(() => void publish(one, company.id, "hoor je mij?"), 20);
  await stream.next();
  clearInterval(repeat);
  stream.close();
};

beforeAll(async () => {
  one = await startTestServer();
  other = await startTestServer({ databaseUrl: one.databaseUrl });
  await Promise.all([waitUntilListening(one), waitUntilListening(other)]);
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

/** The same browser, routed to the other process by a load balancer. */
const statusOnOther = async (client: TestClient, path: string): Promise<number> => {
  const response = await new TestClient(other.url).get(path, { cookie: client.cookieHeader(path) });
  return response.status;
};

const publish = (server: TestServer, companyId: string, id: string) =>
  server.platform.events.publish(server.platform.database.tenant(companyId), companyId, { topic: "users", id });

test("a session of one process is valid in the other, and so is its end", async () => {
  const { client } = await signedIn(one);
  expect(await statusOnOther(client, "/api/auth/user")).toBe(200);
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
  const [me, otherCompanyUser] = [await signedIn(one), await signedIn(one)];
  const stream = await listen(other, me.client);
  const otherStream = await listen(other, otherCompanyUser.client);
  expect(stream.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  expect(stream.headers["cache-control"]).toBe("no-store");
  await publish(one, me.company.id, "eerste");
  await publish(one, otherCompanyUser.company.id, "van een ander");
  await publish(one, me.company.id, "tweede");
  expect(await stream.next()).toEqual({ topic: "users", id: "eerste" });
  expect(await stream.next()).toEqual({ topic: "users", id: "tweede" });
  expect(await otherStream.next()).toEqual({ topic: "users", id: "van een ander" });
  expect([stream.received.length, otherStream.received.length]).toEqual([2, 1]);
});

test("a change that is rolled back is not sent", async () => {
  const me = await signedIn(one);
  const stream = await listen(other, me.client);
  const { database, events } = one.platform;
  const failed = database.tenant(me.company.id).transaction(async (db) => {
    await events.publish(db, me.company.id, { topic: "users", id: "teruggedraaid" });
    throw new Error("toch niet");
  });
  await expect(failed).rejects.toThrow("toch niet");
  await publish(one, me.company.id, "echt");
  expect(await stream.next()).toEqual({ topic: "users", id: "echt" });
});

test("a stream ends with its session, before the next event", async () => {
  const me = await signedIn(one);
  const stream = await listen(other, me.client);
  await me.client.post("/api/logout");
  await publish(one, me.company.id, "na het uitloggen");
  await stream.ended();
  expect(stream.received).toEqual([]);
});

test("a user who moves to another company gets no more events of the old one", async () => {
  const [me, newCompany] = [await signedIn(one), (await signedIn(one)).company];
  const stream = await listen(other, me.client);
  await one.query("update users set company_id = $2 where id = $1", [me.user.id, newCompany.id]);
  await publish(one, me.company.id, "van het oude bedrijf");
  await stream.ended();
  expect(stream.received).toEqual([]);
});

test("an open stream does not keep its session alive", async () => {
  const me = await signedIn(one);
  const stream = await listen(one, me.client);
  one.clock.advance(5 * HOUR);
  await publish(one, me.company.id, "halverwege");
  expect(await stream.next()).toEqual({ topic: "users", id: "halverwege" });
  one.clock.advance(4 * HOUR);
  expect((await me.client.get("/api/auth/user")).status).toBe(401);
});

test("a server that stops ends its streams instead of waiting for them", async () => {
  const me = await signedIn(one);
  const stopping = await startTestServer({ databaseUrl: one.databaseUrl });
  const stream = await listen(stopping, me.client);
  // Waiting for the stream would never end: the stream ends with the server only.
  await stopping.close();
  await stream.ended();
});

test("a stream without a session is refused", async () => {
  expect((await listen(one, one.client())).status).toBe(401);
});
