import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openEvents } from "#testing/event-reader.ts";
import { openScheduledRun } from "../runs/runs.queries.ts";
import { hasWork } from "../runs/sync-turn.queries.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const setUp = async (more?: Parameters<SyncHarness["newCompany"]>[0]) => {
  const company = await harness.newCompany(more);
  const onBothSides = async (table: "leads" | "messages", airtableTable: string, fields: object) => {
    const [made] = await company.base.add(airtableTable, { ...fields });
    await company.sync();
    const recordId = made?.id ?? "";
    return { recordId, localId: (await company.row(table, recordId)).id };
  };
  return {
    company,
    newLead: (fields: object = {}) =>
      onBothSides("leads", "Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10", ...fields }),
    newMessage: (fields: object = {}) =>
      onBothSides("messages", "Messages", { Content: "Dag", Status: "pending", ...fields }),
    there: (table: string, id: string) => company.base.record(table, id),
    conflicts: async () =>
      (await company.status()).conflicts.map(({ fieldName, kind, base, ours, theirs }) => {
        return { fieldName, kind, base, ours, theirs };
      }),
  };
};

test.concurrent("an edit is pushed soon after it was made, as the choice that exists in the base", async () => {
  const { company, newLead, there } = await setUp();
  const { recordId, localId } = await newLead();
  const release = await company.base.hold({ method: "PATCH" });
  await company.edit("leads", localId, { classification: "HOT" });
  expect(await company.state("leads", localId)).toBe("pending");
  await release();
  await company.untilPushed();
  expect((await there("Leads", recordId))["Lead Classification"]).toBe("HOT | 80");
  expect(await company.state("leads", localId)).toBe("synced");
});

test.concurrent("a change event is published when an edit has arrived", async () => {
  const { company, newLead } = await setUp();
  const { localId } = await newLead();
  const stream = await openEvents(harness.server, company.who.client);
  await company.edit("leads", localId, { classification: "HOT" });
  await company.untilPushed();
  const heard = async () => new Set(stream.received.map(({ topic }) => topic));
  expect(await eventually(heard, (topics) => topics.has("leads"))).toEqual(new Set(["sync", "leads"]));
  stream.close();
});

test.concurrent("a base whose choices have no score gets classes without a score", async () => {
  const { company, newLead, there } = await setUp({ base: { classes: "plain" } });
  const { recordId, localId } = await newLead({ "Lead Classification": "COLD" });
  await company.edit("leads", localId, { classification: "CLIENT" });
  await company.untilPushed();
  expect((await there("Leads", recordId))["Lead Classification"]).toBe("CLIENT");
});

test.concurrent("only changed fields are written, so that changes of other fields stay", async () => {
  const { company, newMessage, there } = await setUp();
  const { recordId, localId } = await newMessage({ "Due Message 1": "2026-12-01T09:00:00Z" });
  await company.base.edit("Messages", recordId, { Sentiment: "positive", "Due Message 1": "2026-12-24T09:00:00Z" });
  await company.edit("messages", localId, { content: "Hallo", due_message_2: "2027-01-01T10:00:00.000Z" });
  await company.untilPushed();
  expect(await there("Messages", recordId)).toMatchObject({
    Content: "Hallo",
    Sentiment: "positive",
    "Due Message 1": "2026-12-24T09:00:00.000Z",
    "Due Message 2": "2027-01-01T10:00:00.000Z",
  });
  expect(await company.row("messages", recordId)).toMatchObject({
    sentiment: "positive",
    due_message_1: "2026-12-24T09:00:00+00:00",
  });
});

test.concurrent("edits of many records are written in batches of ten", async () => {
  const { company } = await setUp();
  await company.base.addGeneratedRecords("Leads", 25);
  await company.sync();
  const before = (await company.base.requests()).length;
  const release = await company.base.hold({ method: "PATCH" });
  for (const { id } of await company.rows("leads")) await company.edit("leads", id, { classification: "INTERESTED" });
  await release();
  await company.untilPushed();
  const records = await company.base.records("Leads");
  expect(records.every(({ fields }) => fields["Lead Classification"] === "INTERESTED | 50")).toBe(true);
  const writes = (await company.base.requests()).slice(before).filter(({ method }) => method === "PATCH");
  expect(writes.length).toBeLessThanOrEqual(6);
});

test.concurrent("several edits of one field become one write of the last value", async () => {
  const { company, newMessage, there } = await setUp();
  const { recordId, localId } = await newMessage();
  for (const content of ["een", "twee", "drie"]) await company.edit("messages", localId, { content });
  await company.untilPushed();
  expect((await there("Messages", recordId))["Content"]).toBe("drie");
});

test.concurrent("a reverted edit sends nothing", async () => {
  const { company, newMessage } = await setUp();
  const { localId } = await newMessage();
  const before = (await company.base.requests()).length;
  // In one transaction: an edit that stays longer than a second is pushed.
  await company.edit("messages", localId, { content: "anders" }, { content: "Dag" });
  await company.untilPushed();
  const requests = (await company.base.requests()).slice(before);
  expect(requests.filter(({ method }) => method === "PATCH")).toEqual([]);
});

test.concurrent("a new row is created once in Airtable, with its links and its App ID", async () => {
  const { company, newLead, newMessage } = await setUp();
  const lead = await newLead();
  const message = await newMessage();
  const id = await company.make("queue", {
    lead_id: lead.localId,
    message_id: message.localId,
    message_name: "Bericht 1",
    text: "Goedemorgen",
    message_flow: "Frank",
    status: "QUEUED",
    date_due: "2026-12-01T09:00:00Z",
  });
  await company.untilPushed();
  const [made, ...more] = await company.base.records("Queue");
  expect(more).toEqual([]);
  expect(made?.fields).toMatchObject({
    "App ID": id,
    Lead: [lead.recordId],
    Message: [message.recordId],
    "Message Name": "Bericht 1",
    Text: "Goedemorgen",
    Flow: "Frank",
    Status: "QUEUED",
    "Date Due": "2026-12-01T09:00:00.000Z",
  });
  await company.sync();
  expect((await company.rows("queue")).length).toBe(1);
  await company.base.edit("Queue", made?.id ?? "", { Status: "SENT", "Date Sent": "2026-12-01T09:01:00Z" });
  await company.sync();
  expect((await company.rows("queue"))[0]).toMatchObject({ status: "SENT", date_sent: "2026-12-01T09:01:00+00:00" });
});

test.concurrent("a new row that links to a new lead is created after the lead", async () => {
  const { company } = await setUp();
  const lead = await company.make("leads", { full_name: "Nieuw hier", classification: "COLD" });
  await company.make("queue", { lead_id: lead, message_name: "Bericht 1", status: "QUEUED" });
  await company.untilPushed();
  const [made] = await company.base.records("Leads");
  expect(made?.fields).toMatchObject({ "Full Name": "Nieuw hier", "App ID": lead, "Lead Classification": "COLD | 10" });
  expect((await company.base.records("Queue"))[0]?.fields["Lead"]).toEqual([made?.id]);
});

test.concurrent("an outgoing field is written, and its remote value is not accepted", async () => {
  const { company, newMessage, there } = await setUp();
  const message = await newMessage();
  await company.edit("messages", message.localId, {
    feedback: "Korter graag",
    rerun_requested_at: "2026-11-15T10:00:00.000Z",
  });
  const adjustment = await company.make("adjustments", {
    message_id: message.localId,
    section: "Ice Breaker",
    original: "Dag",
    edited: "Hallo",
    made_by: "Anna Jansen",
    made_at: "2026-11-15T10:00:00Z",
  });
  await company.untilPushed();
  expect(await there("Messages", message.recordId)).toMatchObject({
    Feedback: "Korter graag",
    "Rerun Requested At": "2026-11-15T10:00:00.000Z",
  });
  const [made] = await company.base.records("Adjustments");
  expect(made?.fields).toMatchObject({
    "App ID": adjustment,
    Message: [message.recordId],
    Section: "Ice Breaker",
    Original: "Dag",
    Edited: "Hallo",
    By: "Anna Jansen",
  });
  await company.base.edit("Messages", message.recordId, { Feedback: "" });
  await company.base.edit("Adjustments", made?.id ?? "", { Consumed: true, Edited: "anders" });
  await company.sync();
  expect((await company.row("messages", message.recordId))["feedback"]).toBe("Korter graag");
  expect((await company.rows("adjustments"))[0]).toMatchObject({ consumed: true, edited: "Hallo" });
});

test.concurrent("both sides changed the same field: neither is overwritten until a user chooses", async () => {
  const { company, newMessage, there, conflicts } = await setUp();
  const { recordId, localId } = await newMessage();
  await company.base.edit("Messages", recordId, { Content: "van daar" });
  await company.edit("messages", localId, { content: "van hier" });
  await company.untilPushed();
  expect(await conflicts()).toEqual([
    { fieldName: "Content", kind: "changed", base: "Dag", ours: "van hier", theirs: "van daar" },
  ]);
  expect([
    (await there("Messages", recordId))["Content"],
    (await company.row("messages", recordId))["content"],
  ]).toEqual(["van daar", "van hier"]);
  await company.sync();
  expect([
    (await there("Messages", recordId))["Content"],
    (await company.row("messages", recordId))["content"],
  ]).toEqual(["van daar", "van hier"]);
  expect(await company.state("messages", localId)).toBe("conflict");
});

test.concurrent("the other fields of a record in conflict are still synced", async () => {
  const { company, newMessage, there, conflicts } = await setUp();
  const { recordId, localId } = await newMessage();
  await company.base.edit("Messages", recordId, { Content: "van daar" });
  await company.edit("messages", localId, { content: "van hier" });
  await company.untilPushed();
  await company.edit("messages", localId, { due_message_1: "2026-12-01T09:00:00.000Z" });
  const due = async () => (await there("Messages", recordId))["Due Message 1"];
  expect(await eventually(due, (moment) => moment !== undefined)).toBe("2026-12-01T09:00:00.000Z");
  expect((await conflicts()).length).toBe(1);
});

test.concurrent("both sides changed to the same value: no conflict and no write", async () => {
  const { company, newLead, conflicts } = await setUp();
  const { recordId, localId } = await newLead();
  await company.base.edit("Leads", recordId, { "Lead Classification": "HOT | 80" });
  await company.edit("leads", localId, { classification: "HOT" });
  await company.untilPushed();
  expect(await conflicts()).toEqual([]);
  expect(await company.state("leads", localId)).toBe("synced");
});

test.concurrent("the status with the higher precedence wins on either side", async () => {
  const { company, newMessage, there, conflicts } = await setUp();
  const sent = await newMessage();
  const edited = await newMessage();
  await company.base.edit("Messages", sent.recordId, { Status: "sent" });
  await company.edit("messages", sent.localId, { status: "edited" });
  await company.base.edit("Messages", edited.recordId, { Status: "rewritten" });
  await company.edit("messages", edited.localId, { status: "sent" });
  await company.untilPushed();
  expect(await conflicts()).toEqual([]);
  expect((await company.row("messages", sent.recordId))["status"]).toBe("sent");
  expect((await there("Messages", edited.recordId))["Status"]).toBe("sent");
});

test.concurrent("two spellings of a status are equal, and the spelling of the base is written", async () => {
  const { company, conflicts } = await setUp();
  const [meeting] = await company.base.add("Meetings", { Name: "Kennismaking", Status: "NEW" });
  await company.sync();
  const { id } = await company.row("meetings", meeting?.id ?? "");
  await company.base.edit("Meetings", meeting?.id ?? "", { Status: "TO_PROCESS" });
  await company.edit("meetings", id, { status: "To PROCESS" });
  await company.untilPushed();
  expect(await conflicts()).toEqual([]);
});

test.concurrent("a rejected record is parked with its reason and can be retried, and the others continue", async () => {
  const { company } = await setUp();
  await company.base.addGeneratedRecords("Messages", 10);
  await company.sync();
  const [bad, ...good] = await company.rows("messages");
  await company.edit("messages", bad?.id ?? "", { content: "x".repeat(100_001) });
  for (const { id } of good) await company.edit("messages", id, { content: "kort" });
  await company.untilPushed();
  const records = await company.base.records("Messages");
  expect(records.filter(({ fields }) => fields["Content"] === "kort").length).toBe(9);
  const { parked } = await company.status();
  expect(parked).toMatchObject([
    { table: "messages", recordId: bad?.id, reason: expect.stringMatching(/^Airtable weigert deze wijziging/) },
  ]);
  expect(await company.state("messages", bad?.id ?? "")).toBe("error");

  await company.edit("messages", bad?.id ?? "", { content: "toch kort" });
  // The record stays parked until Airtable has accepted the write.
  expect(
    await eventually(
      () => company.state("messages", bad?.id ?? ""),
      (state) => state === "synced",
    ),
  ).toBe("synced");
  expect((await company.base.records("Messages")).some(({ fields }) => fields["Content"] === "toch kort")).toBe(true);
  expect((await company.status()).totalParked).toBe(0);
});

test.concurrent("a record whose rejected edit lost a conflict is no longer parked", async () => {
  const { company, newMessage, there } = await setUp();
  const { recordId, localId } = await newMessage();
  await company.edit("messages", localId, { content: "x".repeat(100_001) });
  await company.untilPushed();
  await company.base.edit("Messages", recordId, { Content: "van daar" });
  await company.sync();
  const [conflict] = (await company.status()).conflicts;
  const chosen = await company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, { choice: "theirs" });
  expect(chosen.status).toBe(200);
  await company.sync();
  expect((await there("Messages", recordId))["Content"]).toBe("van daar");
  expect((await company.status()).parked).toEqual([]);
  expect(await company.state("messages", localId)).toBe("synced");
});

test.concurrent("an edit that is refused because its field has just become a select field is written once it is a text field again", async () => {
  const { company, there } = await setUp();
  const [made] = await company.base.add("Prompts", { Name: "Ice breaker", Prompt: "Schrijf kort." });
  const recordId = made?.id ?? "";
  await company.sync();
  const { id } = await company.row("prompts", recordId);
  const retype = (type: string) => company.base.control("PATCH", "tables/Prompts/fields/Prompt", { type });
  await writeOver(
    company,
    () => company.edit("prompts", id, { prompt: "Schrijf langer." }),
    () => retype("singleSelect"),
  );
  expect((await company.status()).totalParked).toBe(1);
  await retype("multilineText");
  await company.sync();
  expect((await there("Prompts", recordId))["Prompt"]).toBe("Schrijf langer.");
  expect((await company.status()).totalParked).toBe(0);
});

test.concurrent("an edit that was corrected while its write was rejected is tried again", async () => {
  const { company } = await setUp();
  await company.base.addGeneratedRecords("Messages", 1);
  await company.sync();
  const [bad] = await company.rows("messages");
  const id = bad?.id ?? "";
  const release = await company.base.hold({ method: "PATCH", times: 1 });
  await company.edit("messages", id, { content: "x".repeat(100_001) });
  const isOnItsWay = () =>
    harness.server.query("select 1 from airtable_records where local_id = $1 and unconfirmed <> '{}'", [id]);
  await eventually(isOnItsWay, (found) => found.length > 0);
  await company.edit("messages", id, { content: "toch kort" });
  await release();
  expect(
    await eventually(
      () => company.state("messages", id),
      (state) => state === "synced",
    ),
  ).toBe("synced");
  expect((await company.base.records("Messages")).map(({ fields }) => fields["Content"])).toEqual(["toch kort"]);
  expect((await company.status()).totalParked).toBe(0);
});

test.concurrent("a value without a choice in the base is parked and pushed once the choice exists", async () => {
  const { company, there } = await setUp();
  const [meeting] = await company.base.add("Meetings", { Name: "Kennismaking", Type: "Sales" });
  await company.sync();
  const { id } = await company.row("meetings", meeting?.id ?? "");
  await company.edit("meetings", id, { type: "Evaluatie", meeting_name: "Evaluatiegesprek" });
  // The field without a choice is parked before the other fields are written.
  const nameThere = async () => (await there("Meetings", meeting?.id ?? ""))["Name"];
  expect(await eventually(nameThere, (name) => name === "Evaluatiegesprek")).toBe("Evaluatiegesprek");
  expect((await company.status()).parked[0]?.reason).toContain('de keuze "Evaluatie" niet in het veld "Type"');
  await company.base.add("Meetings", { Name: "Andere", Type: "Evaluatie" });
  const retry = async (recordId: string) =>
    (await company.who.client.post(`/api/sync/parked/meetings/${recordId}/retry`)).status;
  expect(await retry(id)).toBe(200);
  await company.untilPushed();
  expect((await there("Meetings", meeting?.id ?? ""))["Type"]).toBe("Evaluatie");
  // A colleague whose list is out of date retries the same record.
  expect(await retry(id)).toBe(200);
  expect(await retry(randomUUID())).toBe(404);
});

test.concurrent("records that wait for the same choice are parked once, until an admin adds the choice or somebody else does", async () => {
  const { company } = await setUp();
  const { base } = company;
  const records = await base.add("Meetings", ...["A", "B", "C"].map((Name) => ({ Name, Type: "Sales" })));
  await company.sync();
  const ids = await Promise.all(records.map(async ({ id }) => (await company.row("meetings", id)).id));
  for (const id of ids) await company.edit("meetings", id, { type: "Evaluatie" });
  const missing = async () => (await company.status()).missingChoices;
  const found = await eventually(missing, ([choice]) => choice?.count === 3);
  expect(found).toMatchObject([{ table: "meetings", field: "type", fieldName: "Type", value: "Evaluatie", count: 3 }]);
  // The next edit without a choice is no new problem.
  await company.edit("meetings", ids[0] ?? "", { type: "Evaluatie" });
  await company.untilPushed();
  expect(await company.status()).toMatchObject({ totalParked: 1, missingChoices: [{ count: 3 }] });

  const choice = { table: "meetings", field: "type", value: "Evaluatie" };
  expect((await company.who.client.post("/api/sync/choices", { ...choice, value: "Iets" })).status).toBe(404);
  expect((await company.who.client.post("/api/sync/choices", choice)).status).toBe(200);
  await company.untilPushed();
  const typesThere = async () => (await base.records("Meetings")).map(({ fields }) => fields["Type"]);
  expect(await typesThere()).toEqual(["Evaluatie", "Evaluatie", "Evaluatie"]);
  expect(await company.status()).toMatchObject({ totalParked: 0, missingChoices: [] });

  for (const id of ids) await company.edit("meetings", id, { type: "Demo" });
  await eventually(missing, ([waiting]) => waiting?.count === 3);
  await base.add("Meetings", { Name: "Andere", Type: "Demo" });
  // Twice: the first may be a run that was under way already, and had read the choices before.
  for (let run = 0; run < 2; run++) await company.sync();
  await company.untilPushed();
  expect(await typesThere()).toEqual(["Demo", "Demo", "Demo", "Demo"]);
});

test.concurrent("a record deleted in Airtable while it was edited here becomes a conflict", async () => {
  const { company, newLead } = await setUp();
  const [lead, other] = [await newLead(), await newLead()];
  await company.base.destroy("Leads", lead.recordId);
  await company.base.destroy("Leads", other.recordId);
  await company.edit("leads", lead.localId, { classification: "HOT" });
  await company.edit("leads", other.localId, { classification: "HOT" });
  await company.untilPushed();
  const open = (await company.status()).conflicts;
  expect(open).toMatchObject([
    { kind: "deleted", field: null, ours: "Lead Classification", theirs: null, recordName: "Anna" },
    { kind: "deleted" },
  ]);
  expect((await company.row("leads", lead.recordId))["classification"]).toBe("HOT");
  const choose = (recordId: string, choice: string) => {
    const id = open.find((conflict) => conflict.recordId === recordId)?.id;
    return company.who.client.post(`/api/sync/conflicts/${id}/choose`, { choice });
  };
  expect((await choose(lead.localId, "ours")).status).toBe(200);
  expect((await choose(other.localId, "theirs")).status).toBe(200);
  await company.untilPushed();
  expect((await company.base.records("Leads")).map(({ fields }) => fields["App ID"])).toEqual([lead.localId]);
  expect((await company.rows("leads")).find(({ id }) => id === other.localId)).toMatchObject({
    classification: "DELETED",
  });
});

test.concurrent("edits of a field that the base does not have wait without being read in every run", async () => {
  const { company, newLead } = await setUp();
  const lead = await newLead();
  await company.base.control("DELETE", "tables/Leads/fields/Contract%20Owner");
  await company.sync();
  await company.edit("leads", lead.localId, { contract_owner: "Frank" });
  await company.sync();
  const before = (await company.base.requests()).length;
  await company.sync();
  const requests = (await company.base.requests()).slice(before);
  expect(requests.filter(({ path, query }) => `${path}${query}`.includes("RECORD_ID"))).toEqual([]);
  expect(await company.state("leads", lead.localId)).toBe("pending");
  expect(await hasWork(company.scope)).toBe(false);
  await company.base.control("POST", "tables/Leads/fields", { name: "Contract Owner", type: "singleLineText" });
  await company.sync();
  await company.untilPushed();
  expect((await company.base.record("Leads", lead.recordId))["Contract Owner"]).toBe("Frank");
});

test.concurrent("new rows wait for a base with App ID without being processed in every run", async () => {
  const { company } = await setUp();
  await company.base.control("DELETE", "tables/Leads/fields/App%20ID");
  await company.sync();
  const id = await company.make("leads", { full_name: "Nieuw" });
  const processedAt = () =>
    harness.server.query("select updated_at from airtable_records where company_id = $1 and local_id = $2", [
      company.id,
      id,
    ]);
  const before = await processedAt();
  await company.sync();
  expect(await processedAt()).toEqual(before);
  expect([await company.state("leads", id), await hasWork(company.scope)]).toEqual(["pending", false]);
  await company.base.control("POST", "tables/Leads/fields", { name: "App ID", type: "singleLineText" });
  await company.sync();
  await company.untilPushed();
  expect((await company.base.records("Leads")).map(({ fields }) => fields["Full Name"])).toContain("Nieuw");
});

test.concurrent("a locked field parks only the edits of that field, and the other edits of the table are written", async () => {
  const { company, newMessage, there } = await setUp();
  const [locked, free] = [await newMessage(), await newMessage()];
  await company.base.control("PATCH", "tables/Messages/fields/Feedback", { isLocked: true });
  await company.base.changeToken({ permissionLevel: "edit" });
  await company.edit("messages", locked.localId, { feedback: "Korter" });
  await company.untilPushed();
  expect((await company.status()).parked).toMatchObject([
    { recordId: locked.localId, reason: expect.stringContaining('het veld "Feedback" niet wijzigen') },
  ]);
  await company.edit("messages", free.localId, { content: "van hier" });
  await company.untilPushed();
  expect((await there("Messages", free.recordId))["Content"]).toBe("van hier");
  expect((await company.status()).totalParked).toBe(1);
});

test.concurrent("of the edits of a locked field every run tries one, and writes all once the field is unlocked", async () => {
  const { company } = await setUp();
  await company.base.addGeneratedRecords("Leads", 12);
  await company.sync();
  const leads = await company.rows("leads");
  const setLocked = (isLocked: boolean) => company.base.control("PATCH", "tables/Leads/fields/Location", { isLocked });
  await setLocked(true);
  await company.base.changeToken({ permissionLevel: "edit" });
  for (const { id } of leads) await company.edit("leads", id, { location: "Den Bosch" });
  await company.sync();
  await company.untilPushed();
  expect((await company.status()).totalParked).toBe(12);
  const before = (await company.base.requests()).length;
  await company.sync();
  const writes = (await company.base.requests()).slice(before).filter(({ method }) => method === "PATCH");
  // The one that is tried, and a write that changes nothing, to learn whether the whole table is refused.
  expect(writes).toHaveLength(2);
  expect((await company.status()).totalParked).toBe(12);
  await setLocked(false);
  await company.sync();
  const locations = (await company.base.records("Leads")).map(({ fields }) => fields["Location"]);
  expect(new Set(locations)).toEqual(new Set(["Den Bosch"]));
  expect((await company.status()).totalParked).toBe(0);
});

test.concurrent("an edit of another field is not refused together with the locked field that a run tries", async () => {
  const { company, newLead, there } = await setUp();
  const { recordId, localId } = await newLead();
  await company.base.control("PATCH", "tables/Leads/fields/Location", { isLocked: true });
  await company.base.changeToken({ permissionLevel: "edit" });
  await company.edit("leads", localId, { location: "Den Bosch" });
  await company.untilPushed();
  // The next turn has a run and the new edit.
  const { client } = company.who;
  expect((await client.post("/api/sync/pause", { reason: "Opruimen" })).status).toBe(200);
  await company.edit("leads", localId, { title: "Directeur" });
  await openScheduledRun(company.scope, harness.server.clock.now(), false);
  expect((await client.post("/api/sync/resume")).status).toBe(200);
  const openRuns = () =>
    harness.server.query("select from sync_runs where company_id = $1 and status in ('queued', 'running')", [
      company.id,
    ]);
  expect(await eventually(openRuns, ({ length }) => length === 0)).toEqual([]);
  expect((await there("Leads", recordId))["Title"]).toBe("Directeur");
  expect((await company.status()).parked).toMatchObject([
    { recordId: localId, reason: expect.stringContaining('het veld "Location" niet wijzigen') },
  ]);
});

test.concurrent("a request to send that Airtable refused is not made by itself once its field is unlocked", async () => {
  const { company, newMessage, there } = await setUp();
  const { recordId, localId } = await newMessage();
  const setLocked = (isLocked: boolean) =>
    company.base.control("PATCH", "tables/Messages/fields/Send%20Requested%20At", { isLocked });
  await setLocked(true);
  await company.base.changeToken({ permissionLevel: "edit" });
  await company.edit("messages", localId, { status: "approved", send_requested_at: "2026-11-10T09:00:00.000Z" });
  await company.untilPushed();
  await company.edit("messages", localId, { status: "cancelled" });
  await company.untilPushed();
  await setLocked(false);
  for (let run = 0; run < 2; run++) await company.sync();
  const cells = await there("Messages", recordId);
  expect([cells["Status"], cells["Send Requested At"]]).toEqual(["cancelled", undefined]);
  expect((await company.status()).parked).toMatchObject([
    { recordId: localId, reason: expect.stringContaining("probeer het opnieuw") },
  ]);
  expect((await company.who.client.post(`/api/sync/parked/messages/${localId}/retry`)).status).toBe(200);
  await company.untilPushed();
  expect((await there("Messages", recordId))["Send Requested At"]).toBe("2026-11-10T09:00:00.000Z");
});

test.concurrent("what was edited next to a locked field is written in the next run, and a new record once all its fields may be written", async () => {
  const { company, newLead, there } = await setUp();
  const { recordId, localId } = await newLead();
  const setLocked = (isLocked: boolean) => company.base.control("PATCH", "tables/Leads/fields/Location", { isLocked });
  await setLocked(true);
  await company.base.changeToken({ permissionLevel: "edit" });
  await company.edit("leads", localId, { location: "Den Bosch", title: "Directeur" });
  const newId = await company.make("leads", { full_name: "Bart", location: "Zwolle" });
  await company.untilPushed();
  expect((await company.status()).totalParked).toBe(2);
  await company.sync();
  const cells = await there("Leads", recordId);
  expect([cells["Title"], cells["Location"]]).toEqual(["Directeur", undefined]);
  expect((await company.status()).totalParked).toBe(2);
  await setLocked(false);
  await company.sync();
  expect((await there("Leads", recordId))["Location"]).toBe("Den Bosch");
  const made = (await company.base.records("Leads")).find(({ fields }) => fields["App ID"] === newId);
  expect(made?.fields["Location"]).toBe("Zwolle");
  expect((await company.status()).totalParked).toBe(0);
});

test.concurrent("a new record with a field that stays locked does not keep others back for ever", async () => {
  const { company, newLead, there } = await setUp();
  const { recordId, localId } = await newLead();
  const setLocked = (field: string, isLocked: boolean) =>
    company.base.control("PATCH", `tables/Leads/fields/${field}`, { isLocked });
  for (const field of ["Title", "Location"]) await setLocked(field, true);
  await company.base.changeToken({ permissionLevel: "edit" });
  const withTitle = await company.make("leads", { full_name: "Bart", title: "Directeur" });
  await company.edit("leads", withTitle, { location: "Zwolle" });
  await company.untilPushed();
  await company.edit("leads", localId, { location: "Den Bosch" });
  await company.make("leads", { full_name: "Cas", location: "Goes" });
  await company.untilPushed();
  expect((await company.status()).totalParked).toBe(3);
  await setLocked("Location", false);
  for (let run = 0; run < 3; run++) await company.sync();
  expect((await there("Leads", recordId))["Location"]).toBe("Den Bosch");
  expect((await company.base.records("Leads")).map(({ fields }) => fields["Full Name"])).toEqual(["Anna", "Cas"]);
  expect((await company.status()).totalParked).toBe(1);
});

test.concurrent("a new record is no longer parked once it is created, also with edits of several locked fields", async () => {
  const { company } = await setUp();
  await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  const setLocked = async (isLocked: boolean) => {
    for (const name of ["Title", "Location"])
      await company.base.control("PATCH", `tables/Leads/fields/${name}`, { isLocked });
  };
  await setLocked(true);
  await company.base.changeToken({ permissionLevel: "edit" });
  const id = await company.make("leads", { full_name: "Bart", title: "Eigenaar", location: "Goes" });
  await company.edit("leads", id, { title: "Directeur", location: "Zwolle" });
  await company.untilPushed();
  expect((await company.status()).totalParked).toBe(1);
  await setLocked(false);
  await company.sync();
  const made = (await company.base.records("Leads")).find(({ fields }) => fields["App ID"] === id);
  expect([made?.fields["Title"], made?.fields["Location"]]).toEqual(["Directeur", "Zwolle"]);
  expect((await company.status()).parked).toEqual([]);
  expect(await company.state("leads", id)).toBe("synced");
});

test.concurrent("a table that refuses every change costs few writes, however many edits wait", async () => {
  const { company } = await setUp();
  await company.base.addGeneratedRecords("Leads", 12);
  await company.sync();
  const leads = await company.rows("leads");
  await company.base.control("PATCH", "tables/Leads", { isSynced: true });
  for (const { id } of leads) await company.edit("leads", id, { location: "Den Bosch" });
  await company.sync();
  const before = (await company.base.requests()).length;
  await company.sync();
  const requests = (await company.base.requests()).slice(before);
  // Two per turn, and the edits may have woken other turns meanwhile. One by one, the twelve edits would take at least twelve writes.
  expect(requests.filter(({ method }) => method === "PATCH").length).toBeLessThan(12);
  expect(await company.state("leads", leads[0]?.id ?? "")).toBe("pending");
  await company.base.control("PATCH", "tables/Leads", { isSynced: false });
  await company.sync();
  await company.untilPushed();
});

test.concurrent("a deletion that waits for a user's choice does not make every run read the whole table", async () => {
  const { company, newLead } = await setUp();
  const lead = await newLead();
  await company.base.destroy("Leads", lead.recordId);
  await company.edit("leads", lead.localId, { classification: "HOT" });
  await company.untilPushed();
  expect((await company.status()).totalConflicts).toBe(1);
  await harness.server.query("update sync_tables set scan_soon = true where company_id = $1", [company.id]);
  for (let run = 0; run < 3; run++) await company.sync();
  const scans = await harness.server.query(
    "select from sync_tables where company_id = $1 and table_name = 'leads' and scan_soon",
    [company.id],
  );
  expect(scans).toEqual([]);
  expect((await company.status()).totalConflicts).toBe(1);
});

/** An edit here is written while somebody edits the record in Airtable, after we have read it. */
const writeOver = async (company: SyncedCompany, editHere: () => Promise<void>, editThere: () => Promise<unknown>) => {
  const before = (await company.base.requests()).length;
  const release = await company.base.hold({ method: "PATCH", times: 1 });
  await editHere();
  const isWriting = async () => (await company.base.requests()).slice(before).some(({ method }) => method === "PATCH");
  await eventually(isWriting, Boolean);
  await editThere();
  await release();
  await company.untilPushed();
};

test.concurrent("a write that overwrites a simultaneous edit is detected through the change feed", async () => {
  const { company, newMessage, there, conflicts } = await setUp();
  const { recordId, localId } = await newMessage();
  await writeOver(
    company,
    () => company.edit("messages", localId, { content: "van hier" }),
    () => company.base.edit("Messages", recordId, { Content: "net ervoor" }),
  );
  expect((await there("Messages", recordId))["Content"]).toBe("van hier");
  await company.sync();
  expect(await conflicts()).toEqual([
    { fieldName: "Content", kind: "overwritten", base: "Dag", ours: "van hier", theirs: "net ervoor" },
  ]);
  const [open] = (await company.status()).conflicts;
  expect(open).toMatchObject({ oursBy: "Anna Jansen", theirsBy: "Collega" });
  await company.who.client.post(`/api/sync/conflicts/${open?.id}/choose`, { choice: "theirs" });
  await company.untilPushed();
  expect((await there("Messages", recordId))["Content"]).toBe("net ervoor");
  expect((await company.row("messages", recordId))["content"]).toBe("net ervoor");
  expect(await conflicts()).toEqual([]);
});

test.concurrent("a write that overwrites a simultaneous edit that cannot be read is detected through the change feed", async () => {
  const { company, newLead, there, conflicts } = await setUp();
  const { recordId, localId } = await newLead();
  await writeOver(
    company,
    () => company.edit("leads", localId, { classification: "HOT" }),
    () => company.base.edit("Leads", recordId, { "Lead Classification": "Zeer warm" }),
  );
  expect((await there("Leads", recordId))["Lead Classification"]).toBe("HOT | 80");
  await company.sync();
  expect(await conflicts()).toEqual([
    { fieldName: "Lead Classification", kind: "overwritten", base: "COLD", ours: "HOT", theirs: "Zeer warm" },
  ]);
  const [open] = (await company.status()).conflicts;
  const choose = (choice: string) => company.who.client.post(`/api/sync/conflicts/${open?.id}/choose`, { choice });
  expect(await choose("theirs")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("is daar al vervangen") },
  });
  expect((await choose("ours")).status).toBe(200);
  expect(await conflicts()).toEqual([]);
  expect((await company.row("leads", recordId))["classification"]).toBe("HOT");
});

const SOURCES: [string, boolean][] = [
  ["the change feed", true],
  ["polling", false],
];

/** More than fits in an index. Random, because a text that compresses well would fit. */
const newLongText = (): string => Array.from({ length: 900 }, () => Math.random().toString(36).slice(2, 12)).join("");

test.concurrent.each(SOURCES)(
  "with %s, only the texts that are too long are kept out of the comparison",
  async (_source, hasFeed) => {
    const { company, newLead, there, conflicts } = await setUp();
    if (!hasFeed) await company.base.removeFeedPermission();
    const { recordId, localId } = await newLead();
    const { full_name: name } = await company.row("leads", recordId);
    const longName = newLongText() + "x".repeat(900);
    const motivation = newLongText() + newLongText();
    const edited = { Title: "Directeur", "Lead Classification": "INTERESTED | 40", Motivation: motivation };
    await company.base.edit("Leads", recordId, { "Full Name": longName, "Provider ID": newLongText(), ...edited });
    await company.edit("leads", localId, { classification: "HOT", location: "Den Bosch" });
    await company.sync();
    expect(await conflicts()).toEqual([
      { fieldName: "Lead Classification", kind: "changed", base: "COLD", ours: "HOT", theirs: "INTERESTED" },
    ]);
    const row = await company.row("leads", recordId);
    expect([row["title"], row["full_name"], row["provider_id"]]).toEqual(["Directeur", name, null]);
    expect(row["motivation"] === motivation).toBe(true);
    const cells = await there("Leads", recordId);
    expect([cells["Location"], cells["Lead Classification"]]).toEqual(["Den Bosch", "INTERESTED | 40"]);
    expect(cells["Full Name"] === longName).toBe(true);
    expect((await company.status()).parked).toMatchObject([
      { recordId: localId, reason: expect.stringMatching(/"Full Name" is te lang.*"Provider ID" is te lang/) },
    ]);
    await company.base.edit("Leads", recordId, { "Full Name": "Anna de Wit", "Provider ID": "ACoAA1" });
    await company.sync();
    expect((await company.row("leads", recordId))["full_name"]).toBe("Anna de Wit");
    expect((await company.status()).totalParked).toBe(0);
  },
);

test.concurrent("a text that is too long cannot be chosen in its conflict with an edit here", async () => {
  const { company, newLead, there } = await setUp();
  const { recordId, localId } = await newLead();
  await company.base.edit("Leads", recordId, { "Full Name": newLongText() });
  await company.edit("leads", localId, { full_name: "Anna de Wit" });
  await company.sync();
  const [conflict] = (await company.status()).conflicts;
  const choose = (choice: string, value?: string) =>
    company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, { choice, value });
  const merged = await choose("merged", newLongText());
  expect([merged.status, merged.body["message"]]).toEqual([
    409,
    "Deze samengevoegde tekst past hier niet. Maak hem korter.",
  ]);
  const refused = await choose("theirs");
  expect([refused.status, refused.body["message"]]).toEqual([
    409,
    "In Airtable staat iets wat hier niet kan. Pas het daar aan, of kies wat hier staat.",
  ]);
  expect((await choose("ours")).status).toBe(200);
  await company.untilPushed();
  expect((await there("Leads", recordId))["Full Name"]).toBe("Anna de Wit");
});

test.concurrent.each(SOURCES)(
  "with %s, an edit waits while what the record has in Airtable cannot be stored, and is then a conflict with an edit there",
  async (_source, hasFeed) => {
    const { company, newMessage, there, conflicts } = await setUp();
    if (!hasFeed) await company.base.removeFeedPermission();
    const message = await newMessage();
    const part = { Message: [message.recordId], Text: "Dag", Status: "QUEUED" };
    const [first, second] = await company.base.add(
      "Queue",
      { ...part, "Message Name": "Bericht 1" },
      { ...part, "Message Name": "Bericht 2" },
    );
    await company.sync();
    const { id } = await company.row("queue", second?.id ?? "");
    // Two parts of a message with one name.
    await company.base.edit("Queue", second?.id ?? "", { "Message Name": "Bericht 1", Text: "van daar" });
    await company.edit("queue", id, { text: "van hier" });
    await company.sync();
    expect((await there("Queue", second?.id ?? ""))["Text"]).toBe("van daar");
    expect(await hasWork(company.scope)).toBe(false);
    // Also an edit made later, and one that a user tries again.
    await company.edit("queue", id, { text: "weer van hier" });
    await company.untilPushed();
    expect((await company.who.client.post(`/api/sync/parked/queue/${id}/retry`)).status).toBe(200);
    await company.untilPushed();
    expect((await there("Queue", second?.id ?? ""))["Text"]).toBe("van daar");
    expect((await company.status()).parked).toMatchObject([
      { recordId: id, reason: "Dit deel van het bericht staat al in de wachtrij." },
    ]);
    await company.base.edit("Queue", first?.id ?? "", { "Message Name": "Bericht 3" });
    await company.sync();
    await company.sync();
    expect(await conflicts()).toEqual([
      { fieldName: "Text", kind: "changed", base: "Dag", ours: "weer van hier", theirs: "van daar" },
    ]);
    expect((await there("Queue", second?.id ?? ""))["Text"]).toBe("van daar");
  },
);

test.concurrent("our own writes are not read back", async () => {
  const { company, newMessage } = await setUp();
  const { localId } = await newMessage();
  await company.edit("messages", localId, { content: "van hier" });
  await company.untilPushed();
  const before = (await company.base.requests()).length;
  await company.sync();
  // How often the run reads the change feed depends on how many turns it takes.
  const requests = (await company.base.requests()).slice(before);
  expect(requests.filter(({ path }) => path.includes("/payloads"))).not.toEqual([]);
  expect(requests.filter(({ path }) => path.startsWith(`/v0/${company.base.id}/`))).toEqual([]);
});
