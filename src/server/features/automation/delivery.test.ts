import { createHash, createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { QueuedMessage } from "#contract/queue.ts";
import { sql } from "#platform/database/sql.ts";
import { type ClaimedPart, claimNextPart } from "#server/features/queue/sending.service.ts";
import { endUndoPeriod, ICE_BREAKER, makeMessage, makeQueueItem, removeSendingLimits } from "#testing/factories.ts";
import { type ReceivedRequest, type Receiver, type ReceiverBehaviour, startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deliverDue } from "./delivery.ts";
import { settleDelivery } from "./settle-delivery.service.ts";

const SECRET = "een-geheim-van-zestien";
const MINUTE = 60_000;

let server: TestServer;
let receiver: Receiver;
let me: SignedIn;

beforeAll(async () => {
  server = await startTestServer({ worker: false, log: { write: () => undefined } });
});
afterAll(() => server.close());

beforeEach(async () => {
  receiver = await startReceiver();
  me = await signedIn(server);
  const encrypted = server.platform.secrets.encrypt(SECRET, `company:${me.company.id}:delivery`);
  await server.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $1, delivery_secret_encrypted = $2 where id = $3",
    [receiver.url, encrypted, me.company.id],
  );
  await removeSendingLimits(server, me.company.id);
});
afterEach(() => receiver.close());

const deliver = () => deliverDue(server.platform, me.company.id);
const items = (messageId: string) =>
  server.query<{
    message_name: string;
    status: string;
    problem: string | null;
    paused: boolean;
    date_sent: Date | null;
  }>(
    "select message_name, status, problem, paused, date_sent from queue_items where message_id = $1 order by due_sort_key, id",
    [messageId],
  );
const findMessageRow = async (id: string) =>
  (
    await server.query<{ status: string; sent_at: Date | null }>("select status, sent_at from messages where id = $1", [
      id,
    ])
  )[0];
const outcomes = async () =>
  (
    await server.query<{ outcome: string | null }>(
      "select outcome from delivery_attempts where company_id = $1 order by started_at",
      [me.company.id],
    )
  ).map(({ outcome }) => outcome);
const send = async (id: string) => {
  await me.client.post(`/api/send-icebreaker/${id}`);
  await endUndoPeriod(server, id);
};
const advanceClock = (minutes: number) => server.clock.advance(minutes * MINUTE);

test("the first part is sent at once and signed, and the other parts wait for their dates", async () => {
  const { id, providerId } = await makeMessage(
    server,
    me.company.id,
    {},
    { linkedin_url: "https://linkedin.com/in/sanne" },
  );
  await send(id);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  const { headers, body } = receiver.received[0] as ReceivedRequest;
  expect(body).toMatchObject({
    messageId: id,
    messageName: "Ice Breaker",
    text: "Hoi Sanne!",
    providerId,
    fullName: "Sanne de Vries",
    linkedInUrl: "https://linkedin.com/in/sanne",
    messageFlow: "Frank Hoekstra",
  });
  expect(headers["idempotency-key"]).toBe(body["idempotencyKey"]);
  const [head = "", claims = "", signature] = (headers.authorization ?? "").replace("Bearer ", "").split(".");
  expect(signature).toBe(createHmac("sha256", SECRET).update(`${head}.${claims}`).digest("base64url"));
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    jti: body["idempotencyKey"],
    sub: me.company.id,
    body_sha256: createHash("sha256").update(JSON.stringify(body)).digest("hex"),
  });
  expect((await items(id)).map(({ status }) => status)).toEqual(["SENT", "QUEUED", "QUEUED", "QUEUED"]);
  expect(await findMessageRow(id)).toMatchObject({ status: "sent", sent_at: expect.any(Date) });
  expect(await outcomes()).toEqual(["accepted"]);
  const outboxEdits = await server.query<{ field: string }>(
    "select field from airtable_outbox where company_id = $1 and table_name = 'queue' order by field",
    [me.company.id],
  );
  expect(outboxEdits.map(({ field }) => field)).toEqual(["date_sent", "status"]);
});

test("a worker whose clock is ahead of the database sends nothing early", async () => {
  const dueIn = (minutes: number) => new Date(server.clock.now().getTime() + minutes * MINUTE);
  const later = await makeQueueItem(server, me.company.id, { date_due: dueIn(5), message_flow: "Frank Hoekstra" });
  const due = await makeQueueItem(server, me.company.id, { date_due: dueIn(-1), message_flow: "Frank Hoekstra" });
  await removeSendingLimits(server, me.company.id);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * MINUTE });
  try {
    await deliver();
  } finally {
    vi.useRealTimers();
  }
  expect(receiver.received).toHaveLength(1);
  const statusOf = async (id: string) => (await server.query("select status from queue_items where id = $1", [id]))[0];
  expect([await statusOf(due), await statusOf(later)]).toEqual([{ status: "SENT" }, { status: "QUEUED" }]);
});

test("when the stop class of a lead is lifted while a part is being claimed, the part is planned again instead of sent at once", async () => {
  const id = await makeQueueItem(server, me.company.id, {}, { classification: "NOT INTERESTED" });
  await server.query("update senders set caps = caps || '{\"messagesPerDay\": 0}' where company_id = $1", [
    me.company.id,
  ]);
  let delivery: Promise<void> | undefined;
  await server.platform.database.tenant(me.company.id).transaction(async (db) => {
    await db.run(sql`update leads set classification = 'COLD' where company_id = ${me.company.id}`);
    delivery = deliver();
    await expect
      .poll(() =>
        server.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      )
      .not.toEqual([]);
  });
  await delivery;
  expect(receiver.received).toEqual([]);
  expect(await server.query("select status from queue_items where id = $1", [id])).toEqual([{ status: "QUEUED" }]);
});

test("many parts that wait for a cap delay neither the cancellation of a part to a stopped lead nor a user's answer", async () => {
  const { id: companyId } = me.company;
  await server.query(
    `with made as (insert into leads (company_id, full_name) select $1, 'Lead ' || nth from generate_series(1, 250) nth returning id)
     insert into queue_items (company_id, lead_id, message_name, text, message_flow, date_due, channel)
     select $1, id, 'Ice Breaker', 'Hoi!', 'Frank Hoekstra', now() - interval '2 days', 'webhook' from made`,
    [companyId],
  );
  await removeSendingLimits(server, companyId);
  await server.query("update senders set caps = caps || '{\"messagesPerDay\": 1}' where company_id = $1", [companyId]);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  const ofSender = { message_flow: "Frank Hoekstra" };
  const stopped = await makeQueueItem(server, companyId, ofSender, { classification: "NOT INTERESTED" });
  const answer = await makeQueueItem(server, companyId, { ...ofSender, is_answer: true });
  await deliver();
  expect(receiver.received.map(({ body }) => body["idempotencyKey"]).slice(1)).toEqual([answer]);
  expect(await server.query("select status from queue_items where id = $1", [stopped])).toEqual([
    { status: "CANCELLED" },
  ]);
});

describe("the due parts of a sender that has reached its cap", () => {
  const ofSender = { message_flow: "Frank Hoekstra" };
  const statuses = async () => {
    const rows = await server.query<{ status: string }>(
      "select status from queue_items where company_id = $1 order by status",
      [me.company.id],
    );
    return rows.map(({ status }) => status);
  };
  const setCap = (cap: number) =>
    server.query(
      "update senders set caps = caps || jsonb_build_object('messagesPerDay', $2::int) where company_id = $1",
      [me.company.id, cap],
    );
  beforeEach(async () => {
    for (let nth = 0; nth < 2; nth++) await makeQueueItem(server, me.company.id, ofSender);
    await removeSendingLimits(server, me.company.id);
    await setCap(1);
    await deliver();
    expect(await statuses()).toEqual(["QUEUED", "SENT"]);
  });

  test("are read again after a quarter of an hour, and not at every run", async () => {
    await makeQueueItem(server, me.company.id, ofSender, { classification: "NOT INTERESTED" });
    await deliver();
    expect(await statuses()).toEqual(["QUEUED", "QUEUED", "SENT"]);
    advanceClock(16);
    await deliver();
    expect(await statuses()).toEqual(["CANCELLED", "QUEUED", "SENT"]);
  });

  test("are sent as soon as the cap is raised, or a day later", async () => {
    await setCap(2);
    await deliver();
    expect(await statuses()).toEqual(["SENT", "SENT"]);
    await makeQueueItem(server, me.company.id, ofSender);
    await deliver();
    expect(await statuses()).toEqual(["QUEUED", "SENT", "SENT"]);
    advanceClock(24 * 60 + 1);
    await deliver();
    expect(await statuses()).toEqual(["SENT", "SENT", "SENT"]);
  });
});

test("a message that was cancelled after it may have been sent counts against the cap of the day", async () => {
  const perhapsSent = { status: "CANCELLED", claim_id: crypto.randomUUID(), claimed_at: server.clock.now() };
  await makeQueueItem(server, me.company.id, perhapsSent);
  await makeQueueItem(server, me.company.id);
  const setCap = (cap: number) =>
    server.query(`update senders set caps = caps || '{"messagesPerDay": ${cap}}' where company_id = $1`, [
      me.company.id,
    ]);
  await setCap(1);
  await deliver();
  expect(receiver.received).toHaveLength(0);
  await setCap(2);
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

test("messages that we send are not offered to the company's own automation", async () => {
  const { id } = await makeMessage(server, me.company.id);
  await send(id);
  const edits = await server.query("select from airtable_outbox where local_id = $1 and field = 'send_requested_at'", [
    id,
  ]);
  expect(edits).toEqual([]);
});

test("fifty clicks and five workers at once cause one delivery, also when the clicks come during it", async () => {
  const { id } = await makeMessage(server, me.company.id);
  const clickAndDeliver = async () => {
    const clicks = Array.from({ length: 50 }, () => me.client.post(`/api/send-icebreaker/${id}`));
    const [responses] = await Promise.all([Promise.all(clicks), ...Array.from({ length: 5 }, deliver)]);
    return new Set(responses.map(({ status }) => status));
  };
  expect(await clickAndDeliver()).toEqual(new Set([200]));
  expect(receiver.received).toHaveLength(0);
  await endUndoPeriod(server, id);
  // Clicks after sending get a conflict.
  expect([[200], [409], [200, 409]]).toContainEqual([...(await clickAndDeliver())].toSorted((a, b) => a - b));
  expect(receiver.received).toHaveLength(1);
});

test("overdue parts are sent in their order, twenty hours apart", async () => {
  const { id } = await makeMessage(server, me.company.id);
  await send(id);
  await server.query("update queue_items set date_due = now() - interval '1 hour' where message_id = $1", [id]);
  for (let nth = 1; nth <= 4; nth++) {
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(receiver.received).toHaveLength(nth);
    advanceClock(19 * 60);
    await deliver();
    expect(receiver.received).toHaveLength(nth);
    advanceClock(61);
  }
  expect(receiver.received.map(({ body }) => body["messageName"])).toEqual([
    "Ice Breaker",
    "Bericht 1",
    "Bericht 2",
    "Bericht 3",
  ]);
});

describe("when the delivery fails", () => {
  test.each<[ReceiverBehaviour, string]>([
    [422, "refused"],
    [302, "refused"],
    [500, "unknown"],
    ["reset", "unknown"],
  ])("%s parks the part for a user, and it is never resent automatically", async (behaviour, outcome) => {
    receiver.behaviour = behaviour;
    const { id } = await makeMessage(server, me.company.id);
    await send(id);
    await deliver();
    receiver.behaviour = 200;
    for (const minutes of [1, 60, 24 * 60]) {
      advanceClock(minutes);
      await deliver();
    }
    expect(receiver.received).toHaveLength(1);
    expect(await outcomes()).toEqual([outcome]);
    expect((await items(id))[0]).toMatchObject({ status: "ERROR", problem: expect.any(String) });
    expect((await items(id)).slice(1).map(({ status, paused }) => [status, paused])).toEqual(
      Array(3).fill(["QUEUED", true]),
    );
    expect(await findMessageRow(id)).toMatchObject({ status: "error", sent_at: null });
  });

  test.each<[string, ReceiverBehaviour, number]>([
    ["that was refused does not delay", 422, 2],
    ["with an unknown outcome delays", 500, 1],
  ])("a part %s the next message to the lead", async (_what, behaviour, received) => {
    receiver.behaviour = behaviour;
    const { id, leadId } = await makeMessage(server, me.company.id);
    await send(id);
    await deliver();
    receiver.behaviour = 200;
    const caps = '{"invitationsPerDay": 1, "invitationsPerWeek": 1, "messagesPerDay": 1}';
    await server.query("update senders set caps = $2, plans_valid_until = null where company_id = $1", [
      me.company.id,
      caps,
    ]);
    await makeQueueItem(server, me.company.id, {
      lead_id: leadId,
      message_flow: "Frank Hoekstra",
      channel: "webhook",
      date_due: new Date(server.clock.now().getTime() - MINUTE),
    });
    await deliver();
    expect(receiver.received).toHaveLength(received);
  });

  test("a response that breaks off after its status counts as a response", async () => {
    receiver.behaviour = "break off";
    const { id } = await makeMessage(server, me.company.id);
    await send(id);
    await deliver();
    expect(await outcomes()).toEqual(["accepted"]);
    expect((await findMessageRow(id))?.status).toBe("sent");
  });

  test("an unreachable webhook is retried with growing delays until the message is sent once", async () => {
    const { id } = await makeMessage(server, me.company.id);
    const callUrl = (url: string) =>
      server.query("update companies set delivery_webhook_url = $1 where id = $2", [url, me.company.id]);
    // The discard port, on which nothing listens; another process could take the port of a closed server.
    await callUrl("http://127.0.0.1:9/webhook/deliver-message");
    await send(id);
    await deliver();
    await deliver();
    expect(await outcomes()).toEqual(["not_sent"]);
    expect((await items(id))[0]).toMatchObject({ status: "QUEUED", problem: expect.any(String) });
    expect((await findMessageRow(id))?.status).toBe("approved");
    advanceClock(1.1);
    await deliver();
    advanceClock(1.1);
    await deliver();
    expect(await outcomes()).toEqual(["not_sent", "not_sent"]);
    await callUrl(receiver.url);
    advanceClock(1);
    await deliver();
    expect(await outcomes()).toEqual(["not_sent", "not_sent", "accepted"]);
    expect(receiver.received).toHaveLength(1);
    expect((await items(id))[0]).toMatchObject({ status: "SENT", problem: null });
  });

  test("a user can retry a failed part, and then the other parts follow", async () => {
    receiver.behaviour = 422;
    const { id } = await makeMessage(server, me.company.id);
    await send(id);
    await deliver();
    receiver.behaviour = 200;
    const [failed] = await server.query<{ id: string }>(
      "select id from queue_items where message_id = $1 and status = 'ERROR'",
      [id],
    );
    const responses = await Promise.all(
      [1, 2, 3].map(() => me.client.patch(`/api/messages-queued/${failed?.id}/retry`)),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await findMessageRow(id))?.status).toBe("approved");
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect((await findMessageRow(id))?.status).toBe("sent");
    expect((await items(id)).map(({ paused }) => paused)).toEqual([false, false, false, false]);
  });

  test("a failed message that is approved again is sent with its later parts", async () => {
    receiver.behaviour = 422;
    const { id } = await makeMessage(server, me.company.id);
    await send(id);
    await deliver();
    receiver.behaviour = 200;
    expect((await me.client.patch(`/api/messages/${id}`, { messageContent: ICE_BREAKER })).status).toBe(200);
    await server.query("update queue_items set date_due = now() - interval '1 minute' where message_id = $1", [id]);
    await deliver();
    const live = async () => (await items(id)).filter(({ status }) => status !== "CANCELLED");
    expect((await live()).map(({ status }) => status).toSorted()).toEqual(["QUEUED", "QUEUED", "QUEUED", "SENT"]);
    advanceClock(21 * 60);
    await deliver();
    expect((await live()).filter(({ status }) => status === "SENT")).toHaveLength(2);
  });

  test("the list says that a part waits for a failed one", async () => {
    receiver.behaviour = 422;
    const { id, leadId } = await makeMessage(server, me.company.id);
    await send(id);
    await deliver();
    await server.query("update queue_items set paused = false where message_id = $1", [id]);
    const queued = (await me.client.get("/api/messages-queued")).body as unknown as QueuedMessage[];
    expect(queued.filter((part) => part.leadId === leadId).map(({ waitsFor }) => waitsFor?.text)).toEqual([
      expect.stringContaining("Ice Breaker"),
      expect.stringContaining("Bericht 1"),
      expect.stringContaining("Bericht 2"),
    ]);
  });

  const claim = async () => {
    const { company } = me;
    const scope = {
      companyId: company.id,
      actor: { id: "", name: "", role: "user" as const },
      db: server.platform.database.tenant(company.id),
    };
    const part = await claimNextPart(server.platform, scope, "webhook");
    return (outcome: "not_sent" | "accepted" | "unknown") =>
      settleDelivery(server.platform, scope, part as ClaimedPart, { outcome, problem: null });
  };

  test("a part that is being sent while everything of its lead is cancelled does not return to the queue", async () => {
    const { id, providerId } = await makeMessage(server, me.company.id);
    await send(id);
    const settle = await claim();
    const { body } = await me.client.post(`/api/messages/cancel-all/${providerId}`);
    expect([body["messagesInFlight"], body["message"]]).toEqual([1, expect.stringContaining("kan nog aankomen")]);
    await settle("not_sent");
    expect(new Set((await items(id)).map(({ status }) => status))).toEqual(new Set(["CANCELLED"]));
    expect((await findMessageRow(id))?.status).toBe("cancelled");
  });

  test.each([false, true])(
    "a part that may have been sent while everything of its lead was cancelled is not retried, unless that was undone (%s)",
    async (isUndone) => {
      const { id, providerId } = await makeMessage(server, me.company.id);
      await send(id);
      const settle = await claim();
      const { body } = await me.client.post(`/api/messages/cancel-all/${providerId}`);
      const { token } = body["undo"] as { token: string };
      await settle("unknown");
      if (isUndone) expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
      const [failed] = await server.query<{ id: string }>(
        "select id from queue_items where message_id = $1 and status = 'ERROR'",
        [id],
      );
      const { body: retried } = await me.client.post("/api/messages-queued/retry", { ids: [failed?.id] });
      expect(retried).toMatchObject(
        isUndone
          ? { done: [failed?.id] }
          : { done: [], refused: [{ reason: expect.stringContaining("zijn geannuleerd terwijl") }] },
      );
    },
  );

  test("undoing a cancellation during sending returns an unsent part to the queue; a sent part stays sent", async () => {
    const cancelDuringAttempt = async (isUndone: boolean, outcome: "not_sent" | "accepted") => {
      const { id, providerId } = await makeMessage(server, me.company.id);
      await send(id);
      const settle = await claim();
      const { body } = await me.client.post(`/api/messages/cancel-all/${providerId}`);
      const { token } = body["undo"] as { token: string };
      if (isUndone) expect((await me.client.post(`/api/undo/${token}`)).status).toBe(200);
      await settle(outcome);
      return (await items(id)).map(({ status }) => status);
    };
    expect(await cancelDuringAttempt(false, "accepted")).toEqual(["SENT", "CANCELLED", "CANCELLED", "CANCELLED"]);
    expect(await cancelDuringAttempt(true, "not_sent")).toEqual(["QUEUED", "QUEUED", "QUEUED", "QUEUED"]);
  });

  test("a part that is being sent while its lead is paused is paused when it returns to the queue", async () => {
    const { id, leadId } = await makeMessage(server, me.company.id);
    await send(id);
    const settle = await claim();
    const paused = await me.client.post(`/api/messages-queued/leads/${leadId}/pause`);
    expect(paused.body["message"]).toMatch("3 berichten zijn gepauzeerd. Er wordt nu een bericht verstuurd");
    await settle("not_sent");
    const all = () =>
      server.query("select from queue_items where message_id = $1 and status = 'QUEUED' and paused", [id]);
    expect(await all()).toHaveLength(4);
    await me.client.post(`/api/messages-queued/leads/${leadId}/resume`);
    expect(await all()).toHaveLength(0);
  });

  test("a later part that fails does not change the message's status", async () => {
    const { id } = await makeMessage(server, me.company.id);
    await send(id);
    await deliver();
    await server.query("update queue_items set date_due = now() where message_id = $1 and message_name = 'Bericht 1'", [
      id,
    ]);
    receiver.behaviour = 400;
    advanceClock(20 * 60);
    await deliver();
    expect((await findMessageRow(id))?.status).toBe("sent");
    const parts = Object.fromEntries((await items(id)).map(({ message_name, status }) => [message_name, status]));
    expect(parts).toMatchObject({ "Ice Breaker": "SENT", "Bericht 1": "ERROR", "Bericht 2": "QUEUED" });
  });

  test("an unsettled claim is parked after two minutes, not before", async () => {
    const { id } = await makeMessage(server, me.company.id);
    await send(id);
    await server.query(
      "update queue_items set status = 'SENDING', claim_id = gen_random_uuid(), claimed_at = $2 where message_id = $1 and message_name = 'Ice Breaker'",
      [id, server.clock.now()],
    );
    advanceClock(1.9);
    await deliver();
    expect((await items(id))[0]?.status).toBe("SENDING");
    advanceClock(0.2);
    await deliver();
    expect((await items(id))[0]).toMatchObject({ status: "ERROR", problem: expect.stringContaining("niet zeker") });
    expect(receiver.received).toEqual([]);
  });
});

describe("nothing is sent", () => {
  test.each(["DO NOT CONNECT", "NOT INTERESTED", "NOT RELEVANT", "DELETED"])(
    "to a lead that was classified %s in the meantime",
    async (classification) => {
      const id = await makeQueueItem(server, me.company.id, {}, { classification });
      await deliver();
      expect(receiver.received).toEqual([]);
      const [item] = await server.query("select status, problem from queue_items where id = $1", [id]);
      expect(item).toEqual({ status: "CANCELLED", problem: expect.stringContaining("Niet verstuurd") });
    },
  );

  test.each([
    ["is inactive", "is_active = false"],
    ["is deleted", "deleted_at = now()"],
    ["has no webhook URL", "delivery_webhook_url = null"],
    ["has an unreadable secret", "delivery_secret_encrypted = 'v1.1.AAAA.BBBB'"],
  ])("for a company that %s", async (_what, change) => {
    const id = await makeQueueItem(server, me.company.id);
    await server.query(`update companies set ${change} where id = $1`, [me.company.id]);
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await server.query("select status from queue_items where id = $1", [id])).toEqual([{ status: "QUEUED" }]);
  });

  test("of parts that were queued for the company's own automation", async () => {
    await makeQueueItem(server, me.company.id, { channel: "airtable" });
    await deliver();
    expect(receiver.received).toEqual([]);
  });

  test("before the due date, without a date, or while the message waits for a user", async () => {
    await makeQueueItem(server, me.company.id, { date_due: "2100-01-01T00:00:00Z" });
    await makeQueueItem(server, me.company.id, { date_due: null });
    await makeQueueItem(server, me.company.id, { paused: true });
    await deliver();
    expect(receiver.received).toEqual([]);
  });
});

test("of a simultaneous send and cancellation exactly one wins, every time", async () => {
  const until = Date.now() + 3_000;
  let sent = 0;
  for (let round = 0; round < 30 && Date.now() < until; round++) {
    const id = await makeQueueItem(server, me.company.id);
    const [response] = await Promise.all([
      me.client.patch(`/api/messages-queued/${id}/cancel`),
      round % 2 ? deliver() : new Promise((resolve) => setTimeout(resolve, 3)).then(deliver),
    ]);
    const [item] = await server.query<{ status: string }>("select status from queue_items where id = $1", [id]);
    const wasSent = receiver.received.some(({ body }) => body["idempotencyKey"] === id);
    expect([response.status, item?.status, wasSent]).toEqual(wasSent ? [409, "SENT", true] : [200, "CANCELLED", false]);
    if (wasSent) sent += 1;
  }
  expect(receiver.received).toHaveLength(sent);
});
