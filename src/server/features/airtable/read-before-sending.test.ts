import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { makeLead, makeMessage, makeQueueItem, removeSendingLimits } from "#testing/factories.ts";
import {
  connectSender,
  deliverNow,
  type LinkedInTestGateway,
  startLinkedInGateway,
  useGateway,
} from "#testing/linkedin-gateway.ts";
import { releaseLease, takeLease } from "./runs/sync-turn.queries.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "./sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000 });

let harness: SyncHarness;
let gateway: LinkedInTestGateway;

beforeAll(async () => {
  harness = await startSyncHarness();
  gateway = await startLinkedInGateway();
  gateway.setClock(harness.server.clock.now());
});
afterAll(async () => {
  await harness.close();
  await gateway.stop();
});

const deliverySchema = z.object({ automation: z.object({ delivery: z.object({ url: z.url(), secret: z.string() }) }) });
const deliveriesSchema = z.array(z.object({ body: z.object({ text: z.string() }) }));

const listSchema = z.array(z.object({ id: z.string(), plannedAt: z.string().nullable(), waitsFor: z.unknown() }));

const sendThroughWebhook = async ({ id }: SyncedCompany): Promise<void> => {
  const { delivery } = deliverySchema.parse(await (await fetch(`${harness.sandbox.url}/`)).json()).automation;
  const encrypted = harness.server.platform.secrets.encrypt(delivery.secret, `company:${id}:delivery`);
  await harness.server.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = $2, delivery_secret_encrypted = $3 where id = $1",
    [id, delivery.url, encrypted],
  );
};

/** A due part that is queued on both sides, and that we send through the webhook. */
const queuePart = async (company: SyncedCompany) => {
  await sendThroughWebhook(company);
  await removeSendingLimits(harness.server, company.id);
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  const row = { Lead: [lead?.id], "Message Name": "Bericht 1", Text: `Dag van ${company.id}`, Status: "QUEUED" };
  const [part] = await company.base.add("Queue", row);
  await company.sync(["leads", "queue"]);
  const { id } = await company.row("queue", part?.id ?? "");
  return {
    lead: lead?.id ?? "",
    part: part?.id ?? "",
    status: async () => String((await company.row("queue", part?.id ?? ""))["status"]),
    /** The date counts as an edit that Airtable does not have yet, unless `isInAirtable`. */
    deliver: async ({ isInAirtable = false } = {}) => {
      await harness.server.query("update queue_items set date_due = now() - interval '1 minute' where id = $1", [id]);
      if (isInAirtable)
        await harness.server.query(
          `update airtable_records r set base_values = base_values || jsonb_build_object('date_due',
            to_char(q.date_due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            from queue_items q where q.id = $1 and r.local_id = q.id and r.company_id = q.company_id`,
          [id],
        );
      await wakeDelivery(harness.server.platform, company.scope);
    },
    received: async () =>
      deliveriesSchema
        .parse(await harness.sandbox.control("GET", "automation/deliveries"))
        .filter(({ body }) => body.text === row.Text).length,
  };
};

/** What Airtable has about the part cannot be stored: a message has each part once. */
const refuse = async (company: SyncedCompany, recordId: string): Promise<void> => {
  const [message] = await company.base.add("Messages", { Content: "Dag", Status: "approved" });
  const part = { Message: [message?.id], "Message Name": "Bericht 1" };
  await company.base.add("Queue", { ...part, Status: "SENT", "Date Sent": "2026-11-10T09:00:00Z" });
  await company.sync();
  await company.base.edit("Queue", recordId, { ...part, Text: "Niet dit bericht" });
};

const isWaiting = async ({ id }: SyncedCompany): Promise<boolean> => {
  const [state] = await harness.server.query<{ since: Date | null }>(
    "select sending_waits_since as since from sync_states where company_id = $1",
    [id],
  );
  return (state?.since ?? null) !== null;
};

const invitationsSchema = z.object({
  items: z.array(z.object({ plannedAt: z.string().nullable(), waitsFor: z.object({ text: z.string() }).nullable() })),
});
let person = 0;

/** A lead in the base whom a sender on LinkedIn can invite. */
const makeInvitable = async (company: SyncedCompany) => {
  const { server } = harness;
  await useGateway(server, company.id, gateway);
  const { account } = await connectSender(server, company.who, gateway, "Frank Hoekstra");
  await removeSendingLimits(server, company.id);
  await server.query("update senders set ramp_started_on = null where company_id = $1", [company.id]);
  await server.query("update linkedin_accounts set relations_read_at = now() where company_id = $1", [company.id]);
  const [record] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  await company.sync(["leads"]);
  const { id: leadId } = await company.row("leads", record?.id ?? "");
  await server.query("update leads set provider_id = $2 where id = $1", [leadId, `ACoAAInvited${++person}`]);
  const [sender] = await server.query<{ id: string }>(
    "select sender_id as id from linkedin_accounts where company_id = $1",
    [company.id],
  );
  return {
    lead: record?.id ?? "",
    invite: () => company.who.client.post("/api/invitations", { leadIds: [leadId], senderId: sender?.id }),
    deliver: () => deliverNow(server, company.id),
    received: async () => (await gateway.received()).filter((one) => one.account === account).length,
    count: async () => (await company.rows("invitations")).length,
    shown: async () => invitationsSchema.parse((await company.who.client.get("/api/invitations")).body).items,
  };
};

/** A due message to somebody who is no relation: an invitation goes first. */
const queueForStranger = async ({ id }: SyncedCompany): Promise<void> => {
  const leadId = await makeLead(harness.server, id, { provider_id: `ACoAAInvited${++person}` });
  const message = await makeMessage(harness.server, id);
  const part = { lead_id: leadId, message_id: message.id, message_flow: "Frank Hoekstra", channel: "linkedin" };
  await makeQueueItem(harness.server, id, part);
};

describe.each([
  ["with a change feed", true],
  ["without a change feed", false],
])("%s", (_title, hasFeed) => {
  test("a part that was cancelled in Airtable just before it was due is not sent", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { part, status, deliver, received } = await queuePart(company);
    await company.base.edit("Queue", part, { Status: "CANCELLED" });
    await deliver();
    expect(await eventually(status, (found) => found !== "QUEUED")).toBe("CANCELLED");
    expect((await company.base.record("Queue", part))["Status"]).toBe("CANCELLED");
    expect(await received()).toBe(0);
  });

  test("a lead that was classified in Airtable just before is not contacted", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { lead, status, deliver, received } = await queuePart(company);
    await company.base.edit("Leads", lead, { "Lead Classification": "NOT INTERESTED | 0" });
    await deliver();
    expect(await eventually(status, (found) => found !== "QUEUED")).toBe("CANCELLED");
    expect(await received()).toBe(0);
  });

  test.each(["classified", "deleted"])("a lead that was %s in Airtable just before is not invited", async (change) => {
    const company = await harness.newCompany({ hasFeed });
    const { lead, invite, deliver, received, shown } = await makeInvitable(company);
    if (change === "deleted") await company.base.destroy("Leads", lead);
    else await company.base.edit("Leads", lead, { "Lead Classification": "NOT INTERESTED | 0" });
    await invite();
    await deliver();
    expect(await eventually(shown, (items) => items.length === 0)).toEqual([]);
    expect(await received()).toBe(0);
  });

  test("a part that was deleted in Airtable just before it was due is not sent", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { part, status, deliver, received } = await queuePart(company);
    await company.base.destroy("Queue", part);
    await deliver({ isInAirtable: true });
    expect(await eventually(status, (found) => found !== "QUEUED")).toBe("CANCELLED");
    expect(await received()).toBe(0);
  });

  test("a part that was moved here and deleted in Airtable waits for a choice", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { part, status, deliver, received } = await queuePart(company);
    await company.base.destroy("Queue", part);
    await deliver();
    const conflict = async () => (await company.status()).conflicts[0];
    const { id } = (await eventually(conflict, Boolean)) ?? {};
    await deliver();
    const { body } = await company.who.client.get("/api/messages-queued");
    expect(body).toMatchObject([{ waitsFor: { text: expect.stringContaining("staat niet meer in Airtable") } }]);
    expect([await status(), await received()]).toEqual(["QUEUED", 0]);
    await company.who.client.post(`/api/sync/conflicts/${id}/choose`, { choice: "theirs" });
    expect(await status()).toBe("CANCELLED");
  });

  test("a part waits while its table cannot be read", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { status, deliver, received } = await queuePart(company);
    await company.base.control("PATCH", "tables/Queue/fields/Text", { type: "checkbox" });
    await deliver();
    expect(await eventually(() => isWaiting(company), Boolean)).toBe(true);
    expect([await status(), await received()]).toEqual(["QUEUED", 0]);
  });

  test("a part waits while Airtable refuses to let the table of its lead be read, also after that table was left out of a run", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { lead, status, deliver, received } = await queuePart(company);
    await company.base.fault({ method: "GET", path: await company.base.pathOf("Leads"), status: 403 });
    // The feed that is created again does not tell of the change before it.
    await company.base.edit("Leads", lead, { "Lead Classification": "NOT INTERESTED | 0" });
    await harness.server.query("update sync_states set feed_id = null where company_id = $1", [company.id]);
    expect((await company.ended(await company.start(["leads", "prompts"]))).status).toBe("partial");
    await deliver();
    expect(await eventually(() => isWaiting(company), Boolean)).toBe(true);
    expect([await status(), await received()]).toEqual(["QUEUED", 0]);
    await harness.sandbox.clearFaults();
    await deliver();
    expect(await eventually(status, (found) => found !== "QUEUED")).toBe("CANCELLED");
    expect(await received()).toBe(0);
  });

  test("a lead that was classified in Airtable next to a name that is too long is not contacted", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { lead, status, deliver, received } = await queuePart(company);
    // Random, because a text that compresses well would fit in the index.
    const name = Array.from({ length: 900 }, () => Math.random().toString(36).slice(2, 12)).join("");
    await company.base.edit("Leads", lead, { "Full Name": name, "Lead Classification": "NOT INTERESTED | 0" });
    await deliver();
    expect(await eventually(status, (found) => found !== "QUEUED")).toBe("CANCELLED");
    expect(await received()).toBe(0);
  });

  test("a part waits while what Airtable has about it cannot be stored, and the others are sent", async () => {
    const company = await harness.newCompany({ hasFeed });
    const [refused, kept] = [await queuePart(company), await queuePart(company)];
    await refuse(company, refused.part);
    await refused.deliver({ isInAirtable: true });
    await kept.deliver();
    expect(await eventually(kept.status, (found) => found === "SENT")).toBe("SENT");
    expect([await refused.status(), await kept.received()]).toEqual(["QUEUED", 1]);
    const { body } = await company.who.client.get("/api/messages-queued");
    const text =
      "Van dit bericht of de lead staat in Airtable iets wat hier niet past, dus misschien ook dat het niet weg mag. Een beheerder ziet bij Bedrijf Beheer wat er mis is.";
    expect(body).toMatchObject([{ waitsFor: { text } }]);
    // An edit made here, or "Nu versturen", does not make it go.
    const { id } = await company.row("queue", refused.part);
    await company.edit("queue", id, { text: "Dag van hier" });
    const sendNow = await company.who.client.post(`/api/messages-queued/${id}/send-now`);
    expect(JSON.stringify(sendNow.body)).toContain("staat in Airtable iets wat hier niet past");
    await refused.deliver({ isInAirtable: true });
    await company.untilPushed();
    expect([await refused.status(), await kept.received()]).toEqual(["QUEUED", 1]);
    await company.base.edit("Queue", refused.part, { Status: "CANCELLED" });
    await company.sync();
    expect(await refused.status()).toBe("CANCELLED");
    expect(await kept.received()).toBe(1);
  });

  test("such a part goes once the company has no base any more", async () => {
    const company = await harness.newCompany({ hasFeed });
    const { part, status, deliver } = await queuePart(company);
    await refuse(company, part);
    await company.sync();
    await harness.server.query("update companies set airtable_base_id = null where id = $1", [company.id]);
    await deliver();
    expect(await eventually(status, (found) => found === "SENT")).toBe("SENT");
  });

  test("parts wait for a decision about their deletion in Airtable, and the others are sent", async () => {
    const company = await harness.newCompany({ hasFeed });
    const [one, two, kept] = [await queuePart(company), await queuePart(company), await queuePart(company)];
    for (const { part } of [one, two]) await company.base.destroy("Queue", part);
    for (const { deliver } of [one, two]) await deliver({ isInAirtable: true });
    await kept.deliver();
    expect(await eventually(kept.status, (found) => found === "SENT")).toBe("SENT");
    expect([await one.status(), await two.status(), await kept.received()]).toEqual(["QUEUED", "QUEUED", 1]);
    const text = expect.stringContaining("Een beheerder beslist bij Bedrijf Beheer");
    const { body } = await company.who.client.get("/api/messages-queued");
    expect(body).toMatchObject([{ waitsFor: { text } }, { waitsFor: { text } }]);
    await company.who.client.post("/api/sync/deletions/queue/choose", { choice: "delete", count: 2 });
    expect(await eventually(one.status, (found) => found === "CANCELLED")).toBe("CANCELLED");
  });
});

test("while Airtable is unreachable a due part waits, and is sent afterwards", async () => {
  const company = await harness.newCompany();
  const { status, deliver, received } = await queuePart(company);
  await company.base.fault({ path: `*${company.base.id}*`, resetConnection: "beforeHandling" });
  await deliver();
  expect(await eventually(() => isWaiting(company), Boolean)).toBe(true);
  expect([await status(), await received()]).toEqual(["QUEUED", 0]);
  const { body } = await company.who.client.get("/api/messages-queued");
  expect(body).toMatchObject([{ waitsFor: { code: "airtable", text: "Wacht op Airtable" } }]);
  await harness.sandbox.clearFaults();
  await deliver();
  expect(await eventually(status, (found) => found === "SENT")).toBe("SENT");
  expect([await received(), await isWaiting(company)]).toEqual([1, false]);
});

test("while Airtable is unreachable invitations wait and none is added, and afterwards they go", async () => {
  const company = await harness.newCompany();
  const { invite, deliver, received, count, shown } = await makeInvitable(company);
  await company.base.fault({ path: `*${company.base.id}*`, resetConnection: "beforeHandling" });
  await invite();
  await deliver();
  expect(await shown()).toMatchObject([{ plannedAt: null, waitsFor: { text: "Wacht op Airtable" } }]);
  await queueForStranger(company);
  await deliver();
  expect([await received(), await count()]).toEqual([0, 1]);
  await harness.sandbox.clearFaults();
  await deliver();
  await deliver();
  expect(await eventually(received, (sent) => sent === 2)).toBe(2);
});

test("while the leads cannot be read invitations wait all the time, not in turns", async () => {
  const company = await harness.newCompany();
  const { invite, deliver, received, shown } = await makeInvitable(company);
  await company.base.control("PATCH", "tables/Leads/fields/Full%20Name", { type: "checkbox" });
  await company.sync(["leads"]);
  await invite();
  const waitsSince = async () => {
    await deliver();
    return harness.server.query("select sending_waits_since as since from sync_states where company_id = $1", [
      company.id,
    ]);
  };
  const first = await waitsSince();
  expect(first).toEqual([{ since: expect.any(Date) }]);
  expect(await waitsSince()).toEqual(first);
  expect(await shown()).toMatchObject([{ plannedAt: null, waitsFor: { text: "Wacht op Airtable" } }]);
  expect(await received()).toBe(0);
});

test("invitations no longer wait for Airtable after the base is disconnected", async () => {
  const company = await harness.newCompany();
  const { invite, deliver, received } = await makeInvitable(company);
  await company.base.control("PATCH", "tables/Leads/fields/Full%20Name", { type: "checkbox" });
  await company.sync(["leads"]);
  await invite();
  await deliver();
  expect(await isWaiting(company)).toBe(true);
  await harness.server.query("update companies set airtable_base_id = null where id = $1", [company.id]);
  await deliver();
  expect(await isWaiting(company)).toBe(false);
  await deliver();
  expect(await eventually(received, (sent) => sent === 1)).toBe(1);
});

test("a delivery that was reading Airtable when the base was disconnected does not make the invitations wait again", async () => {
  const company = await harness.newCompany();
  const { invite, deliver, received } = await makeInvitable(company);
  await invite();
  const lease = await eventually(() => takeLease(company.scope, "test"), Boolean);
  const reading = deliver();
  const isLeaseWanted = async () =>
    (await harness.server.query("select from sync_states where company_id = $1 and turn_requested", [company.id]))
      .length;
  expect(await eventually(isLeaseWanted, (found) => found === 1)).toBe(1);
  await harness.server.query("update companies set airtable_base_id = null where id = $1", [company.id]);
  if (lease) await releaseLease(company.scope, lease);
  await reading;
  expect(await isWaiting(company)).toBe(false);
  await deliver();
  expect(await eventually(received, (sent) => sent === 1)).toBe(1);
});

test("while the sync is paused no invitation goes or is added, and the list says so", async () => {
  const company = await harness.newCompany();
  const { invite, deliver, received, count, shown } = await makeInvitable(company);
  expect((await company.who.client.post("/api/sync/pause", { reason: "Noodstop" })).status).toBe(200);
  await invite();
  await queueForStranger(company);
  await deliver();
  const text =
    "De synchronisatie is gepauzeerd (Anna Jansen: Noodstop). Een beheerder kan haar hervatten bij Bedrijf Beheer.";
  expect(await shown()).toMatchObject([{ plannedAt: null, waitsFor: { text } }]);
  expect([await received(), await count()]).toEqual([0, 1]);
  expect((await company.who.client.post("/api/sync/resume")).status).toBe(200);
  await deliver();
  await deliver();
  expect(await eventually(received, (sent) => sent === 2)).toBe(2);
});

test("while the sync is paused the queue says so in place of a time, and nothing is promised in the calendar", async () => {
  const company = await harness.newCompany();
  await queuePart(company);
  const { client } = company.who;
  const tomorrow = new Date(harness.server.clock.now().getTime() + 86_400_000);
  await harness.server.query("update queue_items set date_due = $2 where company_id = $1", [company.id, tomorrow]);
  const read = async () => {
    const [part] = listSchema.parse((await client.get("/api/messages-queued")).body);
    const [sender] = await harness.server.query<{ id: string }>(
      "select n.sender_id as id from queue_items q join sender_names n on n.company_id = q.company_id and n.name_key = q.sender_key where q.company_id = $1",
      [company.id],
    );
    return { part, sends: (await client.get(`/api/senders/${sender?.id}/simulation?days=14`)).body };
  };
  expect(await read()).toMatchObject({
    part: { plannedAt: expect.any(String) },
    sends: [{ messageName: "Bericht 1" }],
  });
  expect((await client.post("/api/sync/pause", { reason: "Opruimen" })).status).toBe(200);
  const text =
    "De synchronisatie is gepauzeerd (Anna Jansen: Opruimen). Een beheerder kan haar hervatten bij Bedrijf Beheer.";
  const paused = await read();
  expect(paused).toMatchObject({ part: { plannedAt: null, waitsFor: { code: "airtable", text } }, sends: [] });
  const { status, body } = await client.post(`/api/messages-queued/${paused.part?.id}/send-now`);
  expect([status, body]).toMatchObject([409, { message: `Dit bericht kan nog niet weg: ${text}` }]);
  // What the company's automation sends, it sends all the same.
  await harness.server.query("update queue_items set channel = 'airtable' where company_id = $1", [company.id]);
  expect((await read()).part?.plannedAt).not.toBeNull();
  await harness.server.query("update queue_items set channel = 'webhook' where company_id = $1", [company.id]);
  expect((await read()).part?.plannedAt).toBeNull();
  expect((await client.post("/api/sync/resume")).status).toBe(200);
  expect(await read()).toMatchObject({
    part: { plannedAt: expect.any(String) },
    sends: [{ messageName: "Bericht 1" }],
  });
});

test("a long pull is interrupted for a part that is due, and continues afterwards", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Meetings", 3_000);
  const { status, deliver } = await queuePart(company);
  const path = await company.base.pathOf("Meetings");
  // Thirty pages, two minutes: longer than a delivery waits for the pull to end by itself, also if it is tried again.
  await company.base.fault({ path, latencyMs: 4_000 });
  const run = await company.start(["meetings"]);
  const pages = async () => (await company.base.requests()).filter((request) => request.path.includes(path)).length;
  await eventually(pages, (count) => count > 0);
  await deliver();
  expect(await eventually(status, (found) => found === "SENT", 100_000)).toBe("SENT");
  expect((await company.run(run)).status).toBe("running");
  await harness.sandbox.clearFaults();
  expect((await company.ended(run)).status).toBe("succeeded");
  expect(await company.rows("meetings")).toHaveLength(3_000);
});
