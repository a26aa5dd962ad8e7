import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { CLASSIFICATIONS, classificationLabel, DELETED, mayBeContacted } from "#contract/classification.ts";
import type { DeletedLead } from "#contract/lead-lists.ts";
import type { Lead, RestoredLead } from "#contract/leads.ts";
import { openEvents } from "#testing/event-reader.ts";
import { ICE_BREAKER, makeLead, makeLeads, makeMessage } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const DAY = 86_400_000;

let server: TestServer;
let serverStartedAt: number;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  serverStartedAt = performance.now();
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

const classify = (id: string, classification: unknown) =>
  me.client.patch(`/api/leads/${id}/classification`, { classification });
const restore = (id: string) => me.client.post(`/api/leads/${id}/restore`);
const listIds = async (path: string): Promise<string[]> => {
  const { body } = await me.client.get(path);
  return (body as unknown as { items: Lead[] }).items.map(({ id }) => id);
};
const history = (id: string) =>
  server.query(
    "select old_value, new_value, changed_by from classification_changes where lead_id = $1 order by changed_at",
    [id],
  );
const outbox = (id: string) =>
  server.query("select field, value, based_on, author from airtable_outbox where local_id = $1 order by id", [id]);
const auditEntries = (id: string) =>
  server.query("select action, before, after from audit_log where subject_id = $1 order by at", [id]);

test.each(CLASSIFICATIONS)("a lead can be given the class %s, with or without its score", async (value) => {
  const [one = "", two = ""] = await makeLeads(server, me.company.id, [{}, {}]);
  expect((await classify(one, value)).body).toMatchObject({ id: one, leadClassification: value, sync: "pending" });
  expect((await classify(two, classificationLabel(value))).body).toMatchObject({ leadClassification: value });
});

test("a class is stored with its history, sent to Airtable and recorded", async () => {
  const id = await makeLead(server, me.company.id, { classification: "COLD" });
  await classify(id, "HOT | 80");
  expect(await history(id)).toEqual([{ old_value: "COLD", new_value: "HOT", changed_by: "Anna Jansen" }]);
  expect(await outbox(id)).toEqual([
    { field: "classification", value: "HOT", based_on: "COLD", author: "Anna Jansen" },
  ]);
  expect(await auditEntries(id)).toEqual([
    { action: "lead.classified", before: { classification: "COLD" }, after: { classification: "HOT" } },
  ]);
  await classify(id, "HOT");
  expect(await history(id)).toHaveLength(1);
});

test.each([undefined, null, "", "WARM", 80, ["HOT"]])("%s is refused as a class", async (classification) => {
  const id = await makeLead(server, me.company.id, { classification: "COLD" });
  expect((await classify(id, classification)).status).toBe(400);
  expect(await history(id)).toEqual([]);
});

test.each([...CLASSIFICATIONS, DELETED, null])(
  "queries apply the rule for contact to a lead of class %s",
  async (value) => {
    const [found] = await server.query(
      `select may_be_contacted($1, null, false) as "isAllowed", may_be_contacted($1, now(), false) as "whenDeleted",
       may_be_contacted($1, null, true) as "whenErased"`,
      [value],
    );
    expect(found).toEqual({ isAllowed: mayBeContacted(value), whenDeleted: false, whenErased: false });
  },
);

test("the rule for contact is inlined, so that queries can use the partial indexes on leads", async () => {
  const plan = await server.query(
    "explain select from leads l where may_be_contacted(l.classification, l.deleted_at, l.erased)",
  );
  expect(JSON.stringify(plan)).toContain("NOT RELEVANT");
  expect(JSON.stringify(plan)).not.toContain("may_be_contacted");
});

test("a class that forbids contact cancels queued messages", async () => {
  const id = await makeLead(server, me.company.id);
  await server.query(
    "insert into queue_items (company_id, lead_id, message_name, status) values ($1, $2, 'Bericht 1', 'QUEUED'), ($1, $2, 'Ice Breaker', 'SENT')",
    [me.company.id, id],
  );
  const statuses = async () =>
    (
      await server.query<{ status: string }>(
        "select status from queue_items where lead_id = $1 order by message_name",
        [id],
      )
    ).map(({ status }) => status);
  await classify(id, "HOT");
  expect(await statuses()).toEqual(["QUEUED", "SENT"]);
  await classify(id, "DO NOT CONNECT");
  expect(await statuses()).toEqual(["CANCELLED", "SENT"]);
});

test("a deleted lead is in no list and is restored with its class", async () => {
  const id = await makeLead(server, me.company.id, {
    full_name: "Zoekbare Zoë",
    classification: "HOT",
    lead_rating: 7,
  });
  const lists = ["/api/all-leads", "/api/hot-leads", "/api/rated-leads?startDate=2020-01-01&endDate=2100-01-01"];
  const find = async () => (await me.client.get("/api/leads/search?q=zoekbare")).body as unknown as Lead[];
  expect((await classify(id, "DELETED")).body).toMatchObject({ leadClassification: "DELETED" });
  for (const path of lists) expect(await listIds(path)).toEqual([]);
  expect(await find()).toEqual([]);
  for (const path of [`/api/leads/${id}`, `/api/leads/${id}/timeline`, `/api/leads/${id}/report`]) {
    expect((await me.client.get(path)).status).toBe(404);
  }
  const { body } = await me.client.get("/api/leads/deleted");
  const [deleted] = (body as unknown as { items: DeletedLead[] }).items;
  expect(deleted).toMatchObject({ id, fullName: "Zoekbare Zoë", deletedBy: "Anna Jansen" });
  expect(Date.parse(deleted?.restoreUntil ?? "") - Date.parse(deleted?.deletedAt ?? "")).toBe(30 * DAY);

  expect((await restore(id)).body).toMatchObject({ id, leadClassification: "HOT" });
  for (const path of lists) expect(await listIds(path)).toEqual([id]);
  expect(await find()).toHaveLength(1);
  expect(await listIds("/api/leads/deleted")).toEqual([]);
  expect((await outbox(id)).map((row) => Object(row).value)).toEqual(["DELETED", "HOT"]);
  expect((await auditEntries(id)).map((row) => Object(row).action)).toEqual(["lead.classified", "lead.restored"]);
});

test("the approved messages of a restored lead return to review, and the rest of a sent one stays cancelled", async () => {
  const [approved, sent] = [await makeMessage(server, me.company.id), await makeMessage(server, me.company.id)];
  for (const { id } of [approved, sent])
    expect(
      (await me.client.patch(`/api/messages/${id}`, { messageContent: ICE_BREAKER, status: "approved" })).status,
    ).toBe(200);
  await server.query(
    "update queue_items set status = 'SENT', date_sent = now() where message_id = $1 and message_name = 'Ice Breaker'",
    [sent.id],
  );
  await server.query("update messages set status = 'sent' where id = $1", [sent.id]);
  for (const { leadId } of [approved, sent]) await classify(leadId, "DELETED");
  const status = async (id: string) =>
    (await server.query<{ status: string }>("select status from messages where id = $1", [id]))[0]?.status;

  expect((await restore(approved.leadId)).body).toMatchObject({ messagesToReview: 1, stoppedMessages: 0 });
  expect(await status(approved.id)).toBe("pending");
  expect(
    (await me.client.patch(`/api/messages/${approved.id}`, { messageContent: ICE_BREAKER, status: "approved" })).status,
  ).toBe(200);
  expect(
    await server.query("select from queue_items where message_id = $1 and status = 'QUEUED'", [approved.id]),
  ).not.toEqual([]);

  const { stoppedMessages, messagesToReview } = (await restore(sent.leadId)).body as unknown as RestoredLead;
  expect(messagesToReview).toBe(0);
  expect(stoppedMessages).toBeGreaterThan(0);
  expect(await status(sent.id)).toBe("sent");
});

test("the inbox follows a lead that is restored, and one that is erased", async () => {
  const admin = await signedIn(server, { role: "company_admin" });
  const [restored, erased] = await makeLeads(server, admin.company.id, [{ classification: "DELETED" }, {}]);
  const events = await openEvents(server, admin.client);
  const topics = () => events.received.splice(0).map(({ topic }) => topic);
  for (const path of [`${restored}/restore`, `${erased}/erase`]) {
    expect((await admin.client.post(`/api/leads/${path}`)).status).toBeLessThan(300);
    await expect.poll(topics, { timeout: 30_000 }).toContain("inbox");
  }
  events.close();
});

test("a lead without a class is restored without one", async () => {
  const id = await makeLead(server, me.company.id);
  await classify(id, "DELETED");
  expect((await restore(id)).body).toMatchObject({ leadClassification: null });
});

test("a lead that was deleted in Airtable keeps its class and can be restored", async () => {
  const id = await makeLead(server, me.company.id, { classification: "CLIENT" });
  await server.query("update leads set deleted_at = now() where id = $1", [id]);
  expect(await listIds("/api/leads/deleted")).toEqual([id]);
  expect((await restore(id)).body).toMatchObject({ leadClassification: "CLIENT" });
  expect(await outbox(id)).toEqual([]);
});

test("deleting twice changes nothing; another class does not restore a lead", async () => {
  const id = await makeLead(server, me.company.id, { classification: "COLD" });
  await classify(id, "DELETED");
  expect((await classify(id, "DELETED")).status).toBe(200);
  expect((await classify(id, "HOT")).status).toBe(409);
  expect(await history(id)).toHaveLength(1);
});

test("a lead that is not deleted, or was deleted too long ago, cannot be restored", async () => {
  const [live = "", old = ""] = await makeLeads(server, me.company.id, [
    {},
    { classification: "DELETED", deleted_at: new Date(Date.now() - 31 * DAY) },
  ]);
  expect((await restore(live)).status).toBe(409);
  expect((await restore(old)).status).toBe(409);
  expect(await listIds("/api/leads/deleted")).toEqual([]);
  expect(await listIds("/api/all-leads")).toEqual([live]);
});

test("concurrent changes of the class are made one after the other", async () => {
  const id = await makeLead(server, me.company.id);
  const responses = await Promise.all(["HOT", "CLIENT", "COLD", "DELETED"].map((value) => classify(id, value)));
  expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const changes = await history(id);
  for (const [index, change] of changes.entries()) {
    expect(Object(change).old_value).toBe(index === 0 ? null : Object(changes[index - 1]).new_value);
  }
});

test("the change is published to the company only", async () => {
  const other = await signedIn(server);
  const id = await makeLead(server, me.company.id);
  const [ownEvents, otherEvents] = await Promise.all([openEvents(server, me.client), openEvents(server, other.client)]);
  await classify(id, "HOT");
  expect(await ownEvents.next()).toMatchObject({ topic: "leads", id });
  // The inbox shows the class too.
  const topics: string[] = [];
  while (!topics.includes("inbox")) topics.push((await ownEvents.next()).topic);
  expect(otherEvents.received).toEqual([]);
  ownEvents.close();
  otherEvents.close();
});

test("a screen that subscribes after a change is told to refresh; one of another company is not", async () => {
  const [own, other] = [await signedIn(server), await signedIn(server)];
  const id = await makeLead(server, own.company.id);
  // A server tells everybody about the time before it listened to changes.
  const MARGIN_MS = 500;
  await vi.waitUntil(() => performance.now() - serverStartedAt > MARGIN_MS);
  const read = performance.now();
  await own.client.patch(`/api/leads/${id}/classification`, { classification: "HOT" });
  const late = await openEvents(server, own.client, "?age=60000");
  const age = Math.floor(performance.now() - read + MARGIN_MS);
  const otherEvents = await openEvents(server, other.client, `?age=${age}`);
  // The event of the change itself may arrive only now.
  expect(["everything", "leads"]).toContain((await late.next()).topic);
  expect(otherEvents.received).toEqual([]);
  late.close();
  otherEvents.close();
});

test("an undone change and a restored lead have the time of their class of before", async () => {
  const classified_at = new Date("2026-03-03T10:00:00Z");
  const id = await makeLead(server, me.company.id, { classification: "CLIENT", classified_at });
  const classifiedAt = () => server.query("select classification, classified_at from leads where id = $1", [id]);
  const changed = await me.client.patch(`/api/leads/${id}/classification`, { classification: "HOT" });
  expect(await classifiedAt()).not.toMatchObject([{ classified_at }]);
  const { token } = changed.body["undo"] as { token: string };
  expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
  expect(await classifiedAt()).toEqual([{ classification: "CLIENT", classified_at }]);
  await me.client.patch(`/api/leads/${id}/classification`, { classification: "DELETED" });
  expect((await me.client.post(`/api/leads/${id}/restore`)).status).toBe(200);
  expect(await classifiedAt()).toEqual([{ classification: "CLIENT", classified_at }]);
});
