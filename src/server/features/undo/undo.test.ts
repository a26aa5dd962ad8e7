import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprint } from "#testing/database-contents.ts";
import { ICE_BREAKER, makeLead, makeMeeting, makeMessage, makeQueueItem } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deleteOldUndoablesJob, undoJobs } from "./undo.jobs.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  me = await signedIn(server);
});
afterAll(() => server.close());

const tokenOf = ({ body }: TestResponse) => (body["undo"] as { token: string; until: string }).token;
const undo = (response: TestResponse) => me.client.post(`/api/undo/${tokenOf(response)}`);
const make = (message = {}, lead = {}) => makeMessage(server, me.company.id, message, lead);
const row = async (id: string) =>
  (await server.query<Record<string, unknown>>("select * from messages where id = $1", [id]))[0] ?? {};
const parts = async (messageId: string) =>
  (
    await server.query<{ line: string }>(
      "select message_name || ' ' || status as line from queue_items where message_id = $1 order by due_sort_key, id",
      [messageId],
    )
  ).map(({ line }) => line);
const lead = async (id: string) =>
  (
    await server.query<{ classification: string | null; deleted_at: Date | null }>(
      "select * from leads where id = $1",
      [id],
    )
  )[0];
const item = async (id: string) =>
  (await server.query<Record<string, unknown>>("select * from queue_items where id = $1", [id]))[0] ?? {};
const lastEdit = async (id: string, field: string) =>
  (
    await server.query<{ value: unknown }>(
      "select value from airtable_outbox where local_id = $1 and field = $2 order by id desc limit 1",
      [id, field],
    )
  )[0]?.value;
const approve = (id: string, messageContent = ICE_BREAKER) =>
  me.client.patch(`/api/messages/${id}`, { messageContent });
const endPeriod = (response: TestResponse) =>
  server.query("update undoable_actions set until = now() where token = $1", [tokenOf(response)]);

describe("an undo", () => {
  test("of an approval restores status, text and dates, and cancels what was queued", async () => {
    const { id } = await make({ status: "edited", due_ice_breaker: "2020-01-01T09:00:00Z" });
    const before = await row(id);
    const approved = await approve(id, ICE_BREAKER.replace("Hoi Sanne!", "Dag Sanne"));
    expect(approved.body).toMatchObject({ status: "approved", undo: { until: expect.any(String) } });
    expect((await undo(approved)).status).toBe(200);
    expect(await row(id)).toMatchObject({
      status: "edited",
      content: before["content"],
      due_ice_breaker: before["due_ice_breaker"],
    });
    expect(new Set((await parts(id)).map((line) => line.split(" ").at(-1)))).toEqual(new Set(["CANCELLED"]));
    expect(await lastEdit(id, "status")).toBe("edited");
    expect((await approve(id)).status).toBe(200);
  });

  test("of SENT withdraws the request to send, and nothing is due before the period ends", async () => {
    const { id } = await make();
    const sent = await me.client.post(`/api/send-icebreaker/${id}`);
    const early = await server.query(
      "select from queue_items q join undoable_actions u on q.id = any (u.subject_ids) where q.message_id = $1 and q.date_due < u.until - interval '1 second'",
      [id],
    );
    expect(early).toEqual([]);
    await undo(sent);
    expect(await row(id)).toMatchObject({ status: "pending", send_requested_at: null });
    expect(await lastEdit(id, "send_requested_at")).toBeNull();
  });

  test("of SENT after a failure restores the parts that waited", async () => {
    const { id } = await make({ status: "error" });
    const insert =
      "insert into queue_items (company_id, message_id, message_name, status, paused) values ($1, $2, $3, $4, $5)";
    await server.query(insert, [me.company.id, id, "Ice Breaker", "ERROR", false]);
    await server.query(insert, [me.company.id, id, "Bericht 1", "QUEUED", true]);
    await undo(await me.client.post(`/api/send-icebreaker/${id}`));
    expect((await row(id))["status"]).toBe("error");
    const live = await server.query(
      "select message_name, status, paused from queue_items where message_id = $1 and status <> 'CANCELLED' order by status",
      [id],
    );
    expect(live).toEqual([
      { message_name: "Ice Breaker", status: "ERROR", paused: false },
      { message_name: "Bericht 1", status: "QUEUED", paused: true },
    ]);
  });

  test("of an approval of a requested text makes it wait again without requesting another", async () => {
    const { id } = await make({ status: "rewritten", regenerating: true, requested_version: 1, feedback: "korter" });
    await undo(await approve(id));
    expect(await row(id)).toMatchObject({ status: "pending", regenerating: true, requested_version: 1 });
  });

  test("of a new date in the queue keeps the dates that were changed after it", async () => {
    const { id } = await make();
    await approve(id);
    const queued = await server.query<{ id: string; name: string }>(
      "select id, message_name as name from queue_items where message_id = $1",
      [id],
    );
    const before = await row(id);
    const moveTo = (name: string, dateDue: string) =>
      me.client.patch(`/api/messages-queued/${queued.find((part) => part.name === name)?.id}`, { dateDue });
    const first = await moveTo("Bericht 1", "2031-03-03T09:00:00Z");
    await moveTo("Bericht 2", "2031-03-05T09:00:00Z");
    expect((await undo(first)).status).toBe(200);
    expect(await row(id)).toMatchObject({
      due_message_1: before["due_message_1"],
      due_message_2: new Date("2031-03-05T09:00:00Z"),
    });
  });

  test("of DO NOT SEND puts the message back as it was", async () => {
    const id = await makeQueueItem(server, me.company.id, { paused: true, paused_by: "Bram" });
    const cancelled = await me.client.patch(`/api/messages-queued/${id}/cancel`);
    expect(cancelled.body["message"]).toBe("Het bericht aan Sanne de Vries wordt niet verstuurd.");
    await undo(cancelled);
    expect(await item(id)).toMatchObject({ status: "QUEUED", paused: true, paused_by: "Bram" });
    expect(await lastEdit(id, "status")).toBe("QUEUED");
  });

  test("of DO NOT SEND of a failed message restores the reason, and the later parts wait again", async () => {
    const { id: messageId, leadId } = await make({ status: "error" });
    const part = { lead_id: leadId, message_id: messageId };
    const failed = await makeQueueItem(server, me.company.id, { ...part, status: "ERROR", problem: "Geweigerd." });
    const later = await makeQueueItem(server, me.company.id, { ...part, message_name: "Bericht 1", paused: true });
    await undo(await me.client.patch(`/api/messages-queued/${failed}/cancel`));
    expect(await item(failed)).toMatchObject({ status: "ERROR", problem: "Geweigerd." });
    expect(await item(later)).toMatchObject({ status: "QUEUED", paused: true });
  });

  test("of cancel-all restores the messages and the queued parts", async () => {
    const { id, providerId, leadId } = await make({ status: "edited" });
    const waiting = await makeQueueItem(server, me.company.id, { lead_id: leadId });
    await undo(await me.client.post(`/api/messages/cancel-all/${providerId}`));
    expect(await row(id)).toMatchObject({ status: "edited", cancel_requested_at: null });
    expect((await item(waiting))["status"]).toBe("QUEUED");
  });

  test("of a bulk action restores all its messages", async () => {
    const ids = [(await make()).id, (await make({ status: "edited" })).id];
    const sent = (await make({ status: "sent" })).id;
    const response = await me.client.post("/api/messages/batch", { action: "approve", ids: [...ids, sent] });
    expect(response.body).toMatchObject({ done: ids, undo: { token: expect.any(String) } });
    await undo(response);
    expect(await Promise.all(ids.map(async (id) => (await row(id))["status"]))).toEqual(["pending", "edited"]);
  });

  test.each([
    ["NOT INTERESTED", "COLD"],
    ["DELETED", null],
  ])("of the class %s restores the class and the parts that it stopped", async (classification, before) => {
    const { id, leadId, providerId } = await make({}, { classification: before });
    await approve(id);
    const changed = await me.client.patch(`/api/messages/classification/${providerId}`, { classification });
    expect(changed.body).toMatchObject({
      stoppedMessages: 4,
      message: "De classificatie is bijgewerkt. 4 klaarstaande berichten zijn gestopt.",
    });
    expect((await undo(changed)).status).toBe(200);
    expect(await lead(leadId)).toMatchObject({ classification: before, deleted_at: null });
    expect(await parts(id)).toEqual(expect.arrayContaining(["Ice Breaker QUEUED", "Bericht 3 QUEUED"]));
    expect(await lastEdit(leadId, "classification")).toBe(before);
  });

  test("of a class that stopped nothing restores the class", async () => {
    const id = await makeLead(server, me.company.id, { classification: "HOT" });
    const changed = await me.client.patch(`/api/leads/${id}/classification`, { classification: "CLIENT" });
    expect(changed.body).toMatchObject({ leadClassification: "CLIENT", stoppedMessages: 0 });
    await undo(changed);
    expect((await lead(id))?.classification).toBe("HOT");
  });

  test("of a meeting action restores its actual previous status and type", async () => {
    const id = await makeMeeting(server, me.company.id, { status: "IGNORED", type: "Sales" });
    const changed = await me.client.patch(`/api/meetings/${id}`, { status: "To PROCESS", type: "CFO intake" });
    await undo(changed);
    const [meeting] = await server.query("select status, type from meetings where id = $1", [id]);
    expect(meeting).toEqual({ status: "IGNORED", type: "Sales" });
  });
});

describe("an undo is refused", () => {
  const expectRefused = async (response: TestResponse, message: RegExp, code = "conflict") => {
    const before = await fingerprint(server);
    const refused = await undo(response);
    const { message: text, code: actualCode } = refused.body;
    expect([refused.status, text, actualCode]).toEqual([409, expect.stringMatching(message), code]);
    expect(await fingerprint(server)).toEqual(before);
  };

  test("after ten seconds by the database's clock", async () => {
    const { id } = await make();
    const approved = await approve(id);
    await endPeriod(approved);
    await expectRefused(approved, /Te laat/);
  });

  test("the second time, also when both come at once", async () => {
    const { id } = await make();
    const approved = await approve(id);
    const responses = await Promise.all([undo(approved), undo(approved)]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await expectRefused(approved, /al ongedaan gemaakt/, "already_undone");
  });

  test.each(["SENDING", "SENT", "ERROR"])("when the first part is %s", async (status) => {
    const { id } = await make();
    const sent = await me.client.post(`/api/send-icebreaker/${id}`);
    await server.query("update queue_items set status = $2 where message_id = $1 and message_name = 'Ice Breaker'", [
      id,
      status,
    ]);
    await expectRefused(sent, /al verstuurd of onderweg/);
  });

  test("when somebody has changed the message, the lead or the meeting since", async () => {
    const { id, leadId } = await make();
    const approved = await approve(id);
    await me.client.post("/api/messages/batch", { action: "cancel", ids: [id] });
    await expectRefused(approved, /intussen gewijzigd/);
    const changed = await me.client.patch(`/api/leads/${leadId}/classification`, { classification: "HOT" });
    await me.client.patch(`/api/leads/${leadId}/classification`, { classification: "COLD" });
    await expectRefused(changed, /intussen gewijzigd/);
    const meeting = await makeMeeting(server, me.company.id);
    const moved = await me.client.patch(`/api/meetings/${meeting}`, { status: "PRIVE" });
    await me.client.patch(`/api/meetings/${meeting}`, { status: "IGNORED" });
    await expectRefused(moved, /intussen gewijzigd/);
  });

  test("when the lead may no longer be contacted", async () => {
    const id = await makeQueueItem(server, me.company.id);
    const cancelled = await me.client.patch(`/api/messages-queued/${id}/cancel`);
    const { lead_id } = await item(id);
    await me.client.patch(`/api/leads/${String(lead_id)}/classification`, { classification: "NOT INTERESTED" });
    await expectRefused(cancelled, /intussen gewijzigd/);
  });

  test.each([
    ["cancelled", (id: string) => me.client.post("/api/messages/batch", { action: "cancel", ids: [id] })],
    ["taken back to review", (id: string) => me.client.post(`/api/messages/${id}/undo`)],
  ])("when the message of the part was %s", async (_what, change) => {
    const { id } = await make();
    await approve(id);
    const [part] = await server.query<{ id: string }>("select id from queue_items where message_id = $1", [id]);
    const cancelled = await me.client.patch(`/api/messages-queued/${part?.id}/cancel`);
    expect((await change(id)).status).toBe(200);
    await expectRefused(cancelled, /intussen gewijzigd/);
  });

  test("when the failed part was queued again", async () => {
    const { id } = await make();
    await approve(id);
    const [part] = await server.query<{ id: string }>(
      "update queue_items set status = 'ERROR' where message_id = $1 and message_name = 'Ice Breaker' returning id",
      [id],
    );
    await server.query("update messages set status = 'error' where id = $1", [id]);
    const cancelled = await me.client.patch(`/api/messages-queued/${part?.id}/cancel`);
    await approve(id);
    await expectRefused(cancelled, /intussen gewijzigd/);
  });

  test("when the part was queued again", async () => {
    const { id, providerId } = await make();
    await approve(id);
    const cancelled = await me.client.post(`/api/messages/cancel-all/${providerId}`);
    await me.client.post(`/api/messages/${id}/undo`);
    await approve(id);
    await expectRefused(cancelled, /intussen gewijzigd/);
  });
});

test("a call that changes nothing carries no undo", async () => {
  const { id, leadId } = await make({}, { classification: "HOT" });
  await me.client.post(`/api/send-icebreaker/${id}`);
  expect((await me.client.post(`/api/send-icebreaker/${id}`)).body).not.toHaveProperty("undo");
  const same = await me.client.patch(`/api/leads/${leadId}/classification`, { classification: "HOT" });
  expect(same.body).not.toHaveProperty("undo");
});

test("old actions are deleted after a day", async () => {
  const [old, recent] = [await approve((await make()).id), await approve((await make()).id)];
  await server.query("update undoable_actions set until = now() - interval '25 hours' where token = $1", [
    tokenOf(old),
  ]);
  const [job] = undoJobs(server.platform);
  expect(job?.job.name).toBe(deleteOldUndoablesJob.name);
  await job?.handle({}, new AbortController().signal);
  expect((await undo(old)).status).toBe(404);
  expect((await undo(recent)).status).toBe(200);
});
