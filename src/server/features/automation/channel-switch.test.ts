import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMessage, makeQueueItem, removeSendingLimits } from "#testing/factories.ts";
import { type Receiver, startReceiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deliverDue } from "./delivery.ts";

const HOUR = 3_600_000;

let server: TestServer;
let receiver: Receiver;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startReceiver();
  me = await signedIn(server);
  await removeSendingLimits(server, me.company.id);
  await server.query("update companies set delivery_webhook_url = $1 where id = $2", [receiver.url, me.company.id]);
  return () => receiver.close();
});

const switchTo = (channel: string) =>
  server.query("update companies set delivery_channel = $1 where id = $2", [channel, me.company.id]);
const deliver = () => deliverDue(server.platform, me.company.id);
const aMinuteAgo = () => new Date(server.clock.now().getTime() - 60_000);
const later = () => new Date(server.clock.now().getTime() + 2 * HOUR);
const add = (item: Record<string, unknown>) => makeQueueItem(server, me.company.id, item);
const channels = async () => {
  const rows = await server.query<{ message_name: string; channel: string }>(
    "select message_name, channel from queue_items where company_id = $1",
    [me.company.id],
  );
  return Object.fromEntries(rows.map(({ message_name, channel }) => [message_name, channel]));
};
const received = () => receiver.received.map(({ body }) => String(body["messageName"])).toSorted();
const report = async () => {
  const [entry] = await server.query<{ after: unknown }>(
    "select after from audit_log where company_id = $1 and action = 'company.channel_switched' order by at desc limit 1",
    [me.company.id],
  );
  return entry?.after;
};

/** The senders work on weekdays, so that a part due on this Sunday gets another time. */
const limitHoursToWeekdaysAndGetSunday = async (): Promise<Date> => {
  await server.query(
    `update senders set hours = '{"days": [1, 2, 3, 4, 5], "from": "08:30", "until": "17:30", "holidays": false}' where company_id = $1`,
    [me.company.id],
  );
  const sunday = new Date(server.clock.now());
  sunday.setUTCDate(sunday.getUTCDate() + 7 - sunday.getUTCDay());
  sunday.setUTCHours(10, 0, 0, 0);
  return sunday;
};

test("parts that move to the company's automation get the times of their plans, because it knows no working hours", async () => {
  await switchTo("webhook");
  const sunday = await limitHoursToWeekdaysAndGetSunday();
  const id = await add({ message_name: "sunday", date_due: sunday });
  await switchTo("airtable");
  await deliver();
  const [part] = await server.query<{ channel: string; date_due: Date }>(
    "select channel, date_due from queue_items where id = $1",
    [id],
  );
  expect(part?.channel).toBe("airtable");
  const due = part?.date_due ?? sunday;
  expect(due > sunday).toBe(true);
  const time = { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Amsterdam" } as const;
  expect([1, 2, 3, 4, 5]).toContain(due.getUTCDay());
  expect(due.toLocaleTimeString("nl-NL", time) >= "08:30").toBe(true);
  expect(due.toLocaleTimeString("nl-NL", time) < "17:30").toBe(true);
});

test("a switch that fails half-way is finished by the next run: each part moves once, and the report counts them all", async () => {
  const { id: companyId } = me.company;
  await switchTo("webhook");
  await add({ message_name: "first" });
  await server.query(
    `with made as (insert into leads (company_id, full_name) select $1, 'Lead ' || nth from generate_series(1, 2200) nth returning id)
     insert into queue_items (company_id, lead_id, message_name, text, message_flow, date_due, channel)
     select $1, id, 'Deel ' || row_number() over (), 'Hoi!', 'Frank Hoekstra', $2::timestamptz + row_number() over () * interval '1 second',
       'webhook' from made`,
    [companyId, await limitHoursToWeekdaysAndGetSunday()],
  );
  await server.query("delete from queue_items where company_id = $1 and message_name = 'first'", [companyId]);
  const countOn = async (channel: string) =>
    Number(
      (await server.query("select from queue_items where company_id = $1 and channel = $2", [companyId, channel]))
        .length,
    );
  await server.query(`
    create function fail_move() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger fail_move before update of channel on queue_items for each row when (new.message_name = 'Deel 1500')
      execute function fail_move()`);
  await switchTo("airtable");
  await expect(deliver()).rejects.toThrow();
  await server.query("drop trigger fail_move on queue_items; drop function fail_move");
  expect([await countOn("airtable"), await countOn("webhook")]).toEqual([1000, 1200]);
  expect((await me.client.get("/api/messages-queued/channel-switch")).body).toMatchObject({
    isPending: true,
    latest: null,
  });
  await deliver();
  await deliver();
  expect([await countOn("airtable"), await countOn("webhook")]).toEqual([2200, 0]);
  expect(await report()).toEqual({ kanaal: "airtable", verplaatst: 2200, blijven: 0 });
  const edits = await server.query<{ local_id: string }>(
    "select local_id from airtable_outbox where company_id = $1 and table_name = 'queue' and field = 'date_due'",
    [companyId],
  );
  expect([edits.length, new Set(edits.map(({ local_id }) => local_id)).size]).toEqual([2200, 2200]);
});

test("from the webhook to Airtable, only queued parts move that are not due soon, not asked to be sent now and never attempted", async () => {
  await switchTo("webhook");
  const claimed = { status: "SENDING", claim_id: crypto.randomUUID(), claimed_at: server.clock.now() };
  await add({ message_name: "later", date_due: later() });
  await add({ message_name: "due", date_due: aMinuteAgo() });
  await add({ message_name: "now", date_due: later(), send_now: true });
  await add({ message_name: "claimed", date_due: aMinuteAgo(), message_flow: "Frank Hoekstra", ...claimed });
  await add({ message_name: "sent", date_due: aMinuteAgo(), status: "SENT", date_sent: server.clock.now() });
  await add({ message_name: "failed", date_due: aMinuteAgo(), status: "ERROR", problem: "geweigerd" });
  const attempted = await add({ message_name: "attempted", date_due: later() });
  await server.query(
    "insert into delivery_attempts (company_id, queue_item_id, channel, started_at) values ($1, $2, 'webhook', now())",
    [me.company.id, attempted],
  );
  await switchTo("airtable");
  await add({ message_name: "new", date_due: aMinuteAgo() });
  await deliver();
  const staying = ["due", "now", "claimed", "sent", "failed", "attempted"].map((name) => [name, "webhook"]);
  expect(await channels()).toEqual({ later: "airtable", new: "airtable", ...Object.fromEntries(staying) });
  // The report counts the parts as they were before the due one was sent.
  expect(await report()).toEqual({ kanaal: "airtable", verplaatst: 1, blijven: 4 });
  expect((await me.client.get("/api/messages-queued/channel-switch")).body).toMatchObject({
    isPending: false,
    latest: {
      channel: "airtable",
      moved: 1,
      stayingParts: ["attempted", "due", "requested", "sending"].map((reason) => ({ reason, count: 1 })),
    },
  });
  server.clock.advance(3 * HOUR);
  await deliver();
  await deliver();
  expect(received()).toEqual(["attempted", "due", "now"]);
});

test("from Airtable to the webhook, what the automation may be sending stays there, and nothing is sent twice", async () => {
  const { id } = await makeMessage(server, me.company.id);
  expect((await me.client.post(`/api/send-icebreaker/${id}`)).status).toBe(200);
  await add({ message_name: "due", date_due: aMinuteAgo() });
  await add({ message_name: "later", date_due: later() });
  await add({ message_name: "unknown status", date_due: later(), remote_status: "ON HOLD" });
  await switchTo("webhook");
  await deliver();
  expect(await channels()).toMatchObject({
    "Ice Breaker": "airtable",
    "Bericht 1": "airtable",
    due: "airtable",
    later: "webhook",
    "unknown status": "airtable",
  });
  server.clock.advance(3 * HOUR);
  await deliver();
  await deliver();
  expect(received()).toEqual(["later"]);
});

test("a company that syncs moves its parts only after a sync that began after the switch", async () => {
  await add({ message_name: "later", date_due: later() });
  await server.query(
    "update companies set airtable_base_id = 'appProefProefProe', airtable_token_encrypted = 'x' where id = $1",
    [me.company.id],
  );
  const addRun = (at: Date) =>
    server.query(
      "insert into sync_runs (company_id, status, tables, started_at) values ($1, 'succeeded', '{messages,queue}', $2)",
      [me.company.id, at],
    );
  await addRun(new Date(Date.now() - HOUR));
  await switchTo("webhook");
  await deliver();
  expect(await channels()).toEqual({ later: "airtable" });
  expect((await me.client.get("/api/messages-queued/channel-switch")).body).toEqual({ isPending: true, latest: null });
  // It does not wait for the schedule of the sync, and asks only once.
  await deliver();
  const requested = "select from sync_runs where company_id = $1 and status = 'queued'";
  expect(await server.query(requested, [me.company.id])).toHaveLength(1);
  await addRun(new Date(Date.now() + 1_000));
  await deliver();
  expect(await channels()).toEqual({ later: "webhook" });
  expect(await report()).toEqual({ kanaal: "webhook", verplaatst: 1, blijven: 0 });
});

test("a due part without a lead is withdrawn with the reason, whatever its channel", async () => {
  const created_at = new Date(server.clock.now().getTime() - HOUR);
  const id = await add({ message_name: "orphan", date_due: aMinuteAgo(), lead_id: null, created_at });
  await deliver();
  expect(await server.query("select status, problem from queue_items where id = $1", [id])).toEqual([
    { status: "CANCELLED", problem: "Niet verstuurd: dit bericht hoort bij geen lead." },
  ]);
});
