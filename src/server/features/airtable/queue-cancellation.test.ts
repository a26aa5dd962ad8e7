import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { CANCEL_PENDING_TEXT, type QueuedMessage } from "#contract/queue.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness, tick } from "./sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000 });

let harness: SyncHarness;
let company: SyncedCompany;
let leadId: string;

beforeAll(async () => {
  harness = await startSyncHarness();
  company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  leadId = lead?.id ?? "";
});
afterAll(() => harness.close());
afterEach(() => harness.sandbox.clearFaults());

/** A row in the queue on both sides, which Airtable's automation sends. */
const queueRow = async (name: string) => {
  const [record] = await company.base.add("Queue", { Lead: [leadId], "Message Name": name, Status: "QUEUED" });
  // Twice: the first may be a run that was under way already, and had read the queue before.
  for (let run = 0; run < 2; run++) await company.sync(["leads", "queue"]);
  const recordId = record?.id ?? "";
  const { id } = await company.row("queue", recordId);
  return {
    id,
    recordId,
    doNotSend: () => company.who.client.patch(`/api/messages-queued/${id}/cancel`),
    sendInAirtable: () =>
      company.base.edit("Queue", recordId, { Status: "SENT", "Date Sent": "2026-11-14T09:30:00.000Z" }),
    statusInAirtable: async () => (await company.base.record("Queue", recordId))["Status"],
    statusHere: async () => String((await company.row("queue", recordId))["status"]),
  };
};

const ALREADY_REMOVED = {
  status: 409,
  body: expect.objectContaining({ error: expect.stringContaining("already removed") }),
};

test("DO NOT SEND of a row that Airtable has sent is refused, and the row gets the status SENT here too", async () => {
  const row = await queueRow("Bericht 1");
  await row.sendInAirtable();
  expect(await row.doNotSend()).toMatchObject(ALREADY_REMOVED);
  expect(await row.statusHere()).toBe("SENT");
  expect((await company.row("queue", row.recordId))["date_sent"]).toMatch(/^2026-11-14T09:30/);
  expect(await row.statusInAirtable()).toBe("SENT");
});

test("DO NOT SEND is confirmed after the row is cancelled in Airtable", async () => {
  const row = await queueRow("Bericht 1");
  expect(await row.doNotSend()).toMatchObject({ status: 200, body: { isPending: false } });
  expect(await row.statusInAirtable()).toBe("CANCELLED");
  expect(await row.statusHere()).toBe("CANCELLED");
  await company.untilPushed();
  expect((await company.status()).totalConflicts).toBe(0);
});

test("after DO NOT SEND is undone, the row is queued on both sides", async () => {
  const row = await queueRow("Bericht 1");
  const { body } = await row.doNotSend();
  const { token } = body["undo"] as { token: string };
  expect((await company.who.client.post(`/api/undo/${token}`)).status).toBe(200);
  await company.untilPushed();
  expect([await row.statusHere(), await row.statusInAirtable()]).toEqual(["QUEUED", "QUEUED"]);
});

test("a cancellation that waits for Airtable can be undone", async () => {
  const row = await queueRow("Bericht 1");
  await company.base.fault({ path: `*${company.base.id}*`, resetConnection: "beforeHandling" });
  const { body } = await row.doNotSend();
  const { token } = body["undo"] as { token: string };
  expect((await company.who.client.post(`/api/undo/${token}`)).status).toBe(200);
  await harness.sandbox.clearFaults();
  await company.sync(["queue"]);
  expect([await row.statusHere(), await row.statusInAirtable()]).toEqual(["QUEUED", "QUEUED"]);
});

test("a row that is sent in Airtable between the read and the write counts as sent", async () => {
  const row = await queueRow("Bericht 1");
  const release = await company.base.hold({ method: "PATCH", times: 1 });
  const response = row.doNotSend();
  const isWriting = async () =>
    (await company.base.requests()).some(({ method, status }) => method === "PATCH" && status === null);
  expect(await eventually(isWriting, Boolean)).toBe(true);
  await row.sendInAirtable();
  await release();
  expect(await response).toMatchObject(ALREADY_REMOVED);
  expect([await row.statusHere(), await row.statusInAirtable()]).toEqual(["SENT", "SENT"]);
});

test.each([
  ["cancelled", "CANCELLED"],
  ["sent if its automation was faster", "SENT"],
])("while Airtable is unreachable the row waits visibly, and is then %s", async (_outcome, status) => {
  const row = await queueRow("Bericht 1");
  await company.base.fault({ path: `*${company.base.id}*`, resetConnection: "beforeHandling" });
  expect(await row.doNotSend()).toMatchObject({ status: 200, body: { message: CANCEL_PENDING_TEXT, isPending: true } });
  const { body } = await company.who.client.get("/api/messages-queued");
  expect((body as unknown as QueuedMessage[]).find(({ id }) => id === row.id)).toMatchObject({ isCancelPending: true });
  expect(await row.statusInAirtable()).toBe("QUEUED");
  if (status === "SENT") await row.sendInAirtable();
  await harness.sandbox.clearFaults();
  expect(await eventually(row.statusHere, (found) => found === status)).toBe(status);
  expect(await eventually(row.statusInAirtable, (found) => found === status)).toBe(status);
});

test("without a readable token the row waits visibly, and is cancelled once there is one", async () => {
  const row = await queueRow("Bericht 1");
  const [stored] = await harness.server.query<{ token: string }>(
    "select airtable_token_encrypted as token from companies where id = $1",
    [company.id],
  );
  const storeToken = (token: string | undefined) =>
    harness.server.query("update companies set airtable_token_encrypted = $2, updated_at = now() where id = $1", [
      company.id,
      token,
    ]);
  await storeToken("v1");
  expect(await row.doNotSend()).toMatchObject({ status: 200, body: { message: CANCEL_PENDING_TEXT, isPending: true } });
  const failures = () =>
    harness.server.query("select from sync_states where company_id = $1 and failures > 0", [company.id]);
  expect(await eventually(failures, (found) => found.length === 1)).toHaveLength(1);
  expect(await row.statusInAirtable()).toBe("QUEUED");
  await storeToken(stored?.token);
  // Repeated, because a tick does nothing while the failed turn still has its lease.
  const statusAfterTick = async () => {
    await tick(harness);
    return row.statusHere();
  };
  expect(await eventually(statusAfterTick, (found) => found === "CANCELLED")).toBe("CANCELLED");
  expect(await eventually(row.statusInAirtable, (found) => found === "CANCELLED")).toBe("CANCELLED");
});

test("without a base a row is cancelled at once", async () => {
  const row = await queueRow("Bericht 1");
  await harness.server.query("update companies set airtable_base_id = null where id = $1", [company.id]);
  expect(await row.doNotSend()).toMatchObject({ status: 200, body: { isPending: false } });
  expect(await row.statusHere()).toBe("CANCELLED");
});
