import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const FAULTS = [
  ["403", { status: 403, body: { error: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND" } }, "niet genoeg rechten"],
  [
    "422",
    { status: 422, body: { error: { type: "INVALID_REQUEST", message: "View is broken" } } },
    "Airtable weigert het lezen: View is broken.",
  ],
  ["500", { status: 500 }, "onverwacht antwoord"],
] as const;

const FEEDS = [
  ["with a change feed", true],
  ["without a change feed", false],
] as const;

const tableIdOf = async ({ base }: SyncedCompany, name: string): Promise<string> => {
  const tables = (await base.control("GET", "tables")) as unknown as { id: string; name: string }[];
  return tables.find((table) => table.name === name)?.id ?? "";
};

const makeUnreadable = async (company: SyncedCompany, fault: object) =>
  company.base.fault({ method: "GET", path: `${company.base.id}/${await tableIdOf(company, "Leads")}`, ...fault });

const titlesOf = async (company: SyncedCompany) =>
  new Map((await company.rows("leads")).map(({ full_name, title }) => [String(full_name), title]));

const textsOf = async (company: SyncedCompany) => (await company.rows("prompts")).map(({ prompt }) => prompt);

test.each(FAULTS.flatMap(([status, fault, reason]) => FEEDS.map((feed) => [status, ...feed, fault, reason] as const)))(
  "a table that answers %s is left out while the others are read, and loses nothing, %s",
  async (_status, _feed, hasFeed, fault, reason) => {
    const company = await harness.newCompany({ hasFeed });
    const [anna, bea] = await company.base.add("Leads", { "Full Name": "Anna" }, { "Full Name": "Bea" });
    const [prompt] = await company.base.add("Prompts", { Name: "Ice Breaker", Prompt: "Schrijf." });
    await company.sync();
    await company.sync();
    await makeUnreadable(company, fault);
    await company.base.edit("Leads", anna?.id ?? "", { Title: "Eigenaar" });
    await company.base.add("Leads", { "Full Name": "Cas", Title: "Directeur" });
    await company.base.edit("Prompts", prompt?.id ?? "", { Prompt: "Schrijf kort." });
    const { id } = await company.row("leads", bea?.id ?? "");
    await company.edit("leads", id, { classification: "HOT" });
    for (let attempt = 0; attempt < 2; attempt++) {
      const run = await company.ended(await company.start());
      expect(run.status).toBe("partial");
      expect(run.message).toMatch(
        /^Synchronisatie voltooid met opmerkingen: niet alles gelezen in de tabel Leads: .*\. Verder: /,
      );
      expect(run.message).toContain(reason);
    }
    expect(await textsOf(company)).toEqual(["Schrijf kort."]);
    expect(new Set((await titlesOf(company)).keys())).toEqual(new Set(["Anna", "Bea"]));
    await harness.sandbox.clearFaults();
    const run = await company.sync();
    expect(run.status).toBe("succeeded");
    expect(await titlesOf(company)).toEqual(
      new Map([
        ["Anna", "Eigenaar"],
        ["Bea", null],
        ["Cas", "Directeur"],
      ]),
    );
    await company.untilPushed();
    expect((await company.base.record("Leads", bea?.id ?? ""))["Lead Classification"]).toBe("HOT | 80");
  },
);

test.each(FEEDS)(
  "a table that cannot be read in the first run is imported by a later one, %s",
  async (_feed, hasFeed) => {
    const company = await harness.newCompany({ hasFeed });
    await company.base.add("Leads", { "Full Name": "Anna" });
    await company.base.add("Prompts", { Name: "Ice Breaker", Prompt: "Schrijf." });
    await makeUnreadable(company, FAULTS[0][1]);
    expect((await company.ended(await company.start())).status).toBe("partial");
    expect(await textsOf(company)).toEqual(["Schrijf."]);
    const isFirstSyncDone = async () =>
      (
        await harness.server.query(
          "select from sync_states where company_id = $1 and first_sync_ended_at is not null",
          [company.id],
        )
      ).length === 1;
    expect(await isFirstSyncDone()).toBe(false);
    await harness.sandbox.clearFaults();
    expect((await company.sync()).status).toBe("succeeded");
    expect([...(await titlesOf(company)).keys()]).toEqual(["Anna"]);
    expect(await isFirstSyncDone()).toBe(true);
  },
);

test("a record that was deleted and restored while its table cannot be read is not deleted here", async () => {
  const company = await harness.newCompany();
  const [anna] = await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  await makeUnreadable(company, FAULTS[0][1]);
  await company.base.destroy("Leads", anna?.id ?? "");
  await company.base.control("POST", "tables/Leads/records", {
    records: [{ id: anna?.id, fields: { "Full Name": "Anna" } }],
  });
  await company.ended(await company.start());
  expect((await company.row("leads", anna?.id ?? ""))["deleted_at"]).toBeNull();
  await harness.sandbox.clearFaults();
  await company.sync();
  expect(await company.row("leads", anna?.id ?? "")).toMatchObject({ full_name: "Anna", deleted_at: null });
});

test.each(FEEDS)("a run that can read none of the tables fails with the reason, %s", async (_feed, hasFeed) => {
  const company = await harness.newCompany({ hasFeed });
  await company.base.add("Leads", { "Full Name": "Anna" });
  await company.base.fault({ method: "GET", ...FAULTS[0][1] });
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({ status: "failed", message: expect.stringContaining("data.records:read") });
  expect(run.tables.map(({ seen }) => seen)).not.toContain(1);
});

test("failures between pages that are read do not leave the table out", async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", 450);
  for (let page = 1; page <= 4; page++) {
    // Answers the request for one page, and fails the next one.
    await makeUnreadable(company, { latencyMs: 1, times: 1 });
    await makeUnreadable(company, { status: 502, times: 1 });
  }
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({ status: "succeeded", message: "Synchronisatie voltooid: 450 gewijzigd, 0 verstuurd." });
  expect(await company.rows("leads")).toHaveLength(450);
});

test("after a run that has left a table out, the next one is not stopped by a single failure", async () => {
  const company = await harness.newCompany();
  await company.base.add("Leads", { "Full Name": "Anna" });
  await makeUnreadable(company, { status: 502 });
  expect((await company.ended(await company.start())).status).toBe("partial");
  await harness.sandbox.clearFaults();
  await makeUnreadable(company, { status: 502, times: 1 });
  expect((await company.ended(await company.start())).status).toBe("succeeded");
  expect([...(await titlesOf(company)).keys()]).toEqual(["Anna"]);
});
