import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openEvents } from "#testing/event-reader.ts";
import { eventually, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

describe.concurrent("a first run", () => {
  test("imports every field of a lead with sanitized HTML", async () => {
    const company = await harness.newCompany();
    const [lead] = await company.base.add("Leads", {
      "Full Name": "José Núñez",
      "Lead Rating": 8,
      "Lead Classification": "HOT | 80",
      "LinkedIn URL": "https://www.linkedin.com/in/jose",
      Website: "acme.nl/over-ons",
      "Profile Picture URL": "javascript:alert(1)",
      "HTML Report": '<h1>Rapport</h1><script>alert(1)</script><p onclick="x()">ja</p>',
      "Date Added": "2026-03-04T05:06:07.000Z",
      Employees: "11-50",
    });
    await company.base.add("Leads", {});
    const run = await company.sync();
    expect(run.tables[0]).toMatchObject({ table: "leads", seen: 2, changed: 2, errors: 0 });
    const row = await company.row("leads", lead?.id ?? "");
    expect(row).toMatchObject({
      full_name: "José Núñez",
      lead_rating: 8,
      classification: "HOT",
      linkedin_url: "https://www.linkedin.com/in/jose",
      website: "https://acme.nl/over-ons",
      profile_picture_url: null,
      html_report: "<h1>Rapport</h1><p>ja</p>",
      date_added: "2026-03-04T05:06:07+00:00",
      employees: "11-50",
      provider_id: null,
    });
    expect(row["rated_at"]).not.toBeNull();
    const empty = (await company.rows("leads")).find(({ full_name }) => full_name === "");
    expect(empty?.["date_added"]).not.toBeNull();
  });

  test("sets the links between tables", async () => {
    const company = await harness.newCompany();
    const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
    const [message] = await company.base.add("Messages", {
      Lead: [lead?.id],
      Type: "followup",
      Content: "Dag",
      Status: "approved",
    });
    const [item] = await company.base.add("Queue", {
      Lead: [lead?.id],
      Message: [message?.id],
      "Message Name": "Follow up 1",
    });
    await company.base.add(
      "Meetings",
      { Name: "Kennismaking", Status: "To PROCESS" },
      { Name: "Tweede", Status: "TO_PROCESS" },
    );
    await company.base.add("Prompts", { Name: "Icebreaker", Prompt: "Schrijf." });
    await company.base.add("Invitations", { Lead: [lead?.id], Status: "ACCEPTED" });
    await company.sync();
    const leadId = (await company.row("leads", lead?.id ?? "")).id;
    const messageRow = await company.row("messages", message?.id ?? "");
    expect(messageRow).toMatchObject({ lead_id: leadId, message_type: "followup", content: "Dag", status: "approved" });
    expect(await company.row("queue", item?.id ?? "")).toMatchObject({
      lead_id: leadId,
      message_id: messageRow.id,
      status: "QUEUED",
    });
    expect((await company.rows("meetings")).map(({ status }) => String(status)).toSorted()).toEqual([
      "TO_PROCESS",
      "To PROCESS",
    ]);
    expect((await company.rows("prompts")).map(({ prompt }) => prompt)).toEqual(["Schrijf."]);
    expect((await company.rows("invitations")).map(({ lead_id }) => lead_id)).toEqual([leadId]);
  });

  test("reads many pages, each record once", async () => {
    const company = await harness.newCompany();
    await company.base.addGeneratedRecords("Leads", 430);
    const run = await company.sync(["leads"]);
    expect(run.tables).toEqual([{ table: "leads", seen: 430, changed: 430, pushed: 0, conflicts: 0, errors: 0 }]);
    const names = (await company.rows("leads")).map(({ full_name }) => full_name);
    expect([names.length, new Set(names).size]).toEqual([430, 430]);
  });

  test("sets a link to a record that is imported later", async () => {
    const company = await harness.newCompany();
    const [lead] = await company.base.add("Leads", { "Full Name": "Later" });
    const [message] = await company.base.add("Messages", { Lead: [lead?.id], Content: "Dag" });
    await company.sync(["messages"]);
    expect((await company.row("messages", message?.id ?? ""))["lead_id"]).toBeNull();
    await company.sync(["leads"]);
    const leadId = (await company.row("leads", lead?.id ?? "")).id;
    expect((await company.row("messages", message?.id ?? ""))["lead_id"]).toBe(leadId);
  });

  test("parks values that cannot be parsed and imports the rest", async () => {
    const company = await harness.newCompany();
    const [strange] = await company.base.add("Leads", { "Full Name": "Te hoog", "Lead Rating": 15, Title: "CEO" });
    await company.base.add("Leads", { "Full Name": "Gewoon" });
    const run = await company.sync();
    expect(run.tables[0]).toMatchObject({ seen: 2, changed: 2, errors: 1 });
    expect(await company.row("leads", strange?.id ?? "")).toMatchObject({
      full_name: "Te hoog",
      title: "CEO",
      lead_rating: null,
    });
    expect((await company.status()).parked).toMatchObject([
      {
        table: "leads",
        recordName: "Te hoog",
        reason: expect.stringContaining('"Lead Rating"'),
        leadId: (await company.row("leads", strange?.id ?? "")).id,
        airtableUrl: expect.stringMatching(
          new RegExp(`^https://airtable.com/${company.base.id}/tbl\\w+/${strange?.id}$`),
        ),
        hasUnmappedChoice: false,
      },
    ]);
    await company.base.edit("Leads", strange?.id ?? "", { "Lead Rating": 9 });
    await company.sync();
    expect((await company.row("leads", strange?.id ?? ""))["lead_rating"]).toBe(9);
    expect((await company.status()).totalParked).toBe(0);
  });

  test("counts a record with a problem once per run, however often the run reads and writes it", async () => {
    const company = await harness.newCompany();
    const [strange] = await company.base.add("Leads", { "Full Name": "Te hoog", "Lead Rating": 15 });
    await company.sync();
    const { id } = await company.row("leads", strange?.id ?? "");
    // The run is under way when the edit is made: otherwise a turn without a run could push it.
    const release = await company.base.hold({ path: `bases/${company.base.id}/` });
    const runId = await company.start();
    await company.edit("leads", id, { classification: "HOT" });
    await release();
    const run = await company.ended(runId);
    expect((await company.base.records("Leads"))[0]?.fields["Lead Classification"]).toMatch(/^HOT/);
    expect(run.tables[0]).toMatchObject({ table: "leads", errors: 1 });
    expect(run.message).toContain("1 met een fout");
  });

  test("parks a row that the database rejects and imports the others", async () => {
    const company = await harness.newCompany();
    const [message] = await company.base.add("Messages", { Content: "Dag" });
    const twice = { Message: [message?.id], "Message Name": "Bericht 1", Status: "QUEUED" };
    const made = await company.base.add("Queue", twice, twice, { "Message Name": "Los" });
    const run = await company.sync();
    expect(run.tables.find(({ table }) => table === "queue")).toMatchObject({ seen: 3, changed: 2, errors: 1 });
    const { parked } = await company.status();
    expect(parked.map(({ reason }) => reason)).toEqual(["Dit deel van het bericht staat al in de wachtrij."]);
    // After the accepted record is cancelled, the other one no longer violates the constraint.
    const rows = await company.rows("queue");
    const refused = made.filter(({ id }) => id).length - rows.length;
    expect(refused).toBe(1);
    for (const { id } of made.slice(0, 2)) {
      const taken = await company.row("queue", id).catch(() => undefined);
      if (taken) await company.base.edit("Queue", id, { Status: "CANCELLED" });
    }
    await company.sync();
    expect((await company.status()).totalParked).toBe(0);
    expect((await company.rows("queue")).length).toBe(3);
  });
});

test.concurrent("a lost change feed is replaced and everything is read again", async () => {
  const company = await harness.newCompany();
  const [lead, gone] = await company.base.add("Leads", { "Full Name": "Oud" }, { "Full Name": "Weg" });
  await company.sync();
  await company.base.edit("Leads", lead?.id ?? "", { "Full Name": "Nieuw" });
  await company.base.destroy("Leads", gone?.id ?? "");
  const [feed] = await harness.server.query<{ id: string }>(
    "select feed_id as id from sync_states where company_id = $1",
    [company.id],
  );
  const address = `${harness.sandbox.url}/v0/bases/${company.base.id}/webhooks/${feed?.id}`;
  await fetch(address, { method: "DELETE", headers: { authorization: `Bearer ${company.base.token}` } });
  await company.sync();
  expect((await company.row("leads", lead?.id ?? ""))["full_name"]).toBe("Nieuw");
  // The first scan has missed the record once; the second follows at once and confirms the deletion.
  await company.sync();
  expect((await company.row("leads", gone?.id ?? ""))["deleted_at"]).not.toBeNull();
});

test.concurrent("each page publishes one change event", async () => {
  const company = await harness.newCompany();
  const stream = await openEvents(harness.server, company.who.client);
  await company.base.addGeneratedRecords("Leads", 150);
  await company.sync();
  const heard = async () => stream.received.filter(({ topic }) => topic === "leads").length;
  expect(await eventually(heard, (times) => times >= 2)).toBe(2);
  expect(stream.received.some(({ topic, id }) => topic === "sync" && id)).toBe(true);
  stream.close();
});
