import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SentMessage } from "#contract/queue.ts";
import { type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 150_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const FILLED = 600;

test.concurrent.each([
  ["with a change feed", false],
  ["without a change feed", true],
])("a filled column that takes longer to read than a turn is read to its end, %s", async (_feed, withoutFeed) => {
  const company = await harness.newCompany({ withoutFeed });
  await company.base.fill("Leads", FILLED);
  await company.sync(["leads"]);
  const records = (await company.base.records("Leads")).map(({ id }) => ({ id, fields: { Industry: "Bouw" } }));
  await company.base.control("PATCH", "tables/Leads/records", { records });
  const table = (await company.base.control("GET", "tables")) as unknown as { id: string; name: string }[];
  const { id: tableId = "" } = table.find(({ name }) => name === "Leads") ?? {};
  await company.base.fault({ path: `${company.base.id}/${tableId}`, latencyMs: 4_500 });
  const before = (await company.base.requests()).length;
  const run = await company.ended(await company.start(["leads"]), 120_000);
  expect(run.status).toBe("succeeded");
  const industries = (await company.rows("leads")).map(({ industry }) => industry);
  expect(industries.filter((industry) => industry === "Bouw")).toHaveLength(FILLED);
  // Six pages, and the schema, the feed and the push of each turn.
  expect((await company.base.requests()).length - before).toBeLessThan(30);
});

test.concurrent("a text that does not fit and a choice that cannot be read leave out only their own record, by name", async () => {
  const company = await harness.newCompany();
  const choice = `${"x".repeat(58)}😀`;
  await company.base.add(
    "Leads",
    {
      "Full Name": "Anna",
      "Provider ID": "p".repeat(9_000).replaceAll("p", () => Math.random().toString(36).slice(2)),
    },
    { "Full Name": "Bea", "Lead Classification": choice },
    { "Full Name": "Cas" },
  );
  const run = await company.ended(await company.start(["leads"]));
  expect(run.message).toMatch(/^Synchronisatie voltooid/);
  const names = (await company.rows("leads")).map(({ full_name }) => String(full_name)).toSorted();
  expect(names).toEqual(["Bea", "Cas"]);
  const { parked } = await company.status();
  expect(parked.map(({ recordName, reason }) => `${recordName} ${reason}`).toSorted()).toEqual([
    expect.stringMatching(/^Bea .*Lead Classification/),
    expect.stringMatching(/Anna: De tekst in het veld "Provider ID" is te lang/),
  ]);
});

test.concurrent("a sent message keeps the name and profile of a lead that is deleted in Airtable", async () => {
  const company = await harness.newCompany();
  const profile = "https://www.linkedin.com/in/anna";
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", "LinkedIn URL": profile });
  await company.base.add("Queue", {
    Lead: [lead?.id],
    "Message Name": "Bericht 1",
    Status: "SENT",
    "Date Sent": "2026-11-10T09:00:00Z",
  });
  await company.sync();
  await company.base.destroy("Leads", lead?.id ?? "");
  await company.sync();
  const { body } = await company.who.client.get("/api/messages-sent");
  expect(body as unknown as SentMessage[]).toMatchObject([{ fullName: "Anna", linkedInUrl: profile }]);
});
