import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

describe.concurrent.each([
  ["with a change feed", true],
  ["without a change feed", false],
])("later runs %s", (_title, hasFeed) => {
  test("import changed and new records", async () => {
    const company = await harness.newCompany({ hasFeed });
    const [lead] = await company.base.add("Leads", { "Full Name": "Oud", Title: "CEO" });
    await company.base.addGeneratedRecords("Leads", 30);
    await company.sync();
    expect((await company.status()).hasChangeFeed).toBe(hasFeed);
    await company.base.edit("Leads", lead?.id ?? "", { "Full Name": "Nieuw", Title: "" });
    await company.base.add("Leads", { "Full Name": "Erbij" });
    await company.sync();
    expect(await company.row("leads", lead?.id ?? "")).toMatchObject({ full_name: "Nieuw", title: null });
    expect((await company.rows("leads")).length).toBe(32);
  });

  test("count the rows whose values have changed, not those that were only read again", async () => {
    const company = await harness.newCompany({ hasFeed });
    const meetings = ["Kennismaking", "Demo", "Evaluatie"].map((Name) => ({
      Name,
      Report: `<p>${Name}</p>`,
      Attendees: "Anna, Bea",
    }));
    const [made] = await company.base.add("Meetings", ...meetings);
    await company.sync();
    const meetingsOf = async () => (await company.sync()).tables.find(({ table }) => table === "meetings");
    // All records are read again, and without this field their cells are others than before.
    await company.base.control("DELETE", "tables/Meetings/fields/Attendees");
    const again = await meetingsOf();
    expect(again?.seen).toBeGreaterThanOrEqual(3);
    expect(again?.changed).toBe(0);
    await company.base.edit("Meetings", made?.id ?? "", { Report: "<p>Nieuw verslag</p>" });
    expect(await meetingsOf()).toMatchObject({ changed: 1 });
    expect((await company.row("meetings", made?.id ?? ""))["report"]).toContain("Nieuw verslag");
  });

  test("continue after a field or table was renamed", async () => {
    const company = await harness.newCompany({ hasFeed });
    const [lead] = await company.base.add("Leads", { "Full Name": "Anna", Title: "CEO" });
    await company.sync();
    await company.base.control("PATCH", "tables/Leads/fields/Title", { name: "Functie" });
    await company.base.control("PATCH", "tables/Leads", { name: "Contacten" });
    await company.base.edit("Contacten", lead?.id ?? "", { Functie: "COO" });
    const run = await company.sync();
    expect(run.message).not.toContain("overgeslagen");
    expect((await company.row("leads", lead?.id ?? ""))["title"]).toBe("COO");
  });

  test("keep a report whose formula fails, also when the rest of the record changes", async () => {
    const company = await harness.newCompany({ hasFeed });
    await company.base.control("DELETE", "tables/Leads/fields/HTML%20Report");
    const options = { formula: "IF({Title} = 'stuk', ERROR(), '<p>Rapport</p>')" };
    await company.base.control("POST", "tables/Leads/fields", { name: "HTML Report", type: "formula", options });
    const [lead, other] = await company.base.add("Leads", { "Full Name": "Anna" }, { "Full Name": "Bea" });
    await company.sync();
    await company.base.edit("Leads", lead?.id ?? "", { Title: "stuk" });
    await company.base.edit("Leads", other?.id ?? "", { Title: "COO" });
    await company.sync();
    expect(await company.row("leads", lead?.id ?? "")).toMatchObject({ title: "stuk", html_report: "<p>Rapport</p>" });
    expect(await company.row("leads", other?.id ?? "")).toMatchObject({ title: "COO", html_report: "<p>Rapport</p>" });
  });

  test("leave out a missing or retyped optional field, keep what it held, and suspend a table without a required one", async () => {
    const company = await harness.newCompany({ hasFeed });
    const report = { Title: "CEO", "HTML Report": "<p>Rapport</p>" };
    const [anna] = await company.base.add("Leads", { "Full Name": "Anna", ...report });
    await company.sync();
    const annaBefore = await company.row("leads", anna?.id ?? "");
    for (const field of ["Title", "HTML%20Report", "Telefoon"])
      await company.base.control("DELETE", `tables/Leads/fields/${field}`);
    await company.base.control("PATCH", "tables/Meetings/fields/Owner", { type: "checkbox" });
    await company.base.control("DELETE", "tables/Queue/fields/Status");
    await company.base.control("DELETE", "tables/Queue/fields/Text");
    await company.base.edit("Leads", anna?.id ?? "", { "Full Name": "Anna Jansen" });
    await company.base.add("Leads", { "Full Name": "Bea" });
    await company.base.add("Prompts", { Name: "Icebreaker", Prompt: "Schrijf." });
    const run = await company.sync();
    expect(run.status).toBe("partial");
    expect(run.message).toContain("1 tabel overgeslagen (Queue)");
    expect(run.message).toContain("4 velden overgeslagen");
    expect(await company.row("leads", anna?.id ?? "")).toMatchObject({
      full_name: "Anna Jansen",
      title: "CEO",
      html_report: annaBefore["html_report"],
    });
    expect(annaBefore["html_report"]).toContain("Rapport");
    const reasons = (await company.status()).tables.map(({ table, suspendedReason }) => [table, suspendedReason]);
    expect(reasons.filter(([, reason]) => reason)).toEqual([
      ["queue", expect.stringMatching(/"Text" ontbreekt in de tabel "Queue".*"Status" ontbreekt in de tabel "Queue"/)],
    ]);
    const problems = (await company.status()).tables.flatMap(({ fieldProblems }) => fieldProblems);
    expect(problems).toHaveLength(4);
    expect(problems).toContain(
      'Het veld "Title" ontbreekt in de tabel "Leads". Zet het terug of geef het weer deze naam.',
    );
    expect(problems).toContain(
      'Het veld "Owner" in de tabel "Meetings" is van soort veranderd. Maak er weer dit van: tekst.',
    );
    expect((await company.rows("leads")).length).toBe(2);
    expect((await company.rows("prompts")).length).toBe(1);
    await company.base.control("POST", "tables/Leads/fields", { name: "Title", type: "singleLineText" });
    await company.base.control("PATCH", "tables/Meetings/fields/Owner", { type: "singleLineText" });
    await company.base.edit("Leads", anna?.id ?? "", { Title: "COO" });
    await company.base.control("POST", "tables/Queue/fields", { name: "Text", type: "multilineText" });
    const choices = ["QUEUED", "CANCELLED", "SENT", "ERROR"];
    await company.base.control("POST", "tables/Queue/fields", { name: "Status", type: "singleSelect", choices });
    await company.sync();
    const { tables } = await company.status();
    expect(tables.every(({ suspendedReason }) => suspendedReason === null)).toBe(true);
    expect(tables.flatMap(({ fieldProblems }) => fieldProblems)).toHaveLength(2);
    expect((await company.row("leads", anna?.id ?? ""))["title"]).toBe("COO");
  });

  test("read and update a table without App ID and Last Modified, but create no records in it", async () => {
    const company = await harness.newCompany({ hasFeed });
    for (const field of ["App%20ID", "Last%20Modified"])
      await company.base.control("DELETE", `tables/Leads/fields/${field}`);
    const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
    await company.sync();
    const row = await company.row("leads", lead?.id ?? "");
    expect(row["full_name"]).toBe("Anna");
    await company.edit("leads", row.id, { classification: "HOT" });
    await company.base.edit("Leads", lead?.id ?? "", { "Full Name": "Anna Jansen" });
    const added = await company.make("leads", { full_name: "Bea" });
    await company.sync();
    expect((await company.row("leads", lead?.id ?? ""))["full_name"]).toBe("Anna Jansen");
    const records = await company.base.records("Leads");
    expect(records.map(({ fields }) => fields["Lead Classification"])).toEqual(["HOT | 80"]);
    expect(await company.state("leads", added)).toBe("pending");
  });
});

// These tests move the shared clock, so they cannot run concurrently.
describe.each([
  ["with a change feed", true],
  ["without a change feed", false],
])("with time passing, later runs %s", (_title, hasFeed) => {
  test("remove deleted records and restore them when they come back", async () => {
    const company = await harness.newCompany({ hasFeed });
    const [lead, other] = await company.base.add(
      "Leads",
      { "Full Name": "Weg", "Lead Classification": "HOT | 80" },
      { "Full Name": "Blijft" },
    );
    const [prompt] = await company.base.add("Prompts", { Name: "Weg", Prompt: "x" });
    await company.sync();
    await company.base.destroy("Leads", lead?.id ?? "");
    await company.base.destroy("Prompts", prompt?.id ?? "");
    if (!hasFeed) {
      // Without a change feed a deletion is only detected by two complete scans.
      await company.sync();
      expect((await company.row("leads", lead?.id ?? ""))["deleted_at"]).toBeNull();
      harness.server.clock.advance(7 * 3_600_000);
      await company.sync();
      expect((await company.row("leads", lead?.id ?? ""))["deleted_at"]).toBeNull();
    }
    await company.sync();
    expect(await company.row("leads", lead?.id ?? "")).toMatchObject({
      classification: "DELETED",
      deleted_at: expect.any(String),
    });
    expect((await company.row("leads", other?.id ?? ""))["deleted_at"]).toBeNull();
    expect(await company.rows("prompts")).toEqual([]);
    const record = { id: lead?.id, fields: { "Full Name": "Terug", "Lead Classification": "HOT | 80" } };
    await company.base.control("POST", "tables/Leads/records", { records: [record] });
    await company.sync();
    expect(await company.row("leads", lead?.id ?? "")).toMatchObject({
      full_name: "Terug",
      classification: "HOT",
      deleted_at: null,
    });
    expect((await company.rows("leads")).length).toBe(2);
  });

  test("need only a few requests when nothing changed", async () => {
    const company = await harness.newCompany({ hasFeed });
    await company.base.addGeneratedRecords("Leads", 250);
    await company.sync();
    // A run writes a limited number of App IDs. Mark all as written, so that later runs have nothing left to write.
    await harness.server.query("update airtable_records set lacks_app_id = false where company_id = $1", [company.id]);
    for (let run = 0; run < 2; run++) {
      harness.server.clock.advance(3 * 60_000);
      await company.sync();
    }
    const before = (await company.base.requests()).length;
    const run = await company.sync();
    expect(run.tables.every(({ changed, seen }) => changed === 0 && seen === 0)).toBe(true);
    expect((await company.base.requests()).length - before).toBeLessThanOrEqual(hasFeed ? 2 : 8);
  });
});
