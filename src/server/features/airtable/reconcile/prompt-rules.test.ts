import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

let harness: SyncHarness;
beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const open = async () => {
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

test.concurrent("a text from here arrives there, and one from there is a version here", async () => {
  const { company, recordId, change, versions } = await open();
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

test.concurrent("both changed is a conflict, and whichever is chosen the other is kept as a version", async () => {
  const { company, recordId, change, versions } = await open();
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
