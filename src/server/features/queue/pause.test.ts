import { afterAll, beforeAll, expect, test } from "vitest";
import type { QueuedMessage } from "#contract/queue.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { isInDefaultHours, makeLead, makeMessage, makeQueueItem } from "#testing/factories.ts";

import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { findDueSenders } from "./sending.queries.ts";

const DUE = new Date("2026-01-05T10:00:00Z");

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const setUp = async () => {
  me = await signedIn(server);
  const leadId = await makeLead(server, me.company.id, { full_name: "Sanne de Vries" });
  const item = (columns = {}) =>
    makeQueueItem(server, me.company.id, { lead_id: leadId, date_due: DUE, channel: "webhook", ...columns });
  return { leadId, item };
};
const call = (leadId: string, what: "pause" | "resume") =>
  me.client.post(`/api/messages-queued/leads/${leadId}/${what}`);
const findQueued = async (id: string) =>
  ((await me.client.get("/api/messages-queued")).body as unknown as QueuedMessage[]).find((item) => item.id === id);
const findDueNow = () => {
  const { company } = me;
  const scope = { companyId: company.id, actor: { id: "", name: "", role: "user" as const } };
  return findDueSenders({ ...scope, db: server.platform.database.tenant(company.id) }, "webhook", new Date());
};

test("pausing stops all queued messages of a lead, and resuming restores them", async () => {
  const { leadId, item } = await setUp();
  const first = await item();
  const sent = await item({ status: "SENT" });
  expect((await call(leadId, "pause")).body).toEqual({ message: "1 bericht is gepauzeerd." });
  expect(await findQueued(first)).toMatchObject({ paused: true, pausedBy: "Anna Jansen", dateDue: null });
  expect(await findDueNow()).toEqual([]);
  const outbox = () =>
    server.query("select local_id, field, value, based_on from airtable_outbox where company_id = $1 order by id", [
      me.company.id,
    ]);
  const lost = { local_id: first, field: "date_due", value: null, based_on: DUE.toISOString() };
  expect(await outbox()).toEqual([lost]);

  expect((await call(leadId, "resume")).body).toEqual({ message: "1 bericht is hervat." });
  expect(await findQueued(first)).toMatchObject({
    paused: false,
    pausedBy: null,
    dateDue: "2026-01-05T10:00:00.000000Z",
  });
  expect(await findDueNow()).toHaveLength(1);
  expect(await outbox()).toHaveLength(2);
  const logged = await server.query("select action, after from audit_log where subject_id = $1 order by at", [leadId]);
  expect(logged).toEqual([
    { action: "queue.paused", after: { berichten: 1 } },
    { action: "queue.resumed", after: { berichten: 1 } },
  ]);
  expect(await server.query("select status from queue_items where id = $1", [sent])).toEqual([{ status: "SENT" }]);
});

test("without queued or paused messages the request is refused", async () => {
  const { leadId, item } = await setUp();
  await item({ status: "SENT" });
  const before = await fingerprint(server);
  expect((await call(leadId, "pause")).status).toBe(409);
  expect((await call(leadId, "resume")).status).toBe(409);
  expect((await call(crypto.randomUUID(), "pause")).status).toBe(404);
  expect(await fingerprint(server)).toEqual(before);
});

test("a message paused by a user stays paused when another part is decided on", async () => {
  const { leadId, item } = await setUp();
  const { id: message_id } = await makeMessage(server, me.company.id);
  const failed = await item({ status: "ERROR", message_id });
  const next = await item({ message_id, message_name: "Bericht 1", paused: true });
  await call(leadId, "pause");
  await me.client.patch(`/api/messages-queued/${failed}/cancel`);
  expect(await findQueued(next)).toMatchObject({ paused: true, pausedBy: "Anna Jansen" });
  await call(leadId, "resume");
  expect(await findQueued(next)).toMatchObject({ paused: false });
});

test("a resumed part behind a failed one stays paused", async () => {
  const { leadId, item } = await setUp();
  const { id: message_id } = await makeMessage(server, me.company.id);
  await item({ status: "ERROR", message_id });
  const next = await item({ message_id, message_name: "Bericht 1", paused: true });
  await call(leadId, "pause");
  await call(leadId, "resume");
  expect(await findQueued(next)).toMatchObject({ paused: true, pausedBy: null });
});

test("parts that the company's automation sends are resumed on an allowed moment, with their intervals", async () => {
  const { leadId, item } = await setUp();
  const { id: message_id } = await makeMessage(server, me.company.id, { status: "approved" });
  const columns = { message_id, channel: "airtable" };
  const first = await item(columns);
  const second = await item({
    ...columns,
    message_name: "Bericht 1",
    date_due: new Date(DUE.getTime() + 7 * 86_400_000),
  });
  await call(leadId, "pause");
  await call(leadId, "resume");
  const [one, two] = [(await findQueued(first))?.dateDue ?? "", (await findQueued(second))?.dateDue ?? ""];
  expect(Date.parse(one)).toBeGreaterThanOrEqual(server.clock.now().getTime() - 60_000);
  for (const date of [one, two]) expect(isInDefaultHours(new Date(date))).toBe(true);
  expect(Date.parse(two) - Date.parse(one)).toBeGreaterThan(6 * 86_400_000);
  const [card] = await server.query<{ at: Date }>("select due_ice_breaker as at from messages where id = $1", [
    message_id,
  ]);
  expect(card?.at.getTime()).toBe(Date.parse(one));
});

test("a new date resumes a paused part", async () => {
  const { leadId, item } = await setUp();
  const { id: message_id } = await makeMessage(server, me.company.id, { status: "approved" });
  const part = await item({ message_id, message_name: "Bericht 1" });
  await call(leadId, "pause");
  const moved = await me.client.patch(`/api/messages/${message_id}`, {
    dateDueBySection: { message_1: "2030-01-02T10:00:00Z" },
    updatedSection: "message_1",
  });
  expect(moved.status).toBe(200);
  expect(await findQueued(part)).toMatchObject({
    paused: false,
    pausedBy: null,
    dateDue: "2030-01-02T10:00:00.000000Z",
  });
});

test("a part that failed while it was paused can be paused again after a retry", async () => {
  const { leadId, item } = await setUp();
  const part = await item();
  await call(leadId, "pause");
  // As when the text was changed in Airtable after the approval.
  await server.query("update queue_items set status = 'ERROR' where id = $1", [part]);
  expect((await me.client.patch(`/api/messages-queued/${part}/retry`)).status).toBe(200);
  expect(await findQueued(part)).toMatchObject({ paused: false, pausedBy: null });
  expect((await call(leadId, "pause")).body).toEqual({ message: "1 bericht is gepauzeerd." });
  expect(await findQueued(part)).toMatchObject({ paused: true, pausedBy: "Anna Jansen" });
});

test("a paused part that is cancelled is paused again after the undo", async () => {
  const { leadId, item } = await setUp();
  const part = await item();
  await call(leadId, "pause");
  const { undo } = (await me.client.patch(`/api/messages-queued/${part}/cancel`)).body as { undo?: { token: string } };
  expect((await me.client.post(`/api/undo/${undo?.token}`)).status).toBe(200);
  expect(await findQueued(part)).toMatchObject({ paused: true, pausedBy: "Anna Jansen" });
});
