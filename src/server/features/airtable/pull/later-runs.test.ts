import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 60_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

describe.concurrent.each([
  ["with a change feed", false],
  ["without a change feed", true],
])("later runs %s", (_name, withoutFeed) => {
  test("import changed and new records", async () => {
    const company = await harness.newCompany({ withoutFeed });
    const [lead] = await company.base.add("Leads", { "Full Name": "Oud", Title: "CEO" });
    await company.base.fill("Leads", 30);
    await company.sync();
    expect((await company.status()).hasChangeFeed).toBe(!withoutFeed);
    await company.base.edit("Leads", lead?.id ?? "", { "Full Name": "Nieuw", Title: "" });
    await company.base.add("Leads", { "Full Name": "Erbij" });
    await company.sync();
    expect(await company.row("leads", lead?.id ?? "")).toMatchObject({ full_name: "Nieuw", title: null });
    expect((await company.rows("leads")).length).toBe(32);
  });

  test("continue after a field or table was renamed", async () => {
    const company = await harness.newCompany({ withoutFeed });
    const [lead] = await company.base.add("Leads", { "Full Name": "Anna", Title: "CEO" });
    await company.sync();
    await company.base.control("PATCH", "tables/Leads/fields/Title", { name: "Functie" });
    await company.base.control("PATCH", "tables/Leads", { name: "Contacten" });
    await company.base.edit("Contacten", lead?.id ?? "", { Functie: "COO" });
    const run = await company.sync();
    expect(run.message).not.toContain("overgeslagen");
    expect((await company.row("leads", lead?.id ?? ""))["title"]).toBe("COO");
  });

  test("suspend a table with a missing or retyped field and show the reason", async () => {
    const company = await harness.newCompany({ withoutFeed });
    await company.base.add("Leads", { "Full Name": "Anna" });
    await company.sync();
    await company.base.control("DELETE", "tables/Leads/fields/Title");
    await company.base.control("PATCH", "tables/Meetings/fields/Owner", { type: "number" });
    await company.base.add("Leads", { "Full Name": "Bea" });
    await company.base.add("Prompts", { Name: "Icebreaker", Prompt: "Schrijf." });
    const run = await company.sync();
    expect(run.message).toContain("2 tabellen overgeslagen");
    const reasons = (await company.status()).tables.map(({ table, suspendedReason }) => [table, suspendedReason]);
    expect(reasons.filter(([, reason]) => reason)).toEqual([
      ["leads", 'Het veld "Title" ontbreekt in de tabel "Leads". Zet het terug of geef het weer deze naam.'],
      ["meetings", 'Het veld "Owner" in de tabel "Meetings" is van soort veranderd. Maak er weer dit van: tekst.'],
    ]);
    expect((await company.rows("leads")).length).toBe(1);
    expect((await company.rows("prompts")).length).toBe(1);
    await company.base.control("POST", "tables/Leads/fields", { name: "Title", type: "singleLineText" });
    await company.base.control("PATCH", "tables/Meetings/fields/Owner", { type: "singleLineText" });
    await company.sync();
    expect((await company.status()).tables.every(({ suspendedReason }) => suspendedReason === null)).toBe(true);
    expect((await company.rows("leads")).length).toBe(2);
  });
});

// These tests move the shared clock, so they cannot run concurrently.
describe.each([
  ["with a change feed", false],
  ["without a change feed", true],
])("with time passing, later runs %s", (_name, withoutFeed) => {
  test("remove deleted records and restore them when they come back", async () => {
    const company = await harness.newCompany({ withoutFeed });
    const [lead, other] = await company.base.add(
      "Leads",
      { "Full Name": "Weg", "Lead Classification": "HOT | 80" },
      { "Full Name": "Blijft" },
    );
    const [prompt] = await company.base.add("Prompts", { Name: "Weg", Prompt: "x" });
    await company.sync();
    await company.base.destroy("Leads", lead?.id ?? "");
    await company.base.destroy("Prompts", prompt?.id ?? "");
    if (withoutFeed) {
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
    const company = await harness.newCompany({ withoutFeed });
    await company.base.fill("Leads", 250);
    await company.sync();
    harness.server.clock.advance(3 * 60_000);
    await company.sync();
    const before = (await company.base.requests()).length;
    const run = await company.sync();
    expect(run.tables.every(({ changed, seen }) => changed === 0 && seen === 0)).toBe(true);
    expect((await company.base.requests()).length - before).toBeLessThanOrEqual(withoutFeed ? 8 : 2);
  });
});
