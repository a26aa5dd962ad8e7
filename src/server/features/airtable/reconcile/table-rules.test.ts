import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Message } from "#contract/messages.ts";
import type { QueuedMessage } from "#contract/queue.ts";
import { claimNextPart } from "#server/features/queue/sending.service.ts";
import { openEvents } from "#testing/event-reader.ts";
import { removeSendingLimits } from "#testing/factories.ts";
import { eventually, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

test.concurrent("a rating gets its date when it is first set and when it changes", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  const ratedAt = async () => (await company.row("leads", lead?.id ?? ""))["rated_at"];
  await company.sync();
  expect(await ratedAt()).toBeNull();
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Rating": 7 });
  await company.sync();
  const first = await ratedAt();
  expect(first).not.toBeNull();
  await company.base.edit("Leads", lead?.id ?? "", { Title: "CEO" });
  await company.sync();
  expect(await ratedAt()).toBe(first);
});

test.concurrent("an accepted rating or summary stays while Airtable has none, and the history does not say otherwise", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  const [meeting] = await company.base.add("Meetings", { Name: "Demo" });
  await company.sync();
  const rating = { lead_rating: 8, motivation: "Groeit hard.", html_report: "<p>Rapport</p>" };
  const summary = { summary: "Kort.", action_items: "<p>Bellen</p>" };
  await harness.server.query(
    `update leads set lead_rating = $2, motivation = $3, html_report = $4, rating_accepted = true where company_id = $1`,
    [company.id, ...Object.values(rating)],
  );
  await harness.server.query(
    "update meetings set summary = $2, action_items = $3, summary_accepted = true where company_id = $1",
    [company.id, ...Object.values(summary)],
  );
  await company.base.edit("Leads", lead?.id ?? "", { Title: "CEO" });
  await company.base.edit("Meetings", meeting?.id ?? "", { Name: "Demo twee" });
  await company.sync();
  expect(await company.row("leads", lead?.id ?? "")).toMatchObject({ ...rating, title: "CEO" });
  expect(await company.row("meetings", meeting?.id ?? "")).toMatchObject({ ...summary, meeting_name: "Demo twee" });
  const changes = await harness.server.query(
    "select field from airtable_changes where company_id = $1 and side = 'airtable' order by field",
    [company.id],
  );
  expect(changes).toEqual([{ field: "meeting_name" }, { field: "title" }]);
  // Airtable's own value, when it comes, is the one that is shown (decision 0024).
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Rating": 3 });
  await company.sync();
  expect(await company.row("leads", lead?.id ?? "")).toMatchObject({ lead_rating: 3, motivation: "Groeit hard." });
});

test.concurrent("an accepted rating or summary stays until Airtable has another one than it had", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Rating": 7, Motivation: "Uit Airtable" });
  const [meeting] = await company.base.add("Meetings", {
    Name: "Demo",
    Summary: "Uit Airtable",
    "Action Items": "<p>x</p>",
  });
  const [leadId, meetingId] = [lead?.id ?? "", meeting?.id ?? ""];
  await company.sync();
  const proposal = {
    rules_version: "1",
    model: "m",
    prompt_tokens: 1,
    completion_tokens: 1,
    took_ms: 1,
    made_at: "now",
  };
  const insert = (table: string, values: Record<string, unknown>) =>
    harness.server.query(
      `insert into ${table} (${Object.keys(values).join()}) values (${Object.keys(values)
        .map((_, index) => `$${index + 1}`)
        .join()})`,
      Object.values(values),
    );
  const localLead = (await company.row("leads", leadId)).id;
  const localMeeting = (await company.row("meetings", meetingId)).id;
  const rating = { rating: 4, motivation: "Klein", report: "<p>Rapport</p>", facts: "[]", warnings: "[]" };
  await insert("lead_ratings", { company_id: company.id, lead_id: localLead, ...rating, ...proposal });
  const summary = { summary: "Kort.", action_items: "<p>Bellen</p>" };
  await insert("meeting_summaries", { company_id: company.id, meeting_id: localMeeting, ...summary, ...proposal });
  for (const path of [`leads/${localLead}/rating`, `meetings/${localMeeting}/summary`]) {
    const { status } = await company.who.client.post(`/api/${path}`, { decision: "accepted" });
    expect(status).toBe(200);
  }
  await company.base.edit("Leads", leadId, { Title: "CEO" });
  await company.base.edit("Meetings", meetingId, { Name: "Demo twee" });
  await company.sync();
  const accepted = { lead_rating: 4, motivation: "Klein", html_report: "<p>Rapport</p>" };
  expect(await company.row("leads", leadId)).toMatchObject({ ...accepted, title: "CEO" });
  expect(await company.row("meetings", meetingId)).toMatchObject({ ...summary, meeting_name: "Demo twee" });
  await company.base.edit("Leads", leadId, { "Lead Rating": 9 });
  await company.base.edit("Meetings", meetingId, { Summary: "Nieuw in Airtable" });
  await company.sync();
  expect(await company.row("leads", leadId)).toMatchObject({ lead_rating: 9, motivation: "Uit Airtable" });
  expect(await company.row("meetings", meetingId)).toMatchObject({
    summary: "Nieuw in Airtable",
    action_items: "<p>x</p>",
  });
  await company.base.edit("Leads", leadId, { Motivation: "Nog beter" });
  await company.base.edit("Meetings", meetingId, { "Action Items": "<p>y</p>" });
  await company.sync();
  expect(await company.row("leads", leadId)).toMatchObject({ lead_rating: 9, motivation: "Nog beter" });
  expect(await company.row("meetings", meetingId)).toMatchObject({ action_items: "<p>y</p>" });
  await harness.server.query("update lead_ratings set decision = null where company_id = $1", [company.id]);
  expect((await company.who.client.post(`/api/leads/${localLead}/rating`, { decision: "accepted" })).status).toBe(200);
  await company.base.edit("Leads", leadId, { Title: "CTO" });
  await company.sync();
  expect(await company.row("leads", leadId)).toMatchObject({ lead_rating: 4, motivation: "Klein", title: "CTO" });
});

test.concurrent("what a lead takes from a merged duplicate stays while its own record has none", async () => {
  const company = await harness.newCompany();
  const details = {
    "Provider ID": "ACo-anna",
    "Person Profile": "Bouwt huizen.",
    "Lead Rating": 8,
    Motivation: "Groeit hard.",
    "HTML Report": "<p>Rapport</p>",
  };
  const [kept, duplicate] = await company.base.add(
    "Leads",
    { "Full Name": "Anna" },
    { "Full Name": "Anna Bos", Telefoon: "0612345678", ...details },
  );
  await company.sync();
  const idOf = async (record: string | undefined) => (await company.row("leads", record ?? "")).id;
  const [id, duplicateId] = [await idOf(kept?.id), await idOf(duplicate?.id)];
  const merged = await company.who.client.post(`/api/leads/${id}/merge`, { duplicateId });
  expect(merged.status).toBe(200);
  await company.sync();
  await company.base.edit("Leads", kept?.id ?? "", { Title: "CEO" });
  await company.sync();
  expect(await company.row("leads", kept?.id ?? "")).toMatchObject({
    provider_id: "ACo-anna",
    person_profile: "Bouwt huizen.",
    lead_rating: 8,
    motivation: "Groeit hard.",
    html_report: "<p>Rapport</p>",
    title: "CEO",
  });
  await company.base.edit("Leads", kept?.id ?? "", { "Provider ID": "ACo-bos", "Lead Rating": 5 });
  await company.sync();
  expect(await company.row("leads", kept?.id ?? "")).toMatchObject({ provider_id: "ACo-bos", lead_rating: 5 });
});

test.concurrent("a class from Airtable is added to the history, and one that forbids contact cancels queued messages on both sides", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  const link = { Lead: [lead?.id] };
  await company.base.add(
    "Queue",
    { ...link, "Message Name": "Bericht 1", Status: "QUEUED" },
    { ...link, "Message Name": "Ice Breaker", Status: "SENT" },
  );
  await company.sync();
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Classification": "NOT INTERESTED | 0" });
  await company.sync();
  const history = await harness.server.query(
    "select old_value, new_value, changed_by from classification_changes where company_id = $1",
    [company.id],
  );
  expect(history).toEqual([{ old_value: "COLD", new_value: "NOT INTERESTED", changed_by: "Airtable" }]);
  expect((await company.rows("queue")).map(({ status }) => String(status)).toSorted()).toEqual(["CANCELLED", "SENT"]);
  await company.untilPushed();
  const there = (await company.base.records("Queue")).map(({ fields }) => String(fields["Status"]));
  expect(there.toSorted()).toEqual(["CANCELLED", "SENT"]);
});

test.concurrent("a cancellation of parts whose status we do not know is no conflict with that status", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  const link = { Lead: [lead?.id] };
  await company.base.add(
    "Queue",
    { ...link, "Message Name": "Bericht 1", Status: "ON HOLD" },
    { ...link, "Message Name": "Bericht 2" },
  );
  await company.sync();
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Classification": "NOT INTERESTED | 0" });
  await company.sync();
  await company.untilPushed();
  const there = (await company.base.records("Queue")).map(({ fields }) => fields["Status"]);
  expect(there).toEqual(["CANCELLED", "CANCELLED"]);
  await company.sync();
  expect((await company.status()).conflicts).toEqual([]);
});

test.concurrent("of two clients, the one that became a client after the first sync has a change of class at that moment", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add(
    "Leads",
    { "Full Name": "Anna", "Lead Classification": "HOT | 80" },
    { "Full Name": "Bert", "Lead Classification": "CLIENT | 100" },
  );
  await company.sync();
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Classification": "CLIENT | 100" });
  await company.sync();
  // Management counts by this.
  const changes = await harness.server.query(
    `select l.full_name, c.changed_at = l.classified_at as is_same_moment from leads l
     left join classification_changes c on c.company_id = l.company_id and c.lead_id = l.id where l.company_id = $1 order by 1`,
    [company.id],
  );
  expect(changes).toEqual([
    { full_name: "Anna", is_same_moment: true },
    { full_name: "Bert", is_same_moment: null },
  ]);
});

test.concurrent("queued messages of a lead that is deleted in Airtable are cancelled", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  const [waiting] = await company.base.add("Queue", {
    Lead: [lead?.id],
    "Message Name": "Bericht 1",
    Status: "QUEUED",
  });
  await company.sync();
  const stream = await openEvents(harness.server, company.who.client);
  await company.base.destroy("Leads", lead?.id ?? "");
  await company.sync();
  expect((await company.row("queue", waiting?.id ?? ""))["status"]).toBe("CANCELLED");
  const hasEvent = async () => stream.received.some(({ topic }) => topic === "queue");
  expect(await eventually(hasEvent, (has) => has)).toBe(true);
  stream.close();
});

test.concurrent("a queue row without a known status shows that status, is not sent, and is not overwritten", async () => {
  const company = await harness.newCompany();
  const { companyId } = company.scope;
  await harness.server.query(
    "update companies set delivery_channel = 'webhook', delivery_webhook_url = 'https://example.org/hook' where id = $1",
    [companyId],
  );
  await removeSendingLimits(harness.server, companyId);
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  const due = { Lead: [lead?.id], "Date Due": "2026-01-05T09:00:00Z" };
  const records = await company.base.add(
    "Queue",
    { ...due, "Message Name": "Bericht 1", Status: "ON HOLD" },
    { ...due, "Message Name": "Bericht 2" },
    { ...due, "Message Name": "Bericht 3", Status: "queued" },
  );
  const statuses = async () => {
    const { body } = await company.who.client.get("/api/messages-queued");
    return Object.fromEntries(
      (body as unknown as QueuedMessage[]).map(({ messageName, remoteStatus }) => [messageName, remoteStatus]),
    );
  };
  await company.sync();
  expect(await statuses()).toEqual({ "Bericht 1": "ON HOLD", "Bericht 2": "", "Bericht 3": null });
  expect((await company.status()).totalParked).toBe(0);
  const claim = () => claimNextPart(harness.server.platform, company.scope, "webhook");
  expect(await claim()).toMatchObject({ name: "Bericht 3" });
  expect(await claim()).toMatchObject({ waiting: true });

  // Another field of the row changes: the status that we do not know stays as it is.
  const [onHold] = records;
  await company.base.edit("Queue", onHold?.id ?? "", { Text: "Dag" });
  await company.sync();
  await company.sync();
  expect((await company.base.record("Queue", onHold?.id ?? ""))["Status"]).toBe("ON HOLD");
  await company.base.edit("Queue", onHold?.id ?? "", { Status: "QUEUED" });
  await company.sync();
  expect(await statuses()).toMatchObject({ "Bericht 1": null });
});

/** An approved message with its first part in the queue on both sides. */
const approveMessage = async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  const [message] = await company.base.add("Messages", { Lead: [lead?.id], Content: "Dag", Status: "approved" });
  const [part] = await company.base.add("Queue", {
    Lead: [lead?.id],
    Message: [message?.id],
    "Message Name": "Ice Breaker",
    Status: "QUEUED",
  });
  await company.sync();
  return {
    company,
    report: async (fields: object) => {
      await company.base.edit("Queue", part?.id ?? "", { ...fields });
      await company.sync();
    },
    reply: async (status: string) => {
      await company.base.edit("Messages", message?.id ?? "", { Status: status });
      await company.sync();
    },
    message: () => company.row("messages", message?.id ?? ""),
    part: () => company.row("queue", part?.id ?? ""),
    there: async () => (await company.base.record("Messages", message?.id ?? ""))["Status"],
  };
};

test.concurrent("a message sent by the company's own automation counts as sent on both sides", async () => {
  const { company, report, message, part, there } = await approveMessage();
  await report({ Status: "SENT", "Date Sent": "2026-11-14T09:30:00.000Z" });
  expect(await part()).toMatchObject({ status: "SENT", problem: null });
  expect(await message()).toMatchObject({ status: "sent", changed_by: "Airtable" });
  await company.untilPushed();
  expect(await there()).toBe("sent");
});

test.concurrent("a message that had failed before the first synchronisation says so", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  await company.base.add("Queue", { Lead: [lead?.id], "Message Name": "Ice Breaker", Status: "ERROR" });
  await company.sync();
  expect((await company.who.client.get("/api/messages-queued?state=problem")).body).toMatchObject([
    { problem: expect.stringContaining("Volgens Airtable") },
  ]);
});

test.concurrent("a message that the automation could not send shows the reason and can be retried", async () => {
  const { company, report, message, part } = await approveMessage();
  await report({ Status: "ERROR" });
  expect(await part()).toMatchObject({ status: "ERROR", problem: expect.stringContaining("Volgens Airtable") });
  expect((await message())["status"]).toBe("error");
  const { id } = await part();
  expect((await company.who.client.patch(`/api/messages-queued/${id}/retry`)).status).toBe(200);
  await company.untilPushed();
  expect((await company.base.records("Queue"))[0]?.fields["Status"]).toBe("QUEUED");
  await report({ Status: "SENT" });
  expect([(await part())["status"], (await message())["status"]]).toEqual(["SENT", "sent"]);
});

test.concurrent("a lead classified DELETED in Airtable leaves the lists and returns with another class", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "HOT | 80" });
  const deletedAt = async () => (await company.row("leads", lead?.id ?? ""))["deleted_at"];
  await company.sync();
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Classification": "DELETED" });
  await company.sync();
  expect(await deletedAt()).not.toBeNull();
  await company.base.edit("Leads", lead?.id ?? "", { "Lead Classification": "COLD | 10" });
  await company.sync();
  expect(await deletedAt()).toBeNull();
});

test.concurrent.each([
  ["whose record is deleted", true],
  ["that is classified DELETED", false],
])(
  "a client %s in Airtable counts in the month in which it became one, once it is restored here",
  async (_how, isRecordDeleted) => {
    const company = await harness.newCompany();
    const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "CLIENT | 100" });
    await company.sync();
    const row = () => company.row("leads", lead?.id ?? "");
    const { id } = await row();
    const classified_at = "2026-03-03T10:00:00+00:00";
    await harness.server.query("update leads set classified_at = $2 where id = $1", [id, classified_at]);
    if (isRecordDeleted) await company.base.destroy("Leads", lead?.id ?? "");
    else await company.base.edit("Leads", lead?.id ?? "", { "Lead Classification": "DELETED" });
    await company.sync();
    expect(await row()).toMatchObject({ classification: "DELETED", deleted_at: expect.any(String) });
    expect((await company.who.client.post(`/api/leads/${id}/restore`)).status).toBe(200);
    const [restored] = await company.rows("leads");
    expect(restored).toMatchObject({ classification: "CLIENT", classified_at, deleted_at: null });
  },
);

const CONTENT = "Ice Breaker:\nHoi Anna\n\nBericht 1:\nDag Anna";

/** A message whose two parts were approved here and are queued on both sides. */
const approveHere = async (channel = "webhook") => {
  const company = await harness.newCompany();
  await harness.server.query(
    "update companies set delivery_channel = $2, delivery_webhook_url = 'https://example.org/hook' where id = $1",
    [company.id, channel],
  );
  await removeSendingLimits(harness.server, company.id);
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  const [record] = await company.base.add("Messages", { Lead: [lead?.id], Content: CONTENT, Status: "pending" });
  await company.sync();
  const recordId = record?.id ?? "";
  const { id } = await company.row("messages", recordId);
  const approve = () => company.who.client.patch(`/api/messages/${id}`, { messageContent: CONTENT, contentVersion: 1 });
  expect((await approve()).body).toMatchObject({ status: "approved", changedAfterApproval: null });
  await company.untilPushed();
  const parts = async () => {
    const rows = await company.rows("queue");
    return rows.map(({ message_name, status }) => `${String(message_name)} ${String(status)}`).toSorted();
  };
  const shown = async () => {
    const { body } = await company.who.client.get("/api/messages");
    return (body as unknown as Message[])[0];
  };
  const claim = async () => {
    await harness.server.query("update queue_items set date_due = now() - interval '1 minute' where company_id = $1", [
      company.id,
    ]);
    return claimNextPart(harness.server.platform, company.scope, "webhook");
  };
  return {
    company,
    id,
    recordId,
    parts,
    shown,
    claim,
    pending: () => eventually(shown, (m) => m?.status === "pending"),
  };
};

test.concurrent("a text that is changed in Airtable after its approval is not sent and returns to review", async () => {
  const { company, id, recordId, parts, pending } = await approveHere();
  await company.base.edit("Messages", recordId, { Content: CONTENT.replace("Dag Anna", "Koop nu") });
  await company.sync();
  expect(await pending()).toMatchObject({ contentVersion: 2, changedAfterApproval: { approvedVersion: 1 } });
  expect(await parts()).toEqual(["Bericht 1 CANCELLED", "Ice Breaker CANCELLED"]);
  await company.untilPushed();
  expect((await company.base.record("Messages", recordId))["Status"]).toBe("pending");
  const again = await company.who.client.patch(`/api/messages/${id}`, { messageContent: CONTENT, contentVersion: 2 });
  expect(again.body).toMatchObject({ status: "approved", changedAfterApproval: null });
});

test.concurrent.each([
  ["cancelled", "webhook"],
  ["cancelled", "airtable"],
  ["deleted", "webhook"],
  ["deleted", "airtable"],
  ["taken back to review", "webhook"],
])(
  "the approved parts of a message that is %s in Airtable end on both sides, with channel %s",
  async (how, channel) => {
    const { company, recordId, parts } = await approveHere(channel);
    // Before a part is sent the approval is checked anyway.
    await harness.server.query("update queue_items set date_due = '2031-01-06 10:00+01' where company_id = $1", [
      company.id,
    ]);
    if (how === "deleted") await company.base.destroy("Messages", recordId);
    else await company.base.edit("Messages", recordId, { Status: how === "cancelled" ? how : "pending" });
    await company.sync();
    const ended = ["Bericht 1 CANCELLED", "Ice Breaker CANCELLED"];
    expect(await eventually(parts, (found) => found.join() === ended.join())).toEqual(ended);
    await company.untilPushed();
    const there = (await company.base.records("Queue")).map(({ fields }) => fields["Status"]);
    expect(there).toEqual(["CANCELLED", "CANCELLED"]);
  },
);

test.concurrent.each(["webhook", "airtable"])(
  "of a partly sent message that is deleted in Airtable nothing more is sent with channel %s, and what was sent stays on record",
  async (channel) => {
    const { company, recordId, parts } = await approveHere(channel);
    await harness.server.query("update queue_items set date_due = '2031-01-06 10:00+01' where company_id = $1", [
      company.id,
    ]);
    const first = (await company.base.records("Queue")).find(({ fields }) => fields["Message Name"] === "Ice Breaker");
    await company.base.edit("Queue", first?.id ?? "", { Status: "SENT", "Date Sent": "2026-11-14T09:30:00.000Z" });
    await company.sync();
    await company.untilPushed();
    expect((await company.base.record("Messages", recordId))["Status"]).toBe("sent");
    await company.base.destroy("Messages", recordId);
    await company.sync();
    expect(await parts()).toEqual(["Bericht 1 CANCELLED", "Ice Breaker SENT"]);
    expect((await company.row("messages", recordId))["status"]).toBe("sent");
    expect((await company.rows("queue")).find(({ status }) => status === "CANCELLED")).toMatchObject({
      problem: "Niet verstuurd: het bericht is in Airtable verwijderd.",
    });
    await company.untilPushed();
    const there = (await company.base.records("Queue")).map(({ fields }) => String(fields["Status"]));
    expect(there.toSorted()).toEqual(["CANCELLED", "SENT"]);
  },
);

test.concurrent("a queued text that is changed in Airtable is shown in the message that returns to review", async () => {
  const { company, parts, pending } = await approveHere();
  const queued = (await company.base.records("Queue")).find(({ fields }) => fields["Message Name"] === "Bericht 1");
  await company.base.edit("Queue", queued?.id ?? "", { Text: "Koop nu" });
  await company.sync();
  expect(await pending()).toMatchObject({
    messageContent: CONTENT.replace("Dag Anna", "Koop nu"),
    changedAfterApproval: { approvedVersion: 1 },
  });
  expect(await parts()).toEqual(["Bericht 1 CANCELLED", "Ice Breaker CANCELLED"]);
});

test.concurrent("a changed text is recognised at the moment of sending too", async () => {
  const { company, shown, claim } = await approveHere();
  await harness.server.query("update queue_items set text = 'Koop nu' where company_id = $1", [company.id]);
  expect(await claim()).toBe("withdrawn");
  expect(await shown()).toMatchObject({ status: "pending", changedAfterApproval: { approvedVersion: 1 } });
});

test.concurrent("a conflict about an approved text says so before a choice that withdraws the approval", async () => {
  const { company, id, recordId, shown, pending } = await approveHere();
  await company.base.edit("Messages", recordId, { Content: CONTENT.replace("Dag Anna", "Koop nu") });
  await company.edit("messages", id, { content: CONTENT.replace("Dag Anna", "Beste Anna") });
  await company.sync();
  const [conflict] = (await company.status()).conflicts;
  expect(conflict).toMatchObject({ fieldName: "Content", isApproved: true });
  expect(await shown()).toMatchObject({ status: "approved" });
  const choice = { choice: "theirs", version: conflict?.version };
  expect((await company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, choice)).status).toBe(200);
  expect(await pending()).toMatchObject({ changedAfterApproval: { approvedVersion: 1 } });
});

test.concurrent("a change outside the approved parts leaves the approval as it is", async () => {
  const { company, recordId, claim } = await approveHere();
  await company.base.edit("Messages", recordId, { Content: `Older conversations:\nNieuw\n\n${CONTENT}` });
  await company.sync();
  expect(await claim()).toMatchObject({ name: "Ice Breaker", text: "Hoi Anna" });
});

test.concurrent("after the first part was sent, a changed part waits for a user, who approves it by trying again", async () => {
  const { company, parts, claim } = await approveHere();
  await harness.server.query(
    "update queue_items set status = 'SENT', date_sent = now() - interval '2 days' where company_id = $1 and message_name = 'Ice Breaker'",
    [company.id],
  );
  await harness.server.query(
    "update queue_items set text = 'Koop nu' where company_id = $1 and message_name = 'Bericht 1'",
    [company.id],
  );
  expect(await claim()).toBe("withdrawn");
  const [held] = (await company.who.client.get("/api/messages-queued?state=problem"))
    .body as unknown as QueuedMessage[];
  expect(held).toMatchObject({
    messageName: "Bericht 1",
    problem: expect.stringContaining("na de goedkeuring gewijzigd"),
  });
  expect(await parts()).toEqual(["Bericht 1 ERROR", "Ice Breaker SENT"]);
  expect((await company.who.client.patch(`/api/messages-queued/${held?.id}/retry`)).status).toBe(200);
  expect(await claim()).toMatchObject({ name: "Bericht 1", text: "Koop nu" });
});

test.concurrent("a colleague's edit of a queued text counts as their approval; SENT and a batch of an older text are refused", async () => {
  const { company, id, claim } = await approveHere();
  const { client } = company.who;
  const [first] = (await client.get("/api/messages-queued")).body as unknown as QueuedMessage[];
  expect((await client.patch(`/api/messages-queued/${first?.id}`, { text: "Hoi Anna, anders" })).status).toBe(200);
  expect(await claim()).toMatchObject({ text: "Hoi Anna, anders" });
  const [other] = await company.base.add("Messages", { Content: CONTENT, Status: "pending" });
  await company.sync();
  const { id: otherId } = await company.row("messages", other?.id ?? "");
  await harness.server.query("update messages set content_version = 2 where id = $1", [otherId]);
  expect((await client.post(`/api/send-icebreaker/${otherId}`, { contentVersion: 1 })).status).toBe(409);
  const batch = { action: "approve", ids: [otherId], contentVersions: { [otherId]: 1, [id]: 1 } };
  expect((await client.post("/api/messages/batch", batch)).body).toMatchObject({
    done: [],
    refused: [{ id: otherId }],
  });
});

const requestText = async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Messages", { Content: "oud", Status: "pending" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("messages", recordId);
  await harness.server.query("update messages set regenerating = true where id = $1", [id]);
  await company.edit("messages", id, { feedback: "Korter", status: "rewritten" });
  await company.sync();
  return { company, recordId, id };
};

test.concurrent("a requested text replaces the old one, which stays as a version, and ends the waiting state", async () => {
  const { company, recordId, id } = await requestText();
  await company.base.edit("Messages", recordId, { Content: "nieuw", Status: "pending" });
  await company.sync();
  expect(await company.row("messages", recordId)).toMatchObject({
    content: "nieuw",
    status: "pending",
    regenerating: false,
    content_version: 2,
    changed_by: "Airtable",
  });
  const versions = await harness.server.query(
    "select number, content, source from message_versions where message_id = $1 order by number",
    [id],
  );
  expect(versions).toEqual([
    { number: 1, content: "oud", source: "original" },
    { number: 2, content: "nieuw", source: "airtable" },
  ]);
});

test.concurrent("a requested text that is the same ends the waiting state with its reason", async () => {
  const { company, recordId } = await requestText();
  await company.base.edit("Messages", recordId, { Status: "pending" });
  await company.sync();
  expect(await company.row("messages", recordId)).toMatchObject({
    content: "oud",
    status: "pending",
    feedback: "Korter",
    regenerating: false,
    text_request_problem: "same_text",
  });
  await company.base.edit("Messages", recordId, { Content: "toch nieuw" });
  await company.sync();
  expect(await company.row("messages", recordId)).toMatchObject({ content: "toch nieuw", text_request_problem: null });
});

test.concurrent("a rerun with the same text ends with its reason when the automation empties the request", async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Messages", { Content: "oud", Status: "pending" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("messages", recordId);
  const rerun = async () => {
    await company.who.client.post(`/api/rerun-icebreaker/${id}`);
    await company.untilPushed();
    await company.sync();
  };
  const state = async () => {
    const { regenerating, text_request_problem: problem } = await company.row("messages", recordId);
    return { regenerating, problem };
  };
  await rerun();
  expect(await state()).toEqual({ regenerating: true, problem: null });
  await company.base.edit("Messages", recordId, { "Rerun Requested At": null });
  await company.sync();
  expect(await state()).toEqual({ regenerating: false, problem: "same_text" });
  // The next request has not been answered by the emptied one.
  await rerun();
  expect(await state()).toEqual({ regenerating: true, problem: null });
});

test.concurrent("a reply stops the queued parts of the lead, with the reason, in the sync that brings it", async () => {
  const { company, part, reply } = await approveMessage();
  const [lead] = await company.base.records("Leads");
  const [other] = await company.base.add("Queue", {
    Lead: [lead?.id],
    "Message Name": "Bericht 1",
    Status: "QUEUED",
    "Date Due": "2031-01-01T09:00:00Z",
  });
  await company.sync();
  await reply("neutral");
  const stopped = { status: "CANCELLED", problem: "Niet verstuurd: de lead heeft geantwoord." };
  expect(await part()).toMatchObject(stopped);
  expect(await company.row("queue", other?.id ?? "")).toMatchObject(stopped);
  await company.untilPushed();
  const there = (await company.base.records("Queue")).map(({ fields }) => String(fields["Status"]));
  expect(there).toEqual(["CANCELLED", "CANCELLED"]);
});

test.concurrent("an edit made after requesting a new text is not replaced by it, even if the edit had been pushed", async () => {
  const { company, recordId, id } = await requestText();
  await company.edit("messages", id, { content: "zelf bewerkt" });
  await harness.server.query("update messages set content_version = content_version + 1 where id = $1", [id]);
  await company.sync();
  expect((await company.base.record("Messages", recordId))["Content"]).toBe("zelf bewerkt");
  await company.base.edit("Messages", recordId, { Content: "nieuw" });
  await company.sync();
  expect((await company.row("messages", recordId))["content"]).toBe("zelf bewerkt");
  expect((await company.status()).conflicts).toMatchObject([
    { fieldName: "Content", ours: "zelf bewerkt", theirs: "nieuw" },
  ]);
});

test.concurrent("a prompt that is changed in Airtable gets a version", async () => {
  const company = await harness.newCompany();
  const [prompt] = await company.base.add("Prompts", { Name: "Icebreaker", Prompt: "een" });
  await company.sync();
  await company.base.edit("Prompts", prompt?.id ?? "", { Prompt: "twee" });
  await company.sync();
  expect(await company.row("prompts", prompt?.id ?? "")).toMatchObject({ prompt: "twee", version: 2 });
  const versions = await harness.server.query(
    "select number, prompt, source from prompt_versions where company_id = $1 order by number",
    [company.id],
  );
  expect(versions).toEqual([
    { number: 1, prompt: "een", source: "original" },
    { number: 2, prompt: "twee", source: "airtable" },
  ]);
});

test.concurrent("a message that is being sent is not recalled, and its outcome goes before Airtable's value", async () => {
  const company = await harness.newCompany();
  const [item, released] = await company.base.add(
    "Queue",
    { "Message Name": "Bericht 1", Status: "QUEUED" },
    { "Message Name": "Bericht 2", Status: "QUEUED" },
  );
  await company.sync();
  await harness.server.query("update queue_items set status = 'SENDING' where company_id = $1", [company.id]);
  for (const { id } of [item, released].flatMap((record) => record ?? []))
    await company.base.edit("Queue", id, { Status: "CANCELLED" });
  await company.sync();
  expect((await company.rows("queue")).map(({ status }) => status)).toEqual(["SENDING", "SENDING"]);
  const sent = await company.row("queue", item?.id ?? "");
  await company.edit("queue", sent.id, { status: "SENT" });
  await harness.server.query("update queue_items set status = 'QUEUED' where company_id = $1 and status = 'SENDING'", [
    company.id,
  ]);
  await company.sync();
  await company.untilPushed();
  expect((await company.base.record("Queue", item?.id ?? ""))["Status"]).toBe("SENT");
  // The message that was not sent after all gets the cancellation from Airtable.
  expect((await company.row("queue", released?.id ?? ""))["status"]).toBe("CANCELLED");
});

const openMeeting = async (fields: Record<string, unknown>) => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Meetings", { Name: "Intake", Status: "NEW", ...fields });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("meetings", recordId);
  return {
    company,
    id,
    recordId,
    change: (body: object) => company.who.client.patch(`/api/meetings/${id}`, body),
    there: () => company.base.record("Meetings", recordId),
  };
};

test.concurrent("a user's decision about a meeting is pushed to Airtable", async () => {
  const { company, id, change, there } = await openMeeting({});
  const release = await company.base.hold({ method: "PATCH" });
  await change({ status: "To PROCESS", type: "CFO intake" });
  await change({ meetingName: "Intake Molenaar" });
  expect(await company.state("meetings", id)).toBe("pending");
  await release();
  await company.sync();
  expect(await there()).toMatchObject({ Name: "Intake Molenaar", Status: "To PROCESS", Type: "CFO intake" });
  expect(await company.state("meetings", id)).toBe("synced");
});

test.concurrent("a meeting that was changed in Airtable meanwhile is a conflict and loses nothing", async () => {
  const { company, id, recordId, change, there } = await openMeeting({});
  await company.base.edit("Meetings", recordId, { Status: "IGNORED", Name: "Anders genoemd" });
  await change({ status: "PRIVE" });
  await company.sync();
  expect((await company.status()).conflicts).toMatchObject([
    { table: "meetings", recordName: "Anders genoemd", fieldName: "Status", ours: "PRIVE", theirs: "IGNORED" },
  ]);
  expect(await there()).toMatchObject({ Status: "IGNORED" });
  expect(await company.row("meetings", recordId)).toMatchObject({ status: "PRIVE", meeting_name: "Anders genoemd" });
  const shown = (await company.who.client.get("/api/meetings?tab=private")).body as unknown as { sync: string }[];
  expect([await company.state("meetings", id), shown[0]?.sync]).toEqual(["conflict", "conflict"]);
});

test.concurrent("both spellings of a meeting status are kept as read and are equal", async () => {
  const { company, recordId, change, there } = await openMeeting({ Status: "TO_PROCESS" });
  await change({ status: "To PROCESS", type: "Sales" });
  await company.sync();
  expect(await there()).toMatchObject({ Status: "TO_PROCESS", Type: "Sales" });
  expect((await company.status()).totalConflicts).toBe(0);
  expect(await company.row("meetings", recordId)).toMatchObject({ status: "TO_PROCESS" });
});

test.concurrent("HTML of a meeting is sanitized before it is stored", async () => {
  const { company, recordId } = await openMeeting({
    "Action Items": '<p onclick="x()">Bel</p><script>alert(1)</script><img src="javascript:x">',
  });
  expect((await company.row("meetings", recordId))["action_items"]).toBe("<p>Bel</p><img />");
});

const openPrompt = async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Prompts", { Name: "Icebreaker", Prompt: "een" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("prompts", recordId);
  const { client } = company.who;
  return {
    company,
    id,
    recordId,
    change: (prompt: string) => client.patch(`/api/prompts/${id}`, { prompt }),
    versions: async () =>
      ((await client.get(`/api/prompts/${id}/versions`)).body as unknown as { source: string; author: string }[]).map(
        ({ source, author }) => `${source}: ${author}`,
      ),
  };
};

test.concurrent("an edited prompt is pushed, and a prompt changed in Airtable becomes a version", async () => {
  const { company, recordId, change, versions } = await openPrompt();
  await change("twee");
  await company.sync();
  expect(await company.base.record("Prompts", recordId)).toMatchObject({ Prompt: "twee" });
  await company.base.edit("Prompts", recordId, { Prompt: "drie" });
  await company.sync();
  expect(await company.row("prompts", recordId)).toMatchObject({ prompt: "drie", version: 3 });
  expect(await versions()).toEqual(["airtable: Airtable", "edit: Anna Jansen", "original: Airtable"]);
  const listed = (await company.who.client.get("/api/prompts")).body as unknown as object[];
  expect(listed).toMatchObject([{ changedBy: "Airtable", version: 3, sync: "synced" }]);
});

test.concurrent("a prompt changed on both sides is a conflict, and the value that is not chosen is kept as a version", async () => {
  const { company, recordId, change, versions } = await openPrompt();
  await company.base.edit("Prompts", recordId, { Prompt: "van daar" });
  await change("van hier");
  await company.sync();
  const [conflict] = (await company.status()).conflicts;
  expect(conflict).toMatchObject({ table: "prompts", fieldName: "Prompt", ours: "van hier", theirs: "van daar" });
  await company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, { choice: "theirs" });
  await company.sync();
  expect(await company.row("prompts", recordId)).toMatchObject({ prompt: "van daar" });
  expect(await versions()).toEqual([expect.stringMatching(/^airtable/), "edit: Anna Jansen", "original: Airtable"]);
});
