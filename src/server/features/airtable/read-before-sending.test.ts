import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { wakeDelivery } from "#server/features/automation/automation.service.ts";
import { removeSendingLimits } from "#testing/factories.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "./sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

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
    deliver: async () => {
      await harness.server.query("update queue_items set date_due = now() - interval '1 minute' where id = $1", [id]);
      await wakeDelivery(harness.server.platform, company.scope);
    },
    received: async () =>
      deliveriesSchema
        .parse(await harness.sandbox.control("GET", "automation/deliveries"))
        .filter(({ body }) => body.text === row.Text).length,
  };
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
});

test("while Airtable is unreachable a due part waits, and is sent afterwards", async () => {
  const company = await harness.newCompany();
  const { status, deliver, received } = await queuePart(company);
  const isWaiting = async () => {
    const [state] = await harness.server.query<{ since: Date | null }>(
      "select sending_waits_since as since from sync_states where company_id = $1",
      [company.id],
    );
    return (state?.since ?? null) !== null;
  };
  await company.base.fault({ path: `*${company.base.id}*`, resetConnection: "beforeHandling" });
  await deliver();
  expect(await eventually(isWaiting, (waits) => waits)).toBe(true);
  expect([await status(), await received()]).toEqual(["QUEUED", 0]);
  const { body } = await company.who.client.get("/api/messages-queued");
  expect(body).toMatchObject([{ waitsFor: { code: "airtable", text: "Wacht op Airtable" } }]);
  await harness.sandbox.clearFaults();
  await deliver();
  expect(await eventually(status, (found) => found === "SENT")).toBe("SENT");
  expect([await received(), await isWaiting()]).toEqual([1, false]);
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
  const text = "De synchronisatie is gepauzeerd door Anna Jansen. Een beheerder kan haar hervatten bij Bedrijf Beheer.";
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
  const tables = (await company.base.control("GET", "tables")) as unknown as { id: string; name: string }[];
  const path = `${company.base.id}/${tables.find(({ name }) => name === "Meetings")?.id}`;
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
