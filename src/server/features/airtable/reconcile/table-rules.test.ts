import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openEvents } from "#testing/event-reader.ts";
import { eventually, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 60_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

test.concurrent("a rating gets its day when it comes and when it changes, and no other time", async () => {
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

test.concurrent("a class from Airtable is kept in the history, and one that forbids contact empties the queue on both sides", async () => {
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
    "select previous, chosen, changed_by from classification_changes where company_id = $1",
    [company.id],
  );
  expect(history).toEqual([{ previous: "COLD", chosen: "NOT INTERESTED", changed_by: "Airtable" }]);
  expect((await company.rows("queue")).map(({ status }) => String(status)).toSorted()).toEqual(["CANCELLED", "SENT"]);
  await company.untilSent();
  const there = (await company.base.records("Queue")).map(({ fields }) => String(fields["Status"]));
  expect(there.toSorted()).toEqual(["CANCELLED", "SENT"]);
});

test.concurrent("a lead that is deleted there gets nothing more that waits for it", async () => {
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
  const heard = async () => stream.received.some(({ topic }) => topic === "queue");
  expect(await eventually(heard, (has) => has)).toBe(true);
  stream.close();
});

/** A message that was approved, with its first part in the queue on both sides. */
const approved = async () => {
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
    message: () => company.row("messages", message?.id ?? ""),
    part: () => company.row("queue", part?.id ?? ""),
    there: async () => (await company.base.record("Messages", message?.id ?? ""))["Status"],
  };
};

test.concurrent("what the company's own automation has sent counts as sent, on both sides", async () => {
  const { company, report, message, part, there } = await approved();
  await report({ Status: "SENT", "Date Sent": "2026-11-14T09:30:00.000Z" });
  expect(await part()).toMatchObject({ status: "SENT", problem: null });
  expect(await message()).toMatchObject({ status: "sent", changed_by: "Airtable" });
  await company.untilSent();
  expect(await there()).toBe("sent");
});

test.concurrent("what it could not send says so, and can be tried again", async () => {
  const { company, report, message, part } = await approved();
  await report({ Status: "ERROR" });
  expect(await part()).toMatchObject({ status: "ERROR", problem: expect.stringContaining("Volgens Airtable") });
  expect((await message())["status"]).toBe("error");
  const { id } = await part();
  expect((await company.who.client.patch(`/api/messages-queued/${id}/retry`)).status).toBe(200);
  await company.untilSent();
  expect((await company.base.records("Queue"))[0]?.fields["Status"]).toBe("QUEUED");
  await report({ Status: "SENT" });
  expect([(await part())["status"], (await message())["status"]]).toEqual(["SENT", "sent"]);
});

test.concurrent("a lead that is classed DELETED there leaves the lists, and comes back with another class", async () => {
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

/** A message for which a new text was asked. */
const askForText = async () => {
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

test.concurrent("a new text replaces the old one, which stays as a version, and nobody waits for it any more", async () => {
  const { company, recordId, id } = await askForText();
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

test.concurrent("an edit that somebody made after asking is not replaced by the new text, even when it had arrived there", async () => {
  const { company, recordId, id } = await askForText();
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

test.concurrent("a prompt that is changed there gets a version", async () => {
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

test.concurrent("what is going out is not called back, and how it ended is what counts", async () => {
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
  await company.untilSent();
  expect((await company.base.record("Queue", item?.id ?? ""))["Status"]).toBe("SENT");
  // The one that did not go out after all hears that it was cancelled.
  expect((await company.row("queue", released?.id ?? ""))["status"]).toBe("CANCELLED");
});
