import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

/** A message whose text was changed on both sides. */
const createConflict = async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Messages", { Content: "Dag", Status: "pending" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("messages", recordId);
  await company.base.edit("Messages", recordId, { Content: "van daar" });
  await company.edit("messages", id, { content: "van hier" });
  await company.sync();
  const [conflict] = (await company.status()).conflicts;
  return {
    company,
    id,
    recordId,
    conflict,
    choose: (choice: string, version?: string) =>
      company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, {
        choice,
        ...(version ? { version } : {}),
      }),
    both: async () => {
      await company.sync();
      const there = (await company.base.record("Messages", recordId))["Content"];
      return { here: (await company.row("messages", recordId))["content"], there };
    },
  };
};

test.concurrent("choosing ours puts our text on both sides, and the audit log keeps both texts", async () => {
  const { company, choose, both, conflict } = await createConflict();
  expect(conflict).toMatchObject({
    table: "messages",
    fieldName: "Content",
    base: "Dag",
    ours: "van hier",
    theirs: "van daar",
  });
  expect((await choose("ours")).status).toBe(200);
  expect(await both()).toEqual({ here: "van hier", there: "van hier" });
  expect((await company.status()).totalConflicts).toBe(0);
  const [line] = await harness.server.query<{ action: string; before: object; after: object }>(
    "select action, before, after from audit_log where company_id = $1 and action like 'sync.%'",
    [company.id],
  );
  expect(line).toEqual({
    action: "sync.conflict_resolved",
    before: { veld: "Content", hier: "van hier", airtable: "van daar" },
    after: { gekozen: "hier" },
  });
});

test.concurrent("choosing theirs puts their text on both sides, and ours is kept as a version", async () => {
  const { company, id, choose, both } = await createConflict();
  expect((await choose("theirs")).status).toBe(200);
  expect(await both()).toEqual({ here: "van daar", there: "van daar" });
  expect(await company.state("messages", id)).toBe("synced");
  const versions = await harness.server.query<{ content: string }>(
    "select content from message_versions where company_id = $1 and message_id = $2 order by number",
    [company.id, id],
  );
  expect(versions.map(({ content }) => content)).toEqual(["van hier", "van daar"]);
});

test.concurrent("of two simultaneous choices one wins and the other gets a conflict", async () => {
  const { choose } = await createConflict();
  const responses = await Promise.all([choose("ours"), choose("theirs")]);
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await choose("ours")).body["message"]).toBe("Dit conflict is al opgelost.");
});

test.concurrent("a choice about an outdated conflict is refused", async () => {
  const { company, id, choose, conflict } = await createConflict();
  await company.edit("messages", id, { content: "nog iets anders" });
  const response = await choose("theirs", conflict?.version);
  expect([response.status, response.body["message"]]).toEqual([
    409,
    "De waarde hier is intussen gewijzigd. Bekijk het conflict opnieuw.",
  ]);
  const [now] = (await company.status()).conflicts;
  expect(now).toMatchObject({ ours: "nog iets anders" });
  expect((await choose("theirs", now?.version)).status).toBe(200);
});

test.concurrent("a newer edit in Airtable after choosing ours is a conflict again", async () => {
  const { company, recordId, choose, both } = await createConflict();
  await company.base.edit("Messages", recordId, { Content: "nog nieuwer daar" });
  expect((await choose("ours")).status).toBe(200);
  expect(await both()).toEqual({ here: "van hier", there: "nog nieuwer daar" });
  expect((await company.status()).conflicts).toMatchObject([
    { base: "van daar", ours: "van hier", theirs: "nog nieuwer daar" },
  ]);
});
